//! Limits of the debugger: long plies, long runs, panics.

use super::client::Client;
use super::steps::random_game;
use super::{edit, project};
use crate::program::Litterbox;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};

const DRIP: &str = "//! Drip: counts in your hand when your turn begins.

const HEARS = [\"hand\"];

fn turn_start(me, source) {
    let n = 0;
    while n < 6000 {
        n += 1;
    }
}
";

const SESSION: &str = "```litterbox
> :table wet ann: skip | bob: skip drip drip drip drip drip drip drip drip drip
ann> play skip
```
";

/// Sets breakpoints that are reached often and never stop.
pub fn break_slowly(client: &mut Client) {
    let never = json!({"name": "draw_step", "condition": "[1, 2].filter(|n| n > 3).len > 0"});
    let breakpoints = vec![never; 300];
    client.ask("setFunctionBreakpoints", json!({"breakpoints": breakpoints}));
}

#[test]
fn a_ply_is_recorded_up_to_its_limit() {
    let litterbox = Litterbox::new()
        .with("scripts/cards/drip.rhai", DRIP)
        .with("variants/wet.json", r#"{"name": "Wet", "extends": "classic", "deck": {"drip": 9}}"#)
        .with("wet.session.md", SESSION);
    let mut client = Client::inside(litterbox.path(), |_| ());
    client.launch(json!({"session": "wet.session.md"}));
    let name = |client: &mut Client| client.frames()[0]["name"].clone();
    assert_eq!(client.go("configurationDone", json!({}))["reason"], "decision");
    assert_eq!(name(&mut client), "recorded up to here");
    client.go("stepBack", json!({}));
    assert_eq!(name(&mut client), "turn_start");
    client.go("next", json!({}));
    assert_eq!(name(&mut client), "recorded up to here");
    client.leave();
}

#[test]
fn a_script_that_loops_ends_at_its_limit() {
    let litterbox = project();
    edit(&litterbox, "me.draw();", "loop { }");
    let mut client = Client::inside(litterbox.path(), |_| ());
    client.launch(json!({"session": "tests/windfall.session.md"}));
    let stop = client.go("configurationDone", json!({}));
    assert_eq!(stop["reason"], "exception");
    assert_eq!(client.ask("exceptionInfo", json!({}))["exceptionId"], "F0001");
    client.leave();
}

#[test]
fn a_long_run_is_paused() {
    let litterbox = project().with("long.jsonl", &random_game(&Library::embedded(), 7, 200));
    let mut client = Client::inside(litterbox.path(), |_| ());
    client.launch(json!({"game": "long.jsonl", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    break_slowly(&mut client);
    for (command, then) in [("continue", 100), ("reverseContinue", 150)] {
        client.send(&[command, "pause"]);
        assert_eq!(client.stop()["reason"], "pause", "{command}");
        let goto = format!(":goto {then}");
        client.ask("evaluate", json!({"expression": goto, "context": "repl"}));
        client.stop();
    }
    // A request that comes too late stops nothing.
    client.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
    client.ask("pause", json!({}));
    assert_eq!(client.go("reverseContinue", json!({}))["reason"], "entry");
    client.leave();
}

#[test]
fn the_debugger_goes_on_after_a_panic() {
    let panics: [fn(&str); 4] = [
        |what| assert_ne!(what, "`next`", "here"),
        |what| assert_ne!(what, "the run", "here"),
        |what| assert_ne!(what, "the frames", "here"),
        |what| assert_ne!(what, "the record", "here"),
    ];
    let mut shown = String::new();
    for begin in panics {
        let litterbox = project();
        let mut client = Client::inside(litterbox.path(), begin);
        client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
        client.ask("configurationDone", json!({}));
        let response = client.response("next", json!({}));
        let stop = match &response["success"] {
            Json::Bool(true) => client.event("stopped")["text"].clone(),
            _ => response["message"].clone(),
        };
        let text = stop.as_str().unwrap_or("done").to_owned();
        shown += &format!("{}\n---\n", text.lines().next().unwrap_or_default());
        client.ask("threads", json!({}));
        client.ask("stepIn", json!({}));
        client.event("stopped");
        shown += &client.leave();
    }
    insta::assert_snapshot!("dap_panics", shown);
}
