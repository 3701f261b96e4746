//! Random programs on Rhai's own evaluator and on ours: the same value, or a fault of the same
//! kind. What ours does differently on purpose is in `oracle/evaluator.rs`.
//!
//! With `LITTERBOX_TESTS=all` there are 20,000 programs instead of 1,000, with `LITTERBOX_LONG=10`
//! this many.

pub mod evaluator;
mod expressions;
mod forms;
mod programs;
mod statements;

use crate::harness::Edition;
use crate::program::is_complete;
use crate::script::typed_scripts::packs;
use evaluator::Outcome;
use litterbox::base::error::render;
use litterbox::kernel::effect::Values;
use litterbox::kernel::rules::Call;
use litterbox::kernel::{Game, Hook, Owner, Rulebook, Seat, Stop};
use litterbox::script::Host;
use litterbox::variant::{Library, Ruleset};
use rhai::OptimizationLevel;
use std::fmt::Write as _;

/// The number of programs in one edition.
const N_IN_EDITION: u64 = 50;

/// A game with a card for each script, whose hook throws the value of `program()`.
struct Programs {
    edition: Edition,
    game: Game,
}

/// What stands before and after a value that is thrown.
const MARKS: (&str, &str) = ("value: ", " :end");

impl Programs {
    fn new(scripts: &[String]) -> Self {
        let (mut library, mut deck) = (Library::embedded(), Vec::new());
        for (i, script) in scripts.iter().enumerate() {
            let (before, after) = MARKS;
            let hook = format!(
                "\nfn resolve(me) {{\n    let value = program();\n    \
                 throw \"{before}\" + value.to_debug() + \"{after}\";\n}}\n"
            );
            library = library.with_script(&format!("cards/demo_{i}"), &format!("{script}{hook}"));
            deck.push(format!("\"demo_{i}\": 1"));
        }
        let variant = format!(
            "{{ \"name\": \"Demo\", \"extends\": \"classic\", \"deck\": {{ {} }} }}",
            deck.join(", ")
        );
        let library = library.with_variant("demo", &variant);
        let loaded = Ruleset::load(&library, "demo", &[])
            .and_then(|ruleset| Ok((Host::new(&ruleset.spec)?, ruleset)));
        let (host, ruleset) = loaded.unwrap_or_else(|errors| panic!("{}", render(&errors, false)));
        let edition = Edition { ruleset, host };
        let game = edition.game(2, 1);
        Self { edition, game }
    }

    /// Runs a program. Returns what it does and the message of a fault.
    fn run(&mut self, i: usize) -> (Outcome, String) {
        let host = self.edition.host.clone();
        let kind = host.rules().find_kind(&format!("demo_{i}")).expect("a kind of the variant");
        let call = Call::new(Hook::Resolve, Owner::Kind(kind), Seat(0));
        let stop = self.game.sandbox_edit(|context| host.run(context, &call, &mut Values::new()));
        let Err(Stop::Fault(fault)) = stop else { return (Outcome::Fault("none"), String::new()) };
        let (before, after) = MARKS;
        let value = fault.message.strip_prefix(before).and_then(|said| said.strip_suffix(after));
        let outcome = match (fault.code, value) {
            ("F0202", Some(value)) => Outcome::Value(value.to_owned()),
            ("F0101" | "F0102" | "F0204", _) => Outcome::Fault("types"),
            (code, _) => Outcome::Fault(code),
        };
        (outcome, self.edition.host.fault(&fault).to_string())
    }
}

/// Compares the programs with these numbers, if Rhai can read them. Returns how many return a
/// value, and those that differ.
fn compare(seeds: std::ops::Range<u64>) -> (usize, Vec<String>) {
    let engine = evaluator::engine(OptimizationLevel::None);
    let optimized = evaluator::engine(OptimizationLevel::Simple);
    let scripts = seeds.map(programs::script);
    let scripts: Vec<String> = scripts.filter(|text| engine.compile(text).is_ok()).collect();
    let mut programs = Programs::new(&scripts);
    let (mut n_values, mut different) = (0, Vec::new());
    for (i, script) in scripts.iter().enumerate() {
        let expected = evaluator::run(&engine, script);
        let (found, message) = programs.run(i);
        n_values += usize::from(matches!(expected, Outcome::Value(_)));
        // What Rhai's optimizer leaves out may also have been an error.
        let names_rust = |outcome: &Outcome| matches!(outcome, Outcome::Value(text) if text.contains("core::ops::range"));
        // Rhai takes `1..()` for a range without end.
        let is_endless = ["`..` cannot be called with", "`..=` cannot be called with"];
        let is_same = matches!(expected, Outcome::Unspecified(_))
            || names_rust(&expected)
            || is_endless.iter().any(|said| message.contains(said))
            || message.contains("data race")
            || expected == found
            || evaluator::run(&optimized, script) == found;
        if is_same {
            continue;
        }
        different.push(format!("{expected:?} became {found:?}\n{message}\n{script}"));
    }
    (n_values, different)
}

#[test]
fn random_programs_do_as_they_do_in_rhai() {
    crate::script::hostile::on_a_large_stack(|| {
        let numbers = packs(if is_complete() { 20_000 } else { 1_000 });
        let n_programs = numbers.end - numbers.start;
        let (mut n_values, mut said) = (0, String::new());
        for first in numbers.step_by(N_IN_EDITION as usize) {
            let (n, different) = compare(first..first + N_IN_EDITION);
            n_values += n;
            for one in different {
                writeln!(said, "{one}").unwrap();
            }
        }
        assert!(said.is_empty(), "{said}");
        // Most programs are sound.
        assert!(n_values * 2 > n_programs as usize, "only {n_values} of {n_programs}");
    });
}
