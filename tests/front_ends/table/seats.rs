//! What seats say, and when the game takes it.

use super::play::{Play, shell};
use litterbox::variant::Library;
use serde_json::json;
use std::path::Path;

const WAR: &str = ":table classic ann: skip favor | bob: nope | cat: nope nope | dan: favor";

fn war() -> Play {
    Play::of(shell(Library::embedded(), &[WAR]), 6, &["ann", "bob", "cat", "dan", "nobody"])
}

fn homebrew() -> Library {
    Library::open(Some(Path::new("tests/homebrew")), None).expect("a library")
}

#[test]
fn two_seats_answer_a_play_at_the_same_time() {
    let mut play = war();
    play.answers("ann", "play skip");
    play.answers("cat", "nope");
    play.wait(2.0);
    play.answers("dan", "pass");
    play.answers("bob", "nope");
    // Bob's Nope came first in the game's order: Cat keeps hers, and answers his.
    play.answers("ann", "pass");
    play.answers("dan", "pass");
    play.answers("cat", "nope");
    play.wait(10.0);
    holds!(play.story());
}

#[test]
fn an_answer_can_be_changed_until_the_window_closes() {
    let mut play = war();
    play.answers("ann", "play skip");
    play.answers("cat", "nope");
    play.answers("cat", "pass");
    play.answers("bob", "pass");
    play.answers("dan", "pass");
    holds!(play.story());
}

#[test]
fn a_seat_gets_more_time_once_a_window_and_passes_when_the_clock_has_run_out() {
    let mut play = war();
    play.answers("ann", "play skip");
    play.wait(5.0);
    play.says("bob", json!({ "type": "time" }));
    play.says("bob", json!({ "type": "time" }));
    play.says("ann", json!({ "type": "time" }));
    play.answers("cat", "pass");
    play.wait(20.5);
    play.wait(1.0);
    holds!(play.story());
}

#[test]
fn a_seat_passes_until_its_turn_and_can_take_that_back() {
    let mut play = war();
    for who in ["bob", "dan"] {
        play.says(who, json!({ "type": "passing", "on": true }));
    }
    play.answers("ann", "play skip");
    play.says("bob", json!({ "type": "passing", "on": false }));
    play.answers("bob", "pass");
    play.says("bob", json!({ "type": "passing", "on": true }));
    play.answers("cat", "pass");
    holds!(play.story());
}

#[test]
fn moments_in_which_few_want_to_act_close_after_a_fixed_time() {
    let spec = ":table zombie ann: favor | bob: shuffle_now skip | cat: skip";
    let mut play = Play::of(shell(Library::embedded(), &[spec]), 6, &["ann", "bob", "cat"]);
    play.says("bob", json!({ "type": "ask_me", "moments": ["draw", "turn"] }));
    play.answers("ann", "draw");
    play.wait(1.0);
    play.answers("cat", "pass");
    play.answers("bob", "pass");
    play.wait(3.0);
    holds!(play.story());
}

#[test]
fn what_seats_have_said_is_of_their_game_and_no_seat_of_the_next_one() {
    let spec = ":table zombie ann: favor | bob: shuffle_now skip | cat: nope skip";
    let mut play =
        Play::of(shell(Library::embedded(), &[spec]), 6, &["ann", "bob", "cat", "author"]);
    play.says("bob", json!({ "type": "ask_me", "moments": ["draw"] }));
    play.says("bob", json!({ "type": "passing", "on": true }));
    play.answers("ann", "play favor bob");
    play.answers("cat", "nope");
    play.story();
    play.inputs(":table zombie bob: favor | cat: shuffle_now skip | ann: skip");
    play.answers("bob", "draw");
    let story = play.story();
    let is_kept = |words: &str| story.contains(words);
    assert!(!["passing", "did not count", "cat: asked"].into_iter().any(is_kept), "{story}");
    // Other rules are no other game.
    play.says("cat", json!({ "type": "passing", "on": true }));
    play.inputs(":reload");
    let story = play.story();
    let (_, after) = story.split_once(":reload").unwrap();
    assert!(after.contains("passing cat; present"), "{story}");
}

#[test]
fn a_secret_choice_is_made_by_all_at_once() {
    let spec = ":table gambles ann: auction favor | bob: skip skip | cat: nope skip";
    let mut play = Play::of(shell(homebrew(), &[spec]), 0, &["ann", "bob", "cat"]);
    play.answers("ann", "play auction");
    play.answers("bob", "pass");
    play.answers("cat", "pass");
    play.answers("cat", "1");
    play.answers("ann", "0");
    play.answers("cat", "2");
    play.answers("bob", "1");
    holds!(play.story());
}

#[test]
fn a_player_who_explodes_has_no_clock() {
    let spec = ":table classic ann: defuse favor | bob: favor | draw: exploding_kitten favor";
    let mut play = Play::of(shell(Library::embedded(), &[spec]), 6, &["ann", "bob"]);
    play.answers("ann", "draw");
    play.wait(60.0);
    play.answers("ann", "defuse");
    holds!(play.story());
}

#[test]
fn a_seat_can_only_do_what_is_its_own() {
    let mut play = war();
    let answer = |decision: u64, option: &str| json!({ "type": "answer", "decision": decision, "option": option });
    play.says("bob", answer(1, "pass"));
    play.says("ann", answer(7, "draw"));
    play.says("ann", answer(1, "play nope"));
    play.says("ann", answer(1, "play skip"));
    play.says("ann", answer(1, "draw"));
    play.says("nobody", answer(1, "draw"));
    play.says("nobody", json!({ "type": "flag", "text": "hm" }));
    play.says("nobody", json!({ "type": "snapshot" }));
    for message in [
        json!({ "type": "input", "input": ":back" }),
        json!({ "type": "complete", "line": ":" }),
        json!({ "type": "see", "viewer": "ann" }),
        json!({ "type": "pause", "on": true }),
        json!({ "type": "download", "what": "game" }),
        json!({ "type": "request", "request": { "input": ":back" } }),
        json!({ "type": "join", "link": "ann", "page": "" }),
        json!({ "type": "flag", "text": "x".repeat(201) }),
    ] {
        play.says("bob", message);
    }
    holds!(play.story());
}

#[test]
fn agents_answer_at_once_and_are_hidden_until_the_window_closes() {
    // What bob stops with a Nope: he does not want the turn.
    let danger = format!("{WAR} | draw: skip skip exploding_kitten");
    let agents = [&*danger, ":agent cat greedy", ":agent bob search:50"];
    let mut play = Play::of(shell(Library::embedded(), &agents), 6, &["ann", "dan", "nobody"]);
    play.answers("ann", "play skip");
    play.wait(3.0);
    play.answers("dan", "pass");
    // Nobody has seen before that bob has answered.
    play.answers("ann", "pass");
    play.answers("dan", "pass");
    holds!(play.story());
}

#[test]
fn a_script_that_fails_leaves_the_game_to_its_people() {
    let library = Library::embedded()
        .with_script("cards/skip", "//! Fails.\nfn resolve(me) { let x = [1][5]; end_turn(); }\n");
    let spec = ":table classic ann: skip favor | bob: favor";
    let mut play = Play::of(shell(library, &[spec]), 6, &["ann", "bob", "author"]);
    play.answers("ann", "play skip");
    play.wait(30.0);
    play.inputs("= bob.draw()");
    holds!(play.story());
}
