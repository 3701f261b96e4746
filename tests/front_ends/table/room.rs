//! Clocks wait for those who have not come yet, and longer for those who are away.

use super::play::{Play, shell};
use litterbox::internals::Journal;
use litterbox::variant::Library;
use serde_json::json;

fn of_three(hand: &str) -> Play {
    let table = format!(":table classic ann: skip favor | bob: nope | cat: {hand} | draw: skip*5");
    Play::empty(shell(Library::embedded(), &[&table]), Journal::off(), 6)
}

fn joined(hand: &str, whos: &[&str]) -> Play {
    let mut play = of_three(hand);
    whos.iter().for_each(|who| play.join(who));
    play.wait(0.0);
    play.story();
    play
}

#[test]
fn no_clock_runs_until_everybody_has_been_here() {
    let mut play = joined("nope", &["ann", "bob", "author"]);
    play.answers("ann", "play skip");
    assert!(play.story().contains("window without a clock"), "cat has never been here");
    play.join("cat");
    assert!(play.story().contains("window closes in 6000 ms"));

    let mut play = joined("nope", &["ann", "bob", "author"]);
    play.answers("ann", "play skip");
    play.story();
    play.says("author", json!({ "type": "start" }));
    assert!(play.story().contains("window closes in 6000 ms"), "the author starts anyway");
}

#[test]
fn a_window_waits_longer_for_whoever_is_away_whatever_they_hold() {
    let told = ["nope", "favor"].map(|hand| {
        let mut play = joined(hand, &["ann", "bob", "cat", "nobody"]);
        play.leave("cat");
        play.answers("ann", "play skip");
        let before = play.story();
        assert!(before.contains("window closes in 26000 ms"), "{before}");
        play.wait(25.0);
        play.answers("bob", "pass");
        play.wait(0.5);
        assert!(!play.story().contains("asked 2: draw"), "the window is open still");
        play.wait(1.0);
        format!("{before}{}", play.story())
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_window_waits_once_if_somebody_leaves_in_it() {
    let mut play = joined("nope", &["ann", "bob", "cat"]);
    play.answers("ann", "play skip");
    assert!(play.story().contains("window closes in 6000 ms"));
    play.wait(4.0);
    play.leave("cat");
    assert!(play.story().contains("window closes in 22000 ms"));
    play.wait(1.0);
    play.leave("bob");
    assert!(!play.story().contains("closes in 4"), "time is added once");
}

#[test]
fn a_guest_who_tries_too_often_keeps_out_nobody_else() {
    let mut play = of_three("nope");
    let claim = |name: &str| json!({ "type": "claim", "seat": "bob", "name": name });
    let n_refused = |play: &mut Play, guest: &str, n_tries: usize, why: &str| {
        (0..n_tries).for_each(|_| play.says(guest, claim("no name")));
        play.story().matches(why).count()
    };
    for guest in ["guest 1", "guest 2", "guest 3", "guest 4", "guest 5"] {
        play.join(guest);
        assert_eq!(n_refused(&mut play, guest, 12, "there were 10 tries in a minute"), 2);
    }
    play.join("guest 6");
    play.says("guest 6", claim("bob"));
    assert_eq!(play.table.room.given.len(), 1, "the seat is given");
    play.join("guest 7");
    let of_all = "there were 60 tries in a minute";
    assert_eq!(n_refused(&mut play, "guest 7", 10, of_all), 1, "there is a limit for all of them");
    play.wait(60.0);
    assert_eq!(n_refused(&mut play, "guest 1", 1, "this seat is taken"), 1, "a minute later");
}

#[test]
fn a_seat_reacts_in_few_words_and_not_often() {
    let mut play = joined("nope", &["ann", "bob", "nobody"]);
    play.says("ann", json!({ "type": "react", "reaction": "Ha!" }));
    assert!(play.story().contains("→ ann bob nobody: reaction"));
    play.says("ann", json!({ "type": "react", "reaction": "Grr" }));
    play.says("bob", json!({ "type": "react", "reaction": "I hold a Nope" }));
    play.says("nobody", json!({ "type": "react", "reaction": "Ha!" }));
    assert_eq!(play.story().matches("error not_allowed").count(), 3);
    play.wait(3.0);
    play.says("ann", json!({ "type": "react", "reaction": "Grr" }));
    assert!(play.story().contains("→ ann bob nobody: reaction"));
}

#[test]
fn the_next_game_is_of_the_seats_and_another_begins() {
    let last = ":table classic ann: skip | bob: - | draw: exploding_kitten";
    let of = shell(Library::embedded(), &[last]);
    let mut play = Play::of(of, 0, &["ann", "bob", "nobody", "author"]);
    let header = |play: &Play| play.table.shell().debugger().unwrap().header.clone();
    play.says("ann", json!({ "type": "again" }));
    play.says("nobody", json!({ "type": "again" }));
    assert_eq!(play.story().matches("error not_allowed").count(), 2);
    play.answers("ann", "draw");
    play.answers("ann", "pass");
    let before = header(&play);
    play.says("nobody", json!({ "type": "download", "what": "replay" }));
    assert!(play.story().contains("file classic-replay.html"));
    play.says("bob", json!({ "type": "again" }));
    let after = header(&play);
    assert_eq!((&after.names, after.first.as_deref()), (&before.names, Some("bob")));
    assert_ne!(after.seed, before.seed);
    assert!(play.story().contains("→ bob: asked"), "bob begins");
}

#[test]
fn the_next_game_begins_at_the_seat_after_the_one_that_chance_chose() {
    let names = ["ann", "bob", "cat"];
    // Of these seeds, each lets another one begin.
    for seed in 1..=3 {
        let new = format!(":new classic {} --set first=random --seed {seed}", names.join(" "));
        let mut play = Play::of(shell(Library::embedded(), &[&new]), 0, &names);
        let (first, _) = play.open(0).unwrap();
        while let Some((who, options)) = play.open(0) {
            play.answers(&who, options.last().unwrap());
        }
        play.says("ann", json!({ "type": "again" }));
        let at = names.iter().position(|name| *name == first).unwrap();
        assert_eq!(play.open(0).unwrap().0, names[(at + 1) % names.len()], "{first} began");
    }
}

#[test]
fn a_new_game_keeps_the_seats_unless_others_are_named() {
    let of = shell(Library::embedded(), &[":new classic ann bob --seed 1"]);
    let mut play = Play::of(of, 0, &["ann", "bob", "author"]);
    play.inputs(":new classic --seed 2");
    assert_eq!(play.table.seats(), ["ann".into(), "bob".into()]);
    play.story();
    play.inputs(":new classic ann eve --seed 2");
    let told = play.story();
    assert!(told.contains("→ bob: told: you have no seat in the new game"), "{told}");
    assert!(!told.contains("→ ann: told"), "{told}");
}
