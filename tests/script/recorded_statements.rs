//! The statements that the debugger records for a ply are those that coverage counts.
//!
//! `LITTERBOX_RECORDED_GAMES` sets the number of games.

use litterbox::debugger::Debugger;
use litterbox::debugger::record::Execution;
use litterbox::kernel::Hook;
use litterbox::script::probe::Probe;
use litterbox::script::tree::statements::NumberedStatements;
use litterbox::script::{Control, Script};
use litterbox::shell::{Shell, Status};
use litterbox::transcript::replay_ply;
use litterbox::transcript::ruleset_cache::RulesetCache;
use litterbox::variant::Library;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A script, a line and a column.
type Place = (String, usize, usize);

/// Plays at random for at most this many plies.
fn random_game(variant: &str, seed: usize, n_plies: usize) -> Shell {
    let mut shell = Shell::new(Library::embedded());
    shell.input(&format!(":new {variant} ann bob cat --seed {seed}"));
    let mut n = seed;
    for _ in 0..n_plies {
        let Some(debugger) = shell.debugger() else { break };
        let Some(decision) = debugger.game.decision() else { break };
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let words = debugger.notation().words(decision);
        let word = words[(n >> 33) % words.len()].clone();
        shell.input(&word);
    }
    shell
}

/// The statements of hooks that run in a ply, and only there.
fn of_plies(statements: &NumberedStatements) -> Vec<Option<Place>> {
    let mut places = Vec::new();
    for script in &statements.scripts {
        for statement in script.source.statements.iter() {
            let function = &script.source.functions[statement.function].name;
            // What can be played is found by a trial of `announce`.
            let is_of_ply = Hook::find(function).is_some_and(|hook| {
                !hook.is_query() && !matches!(hook, Hook::Setup | Hook::Announce)
            });
            let place = (script.source.script.name.to_string(), statement.line, statement.column);
            places.push(is_of_ply.then_some(place));
        }
    }
    places
}

fn compare(shell: &Shell) {
    let debugger = shell.debugger().expect("there is a game");
    let scripts = debugger.loaded.host.spec().scripts().cloned();
    let statements: NumberedStatements = scripts.collect::<Vec<Script>>().into_iter().collect();
    let places = of_plies(&statements);
    let probe = Probe::recording();
    let statements = Arc::new(statements);
    let control = Control { probe: probe.clone(), statements, ..Control::default() };
    let rulesets = RulesetCache::new(control);
    let library = Library::embedded();
    let mut counted = Debugger::new(debugger.header.clone(), &library, &rulesets)
        .unwrap_or_else(|errors| panic!("{}", litterbox::base::error::render(&errors, false)));
    probe.take();
    let mut before = BTreeSet::new();
    for ply in 1..=debugger.timeline.last_ply() {
        let entry = debugger.timeline.entry(ply).expect("it is on the line");
        let record = entry.record.as_ref().expect("it has an input");
        let done = replay_ply(&mut counted.game, &counted.loaded, ply, record);
        assert_eq!(done, Ok(None), "ply {ply}");
        let hits = probe.take().statements;
        let hits: BTreeSet<&Place> = hits.keys().filter_map(|n| places[*n].as_ref()).collect();
        let (runs, is_cut) = debugger.script_runs(&Execution::Ply(ply));
        assert!(!is_cut);
        let recorded = runs.into_iter().flat_map(|run| run.statements);
        let recorded: BTreeSet<Place> = recorded
            .map(|statement| {
                let place = statement.place;
                let script = debugger.loaded.host.source(place.script).expect("a script");
                (script.name.to_string(), place.line.into(), place.column.into())
            })
            .filter(|place| places.contains(&Some(place.clone())))
            .collect();
        for place in &recorded {
            assert!(hits.contains(place), "ply {ply}: {place:?} is recorded, but did not run");
        }
        // What ran before a question runs again when it is answered.
        before.extend(recorded);
        for place in hits {
            assert!(before.contains(place), "ply {ply}: {place:?} ran, but is not recorded");
        }
    }
}

#[test]
fn the_recorded_statements_are_those_that_coverage_counts() {
    let n_games = std::env::var("LITTERBOX_RECORDED_GAMES");
    let n_games = n_games.map_or(9, |n| n.parse().expect("a number of games"));
    let variants = ["classic", "party_pack", "slapstick", "board_game"];
    for seed in 0..n_games {
        compare(&random_game(variants[seed % variants.len()], seed, 120));
    }
}

/// What is shown of the statement at the cursor.
fn shown(shell: &mut Shell) -> String {
    [":view", ":locals"].map(|line| shell.input(line).text()).concat()
}

#[test]
fn steps_by_statement_lead_through_what_is_recorded_and_back() {
    for seed in 0..4 {
        let variant = ["classic", "party_pack", "slapstick", "board_game"][seed];
        let mut shell = random_game(variant, seed, 30);
        let debugger = shell.debugger().expect("there is a game");
        let plies = 1..=debugger.timeline.last_ply();
        let runs = plies.flat_map(|ply| debugger.script_runs(&Execution::Ply(ply)).0);
        let n_recorded = runs.map(|run| run.statements.len()).sum::<usize>();
        shell.input(":goto start");
        let mut seen = Vec::new();
        while shell.input(":step line").status == Status::Done {
            seen.push(shown(&mut shell));
        }
        assert_eq!(seen.len(), n_recorded, "{variant}");
        assert!(n_recorded > 20, "{variant}");
        let last = seen.pop();
        assert_eq!(Some(shown(&mut shell)), last, "{variant}");
        while let Some(expected) = seen.pop() {
            assert_eq!(shell.input(":rstep line").status, Status::Done);
            assert_eq!(shown(&mut shell), expected, "{variant}, {} before it", seen.len());
        }
        assert_eq!(shell.input(":rstep line").status, Status::Refused);
    }
}
