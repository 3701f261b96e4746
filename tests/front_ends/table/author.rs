//! What the author does while others play.

use super::play::{Play, shell};
use litterbox::base::output::is_unsafe;
use litterbox::shell::trust::FileAccess;
use litterbox::shell::{Shell, Status};
use litterbox::variant::Library;
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;

const WAR: &str = ":table classic ann: skip favor | bob: nope | cat: nope";

fn war() -> Play {
    Play::of(shell(Library::embedded(), &[WAR]), 6, &["ann", "bob", "cat", "author"])
}

#[test]
fn the_author_pauses_steps_back_for_all_and_goes_on() {
    let mut play = war();
    play.answers("ann", "play skip");
    play.answers("cat", "nope");
    play.wait(2.0);
    play.says("author", json!({ "type": "pause", "on": true }));
    play.wait(60.0);
    play.answers("bob", "pass");
    play.says("author", json!({ "type": "pause", "on": false }));
    play.inputs(":back");
    play.answers("ann", "play skip");
    play.answers("bob", "pass");
    play.wait(6.0);
    holds!(play.story());
}

#[test]
fn the_author_answers_for_a_seat() {
    let mut play = war();
    play.answers("ann", "play skip");
    let request = |id: u64, request: serde_json::Value| {
        let mut request = request;
        request["id"] = id.into();
        json!({ "type": "request", "request": request })
    };
    play.says("author", request(1, json!({ "answer": "nope", "viewer": "cat" })));
    play.says("author", request(2, json!({ "answer": "defuse", "viewer": "cat" })));
    play.says("author", request(3, json!({ "answer": "pass", "viewer": "bob" })));
    play.says("author", request(4, json!({ "subscribe": "bob", "with": ["lines"] })));
    play.inputs("bob: pass");
    play.inputs("!!");
    play.says("author", request(5, json!({ "input": ":agent all exec:true" })));
    holds!(play.story());
}

#[test]
fn the_author_looks_through_the_eyes_of_others_and_completes_lines() {
    let mut play = war();
    play.says("author", json!({ "type": "see", "viewer": "bob" }));
    play.inputs("= me.next.hand");
    play.says("author", json!({ "type": "see", "viewer": "wombat" }));
    play.says("author", json!({ "type": "see", "viewer": "all" }));
    play.says("author", json!({ "type": "complete", "line": ":timel" }));
    play.answers("ann", "play skip");
    holds!(play.story());
}

#[test]
fn a_flag_becomes_a_mark_and_a_note() {
    let mut play = war();
    play.answers("ann", "play skip");
    play.says("bob", json!({ "type": "flag", "text": "Why can I pass <b>here</b>?" }));
    play.wait(7.0);
    play.inputs(":mark");
    for what in ["notes", "session", "game", "wombat"] {
        play.says("author", json!({ "type": "download", "what": what }));
    }
    let program = env!("CARGO_PKG_VERSION");
    holds!(play.story().replace(program, "VERSION"));
}

#[test]
fn the_same_inputs_run_on_rules_that_were_saved() {
    let skip = Rc::new(RefCell::new("//! Skip.\nfn resolve(me) { end_turn(); }\n".to_owned()));
    let text = skip.clone();
    let source = move || Ok(Library::embedded().with_script("cards/skip", &text.borrow()));
    let shell = shell(source().unwrap(), &[WAR]).with_source(Rc::new(source));
    let mut play = Play::of(shell, 6, &["ann", "bob", "cat", "author"]);
    play.answers("ann", "play skip");
    play.answers("cat", "nope");
    *skip.borrow_mut() = "//! Skip.\nfn resolve(me) { end_turn( }\n".to_owned();
    play.table.reload(play.now);
    play.drain();
    *skip.borrow_mut() = "//! Skip.\nfn resolve(me) { me.draw(); }\n".to_owned();
    play.table.reload(play.now);
    play.drain();
    // Editors save a file twice: the message about it stays.
    play.table.reload(play.now);
    play.drain();
    play.wait(7.0);
    *skip.borrow_mut() = "//! Skip.\nfn resolve(me) { end_turn(); }\n".to_owned();
    play.table.reload(play.now);
    play.drain();
    holds!(play.story());
}

#[test]
fn replies_are_shown_to_the_author_and_not_written_to_a_file() {
    let diverted = || {
        let mut shell = Shell::new(Library::embedded());
        shell.trust.files = FileAccess::memory();
        for input in [WAR, ":output replies.txt"] {
            assert_eq!(shell.input(input).status, Status::Done);
        }
        shell
    };
    let mut play = Play::of(diverted(), 6, &["author"]);
    for is_new in [false, true] {
        if is_new {
            play.table.put_shell(diverted(), true, play.now);
            play.drain();
        }
        play.inputs(":output replies.txt");
        let story = play.story();
        assert!(story.contains("refused: replies are shown here"), "{story}");
        play.inputs("= 6 * 7");
        let story = play.story();
        assert!(story.contains("42"), "{story}");
    }
}

#[test]
fn the_author_is_told_that_nobody_should_be_called_me() {
    let mut play = war();
    play.story();
    play.inputs(":new classic me bob");
    let story = play.story();
    assert!(story.contains("cannot be called `me`"), "{story}");
}

#[test]
fn nothing_that_is_downloaded_has_control_characters() {
    let mut play = war();
    let hostile = "\u{1b}]0;own\u{7}\u{9b}31m\u{202e}\u{2066}\u{8}\u{7f}\u{200b}\u{2028}x";
    play.says("bob", json!({ "type": "flag", "text": hostile }));
    play.inputs(&format!(":mark own {hostile}"));
    play.inputs(&format!("play {hostile}"));
    play.inputs(&format!(":record {hostile}.session.md"));
    play.story();
    for what in ["notes", "session", "game"] {
        play.says("author", json!({ "type": "download", "what": what }));
        let story = play.story();
        assert!(story.contains("own") && story.contains("9b"), "{what}: {story}");
        let found: Vec<char> = story.chars().filter(|c| is_unsafe(*c)).collect();
        assert!(found.is_empty(), "{what} has {found:?}: {story}");
    }
}
