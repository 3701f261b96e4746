//! Answers that are taken back: whose, when, and who agrees.

use super::play::{Play, shell};
use litterbox::base::time_limit;
use litterbox::variant::Library;
use serde_json::json;
use std::time::Duration;

const SKIP: &str = ":table classic ann: skip favor | bob: nope | cat: favor | draw: skip*5";

fn played(table: &str, answers: &[(&str, &str)]) -> Play {
    let seats = ["ann", "bob", "cat", "nobody", "author"];
    let mut play = Play::of(shell(Library::embedded(), &[table]), 6, &seats);
    for (who, option) in answers {
        play.answers(who, option);
    }
    play.story();
    play
}

fn asks(play: &mut Play) -> String {
    play.says("ann", json!({ "type": "take_back" }));
    play.story()
}

fn agrees(play: &mut Play, who: &str, yes: bool) -> String {
    play.says(who, json!({ "type": "agree", "yes": yes }));
    play.story()
}

fn ply(play: &Play) -> usize {
    play.table.shell().debugger().unwrap().timeline.ply()
}

#[test]
fn an_answer_is_taken_back_when_all_agree_and_its_line_stays() {
    let mut play = played(SKIP, &[("ann", "play skip")]);
    let may = |play: &Play, who: &str| play.last_answers.get(who).cloned().flatten();
    assert_eq!(may(&play, "ann").as_deref(), Some("ann plays Skip"));
    assert_eq!((may(&play, "bob"), may(&play, "nobody")), (None, None));
    let before = ply(&play);
    let told = asks(&mut play);
    assert!(told.contains("→ ann bob cat nobody author: table: window"), "{told}");
    assert!(told.contains("ann asks to take back, agreed: ."), "{told}");
    play.answers("bob", "nope");
    assert!(play.story().contains("error not_allowed"), "the game waits");
    let told = agrees(&mut play, "cat", true);
    assert!(told.contains("ann asks to take back, agreed: cat."), "{told}");
    let told = agrees(&mut play, "bob", true);
    assert!(told.contains("→ ann bob cat nobody: ann takes the last answer back"), "{told}");
    assert!(told.contains("→ ann: asked"), "{told}");
    assert_eq!((ply(&play), may(&play, "ann")), (before - 1, None));
    play.answers("ann", "draw");
    let timeline = &play.table.shell().debugger().unwrap().timeline;
    assert_eq!(timeline.branches().len(), 2, "the line so far stays");
}

#[test]
fn one_who_does_not_agree_and_20_seconds_end_a_request_and_clocks_stand_meanwhile() {
    let mut play = played(SKIP, &[("ann", "play skip")]);
    play.wait(2.0);
    asks(&mut play);
    play.wait(3.0);
    let told = agrees(&mut play, "cat", false);
    assert!(told.contains("cat does not agree: nothing is taken back"), "{told}");
    assert!(told.contains("window closes in 4000 ms"), "{told}");
    assert!(asks(&mut play).contains("error not_allowed"), "once for each answer");
    assert!(agrees(&mut play, "bob", true).contains("error not_allowed"), "nobody asks");

    let mut play = played(SKIP, &[("ann", "play skip")]);
    asks(&mut play);
    assert!(agrees(&mut play, "ann", true).contains("error not_allowed"), "nor whoever asks");
    assert!(agrees(&mut play, "nobody", true).contains("error not_allowed"));
    // A slow machine may have longer limits.
    let limited = |seconds| time_limit(Duration::from_secs(seconds)).as_secs_f64();
    play.wait(limited(19));
    assert!(!play.story().contains("not all have agreed"));
    play.wait(limited(1));
    let told = play.story();
    assert!(told.contains("not all have agreed: nothing is taken back"), "{told}");
    assert!(told.contains("window closes in 6000 ms"), "{told}");

    let mut play = played(SKIP, &[("ann", "play skip")]);
    let before = ply(&play);
    asks(&mut play);
    agrees(&mut play, "author", true);
    assert_eq!(ply(&play), before - 1, "the author decides alone");

    let mut play = played(SKIP, &[("ann", "play skip")]);
    asks(&mut play);
    play.inputs(":back");
    assert!(!play.story().contains("asks to take back"), "the author has gone elsewhere");
}

#[test]
fn a_clock_stands_once_while_the_game_is_paused_and_an_answer_is_asked_back() {
    let pauses = |play: &mut Play, on: bool| {
        play.says("author", json!({ "type": "pause", "on": on }));
        play.story()
    };
    let limit = time_limit(Duration::from_secs(20)).as_secs_f64();
    // Which of the two ends first.
    for is_refused in [true, false] {
        let mut play = played(SKIP, &[("ann", "play skip")]);
        play.wait(2.0);
        asks(&mut play);
        play.wait(limit - 1.0);
        for on in [true, false, true] {
            assert!(pauses(&mut play, on).contains("closes in 4000 ms"), "the clock is shown");
            play.wait(if on { 60.0 } else { 0.5 });
        }
        if is_refused {
            assert!(agrees(&mut play, "cat", false).contains("closes in 4000 ms"));
            play.wait(60.0);
            assert!(pauses(&mut play, false).contains("closes in 4000 ms"));
        } else {
            assert!(pauses(&mut play, false).contains("asks to take back"), "its clock stood, too");
            play.wait(0.5);
            let told = play.story();
            assert!(told.contains("not all have agreed"), "{told}");
            assert!(told.contains("closes in 4000 ms"), "{told}");
        }
    }
}

#[test]
fn nothing_is_taken_back_that_somebody_has_learnt_from() {
    let all = |cards: &str| {
        format!(":table classic ann: {cards} | bob: nope favor | cat: nope | draw: skip*9")
    };
    let pass = [("bob", "pass"), ("cat", "pass")];
    let cases: [(&str, &[(&str, &str)]); 7] = [
        ("skip", &[("ann", "draw")]),
        ("see_the_future", &[("ann", "play see_the_future"), pass[0], pass[1]]),
        ("shuffle", &[("ann", "play shuffle"), pass[0], pass[1]]),
        ("favor", &[("ann", "play favor"), ("ann", "bob"), pass[0], pass[1], ("bob", "favor")]),
        (
            "tacocat*2",
            &[("ann", "play tacocat tacocat"), ("ann", "bob"), pass[0], pass[1], ("ann", "#1")],
        ),
        // A pass of her own: that it cannot be taken back tells nothing of her hand.
        (
            "attack nope",
            &[("ann", "play attack"), pass[1], ("bob", "nope"), ("ann", "pass"), pass[1]],
        ),
        (
            "attack favor",
            &[("ann", "play attack"), pass[1], ("bob", "nope"), ("ann", "pass"), pass[1]],
        ),
    ];
    for (cards, answers) in cases {
        let mut play = played(&all(cards), answers);
        assert_eq!(play.last_answers["ann"], None, "{cards}");
        assert!(asks(&mut play).contains("error not_allowed"), "{cards}");
    }
    let open = [("ann", "play attack"), pass[1], ("bob", "nope")];
    let play = played(&all("attack nope"), &open);
    assert_eq!(play.last_answers["ann"].as_deref(), Some("ann plays Attack"), "all saw all of it");
}

#[test]
fn agents_have_no_opinion() {
    // What bob stops with a Nope: he does not want the turn.
    let danger = SKIP.replace("skip*5", "skip skip exploding_kitten skip");
    let table = [&*danger, ":agent bob greedy", ":agent cat greedy"];
    let mut play = Play::of(shell(Library::embedded(), &table), 6, &["ann", "nobody"]);
    play.answers("ann", "play skip");
    asks(&mut play);
    assert_eq!(ply(&play), 1, "before the play");
}
