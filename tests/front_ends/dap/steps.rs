//! Steps: each can be taken back, and together they are the statements that are recorded.
//!
//! `LITTERBOX_DEBUGGED_GAMES=1000 cargo test --release dap::steps` plays this many games instead of
//! 7.

use super::client::{Client, place};
use super::{SCRIPT, VARIANT, WINDFALL};
use litterbox::debugger::record::Execution;
use litterbox::shell::Shell;
use litterbox::variant::Library;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Variants of the shipped folder, of the homebrews, and of the tests.
const VARIANTS: [&str; 11] = [
    "mine",
    "party_pack",
    "costs",
    "slapstick",
    "gambles",
    "board_game",
    "partners",
    "traps",
    "windows",
    "secret_target",
    "numbers",
];

/// The number of statements and of steps that are looked at in a game.
const N_STATEMENTS: usize = 120;
const N_STEPS: usize = 25;

/// A folder with the homebrews and a card of these tests.
fn home() -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &to)
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let home = tempfile::tempdir().unwrap();
    for folder in ["scripts", "variants"] {
        let from = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
        copy(&Path::new(from).join(folder), &home.path().join(folder));
    }
    fs::write(home.path().join(SCRIPT), WINDFALL).unwrap();
    fs::write(home.path().join("variants/mine.json"), VARIANT).unwrap();
    home
}

/// The next of a row of numbers that look random.
fn next(n: &mut usize) -> usize {
    *n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *n >> 33
}

/// A game played at random for at most this many plies.
fn played(library: &Library, variant: &str, seed: usize, n_plies: usize) -> Shell {
    let mut shell = Shell::new(library.clone());
    shell.input(&format!(":new {variant} ann bob cat dan --seed {seed}"));
    let mut n = seed;
    for _ in 0..n_plies {
        let debugger = shell.debugger().expect("a game");
        let Some(decision) = debugger.game.decision() else { break };
        let words = debugger.notation().words(decision);
        let line = words[next(&mut n) % words.len()].clone();
        shell.input(&line);
    }
    shell
}

/// A saved game of classic, played at random; a new position is laid out whenever it is over.
pub fn random_game(library: &Library, seed: usize, n_plies: usize) -> String {
    let mut shell = played(library, "classic", seed, n_plies);
    let mut n = seed;
    while let Some(debugger) = shell.debugger().filter(|one| one.timeline.last_ply() < n_plies) {
        let words = debugger.game.decision().map(|decision| debugger.notation().words(decision));
        let line = words.map(|words| words[next(&mut n) % words.len()].clone());
        let layout = ":table ann: attack skip nope | bob: nope skip | cat: favor | dan: defuse \
                      | draw: skip tacocat nope favor shuffle exploding_kitten skip attack";
        shell.input(line.as_deref().unwrap_or(layout));
    }
    saved(&shell)
}

fn saved(shell: &Shell) -> String {
    shell.debugger().expect("a game").transcript(true).to_json_lines()
}

/// All that is shown at a stop: the frames, with their variables and the position.
fn seen(client: &mut Client) -> String {
    let mut shown = String::new();
    for frame in client.frames() {
        let _ = writeln!(shown, "{}", place(&frame));
        let scopes = client.ask("scopes", json!({"frameId": frame["id"]}));
        for scope in scopes["scopes"].as_array().unwrap() {
            let _ = writeln!(shown, "  {}", scope["name"]);
            for variable in client.variables(&scope["variablesReference"]) {
                let _ = writeln!(shown, "    {} = {}", variable["name"], variable["value"]);
            }
        }
    }
    shown
}

/// The statements of a game in order: script, line and column.
fn recorded(shell: &Shell) -> Vec<String> {
    let debugger = shell.debugger().expect("a game");
    let plies = 1..=debugger.timeline.last_ply();
    let runs = plies.flat_map(|ply| debugger.script_runs(&Execution::Ply(ply)).0);
    let places = runs.flat_map(|run| run.statements).map(|statement| statement.place);
    let name = |script| debugger.loaded.host.source(script).expect("a script").name.clone();
    places.map(|at| format!("{}:{}:{}", name(at.script), at.line, at.column)).collect()
}

/// Steps in from the start to the end, or as long as there are statements to compare.
fn compare_statements(client: &mut Client, shell: &Shell) {
    let recorded = recorded(shell);
    let mut reached: Vec<String> = Vec::new();
    while reached.len() < N_STATEMENTS {
        if client.go("stepIn", json!({}))["reason"] != "step" {
            break;
        }
        let frame = client.frames().remove(0);
        if let Some(script) = frame["source"]["name"].as_str() {
            reached.push(format!("{script}:{}:{}", frame["line"], frame["column"]));
        }
    }
    assert_eq!(reached, recorded[..recorded.len().min(N_STATEMENTS)]);
}

#[test]
fn steps_can_be_taken_back() {
    let n_games = std::env::var("LITTERBOX_DEBUGGED_GAMES");
    let n_games = n_games.map_or(7, |n| n.parse().expect("a number of games"));
    let home = home();
    let library = Library::open(Some(home.path()), None).expect("a library");
    for seed in 0..n_games {
        let variant = VARIANTS[seed % VARIANTS.len()];
        let shell = played(&library, variant, seed, 50);
        fs::write(home.path().join("game.jsonl"), saved(&shell)).unwrap();
        let mut client = Client::inside(home.path(), |_| ());
        client.launch(json!({"game": "game.jsonl", "stopOnEntry": true}));
        client.go("configurationDone", json!({}));
        compare_statements(&mut client, &shell);
        let last = shell.debugger().expect("a game").timeline.last_ply();
        let from = 1 + next(&mut seed.clone()) % last;
        client.go("reverseContinue", json!({}));
        let goto = json!({"expression": format!(":goto {from}"), "context": "repl"});
        client.ask("evaluate", goto);
        client.stop();
        let mut past = vec![seen(&mut client)];
        for _ in 0..N_STEPS {
            if client.go("next", json!({}))["reason"] != "step" {
                break;
            }
            past.push(seen(&mut client));
        }
        let last = past.pop().unwrap();
        assert_eq!(seen(&mut client), last);
        while let Some(expected) = past.pop() {
            client.go("stepBack", json!({}));
            let left = past.len();
            assert_eq!(seen(&mut client), expected, "game {seed} of {variant}, {left} steps left");
        }
        client.leave();
    }
}
