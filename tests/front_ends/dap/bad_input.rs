//! Bad input of the debugger: each has an answer.
//!
//! `LITTERBOX_STREAMS=10000 cargo test dap::bad_input` damages this many streams instead of 12.

use super::client::{self, Client, framed};
use super::limits::break_slowly;
use super::steps::random_game;
use super::{SCRIPT, project};
use crate::front_ends::editor_streams::survives_damage;
use crate::waiting::{self, IMPATIENT};
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

/// What the program answers to these bytes: the messages, each as a line.
fn answers(bytes: &[u8]) -> String {
    let litterbox = project();
    let mut child = litterbox.command(&["dap"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = waiting::ended(child);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let mut from = output.stdout.as_slice();
    let mut shown = String::new();
    while let Some(message) = client::read(&mut from) {
        let text = message["message"].as_str().or(message["body"]["output"].as_str());
        let _ = writeln!(shown, "{}", text.unwrap_or("done").trim_end());
    }
    shown
}

#[test]
fn bad_input_has_an_answer() {
    let request = |command: &str| {
        framed(&json!({"type": "request", "seq": 1, "command": command})).into_bytes()
    };
    let whole = request("initialize");
    let invalid: &[u8] = b"Content-Length: 2\r\n\r\n\xff\xfe";
    let cases: [(&str, Vec<u8>); 15] = [
        ("nothing", Vec::new()),
        ("a header without length", b"Content-Type: x\r\n\r\n{}".to_vec()),
        ("a length of 2 GB", b"Content-Length: 2147483648\r\n\r\n{}".to_vec()),
        ("a negative length", b"Content-Length: -5\r\n\r\n{}".to_vec()),
        ("an endless header", vec![b'x'; 10_000]),
        ("half a message", whole[..whole.len() / 2].to_vec()),
        ("a half header", b"Content-Le".to_vec()),
        ("invalid UTF-8, then a request", [invalid, &whole].concat()),
        ("no JSON, then a request", [b"Content-Length: 2\r\n\r\n{]", &whole[..]].concat()),
        ("no request", b"Content-Length: 2\r\n\r\n[]".to_vec()),
        ("before initialize", [request("launch"), request("next"), request("threads")].concat()),
        ("unknown", [whole.clone(), request("wombat"), request("evaluate")].concat()),
        ("initialize twice", [whole.clone(), whole.clone()].concat()),
        ("no game", [whole.clone(), request("stackTrace"), request("configurationDone")].concat()),
        ("after the end", [whole, request("disconnect"), request("threads")].concat()),
    ];
    let mut shown = String::new();
    for (name, bytes) in cases {
        let _ = writeln!(shown, "{name}:\n{}", answers(&bytes));
    }
    insta::assert_snapshot!("dap_bad_input", shown);
}

#[test]
fn the_program_ends_when_the_client_vanishes() {
    for is_running in [false, true] {
        let litterbox = project().with("long.jsonl", &random_game(&Library::embedded(), 7, 300));
        // Runs may not go on at all after the client has left.
        let mut client = Client::of(litterbox.command(&["dap"]).env(IMPATIENT.0, IMPATIENT.1));
        client.launch(json!({"game": "long.jsonl", "stopOnEntry": true}));
        if is_running {
            break_slowly(&mut client);
            client.send(&["continue", "continue"]);
        }
        let reasons = client.vanish();
        let paused = if is_running { vec!["pause"; 2] } else { Vec::new() };
        assert_eq!(reasons, paused);
    }
}

#[test]
fn breakpoints_follow_the_scripts() {
    let favor = Library::embedded().script("cards/favor").expect("a script").text.to_string();
    let n_lines = favor.lines().count();
    let litterbox = project().with("scripts/cards/favor.rhai", &format!("//\n//\n{favor}"));
    let mut client = Client::start(&litterbox);
    client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
    let file = litterbox.path().join("scripts/cards/favor.rhai");
    let breakpoints = json!([{"line": 1}, {"line": n_lines + 2}]);
    let set = json!({"source": {"path": file}, "breakpoints": breakpoints});
    let set = client.ask("setBreakpoints", set);
    let line = set["breakpoints"][0]["line"].as_u64().expect("a line");
    client.go("configurationDone", json!({}));
    client.go("next", json!({}));
    std::fs::remove_file(&file).unwrap();
    client.go("restart", json!({}));
    // The built-in script has taken the place of the file.
    let changed: Vec<Option<u64>> =
        client.changed.iter().map(|breakpoint| breakpoint["line"].as_u64()).collect();
    assert_eq!(changed, [Some(line - 2), None]);
    client.leave();
    let gone = project();
    let mut client = Client::start(&gone);
    client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    client.go("next", json!({}));
    std::fs::remove_file(gone.path().join(SCRIPT)).unwrap();
    let why = client.refused("restart", json!({}));
    assert!(why.contains("windfall"), "{why}");
    let source = json!({"path": gone.path().join(SCRIPT)});
    let set = json!({"source": source.clone(), "breakpoints": [{"line": 13}]});
    assert_eq!(client.ask("setBreakpoints", set)["breakpoints"][0]["verified"], true);
    assert_eq!(client.go("continue", json!({}))["reason"], "breakpoint");
    let odd = json!([{"line": 0}, {"line": u64::MAX}, {"line": -1}, {"line": "x"}, {}, 1]);
    let set = client.ask("setBreakpoints", json!({"source": source, "breakpoints": odd}));
    let verified = set["breakpoints"].as_array().unwrap().iter();
    let verified: Vec<bool> = verified.map(|one| one["verified"] == true).collect();
    assert_eq!(verified, [true, false, false, false, true, true]);
    client.leave();
}

#[test]
fn each_damaged_stream_is_answered_or_ends_the_debugger() {
    let n_streams = std::env::var("LITTERBOX_STREAMS").ok();
    let n_streams = n_streams.map_or(12, |text| text.parse().expect("a number"));
    let session = "tests/sessions/classic/favor.session.md";
    let launches = [
        json!({"session": session, "stopOnEntry": true}),
        json!({"session": session, "line": 14}),
        json!({"variant": "classic", "names": ["ann", "bob"], "seed": 1, "agents": "random"}),
        json!({"game": "x.json"}),
    ];
    let source = json!({"name": "cards/favor.rhai", "path": "scripts/cards/favor.rhai"});
    let breakpoints = json!([
        {"line": 5, "condition": "me.hand.len > 1"},
        {"line": 5, "hitCondition": "% 2"},
        {"line": 5, "logMessage": "{me} {"},
    ]);
    let more = [
        ("setBreakpoints", json!({"source": source, "breakpoints": breakpoints})),
        (
            "setFunctionBreakpoints",
            json!({"breakpoints": [{"name": "resolve"}, {"name": "on draw"}]}),
        ),
        ("setDataBreakpoints", json!({"breakpoints": [{"dataId": "hand ann"}]})),
        ("setExceptionBreakpoints", json!({"filters": ["faults"]})),
        ("dataBreakpointInfo", json!({"variablesReference": 2, "name": "turn"})),
        ("stackTrace", json!({"threadId": 1, "startFrame": 0, "levels": 20})),
        ("scopes", json!({"frameId": 1})),
        ("variables", json!({"variablesReference": 1})),
        ("setVariable", json!({"variablesReference": 3, "name": "turn", "value": "bob"})),
        ("source", json!({"source": {"sourceReference": 3}, "sourceReference": 3})),
        ("evaluate", json!({"expression": "draw", "context": "repl", "frameId": 1})),
        ("evaluate", json!({"expression": ":table ann: favor | bob: skip", "context": "repl"})),
        ("evaluate", json!({"expression": ":back 2", "context": "repl"})),
        ("evaluate", json!({"expression": ":reload", "context": "repl"})),
        ("evaluate", json!({"expression": "me.hand.len", "context": "watch", "frameId": 1})),
        ("completions", json!({"text": "play f", "column": 7})),
    ];
    let bare = [
        "configurationDone",
        "continue",
        "next",
        "stepIn",
        "stepOut",
        "stepBack",
        "reverseContinue",
        "pause",
        "restart",
        "threads",
        "loadedSources",
        "exceptionInfo",
        "cancel",
        "terminate",
        "disconnect",
    ];
    let requests = std::iter::once(("initialize", json!({"linesStartAt1": true})))
        .chain(launches.map(|launch| ("launch", launch)))
        .chain(bare.map(|command| (command, json!({"threadId": 1}))))
        .chain(more);
    let messages: Vec<Json> = requests.zip(1..).map(|((command, arguments), seq)| {
        json!({"type": "request", "seq": seq, "command": command, "arguments": arguments})
    }).collect();
    survives_damage("dap", &messages, 2, n_streams);
}
