//! JSON holds integers beyond 2^53 as texts, which every program reads alike, and reads both forms.

use crate::json_schema::wrong;
use crate::program::Litterbox;
use litterbox::base::output::json::{MAX_NUMBER, compact, number, pretty};
use litterbox::shell::render::json as protocol;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

const MAX_SEED: &str = "18446744073709551615";

/// All integers beyond 2^53 that are numbers.
fn wide(value: &Json) -> Vec<Json> {
    match value {
        Json::Array(items) => items.iter().flat_map(wide).collect(),
        Json::Object(fields) => fields.values().flat_map(wide).collect(),
        Json::Number(n) => {
            let size = n.as_u64().or_else(|| n.as_i64().map(i64::unsigned_abs));
            size.filter(|size| *size > MAX_NUMBER).map(|_| value.clone()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

#[derive(Deserialize)]
struct Numbers {
    #[serde(deserialize_with = "number")]
    unsigned: u64,
    #[serde(deserialize_with = "number")]
    signed: i64,
}

proptest! {
    #[test]
    fn integers_are_read_as_they_were_written(
        unsigned in prop_oneof![any::<u64>(), MAX_NUMBER - 2..MAX_NUMBER + 2],
        signed in any::<i64>(),
    ) {
        let value = json!({ "unsigned": unsigned, "signed": signed });
        for text in [compact(&value), pretty(&value), value.to_string()] {
            let read: Numbers = serde_json::from_str(&text).unwrap();
            prop_assert_eq!((read.unsigned, read.signed), (unsigned, signed));
        }
        let written: Json = serde_json::from_str(&compact(&value)).unwrap();
        prop_assert!(wide(&written).is_empty(), "{}", written);
        prop_assert_eq!(written["unsigned"].is_number(), unsigned <= MAX_NUMBER);
        prop_assert_eq!(&written, &serde_json::from_str::<Json>(&pretty(&value)).unwrap());
    }
}

#[test]
fn keys_are_texts_once() {
    let text = compact(&BTreeMap::from([(u64::MAX, u64::MAX)]));
    assert_eq!(text, format!("{{\"{MAX_SEED}\":\"{MAX_SEED}\"}}"));
}

/// The messages of the protocol for these lines, which fit the schema.
fn told(arguments: &[&str], lines: &str) -> Vec<Json> {
    let ran = Litterbox::new().piped(&[&["repl", "--format", "json"], arguments].concat(), lines);
    let schema = protocol::schema();
    let messages: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for message in &messages {
        assert!(wide(message).is_empty(), "{message}");
        assert_eq!(wrong(&schema, message), Vec::<String>::new(), "{message}");
    }
    messages
}

#[test]
fn the_protocol_has_no_number_that_is_read_inexactly() {
    let lines = r#":seed
:new board_game ann bob --seed 18446744073709551615
:set ann.space 9007199254740993
:expect counter ann.space 9007199254740993
:events
{"id": 9007199254740993, "input": ":view"}
{"id": 1, "cancel": 9007199254740995}
{"id": 2, "answer": "draw", "decision": "100"}
:back
:new classic ann bob --seed 3
:seed
"#;
    let messages = told(&["classic", "ann", "bob", "--seed", MAX_SEED], lines);
    assert_eq!(seeds(&messages), [u64::MAX, 3]);
    assert_eq!(messages[2]["parts"][0]["seed"], MAX_SEED);
    assert_eq!(messages[4]["status"], "done", "{}", messages[4]);
    let counter = |message: &Json| message.to_string().contains("\"value\":\"9007199254740993\"");
    assert!(counter(&messages[3]) && counter(&messages[6]), "{} {}", messages[3], messages[6]);
    assert_eq!(messages[6]["id"], "9007199254740993");
    assert_eq!(messages[8]["code"], "late_answer", "the text is a number: {}", messages[8]);
    assert_eq!(messages[10]["parts"][0]["seed"], 3);
}

/// The seeds that `:seed` printed.
fn seeds(messages: &[Json]) -> Vec<u64> {
    let parts = messages.iter().filter_map(|message| message["parts"].as_array()).flatten();
    let seed = |part: &Json| {
        part["lines"][0].as_str()?.strip_prefix("the game began with seed ")?.parse().ok()
    };
    parts.filter_map(seed).collect()
}

#[test]
fn games_of_programs_have_seeds_that_cannot_be_guessed() {
    let lines = ":seed\n:new classic ann bob\n:seed\n:new slap ann bob\n:seed\n".repeat(3);
    let seeds = seeds(&told(&["classic", "ann", "bob"], &lines));
    assert_eq!(seeds.len(), 9);
    let wide = seeds.iter().filter(|seed| **seed > MAX_NUMBER).count();
    assert!(wide >= 4, "{seeds:?}");
    let follow = seeds.windows(2).filter(|pair| pair[0].wrapping_add(1) == pair[1]).count();
    assert_eq!(follow, 0, "{seeds:?}");
}

#[test]
fn games_with_agents_have_seeds_that_cannot_be_guessed_but_typed() {
    let litterbox = Litterbox::new();
    let play = |more: &[&str]| {
        let ran = litterbox.run(&[&["repl", "classic", "me"], more, &["-c", ":view"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
        let seed = ran.talk.lines().find_map(|line| line.strip_prefix("seed ")).map(str::to_owned);
        (seed, ran.out)
    };
    let games: Vec<_> = (0..4).map(|_| play(&["--agents", "1"])).collect();
    let seeds: Vec<u64> =
        games.iter().map(|(seed, _)| seed.as_ref().unwrap().parse().unwrap()).collect();
    assert!(seeds.iter().filter(|seed| **seed > MAX_NUMBER).count() >= 2, "{seeds:?}");
    let (seed, shown) = &games[0];
    let again = play(&["--agents", "1", "--seed", seed.as_ref().unwrap()]);
    assert_eq!(&again.1, shown);
    let alone: u64 = play(&["bob"]).0.unwrap().parse().unwrap();
    assert!(alone < 1_000_000, "{alone}");
}

#[test]
fn saved_games_hold_wide_numbers_as_texts_and_load_both_forms() {
    let litterbox = Litterbox::new();
    let inputs = format!(
        ":set ann.space 9007199254740993; :seed {MAX_SEED}; :save game.jsonl; :expect counter \
         ann.space 9007199254740993"
    );
    let new = ["repl", "board_game", "ann", "bob", "--seed", MAX_SEED, "-c", &inputs];
    let ran = litterbox.run(&new);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let saved = litterbox.read("game.jsonl");
    for line in saved.lines() {
        assert!(wide(&serde_json::from_str(line).unwrap()).is_empty(), "{line}");
    }
    assert_eq!(saved.matches(MAX_SEED).count(), 3, "the header, the input as typed and as data");
    let numbers = saved
        .replace(&format!("\"seed\":\"{MAX_SEED}\""), &format!("\"seed\":{MAX_SEED}"))
        .replace("\"9007199254740993\"", "9007199254740993");
    assert_ne!(numbers, saved);
    let litterbox = litterbox.with("numbers.jsonl", &numbers);
    let check = ":seed; :expect counter ann.space 9007199254740993";
    for name in ["game.jsonl", "numbers.jsonl"] {
        let ran = litterbox.run(&["repl", name, "-c", check]);
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.shown());
        assert!(ran.out.contains(MAX_SEED), "{name}: {}", ran.shown());
    }
}

#[test]
fn results_and_raw_data_hold_seeds_as_texts() {
    let litterbox = Litterbox::new();
    let run = ["sim", "classic", "--games", "8", "--seed", MAX_SEED];
    let more = ["--format", "json", "--games-out", "games.jsonl"];
    let ran = litterbox.run(&[&run[..], &more].concat());
    let result: Json = serde_json::from_str(&ran.out).unwrap();
    assert!(wide(&result).is_empty(), "{result}");
    assert!(ran.out.contains(&format!("\"seed\": \"{MAX_SEED}\"")), "{}", ran.shown());
    for line in litterbox.read("games.jsonl").lines() {
        let row: Json = serde_json::from_str(line).unwrap();
        assert!(row["seed"].as_str().is_some_and(|seed| seed.parse::<u64>().is_ok()), "{row}");
        assert!(wide(&row).is_empty(), "{row}");
    }
}

#[test]
fn shard_results_hold_seeds_as_texts_and_merge_in_both_forms() {
    let litterbox = Litterbox::new();
    let run = ["sim", "classic", "--games", "8", "--seed", MAX_SEED];
    for (shard, name) in [("1/2", "a.json"), ("2/2", "b.json")] {
        let ran = litterbox.run(&[&run[..], &["--shard", shard, "--out", name]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
    let text = litterbox.read("b.json");
    assert!(wide(&serde_json::from_str(&text).unwrap()).is_empty(), "{text}");
    let number = text.replace(&format!("\"{MAX_SEED}\""), MAX_SEED);
    assert_ne!(number, text);
    let litterbox = litterbox.with("number.json", &number);
    let merged = |name| litterbox.run(&["merge", "--format", "json", "a.json", name]).out;
    let whole = litterbox.run(&[&run[..], &["--format", "json"]].concat()).out;
    assert_eq!(merged("b.json"), whole);
    assert_eq!(merged("number.json"), whole);
}
