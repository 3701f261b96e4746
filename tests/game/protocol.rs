//! The machine protocol, version 3: requests and messages.

use crate::harness::Random;
use crate::json_schema::wrong;
use crate::program::{Litterbox, first_there, size};
use litterbox::message::AgentQuestion;
use litterbox::shell::render::json::{self, AnswerText, Subscription};
use litterbox::shell::{Shell, Status};
use litterbox::transcript::Input;
use litterbox::variant::Library;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const GAME: [&str; 7] = ["repl", "classic", "ann", "bob", "--format", "json", "--seed"];

/// The messages after `hello` for these request lines.
fn told(lines: &str) -> Vec<Json> {
    let ran = Litterbox::new().piped(&[&GAME[..], &["7"]].concat(), lines);
    let schema = json::schema();
    let messages: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for message in &messages {
        assert_eq!(wrong(&schema, message), Vec::<String>::new(), "{message}");
    }
    assert_eq!((&messages[0]["type"], &messages[0]["protocol"]), (&json!("hello"), &json!(3)));
    messages[1..].to_vec()
}

/// Selected fields of each message.
fn fields<'m>(messages: &'m [Json], names: &[&str]) -> Vec<Vec<&'m Json>> {
    messages.iter().map(|message| names.iter().map(|name| &message[*name]).collect()).collect()
}

#[test]
fn a_request_has_one_reply_with_its_id() {
    let lines = r#"{"id": 1, "input": "draw"}
:back
{"id": {"any": "json"}, "answer": "draw"}
{"id": 3, "answer": "play wombat", "viewer": "bob"}
{"id": 4, "answer": "wombat"}
{"id": 5, "answer": ":as ann"}
{"id": 6}
{"id": 7, "input": "draw", "answer": "draw"}
{"id": 8, "subscribe": "cat"}
{"id": 9, "unsubscribe": "ann"}
{"id": 10, "cancel": 99}
{
= 40 + 2
"#;
    let messages = told(lines);
    let expected = [
        json!([1, "done", null]),
        json!([null, "done", null]),
        json!([{"any": "json"}, "done", null]),
        json!([3, null, "unknown_option"]),
        json!([4, null, "unknown_option"]),
        json!([5, null, "unknown_option"]),
        json!([6, null, "invalid_request"]),
        json!([7, null, "invalid_request"]),
        json!([8, null, "unknown_viewer"]),
        json!([9, null, "unknown_viewer"]),
        json!([10, null, "unknown_request"]),
        json!([null, null, "invalid_request"]),
        json!([null, "done", null]),
    ];
    assert_eq!(json!(fields(&messages, &["id", "status", "code"])), json!(expected));
    assert_eq!(messages[12]["parts"], json!([{"part": "value", "value": "42"}]));
}

#[test]
fn the_schema_accepts_requests() {
    let schema = json::schema();
    let request = json!({ "$ref": "#/$defs/Request", "$defs": schema["$defs"] });
    let valid = [
        json!({"id": 1, "input": ":back"}),
        json!({"id": "a", "answer": "draw", "decision": 3, "viewer": "ann"}),
        json!({"answer": "draw"}),
        json!({"subscribe": "bob"}),
        json!({"subscribe": "bob", "with": ["position", "lines", "picture"]}),
        json!({"cancel": {"any": "json"}}),
    ];
    for json in valid {
        assert_eq!(wrong(&request, &json), Vec::<String>::new(), "{json}");
    }
    let invalid = [
        json!({"input": 5}),
        json!({"answer": 2}),
        json!({"decision": "x"}),
        json!({"subscribe": "bob", "sinc": 3}),
        json!({"subscribe": "bob", "with": ["hands"]}),
        json!(7),
    ];
    for json in invalid {
        assert!(!wrong(&request, &json).is_empty(), "{json}");
    }
}

#[test]
fn an_update_has_the_position_the_lines_and_the_picture_if_asked() {
    let lines = r#"{"subscribe": "ann", "with": ["position", "lines", "picture"]}
{"subscribe": "bob"}
draw
pass
"#;
    let ran = Litterbox::new()
        .piped(&["repl", "board_game", "ann", "bob", "--seed", "3", "--format", "json"], lines);
    let messages: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let updates = |viewer: &str| -> Vec<&Json> {
        messages.iter().filter(|m| m["viewer"] == viewer && m["type"] == "update").collect()
    };
    for update in updates("bob") {
        for field in ["position", "lines", "line_events", "picture"] {
            assert!(update.get(field).is_none(), "{update}");
        }
    }
    let [_, update] = updates("ann")[..] else { panic!("{}", ran.out) };
    assert_eq!(update["position"]["stack"], json!([]), "{update}");
    assert_eq!(update["lines"][0], "bob lets ann's draw pass");
    let passed = update["events"].as_array().unwrap().iter().find(|e| e["event"] == "passed");
    assert_eq!(update["line_events"][0], passed.unwrap()["id"], "{update}");
    let row = &update["picture"]["rows"][0];
    assert_eq!(
        (row["heading"].as_str(), row["cells"][0]["text"].as_str()),
        (Some("calm side:"), Some("litter box"))
    );
    let line = update["picture"]["lines"][0].as_str().unwrap();
    assert!(line.starts_with("calm side: [litter box <ann> <bob>] ["), "{line}");
}

#[test]
fn what_is_told_to_one_player_is_no_event_for_others() {
    let spy = "//! Spy.\n\nfn resolve(me) {\n    me.tell(\"yes\");\n    say(\"done\");\n}\n";
    let variant = r#"{ "name": "Mine", "extends": "classic", "deck": { "spy": 4 } }"#;
    let litterbox =
        Litterbox::new().with("scripts/cards/spy.rhai", spy).with("variants/mine.json", variant);
    let lines = ":table ann: spy | bob: skip\n{\"subscribe\": \"bob\"}\n\
                 {\"subscribe\": \"ann\"}\nplay spy\n{\"snapshot\": \"bob\"}\n";
    let ran = litterbox.piped(&["repl", "mine", "ann", "bob", "--format", "json"], lines);
    let of = |viewer: &str| {
        let has = |line: &&str| line.contains(&format!("\"viewer\":\"{viewer}\""));
        ran.out.lines().filter(has).collect::<Vec<_>>().join("\n")
    };
    assert!(of("ann").contains("yes") && of("ann").contains("done"), "{}", ran.out);
    assert!(of("bob").contains("done"), "{}", ran.out);
    assert!(!of("bob").contains("yes") && !of("bob").contains("me.tell"), "{}", of("bob"));
    let numbered = |viewer: &str| -> Vec<(u64, bool)> {
        let sent = of(viewer);
        let messages = sent.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let updates = messages.filter(|message| message["type"] == "update");
        let events = updates.flat_map(|message| message["events"].as_array().unwrap().clone());
        events.map(|event| (event["id"].as_u64().unwrap(), event["text"] == "done")).collect()
    };
    for viewer in ["ann", "bob"] {
        let ids = numbered(viewer);
        assert!(ids.windows(2).all(|two| two[1].0 == two[0].0 + 1), "{viewer}: {ids:?}");
    }
    let (done, _) = numbered("bob").into_iter().find(|(_, is_done)| *is_done).unwrap();
    let why = format!(":why {done}");
    let table = ":table ann: spy | bob: skip";
    let ran = litterbox.run(&[
        "repl", "mine", "ann", "bob", "-c", table, "-c", "play spy", "-c", ":as bob", "-c", &why,
    ]);
    assert!(ran.out.contains(&format!("#{done} done\n")), "{why}: {}", ran.shown());
}

#[test]
fn a_late_answer_is_refused() {
    let lines = r#"{"id": 1, "answer": "draw", "decision": 0}
{"id": 2, "answer": "draw", "decision": 0}
{"id": 3, "answer": "draw", "decision": 1, "viewer": "ann"}
{"id": 4, "answer": "draw", "decision": 1, "viewer": "bob"}
:new classic ann bob --seed 7
{"id": 6, "answer": "draw", "decision": 0}
"#;
    let messages = told(lines);
    let codes = fields(&messages, &["code"]);
    let late = json!([[null], ["late_answer"], ["not_asked"], [null], [null], ["late_answer"]]);
    assert_eq!(json!(codes), late);
    assert_eq!(messages[3]["state"]["viewer"], "bob");
    assert_eq!(messages[3]["state"]["hash"], Json::Null);
    // Decision ids are not reused in another game.
    assert!(messages[4]["state"]["decision"].as_u64() > messages[3]["state"]["decision"].as_u64());
}

#[test]
fn an_input_is_not_taken_for_an_answer() {
    let lines = r#"{"id": 1, "input": "draw", "decision": 99}
{"id": 2, "input": ":view", "viewer": "ann"}
{"id": 3}
{"id": 4, "input": "draw", "answer": "draw"}
{"id": 5, "answer": 1}
{"id": 6, "input": "draw", "veiwer": "ann"}
{"id": 7, "snapshot": "ann", "with": ["lines"]}
"#;
    let messages = told(lines);
    let messages = fields(&messages, &["code", "message"]);
    let answered = "`decision` and `viewer` belong to an `answer`, not to another request";
    let keys = "a request has exactly one of the keys `input`, `answer`, `subscribe`, \
                `unsubscribe`, `snapshot` and `cancel`";
    let number = "`answer` is the `id` of an option, a text";
    let unknown = "unknown field `veiwer`, expected one of `id`, `input`, `answer`, `decision`, \
                   `viewer`, `subscribe`, `with`, `unsubscribe`, `snapshot`, `cancel`";
    let with = "`with` belongs to `subscribe`, not to another request";
    let refused = [answered, answered, keys, keys, number, unknown, with];
    let refused = refused.map(|why| json!(["invalid_request", why]));
    assert_eq!(json!(messages), json!(refused));
}

#[test]
fn answers_that_are_no_option_are_errors_of_one_shape() {
    let lines = r#"{"answer": "bogus"}
{"answer": 99}
{"answer": "play favor wombat"}
"#;
    for message in told(lines) {
        let mut keys: Vec<&String> = message.as_object().unwrap().keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, ["code", "id", "message", "type"], "{message}");
        assert_eq!(message["type"], "error");
    }
}

#[test]
fn every_event_has_its_sentence_as_far_as_the_viewer_may_know_it() {
    let lines = r#"{"subscribe": "bob"}
{"input": ":table ann: skip | bob: - | draw: favor skip"}
{"answer": "draw"}
"#;
    let messages = told(lines);
    let texts = |message: &Json, events: &str| {
        let events = message.pointer(events).unwrap().as_array().unwrap().iter();
        events.map(|event| event["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = texts(&messages[messages.len() - 2], "/parts/0/events");
    assert!(all.contains(&"ann draws Favor (only ann sees it)".to_owned()), "{all:?}");
    let of_bob = texts(&messages[messages.len() - 1], "/events");
    assert!(of_bob.contains(&"ann draws a card (only ann sees it)".to_owned()), "{of_bob:?}");
}

#[test]
fn an_answer_on_behalf_of_a_player_is_one_of_the_options() {
    let options = r#":table ann: skip | bob: nope | draw: favor favor favor
{"answer": "play skip; :as bob", "viewer": "ann"}
{"answer": "bob: nope", "viewer": "ann"}
{"answer": "= 1", "viewer": "ann"}
{"answer": "play skip", "viewer": "ann"}
"#;
    let messages = told(options);
    let codes = fields(&messages[1..], &["code"]);
    let unknown = "unknown_option";
    assert_eq!(json!(codes), json!([[unknown], [unknown], [unknown], [null]]));
    let decision = messages[4]["parts"].as_array().unwrap().last().unwrap();
    assert_eq!((&decision["seat"], &decision["options"]), (&json!("bob"), &Json::Null));
}

#[test]
fn a_viewer_is_sent_what_is_new_and_a_snapshot_where_the_game_was_taken_back() {
    let lines = r#"{"id": 1, "subscribe": "ann"}
{"id": 2, "subscribe": "nobody"}
draw
= 40 + 2
:back
{"id": 3, "unsubscribe": "nobody"}
{"id": 4, "answer": "draw"}
{"id": 5, "snapshot": "ann"}
:goto 0
"#;
    let messages = told(lines);
    let unasked: Vec<&Json> = messages.iter().filter(|m| !m["viewer"].is_null()).collect();
    let numbered: Vec<Json> =
        unasked.iter().map(|m| json!([m["type"], m["viewer"], m["seq"]])).collect();
    let expected = json!([
        ["snapshot", "ann", 1],
        ["snapshot", "nobody", 1],
        ["update", "ann", 2],
        ["update", "nobody", 2],
        ["snapshot", "ann", 3],
        ["snapshot", "nobody", 3],
        ["update", "ann", 4],
        ["snapshot", "ann", 5],
        ["snapshot", "ann", 6],
    ]);
    assert_eq!(json!(numbered), expected);
    let moved = |message: &Json| message["events"][0]["card"].clone();
    assert_ne!(moved(unasked[2]), Json::Null, "ann sees the card that she draws");
    assert_eq!(moved(unasked[3]), Json::Null, "nobody else does");
    assert_eq!(unasked[0]["titles"]["see_the_future"], "See the Future");
    // An update and a snapshot (for a viewer who reconnects) contain the same events.
    assert_eq!(unasked[6]["events"], unasked[7]["events"]);
    assert_eq!(unasked[6]["decision"], unasked[7]["decision"]);
}

#[test]
fn what_a_viewer_is_sent_depends_on_nothing_that_is_hidden() {
    let game = |bob: &str, draw: &str, gives: &str| {
        let lines = format!(
            ":table ann: favor | bob: {bob} | draw: {draw}\n\
             {{\"subscribe\": \"ann\"}}\n{{\"subscribe\": \"nobody\"}}\n\
             play favor\n{{\"answer\": \"{gives}\"}}\ndraw\ndraw\n{{\"snapshot\": \"ann\"}}\n"
        );
        let sent = told(&lines).into_iter().filter(|message| !message["viewer"].is_null());
        sent.collect::<Vec<_>>()
    };
    let sent = game("skip shuffle", "tacocat favor attack", "shuffle");
    assert!(sent.len() > 8, "{sent:?}");
    // Bob holds and draws other cards; the card he gives and the card ann draws are the same.
    assert_eq!(json!(sent), json!(game("attack shuffle", "tacocat skip beard_cat", "shuffle")));
}

#[test]
fn an_agent_is_asked_in_the_words_and_shapes_of_the_protocol() {
    for id in crate::harness::variants() {
        let mut shell = Shell::new(Library::embedded());
        assert_eq!(shell.input(&format!(":new {id} --seed 7")).status, Status::Done);
        for _ in 0..12 {
            let debugger = shell.debugger().unwrap();
            let Some(decision) = debugger.game.decision() else { break };
            let (seat, option) = (decision.seat, debugger.notation().options(decision).remove(0));
            let question = AgentQuestion::new(&debugger.game.observation(seat), decision);
            assert_eq!(question.chosen(Some(&option)), Ok(0));
            let name = debugger.notation().seat(seat).to_owned();
            let told: Json = serde_json::to_value(&question).unwrap();
            let snapshot = shell.snapshot(&mut Subscription::new(name, vec![])).unwrap().line();
            let sent: Json = serde_json::from_str(&snapshot).unwrap();
            assert_eq!((&told["viewer"], &told["position"]), (&sent["viewer"], &sent["position"]));
            for field in ["seat", "prompt", "options"] {
                assert_eq!(told["decision"][field], sent["decision"][field], "{id}");
            }
            shell.input(&option);
        }
    }
}

/// A card whose options are one word as answers.
const TWINS: &str = r#"//! Twins: asks with options that look alike.

fn resolve(me) {
    me.choose("Which?", ["show hand", "show_hand", "show  hand", "show_hand#2", "hide"]);
}
"#;

/// Programs and agents answer with ids, so those of one decision are different.
#[test]
fn each_option_of_a_decision_has_an_id_of_its_own() {
    let variant = r#"{ "name": "Twins", "extends": "classic", "deck": { "twins": 30 } }"#;
    let library = Library::embedded().with_script("cards/twins", TWINS);
    let library = library.with_variant("twins", variant);
    let mut seen = BTreeSet::new();
    for (id, seed) in library.variant_ids().flat_map(|id| (0..size(2, 20)).map(move |n| (id, n))) {
        let mut shell = Shell::new(library.clone());
        assert_eq!(shell.input(&format!(":new {id} --seed {seed}")).status, Status::Done);
        let mut chance = Random::new(seed);
        for _ in 0..60 {
            let debugger = shell.debugger().unwrap();
            let Some(decision) = debugger.game.decision() else { break };
            let ids = debugger.notation().options(decision);
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{id}: {ids:?}");
            let index = chance.pick(decision);
            let question = AgentQuestion::new(&debugger.game.observation(decision.seat), decision);
            assert_eq!(question.chosen(Some(&ids[index])), Ok(index));
            let given = AnswerText::Id(ids[index].clone());
            let line = shell.answer_line(&given, None, None).unwrap();
            let reply = shell.input(&line);
            assert_eq!(reply.status, Status::Done, "{id}: {}", reply.text());
            let record = shell.debugger().unwrap().timeline.now().record.clone().unwrap();
            let Input::Answers(chosen) = record.input else { panic!("{line} is an answer") };
            assert_eq!(chosen[0].index, index, "{id}: {line}");
            seen.extend(ids.into_iter().filter(|id| id.starts_with("show")));
        }
    }
    let alike = ["show_hand", "show_hand#2", "show_hand#3", "show_hand#4"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), alike);
}

#[test]
fn a_request_that_runs_is_cancelled() {
    let litterbox = Litterbox::new();
    let mut command = litterbox.command(&[&GAME[..], &["7"]].concat());
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Json>(&stdout.next().unwrap().unwrap()).unwrap();
    assert_eq!(next()["type"], "hello");
    writeln!(stdin, ":agent bob search:1000000").unwrap();
    assert_eq!(next()["status"], "done");
    // Bob's request takes minutes, and the next one waits for it.
    stdin
        .write_all(b"{\"id\": 1, \"input\": \"draw\"}\n{\"id\": 2, \"input\": \":back\"}\n")
        .unwrap();
    stdin.write_all(b"{\"id\": 3, \"cancel\": 2}\n{\"id\": 4, \"cancel\": 1}\n").unwrap();
    let (first, second) = (next(), next());
    assert_eq!(first["id"], 1);
    assert!(first["cancelled"] == true || first["code"] == "cancelled", "{first}");
    assert_eq!(json!([second["id"], second["code"]]), json!([2, "cancelled"]));
    assert_eq!(json!([next()["id"], next()["id"]]), json!([3, 4]));
    // The following request is not cancelled.
    writeln!(stdin, "= 40 + 2").unwrap();
    assert_eq!(next()["parts"][0]["value"], "42");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn the_client_of_the_guide_plays_a_game() {
    let Some(python) = first_there(&["python3"], "the client in Python") else { return };
    let guide = include_str!("../../scripts/PROGRAMS.md").split_once("\n## Programs\n").unwrap().1;
    let client = guide.split_once("```python\n").unwrap().1.split_once("```").unwrap().0;
    let n_lines = client.lines().filter(|line| !line.is_empty()).count();
    assert!(n_lines <= 30, "{n_lines} lines");
    let litterbox = Litterbox::new().with("client.py", client);
    let command = litterbox.command(&[]);
    let folder = std::path::Path::new(command.get_program()).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    let mut client = std::process::Command::new(python);
    client.arg("client.py").current_dir(litterbox.path());
    client.env("PATH", std::env::join_paths(paths).unwrap());
    let output = client.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.starts_with("won: "), "{output:?}");
}
