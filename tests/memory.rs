//! The memory of a run does not depend on the number of its games.

use crate::program::{Litterbox, skipped};
use std::process::Stdio;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the peak is read while a program runs. The kernel keeps it, so none is missed but one
/// in the last moment.
const TICK: Duration = Duration::from_millis(2);

/// The largest difference between a run and one of ten times as many games, in KiB.
const MOST: u64 = 4 * 1024;

/// The peak of the resident memory of a command, in KiB.
fn peak(litterbox: &Litterbox, line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = litterbox.command(&words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let (send, ended) = channel();
    let waiting = std::thread::spawn(move || send.send(child.wait().unwrap()));
    let mut peak = 0;
    let code = loop {
        match ended.recv_timeout(TICK) {
            Ok(status) => break status.code(),
            Err(RecvTimeoutError::Disconnected) => panic!("{line}"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        // A process that has ended has no memory.
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let found = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let found = found.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        peak = peak.max(found.unwrap_or(0));
    };
    waiting.join().unwrap().unwrap();
    assert_eq!(code, Some(0), "{line}");
    assert!(peak > 0, "{line} ended before its memory was read");
    peak
}

#[test]
fn ten_times_as_many_games_need_no_more_memory() {
    if !cfg!(target_os = "linux") {
        skipped("this system has no /proc: the memory of long runs");
        return;
    }
    let litterbox = Litterbox::new();
    for (line, games) in [
        ("sim classic --games-out g.csv --plays-out p.csv --decisions-out d.csv", 300),
        ("sim classic --shard 1/1 --out shard.json", 300),
        ("compare classic slap --players 2", 200),
        ("tune classic --over deal=4,5 --over deck.nope=4..6 --toward turns=20", 1_500),
        ("tournament classic --agents random,greedy --players 4", 200),
        ("fuzz classic --players 2 --keep-going", 96),
    ] {
        let run = |games: u64| {
            let needed = peak(&litterbox, &format!("{line} --threads 1 --games {games}"));
            // The shard result of the run that was just played.
            let merged = line.contains("--out").then(|| peak(&litterbox, "merge shard.json"));
            [Some(needed), merged]
        };
        for (few, many) in run(games).into_iter().zip(run(10 * games)) {
            let (few, many) = (few.unwrap_or(0), many.unwrap_or(0));
            assert!(many < few + MOST, "{line}: {few} KiB, and {many} KiB for ten times the games");
        }
    }
}
