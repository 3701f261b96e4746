//! The debugger of editors: whole sessions.

mod bad_input;
mod client;
mod limits;
mod steps;

use crate::program::{Litterbox, first_there, skipped, tool};
use crate::waiting;
use client::Client;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::path::Path;

const WINDFALL: &str = r#"//! Windfall: draw a card for each other player, who may give you one.

fn gift(from, to) {
    let card = from.choose_card("Give which card?", from.hand);
    card.move_to(to.hand);
    1
}

fn resolve(me) {
    let total = 0;
    for other in others(me) {
        me.draw();
        total += 1;
        if other.choose("Give a card?", ["yes", "no"]) == "yes" {
            total += gift(other, me);
        }
    }
    let skips = me.hand.filter(|card| card.kind == "skip");
    say(`${total} cards, ${skips.len} of them skips`);
}
"#;

const SESSION: &str = "\
# Windfall

```litterbox
> :table mine ann: windfall attack | bob: skip favor | cat: skip | draw: favor shuffle nope
ann> play windfall
bob> yes
bob> skip
cat> no
> :expect hand ann attack favor skip shuffle
ann> play attack
> :expect turn bob
```
";

const VARIANT: &str = r#"{"name": "Mine", "extends": "classic", "deck": {"windfall": 4}, "kinds": {"windfall": {"bonus": 3}}}"#;

const SCRIPT: &str = "scripts/cards/windfall.rhai";

fn project() -> Litterbox {
    Litterbox::new()
        .with(SCRIPT, WINDFALL)
        .with("variants/mine.json", VARIANT)
        .with("tests/windfall.session.md", SESSION)
}

/// A source of the project.
fn source(litterbox: &Litterbox, name: &str) -> Json {
    json!({"path": litterbox.path().join(name).to_str()})
}

/// Replaces a text of the script.
fn edit(litterbox: &Litterbox, from: &str, to: &str) {
    assert!(WINDFALL.contains(from));
    std::fs::write(litterbox.path().join(SCRIPT), WINDFALL.replacen(from, to, 1)).unwrap();
}

fn set(client: &mut Client, litterbox: &Litterbox, breakpoints: &Json) {
    let arguments = json!({"source": source(litterbox, SCRIPT), "breakpoints": breakpoints});
    let set = client.ask("setBreakpoints", arguments);
    for (asked, made) in
        breakpoints.as_array().unwrap().iter().zip(set["breakpoints"].as_array().unwrap())
    {
        let result = match made["message"].as_str() {
            Some(why) => why.to_owned(),
            None => format!("on line {}", made["line"]),
        };
        let _ = writeln!(client.transcript, "breakpoint {asked}\n    | {result}");
    }
}

#[test]
fn a_session_is_debugged() {
    let litterbox = project();
    let mut client = Client::start(&litterbox);
    client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    set(&mut client, &litterbox, &json!([{"line": 4}]));
    client.go("continue", json!({}));
    client.look("Locals");
    client.look("What bob knows");
    client.evaluate("watch", "from.hand.len");
    client.evaluate("hover", "from");
    client.evaluate("watch", "from.draw()");
    client.evaluate("repl", "total + 1");
    client.evaluate("repl", "param(\"bonus\")");
    client.go("stepOut", json!({}));
    for _ in 0..4 {
        client.go("next", json!({}));
    }
    client.look("ann");
    for _ in 0..6 {
        client.go("stepBack", json!({}));
    }
    client.go("reverseContinue", json!({}));
    client.go("continue", json!({}));
    client.evaluate("repl", ":back");
    client.stop();
    client.evaluate("repl", "no");
    client.stop();
    set(&mut client, &litterbox, &json!([]));
    client.go("continue", json!({}));
    client.go("continue", json!({}));
    insta::assert_snapshot!("dap_session", client.leave());
}

#[test]
fn breakpoints_of_all_kinds_stop_in_both_directions() {
    let litterbox = project();
    let mut client = Client::start(&litterbox);
    client.launch(json!({"session": "tests/windfall.session.md", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    set(
        &mut client,
        &litterbox,
        &json!([
            {"line": 13, "logMessage": "total {total} for {other}"},
            {"line": 14, "hitCondition": "2"},
            {"line": 4, "condition": "from.hand.len > 1"},
            {"line": 999},
            {"line": 10, "hitCondition": "often"},
        ]),
    );
    for _ in 0..3 {
        client.go("continue", json!({}));
    }
    client.go("reverseContinue", json!({}));
    client.go("reverseContinue", json!({}));
    set(&mut client, &litterbox, &json!([]));
    let gone = source(&litterbox, "scripts/cards/gone.rhai");
    let gone = client.ask("setBreakpoints", json!({"source": gone, "breakpoints": [{"line": 1}]}));
    let _ = writeln!(client.transcript, "{gone}");
    for names in [&["gift"][..], &["resolve"], &["windfall"], &["on draw"], &["wombat", "on tea"]] {
        let named: Vec<Json> = names.iter().map(|name| json!({"name": name})).collect();
        let made = client.ask("setFunctionBreakpoints", json!({"breakpoints": named}));
        let made = made["breakpoints"].as_array().unwrap();
        let _ = writeln!(client.transcript, "--- {names:?}");
        for why in made.iter().filter_map(|one| one["message"].as_str()) {
            let _ = writeln!(client.transcript, "    | {why}");
        }
        if made[0]["verified"] == true {
            client.go("continue", json!({}));
            client.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
            client.go("reverseContinue", json!({}));
        }
    }
    let frame = client.frames().remove(0);
    let scopes = client.ask("scopes", json!({"frameId": frame["id"]}));
    let ann = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == "ann");
    let hand = json!({"variablesReference": ann.unwrap()["variablesReference"], "name": "hand"});
    let info = client.ask("dataBreakpointInfo", hand);
    client.ask("setDataBreakpoints", json!({"breakpoints": [{"dataId": info["dataId"]}]}));
    let _ = writeln!(client.transcript, "--- watch {}", info["dataId"]);
    for _ in 0..4 {
        client.go("continue", json!({}));
    }
    client.go("reverseContinue", json!({}));
    insta::assert_snapshot!("dap_breakpoints", client.leave());
}

#[test]
fn a_fault_is_stopped_at_and_its_fix_is_played() {
    let litterbox = project();
    edit(&litterbox, "to.hand)", "to.hands)");
    let mut client = Client::start(&litterbox);
    client.launch(json!({"session": "tests/windfall.session.md"}));
    client.ask("setExceptionBreakpoints", json!({"filters": ["faults"]}));
    client.go("configurationDone", json!({}));
    client.look("Locals");
    let info = client.ask("exceptionInfo", json!({"threadId": 1}));
    let _ = writeln!(client.transcript, "{}", info["exceptionId"]);
    client.go("stepBack", json!({}));
    client.go("stepIn", json!({}));
    edit(&litterbox, "to.hand)", "to.hand");
    let why = client.refused("restart", json!({}));
    let _ = writeln!(client.transcript, "restart\n{why}");
    client.stop_again();
    edit(&litterbox, "to.hand)", "to.hand)");
    client.go("restart", json!({}));
    client.go("continue", json!({}));
    edit(&litterbox, "total += 1;", "total += 1; me.draw();");
    client.go("restart", json!({}));
    insta::assert_snapshot!("dap_fault", client.leave());
}

#[test]
fn other_games_and_the_console() {
    let litterbox = project();
    let mut client = Client::start(&litterbox);
    client.ask("initialize", json!({}));
    for launch in [
        json!({"variant": "classic", "names": ["ann", "bob"], "agents": "exec:touch started"}),
        json!({"session": "/etc/passwd"}),
        json!({"session": "tests/windfall.session.md", "line": 99}),
        json!({"variant": "classic", "game": "x.json"}),
        json!({"line": "x"}),
    ] {
        let why = client.refused("launch", launch.clone());
        let why = why.replace(litterbox.path().to_str().unwrap(), "[home]");
        let _ = writeln!(client.transcript, "launch {launch}\n{why}");
    }
    assert!(!litterbox.path().join("started").exists());
    let board = json!({"variant": "board_game", "names": ["ann", "bob"], "seed": 3});
    client.ask("launch", board);
    client.go("configurationDone", json!({}));
    let why = client.refused("launch", json!({"variant": "classic"}));
    let _ = writeln!(client.transcript, "launch\n{why}");
    let found = client.ask("completions", json!({"text": ":set ann.sp", "column": 12}));
    let _ = writeln!(client.transcript, "{found}");
    let frame = client.frames().remove(0);
    let scopes = client.ask("scopes", json!({"frameId": frame["id"]}));
    let ann = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == "ann");
    let reference = &ann.unwrap()["variablesReference"];
    let counter = |name: &str, value: &str| -> Json {
        json!({"variablesReference": reference, "name": name, "value": value})
    };
    let why = client.refused("setVariable", counter("hand", "favor"));
    let _ = writeln!(client.transcript, "{why}");
    client.go("setVariable", counter("ann.space", "4"));
    client.look("ann");
    client.go("stepBack", json!({}));
    client.evaluate("repl", "wombat");
    client.evaluate("repl", ":save x.json");
    assert!(!litterbox.path().join("x.json").exists());
    insta::assert_snapshot!("dap_console", client.leave());
}

#[test]
fn the_client_of_adapter_tests_is_served() {
    let what = "the debugger is not tested with the client of adapter tests";
    let Some(node) = first_there(&["node"], what) else { return };
    let modules = concat!(env!("CARGO_MANIFEST_DIR"), "/target/node/node_modules");
    if !Path::new(modules).join("@vscode/debugadapter-testsupport").exists() {
        return skipped(&format!("no @vscode/debugadapter-testsupport in {modules}: {what}"));
    }
    let litterbox = project();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/front_ends/dap/session.js");
    let mut command = tool(node);
    command
        .env("NODE_PATH", modules)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_litterbox"))
        .arg(litterbox.path());
    let output = waiting::output(&mut command);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{shown}");
    insta::assert_snapshot!("dap_node", shown);
}
