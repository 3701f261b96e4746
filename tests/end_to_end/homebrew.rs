//! Homebrew cards that try each ability of the script language, with their sessions.

use crate::program::Litterbox;
use litterbox::variant::Library;
use std::path::Path;

/// The folders with homebrew cards; each has `sessions`.
pub const FOLDERS: [&str; 4] = [
    "tests/homebrew",
    "tests/homebrew/hearing",
    "tests/homebrew/house_rules",
    "tests/homebrew/further_rules",
];

#[test]
fn fuzzing_finds_nothing_in_cards_that_hear_and_choose() {
    for home in FOLDERS[1..].iter().map(Path::new) {
        let library = Library::open(Some(home), None).expect("a library");
        let shipped = crate::harness::variants();
        let litterbox = Litterbox::new();
        for id in library.variant_ids().filter(|id| !shipped.iter().any(|known| known == id)) {
            let mut fuzz = litterbox.command(&["fuzz", id, "--games", "12", "--seed", "5"]);
            let ran = fuzz.current_dir(home).output().unwrap();
            let out = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && out.contains("no findings"), "{id}: {out}");
        }
    }
}

/// The most lines of a script of a house rule.
const MOST_LINES: usize = 20;

#[test]
fn house_rules_are_short_and_check_is_silent_about_them() {
    for home in &FOLDERS[2..] {
        let home = format!("{}/{home}", env!("CARGO_MANIFEST_DIR"));
        for folder in ["cards", "rules"] {
            for file in std::fs::read_dir(format!("{home}/scripts/{folder}")).expect("a folder") {
                let path = file.expect("a file").path();
                let text = std::fs::read_to_string(&path).expect("a script");
                let n_lines = text.lines().filter(|line| !line.trim().is_empty()).count();
                assert!(n_lines <= MOST_LINES, "{}: {n_lines} lines", path.display());
            }
        }
        let checked = Litterbox::new().run(&["check", "--home", &home]).shown();
        assert!(!checked.contains("error[") && !checked.contains("warning["), "{checked}");
    }
}

#[test]
fn agents_answer_the_questions_of_a_setup_and_rounds_are_counted() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew/house_rules");
    let sim = |id: &str, agent: &str| {
        let games = ["--games", "4", "--seed", "3", "--players", "2", "--agents", agent];
        let ran = Litterbox::new().run(&[&["sim", id, "--home", home], &games[..]].concat());
        assert!(ran.out.contains("4 games"), "{}", ran.shown());
        ran.out
    };
    for agent in ["random", "greedy", "search:20"] {
        assert!(!sim("draft", agent).contains("rounds"), "a draft has one round");
    }
    assert!(sim("match", "random").contains("rounds"), "a match has several");
}

#[test]
fn nothing_is_found_in_homebrews_with_teams_and_secrets() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    for id in ["partners", "secret_target", "sealed", "numbers"] {
        let fuzz = ["fuzz", id, "--home", home, "--players", "4", "--games", "20", "--seed", "5"];
        let ran = Litterbox::new().run(&fuzz);
        assert!(ran.out.contains("no findings"), "{}", ran.shown());
    }
}

#[test]
fn texts_name_cards_in_the_language_of_the_reader_and_positions_have_one_hash() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    let inputs = ":table ann: herald | bob: skip | draw: favor shuffle\nplay herald\nno\n";
    let played = |language, format| {
        let game = ["repl", "numbers", "ann", "bob", "--home", home, "--seed", "1"];
        let arguments = [&game[..], &["--lang", language, "--format", format]].concat();
        Litterbox::new().piped(&arguments, inputs).out
    };
    for (language, title) in [("en", "Favor"), ("fr", "Faveur")] {
        let text = played(language, "text");
        for line in ["ann has drawn {}.", "ann: Show {} to bob?", "bob: Have you seen a card?"] {
            assert!(text.contains(&line.replace("{}", title)), "{line}: {text}");
        }
    }
    let hashes = |language| {
        let messages = played(language, "json");
        let hashes = messages.split("\"hash\":\"").skip(1).map(|rest| rest[..16].to_owned());
        hashes.collect::<Vec<String>>()
    };
    assert!(hashes("en").len() > 2);
    assert_eq!(hashes("en"), hashes("fr"));
}

#[test]
fn a_word_to_choose_that_names_a_card_fails() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    let ask = r#"= players()[0].choose("Which?", [`${draw_pile().top}`, "none"])"#;
    let ran = Litterbox::new().piped(&["repl", "numbers", "ann", "bob", "--home", home], ask);
    assert!(ran.shown().contains("offer cards with `choose_card`"), "{}", ran.shown());
}

#[test]
fn a_game_that_does_not_end_is_reported_with_a_reason() {
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homebrew");
    let position = "p1: shelter exploding_kitten | p2: - | draw: skip | turn: p2";
    let inputs = format!(":table {position}\ndraw\n:expect ends 300\n");
    let ran = Litterbox::new().piped(&["repl", "traps", "p1", "p2", "--home", home], &inputs);
    let why = "random games go on beyond 300 answers: the draw pile is empty, \
               1 that explodes is in a hand, and 2 players are in the game";
    assert!(ran.shown().contains(why), "{}", ran.shown());
}
