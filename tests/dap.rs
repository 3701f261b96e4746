//! The debugger of editors: whole sessions, bad input, and steps that are taken back.
//!
//! `LITTERBOX_DEBUGGED_GAMES` sets the number of games in which steps are taken back.

mod client;

use crate::program::{Litterbox, first_there, skipped};
use client::{Client, framed, place};
use litterbox::shell::Shell;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

const VARIANT: &str = r#"{"name": "Mine", "extends": "classic", "deck": {"windfall": 4}}"#;

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

/// What the program answers to these bytes: the messages, each as a line.
fn answers(bytes: &[u8]) -> String {
    let litterbox = project();
    let mut child = litterbox.command(&["dap"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
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
    let cases: [(&str, Vec<u8>); 14] = [
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
        ("no game", [whole, request("stackTrace"), request("configurationDone")].concat()),
    ];
    let mut shown = String::new();
    for (name, bytes) in cases {
        let _ = writeln!(shown, "{name}:\n{}", answers(&bytes));
    }
    insta::assert_snapshot!("dap_bad_input", shown);
}

#[test]
fn the_program_ends_when_the_client_vanishes() {
    let litterbox = project();
    let mut client = Client::start(&litterbox);
    client.launch(json!({"variant": "classic", "names": ["ann", "bob"], "stopOnEntry": true}));
    let mut child = client.vanish();
    let start = Instant::now();
    assert!(child.wait().unwrap().code().is_some());
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// All that is shown at a stop: the frames, with their variables and the position.
fn seen(client: &mut Client) -> String {
    let mut shown = String::new();
    for frame in client.frames() {
        let _ = writeln!(shown, "{}", place(&frame));
        let scopes = client.ask("scopes", json!({"frameId": frame["id"]}));
        for scope in scopes["scopes"].as_array().unwrap() {
            let _ = writeln!(shown, "  {}", scope["name"]);
            for variable in client.variables(&scope["variablesReference"]) {
                let _ = writeln!(shown, "    {} = {}", variable["name"], variable["value"]);
            }
        }
    }
    shown
}

#[test]
fn steps_can_be_taken_back() {
    let n_games = std::env::var("LITTERBOX_DEBUGGED_GAMES");
    let n_games = n_games.map_or(3, |n| n.parse().expect("a number of games"));
    let variants = ["mine", "party_pack", "slapstick"];
    for seed in 0..n_games {
        let game = random_game(variants[seed % variants.len()], seed, 60);
        let litterbox = project().with("game.jsonl", &game);
        let mut client = Client::start(&litterbox);
        client.launch(json!({"game": "game.jsonl", "stopOnEntry": true}));
        client.go("configurationDone", json!({}));
        let mut past = vec![seen(&mut client)];
        for _ in 0..60 + seed % 20 {
            if client.go("next", json!({}))["reason"] != "step" {
                break;
            }
            past.push(seen(&mut client));
        }
        assert!(past.iter().any(|seen| seen.contains(".rhai")), "{past:?}");
        let last = past.pop().unwrap();
        assert_eq!(seen(&mut client), last);
        while let Some(expected) = past.pop() {
            client.go("stepBack", json!({}));
            assert_eq!(seen(&mut client), expected, "game {seed}, {} steps left", past.len());
        }
        client.leave();
    }
}

/// A saved game, played at random for at most this many plies; a new position is laid out
/// whenever a classic game is over.
fn random_game(variant: &str, seed: usize, n_plies: usize) -> String {
    let library = Library::embedded().with_script("cards/windfall", WINDFALL);
    let mut shell = Shell::new(library.with_variant("mine", VARIANT));
    shell.input(&format!(":new {variant} ann bob cat dan --seed {seed}"));
    let mut n = seed;
    while let Some(debugger) = shell.debugger().filter(|one| one.timeline.last_ply() < n_plies) {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let words = debugger.game.decision().map(|decision| debugger.notation().words(decision));
        let line = match words {
            Some(words) => words[(n >> 33) % words.len()].clone(),
            None if variant == "classic" => {
                ":table ann: attack skip nope | bob: nope skip | cat: favor | dan: defuse | draw: \
                 skip tacocat nope favor shuffle exploding_kitten skip attack"
                    .to_owned()
            }
            None => break,
        };
        shell.input(&line);
    }
    shell.debugger().expect("a game").transcript(true).to_json_lines()
}

#[test]
fn a_request_is_fast_in_a_game_of_five_hundred_plies() {
    let litterbox = project().with("long.jsonl", &random_game("classic", 7, 500));
    let mut client = Client::start(&litterbox);
    client.launch(json!({"game": "long.jsonl", "stopOnEntry": true}));
    client.go("configurationDone", json!({}));
    let mut times: Vec<(Duration, &str)> = Vec::new();
    let favor = json!({"source": {"name": "cards/favor.rhai"}, "breakpoints": [{"line": 5}]});
    client.ask("setBreakpoints", favor);
    let moves = ["continue", "next", "stepIn", "stepBack", "continue", "reverseContinue"];
    for command in moves.iter().cycle().take(60) {
        let start = Instant::now();
        client.go(command, json!({}));
        times.push((start.elapsed(), command));
    }
    client.ask("setBreakpoints", json!({"source": {"name": "cards/favor.rhai"}}));
    for command in ["continue", "reverseContinue", "continue", "reverseContinue"] {
        let start = Instant::now();
        client.go(command, json!({}));
        times.push((start.elapsed(), command));
    }
    times.sort();
    let (slowest, command) = times[times.len() - 1];
    println!("median {:?}, slowest {slowest:?}: {command}", times[times.len() / 2].0);
    assert!(slowest < Duration::from_secs(2), "{command}: {slowest:?}");
    client.leave();
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
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dap/session.js");
    let mut command = Command::new(node);
    command
        .env("NODE_PATH", modules)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_litterbox"))
        .arg(litterbox.path());
    let output = command.output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{shown}");
    insta::assert_snapshot!("dap_node", shown);
}
