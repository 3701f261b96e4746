//! ConnectionLimits of the debugger: long plies, long runs, panics.

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
fn variables_are_recorded_up_to_their_limit() {
    // 18 frames with 41 texts of 16,000 characters: more than 10 MiB.
    let copies: String = (0..40).map(|n| format!("    let v{n} = text;\n")).collect();
    let script = format!(
        "fn deep(n, text) {{\n{copies}    if n > 0 {{ deep(n - 1, text); }}\n    \
         say(\"here\");\n}}\n\nfn resolve(me) {{\n    let text = \"\";\n    \
         text.pad(1000, \"x\");\n    for _i in 0..4 {{ text = text + text; }}\n    \
         deep(17, text);\n}}\n"
    );
    let (at, _) = script.lines().enumerate().find(|(_, line)| line.contains("say")).unwrap();
    let wide = r#"{"name": "Wide", "extends": "classic", "deck": {"wide": 9}}"#;
    let session = "```litterbox\n> :table wide ann: wide | bob: skip\nann> play wide\n```\n";
    let litterbox = Litterbox::new()
        .with("scripts/cards/wide.rhai", &script)
        .with("variants/wide.json", wide)
        .with("wide.session.md", session);
    let mut client = Client::inside(litterbox.path(), |_| ());
    client.launch(json!({"session": "wide.session.md", "stopOnEntry": true}));
    let file = litterbox.path().join("scripts/cards/wide.rhai");
    let set = json!({"source": {"path": file}, "breakpoints": [{"line": at + 1}]});
    client.ask("setBreakpoints", set);
    client.go("configurationDone", json!({}));
    assert_eq!(client.go("continue", json!({}))["reason"], "breakpoint");
    let frames = client.frames();
    let deep: Vec<&Json> = frames.iter().filter(|frame| frame["name"] == "deep").collect();
    assert_eq!(deep.len(), 18);
    let mut length = |frame: &Json| -> usize {
        let locals = client.scope(frame, "Locals");
        locals.iter().map(|local| local["value"].as_str().unwrap().len()).sum()
    };
    let lengths: Vec<usize> = deep.into_iter().map(&mut length).collect();
    assert!(lengths[0] > 40 * 16_000, "{lengths:?}");
    assert!(lengths[17] < 1_000, "{lengths:?}");
    let whole: usize = lengths.iter().sum();
    assert!((10 << 20..(10 << 20) + 40_000).contains(&whole), "{lengths:?}");
    assert_eq!(client.go("continue", json!({}))["reason"], "breakpoint");
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

#[test]
fn breakpoints_have_limits() {
    let litterbox = project();
    let mut client = Client::inside(litterbox.path(), |_| ());
    client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    let mut set = |source: &str, breakpoints: Vec<Json>| {
        let arguments = json!({"source": {"name": source}, "breakpoints": breakpoints});
        let response = client.response("setBreakpoints", arguments);
        response["message"].as_str().unwrap_or("done").to_owned()
    };
    let lines = |n: usize| (1..=n).map(|line| json!({"line": line})).collect::<Vec<_>>();
    let too_large = "a message has at most 1048576 bytes and 20000 values";
    assert_eq!(set("cards/windfall.rhai", lines(200_000)), too_large);
    assert_eq!(set("cards/windfall.rhai", lines(20_000)), too_large);
    let long = vec![json!({"line": 1, "condition": "x".repeat(2 << 20)})];
    assert_eq!(set("cards/windfall.rhai", long), too_large);
    let too_many = "there can be at most 1000 breakpoints";
    assert_eq!(set("cards/windfall.rhai", lines(1_001)), too_many);
    assert_eq!(set("cards/windfall.rhai", lines(600)), "done");
    assert_eq!(set("cards/other.rhai", lines(401)), too_many);
    assert_eq!(set("cards/other.rhai", lines(400)), "done");
    let long = vec![json!({"line": 1, "condition": "x".repeat(5_000)})];
    assert_eq!(set("cards/other.rhai", long), "a breakpoint has at most 4096 bytes");
    // Commas and brackets of texts are no values.
    let text = vec![json!({"line": 1, "condition": "\"\\,[{".repeat(300)})];
    assert_eq!(set("cards/other.rhai", text), "done");
    client.leave();
}
