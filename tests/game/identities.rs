//! What is saved keeps its meaning: golden files pin the hashes of rules and positions and the
//! encoding below them.

use crate::harness::{loaded, manifest, variants};
use litterbox::kernel::action::Task;
use litterbox::kernel::canonical::{encode, question};
use litterbox::kernel::card::PileId;
use litterbox::kernel::{CardId, Choice, Hook, Kind, Prompt, Seat, Value, Zone};
use litterbox::shell::{Shell, Status};
use litterbox::transcript::{Transcript, hash_text, replay};
use litterbox::variant::Library;
use std::fmt::Write as _;

#[test]
fn hashes_of_rules_and_positions_stay_the_same() {
    let mut text =
        "variant: hash of the rules in saved games, in shard results; of the start; after \
                    20 first options\n"
            .to_owned();
    for id in variants() {
        let mut shell = Shell::new(Library::embedded());
        assert_eq!(shell.input(&format!(":new {id} --seed 7")).status, Status::Done);
        let debugger = shell.debugger().unwrap();
        let players = debugger.header.names.len();
        let rules = debugger.header.rules.clone();
        let start = hash_text(debugger.game.snapshot().hash());
        let mut game = loaded(&id, &[]).game(players, 7);
        for _ in 0..20 {
            if !game.is_over() {
                game.answer(0).unwrap();
            }
        }
        let later = hash_text(game.snapshot().hash());
        let plan = manifest(&id, players, &["random"], 1).rules;
        writeln!(text, "{id}: {rules} {plan} {start} {later}").unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_encoding_stays_the_same() {
    let prompt = Prompt::Text("Which?".into());
    let value = (
        vec![Zone::Draw, Zone::Pile(PileId(3)), Zone::Front(Seat(2))],
        vec![Choice::Draw, Choice::Card(CardId(300), Kind(2)), Choice::Number(-2)],
        question(&prompt),
        Task::Hook { hook: Hook::Resolve, seat: Seat(1), card: Some(CardId(5)) },
        Value::List(vec![Value::Unit, Value::Bool(true), Value::Int(1)].into()),
        (u64::MAX, -1_i64, true),
    );
    let bytes: Vec<String> = encode(&value).iter().map(|byte| format!("{byte:02x}")).collect();
    insta::assert_snapshot!(bytes.join(" "), @"03 00 04 03 06 02 03 00 07 ac 02 02 0a 03 03 06 57 68 69 63 68 3f 00 03 01 01 05 0a 03 00 01 01 02 02 ff ff ff ff ff ff ff ff ff 01 01 01");
}

#[test]
fn headers_of_saved_games_are_checked() {
    let mut shell = Shell::new(Library::embedded());
    for input in [":new classic ann bob --seed 7", "draw", ":branch other"] {
        assert_eq!(shell.input(input).status, Status::Done, "{input}");
    }
    let game = shell.debugger().unwrap().transcript(true).to_json_lines();
    let load = |from: &str, to: &str| {
        let changed = game.replacen(from, to, 1);
        assert_ne!(changed, game, "{from}");
        let errors = match Transcript::from_saved("saved.jsonl", &changed) {
            Ok(transcript) => replay(&transcript, &Library::embedded()).map(|_| ()).unwrap_err(),
            Err(error) => vec![*error],
        };
        format!("{}: {}", errors[0].code, errors[0].message)
    };
    let names = "[\"ann\",\"bob\"]";
    let many = serde_json::to_string(&vec!["x"; 70_000]).unwrap();
    let said = [
        load(names, "[\"ann\"]"),
        load(names, "[\"ann\",\"Ann\"]"),
        load(names, "[\"ann\",\"draw\"]"),
        load(names, "[\"ann\",\"tacocat\"]"),
        load(names, "[\"ann\",\"bob\u{9b}31m\"]"),
        load(names, "[\"ann\",\"\"]"),
        load(names, "[\"ann\",\"bob\",\"cat\",\"dan\",\"eve\",\"fay\"]"),
        load(names, &many),
        load("\"seed\":7", "\"first\":\"zoe\",\"seed\":7"),
        load("\"seed\":7", "\"seed\":99999999999999999999"),
        load("\"litterbox\":3", "\"litterbox\":2"),
        load("\"litterbox\":3", "\"litterbox\":4"),
        load("\"branch\":\"", "\"branch\":\"no"),
        load("\"variant\":\"classic\"", "\"variant\":\"nope\""),
    ];
    insta::assert_snapshot!(said.join("\n"));
}
