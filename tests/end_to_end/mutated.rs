//! Generated and mutated scripts, variants, sessions, saved games, journals, shard results and
//! lines of the REPL: none panics, hangs, breaks the table, writes outside or starts a program.
//!
//! `LITTERBOX_INPUTS=1000000 cargo test --release mutated_inputs -- --nocapture` runs this many
//! inputs instead of 700 and checks the memory of the process, too; `LITTERBOX_INPUTS_FROM=N`
//! begins with input N. The figures go to stderr; a failure names the number of its input.

mod corpus;
mod kinds;

use crate::waiting::HANGING;
use corpus::Corpus;
use kinds::{Case, KINDS};
use litterbox::kernel::rng::generator;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

/// The largest memory of the process in KiB.
const MOST_MEMORY: u64 = 512 << 10;

/// What is wrong, if anything.
type Checked = Result<(), String>;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// The most memory that the process has used, in KiB, where it is known.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// What the thread that runs the inputs reports.
enum Report {
    Began(u64),
    Ended(Vec<String>),
}

/// Runs the inputs; returns what is wrong.
fn run_all(first: u64, n_inputs: u64, is_long: bool, reports: &Sender<Report>) -> Vec<String> {
    let corpus = Corpus::new();
    let (mut broken, mut n_of) = (Vec::new(), BTreeMap::<&str, u64>::new());
    let mut most = MOST_MEMORY;
    for number in first..first + n_inputs {
        let (name, run) = KINDS[number as usize % KINDS.len()];
        reports.send(Report::Began(number)).expect("somebody waits");
        let mut case = Case::new(&corpus, generator(number, 23));
        let went = catch_unwind(AssertUnwindSafe(|| run(&mut case)));
        let memory = if is_long { peak_memory().unwrap_or_default() } else { 0 };
        let wrong = match went {
            Err(_) => Some("panics".to_owned()),
            Ok(Err(why)) => Some(why),
            Ok(Ok(())) if memory > most => Some(format!("leads to {memory} KiB of memory")),
            Ok(Ok(())) => None,
        };
        most = most.max(memory);
        if let Some(why) = wrong {
            let shown: String = case.input.chars().take(20_000).collect();
            println!("input {number}: {name}: {why}\n{shown}\n");
            eprintln!("input {number}: {name}: {why}");
            broken.push(format!("input {number}: {name}: {why}"));
        }
        *n_of.entry(name).or_default() += 1;
        if is_long && number % 10_000 == 9_999 {
            eprintln!("{} inputs, {} broken: {n_of:?}", number + 1 - first, broken.len());
        }
    }
    broken.extend(corpus.outside());
    let memory = peak_memory().unwrap_or_default();
    eprintln!("{n_inputs} inputs, {} broken: {n_of:?}, {memory} KiB", broken.len());
    broken
}

#[test]
fn mutated_inputs_do_no_harm() {
    let long = number("LITTERBOX_INPUTS");
    let first = number("LITTERBOX_INPUTS_FROM").unwrap_or(0);
    let (send, reports) = channel();
    let stack = litterbox::base::STACK_SIZE;
    let work = move || {
        let broken = run_all(first, long.unwrap_or(700), long.is_some(), &send);
        send.send(Report::Ended(broken)).expect("somebody waits");
    };
    let worker = thread::Builder::new().stack_size(stack).spawn(work).expect("a thread");
    let mut last = None;
    let broken = loop {
        match reports.recv_timeout(HANGING) {
            Ok(Report::Began(number)) => last = Some(number),
            Ok(Report::Ended(broken)) => break broken,
            Err(RecvTimeoutError::Timeout) => panic!("input {last:?} does not end"),
            Err(RecvTimeoutError::Disconnected) => panic!("the thread ended at input {last:?}"),
        }
    };
    worker.join().expect("it has reported");
    assert!(broken.is_empty(), "{} inputs:\n{}", broken.len(), broken.join("\n"));
}
