//! Games that people play in a browser, and reports: Node drives Chromium (`tests/browser`), which
//! opens the links of `litterbox serve`. With `LITTERBOX_BROWSER=all`, more windows and more seats
//! are checked for accessibility. Screenshots are put into `target/browser`, to be looked at.

use crate::lab::page::BROWSERS;
use crate::program::first_there;
use crate::waiting::{self, PATIENT};
use std::path::Path;
use std::process::Command;

/// Plays the scenarios with these words in their names.
fn play(names: &[&str]) {
    run("play.mjs", names);
}

/// Runs a script of `tests/browser`.
fn run(script: &str, names: &[&str]) {
    let Some(browser) = first_there(&BROWSERS, "games in a browser") else { return };
    let Some(node) = first_there(&["node"], "games in a browser") else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let axe = root.join("target/node/node_modules/axe-core/axe.min.js");
    let axe = if axe.is_file() { axe } else { "-".into() };
    let mut command = Command::new(node);
    command
        .arg(root.join("tests/browser").join(script))
        .args([browser, env!("CARGO_BIN_EXE_litterbox")])
        .args([&root.join("target/browser"), &axe])
        .args(names)
        .env(PATIENT.0, PATIENT.1)
        .env("HANGING", waiting::hanging_ms().to_string());
    let ran = waiting::output(&mut command);
    let said = String::from_utf8_lossy(&ran.stdout);
    let talk = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.contains("ok "), "{said}\n{talk}");
    for line in said.lines().filter(|line| line.starts_with("SKIPPED")) {
        crate::program::skipped(line.trim_start_matches("SKIPPED, "));
    }
}

#[test]
fn friends_play_a_whole_game_by_clicks() {
    play(&["whole classic game"]);
}

#[test]
fn everybody_answers_at_the_same_time() {
    play(&["Nope war", "secret choice", "a clock", "its uses"]);
}

#[test]
fn a_player_sees_the_board_comes_back_and_needs_no_mouse() {
    play(&["board game", "lost connection", "keys alone", "hostile pack"]);
}

#[test]
fn the_author_steps_back_and_changes_a_rule() {
    play(&["steps back", "live edit"]);
}

#[test]
fn friends_come_in_by_one_link() {
    play(&["one link", "the language of"]);
}

#[test]
fn each_text_is_read_and_each_option_is_called_what_it_is() {
    run("states.mjs", &[]);
}

#[test]
fn a_digit_is_never_another_answer() {
    play(&["digits"]);
}

#[test]
fn answers_need_no_scrolling_on_a_phone() {
    play(&["smallest phone", "on its side"]);
}

#[test]
fn everybody_can_use_the_pages_of_reports() {
    run("report.mjs", &[]);
}

#[test]
fn everybody_can_use_the_page() {
    play(&["accessibility"]);
}
