//! Games of other families, each in a folder of `tests/games` with scripts, variants and sessions.

use crate::harness::{Edition, Random};
use litterbox::lint::{LintTargets, check};
use litterbox::script::Host;
use litterbox::sim::outcomes::Outcomes;
use litterbox::sim::stats::Estimate;
use litterbox::sim::{LIMIT, Plan, Progress, RunConfig, run};
use litterbox::variant::{Library, Ruleset};
use std::fs;
use std::path::{Path, PathBuf};

/// An upper bound on the answers of a random game.
const MAX_ANSWERS: usize = 20_000;

/// The paths in a folder, sorted.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// The names of the files in a folder that have this ending; none if there is no such folder.
fn names(folder: &Path, ending: &str) -> Vec<String> {
    let files = if folder.is_dir() { paths(folder) } else { Vec::new() };
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned());
    files.iter().filter_map(name).collect()
}

/// The built-in files overlaid with those of one folder.
fn library(home: &Path) -> Library {
    Library::open(Some(home), None).expect("the folder is a library")
}

fn homes() -> Vec<PathBuf> {
    let homes = paths(Path::new("tests/games"));
    assert!(!homes.is_empty());
    homes
}

#[test]
fn games_have_no_errors_and_no_warnings() {
    for home in homes() {
        let variants = names(&home.join("variants"), ".json");
        let mut targets = LintTargets { variants, ..LintTargets::default() };
        for folder in ["rules", "cards", "combos"] {
            let scripts = names(&home.join("scripts").join(folder), ".rhai");
            targets.scripts.extend(scripts.iter().map(|name| format!("{folder}/{name}")));
        }
        assert!(!targets.variants.is_empty() && !targets.scripts.is_empty());
        let found = check(&library(&home), &targets).found;
        let shown = litterbox::base::error::render(&found, false);
        assert!(found.is_empty(), "{}:\n{shown}", home.display());
    }
}

/// Plays a random game, and checks the table at every decision.
fn play(edition: &Edition, n_players: usize, seed: u64, context: &str) {
    let mut game = edition.game(n_players, seed);
    let mut random = Random::new(seed);
    let mut n_answers = 0;
    while let Some(decision) = game.decision() {
        let index = random.pick(decision);
        let checked = game.table().check(game.rules());
        assert_eq!(checked, Ok(()), "{context}, answer {n_answers}");
        let answered = game.answer(index);
        assert_eq!(answered, Ok(()), "{context}, answer {n_answers}");
        n_answers += 1;
        assert!(n_answers < MAX_ANSWERS, "{context} does not end");
    }
    assert!(n_answers > 0 && game.winners().iter().next().is_some(), "{context} has no winner");
}

#[test]
fn random_games_hold_together_and_have_a_winner() {
    for home in homes() {
        let library = library(&home);
        for id in names(&home.join("variants"), ".json") {
            let ruleset = Ruleset::load(&library, &id, &[]).expect("a legal variant");
            let host = Host::new(&ruleset.spec).expect("legal scripts");
            let players = ruleset.players.clone();
            let edition = Edition { ruleset, host };
            for n_players in players {
                for seed in 0..5 {
                    play(&edition, n_players, seed, &format!("{id}, {n_players}, seed {seed}"));
                }
            }
        }
    }
}

/// The share of the wins of `search:30` against `random`, two players.
fn share_of_search(id: &str, set: &[(String, String)], games: u64) -> Estimate {
    let library = library(&Path::new("tests/games").join(id));
    let agents = ["search:30", "random"].map(|name| name.parse().expect("an agent"));
    let (agents, players) = (agents.to_vec(), Some(2));
    let config = RunConfig { players, agents, fixed: false, seed: 1, games, limit: LIMIT };
    let plan = Plan::new(&library, id, set, config).expect("a legal plan");
    let tally = run(&plan, 0..games, 2, &Progress::default()).expect("legal scripts");
    assert_eq!((tally.games, tally.faulty, tally.stopped), (games, 0, 0));
    let outcomes = Outcomes::new(&plan.manifest, &tally.endings);
    outcomes.agent(0).rate().expect("games were played")
}

/// A fair share is a half.
#[test]
fn search_beats_random_in_deduction_and_in_bluffing() {
    let one_round = [("tokens".to_owned(), "1".to_owned())];
    let deduction = share_of_search("love_letter", &one_round, 120);
    let bluffing = share_of_search("coup", &[], 120);
    for rate in [deduction, bluffing] {
        assert!(rate.low > 0.55, "{rate:?}");
    }
}
