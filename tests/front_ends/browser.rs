//! Games that people play in a browser, and reports: Node drives Chromium (`tests/browser`), which
//! opens the links of `litterbox serve`. `states.mjs` says which windows it looks at. Screenshots
//! of scenarios, and of states that are wrong, are put into `target/browser`, to be looked at.

use crate::browser::browser;

/// Plays the scenarios of a task with these words in their names.
fn run(task: &str, names: &[&str]) {
    if let Some(browser) = browser("games in a browser") {
        browser.play(task, names);
    }
}

fn play(names: &[&str]) {
    run("play", names);
}

#[test]
fn friends_play_a_whole_game_by_clicks() {
    play(&["whole classic game", "turning points"]);
}

#[test]
fn everybody_answers_at_the_same_time() {
    play(&["Nope war", "secret choice", "a clock", "its uses", "taken back"]);
    play(&["cards move", "a reaction"]);
}

#[test]
fn a_player_sees_the_board_comes_back_and_needs_no_mouse() {
    play(&["board game", "lost connection", "keys alone", "hostile pack"]);
}

#[test]
fn a_page_that_draws_itself_again_disturbs_nobody() {
    play(&["keeps the focus", "being filled in", "between press and release"]);
}

/// A scenario that no test names is never played.
#[test]
fn each_scenario_is_played() {
    let calls = include_str!("browser.rs").lines().filter(|line| line.contains(" play(&["));
    let words: Vec<&str> = calls.flat_map(|line| line.split('"').skip(1).step_by(2)).collect();
    let scenarios = include_str!("../browser/play.mjs").lines();
    let names = scenarios.filter_map(|line| line.strip_prefix("    async '"));
    let forgotten: Vec<&str> =
        names.filter(|name| !words.iter().any(|word| name.contains(word))).collect();
    assert!(forgotten.is_empty(), "no test plays {forgotten:?}");
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
fn four_friends_play_a_whole_evening() {
    play(&["whole evening"]);
}

#[test]
fn each_text_is_read_and_each_option_is_called_what_it_is() {
    run("states", &[]);
}

#[test]
fn a_digit_is_never_another_answer() {
    play(&["digits"]);
}

#[test]
fn answers_need_no_scrolling_on_a_phone_or_a_laptop() {
    play(&["smallest phone", "on its side", "on a laptop", "opens at its end"]);
}

#[test]
fn an_author_writes_a_card_beside_the_table_that_plays_it() {
    run("workbench", &[]);
}

#[test]
fn everybody_can_use_the_pages_of_reports() {
    run("report", &[]);
}

#[test]
fn everybody_can_use_the_page() {
    play(&["accessibility"]);
}

#[test]
fn the_pictures_show_the_pages_as_they_are() {
    run("picture", &["check"]);
}
