//! What cards show: the symbol of each kind, and the list of cards for other tools.

use crate::program::Litterbox;
use insta::assert_snapshot;
use std::collections::{BTreeMap, BTreeSet};

/// The rows of `litterbox cards VARIANT --format csv`.
fn rows(litterbox: &Litterbox, line: &str) -> Vec<Vec<String>> {
    let arguments: Vec<&str> = line.split(' ').collect();
    let ran = litterbox.run(&[&["cards"], &arguments[..], &["--format", "csv"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header: Vec<&str> = vec!["id", "title", "text", "symbol", "tags", "count"];
    assert_eq!(reader.headers().unwrap(), header);
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.collect()
}

/// The symbol of a card `demo` with this script.
fn symbol(script: &str, tags: &str) -> String {
    let kinds = format!(r#""kinds": {{ "demo": {{ "tags": [{tags}], "turns": 2 }} }}"#);
    let variant =
        format!(r#"{{ "name": "Mine", "extends": "classic", "deck": {{ "demo": 4 }}, {kinds} }}"#);
    let litterbox = Litterbox::new().with("variants/mine.json", &variant);
    let litterbox = litterbox.with("scripts/cards/demo.rhai", &format!("//! Demo.\n\n{script}\n"));
    let rows = rows(&litterbox, "mine");
    rows.into_iter().find(|row| row[0] == "demo").unwrap()[3].clone()
}

#[test]
fn every_shipped_kind_has_a_symbol() {
    let litterbox = Litterbox::new();
    let listed = litterbox.run(&["variants", "--format", "json"]).out;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let mut symbols: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for variant in listed.as_array().unwrap().iter().filter(|entry| entry["cards"].is_number()) {
        for row in rows(&litterbox, variant["id"].as_str().unwrap()) {
            symbols.entry(row[0].clone()).or_default().insert(row[3].clone());
        }
    }
    let line = |(id, symbols): (&String, &BTreeSet<String>)| {
        format!("{id:24}{}", Vec::from_iter(symbols.iter().map(String::as_str)).join(", "))
    };
    assert_snapshot!(symbols.iter().map(line).collect::<Vec<_>>().join("\n"));
    assert_eq!(symbols.len(), 78, "shipped kinds");
    let n_letters = symbols.values().filter(|symbols| symbols.contains("letter")).count();
    assert!(n_letters <= 12, "{n_letters} kinds have only a letter");
}

#[test]
fn the_first_of_several_symbols_counts() {
    for (script, is) in [
        ("fn gained(me, card) { me.explode(card); }", "burst"),
        ("fn resolve(me) { me.next.explode(()); }", "letter"),
        (
            "const WHEN = [\"explosion\"];\nfn responds(me, action) { true }\nfn resolve(me) { answered().cancel(); }",
            "shield",
        ),
        (
            "const WHEN = [\"card\"];\nfn responds(me, action) { true }\nfn resolve(me) { answered().cancel(); }",
            "stop",
        ),
        ("fn resolve(me) { end_all_turns(); me.next.take_turns(2); }", "bolt"),
        ("fn resolve(me) { reverse(); end_turn(); }", "reverse"),
        ("fn resolve(me) { let list = [1]; list.reverse(); end_turn(); }", "skip"),
        ("fn resolve(me) { me.draw(); end_turn(); }", "draw"),
        ("fn resolve(me) { me.draw(); draw_pile().shuffle(); }", "shuffle"),
        ("fn resolve(me) { me.look_at_top(draw_pile(), 3); me.take_random(me.next); }", "take"),
        ("fn resolve(me) { others(me).map(|p| me.take_random(p)); }", "take"),
        (
            "fn resolve(me) { peek(me, 3); }\nfn peek(me, n) { if n > 0 { peek(me, n - 1); } me.arrange(draw_pile(), n); }",
            "eye",
        ),
        (
            "fn peek(me) { me.arrange(draw_pile(), 1); }\nfn resolve(me) { say(\"peek\"); }",
            "letter",
        ),
        ("fn resolve(me) { draw_step(me); }", "draw"),
    ] {
        assert_eq!(symbol(script, ""), is, "{script}");
        let with_tag = symbol(script, "\"cat\"");
        assert_eq!(with_tag, "cat", "the tag comes first: {script}");
    }
}

#[test]
fn a_title_file_chooses_the_symbol_in_every_language() {
    let titles = r#"{ "language": "en", "name": "English", "cards": {
        "skip": { "title": "Skip", "symbol": "eye" } } }"#;
    let litterbox = Litterbox::new().with("variants/titles/en.json", titles);
    for language in ["en", "fr"] {
        let rows = rows(&litterbox, &format!("classic --lang {language}"));
        let row = rows.iter().find(|row| row[0] == "skip").unwrap();
        assert_eq!((row[3].as_str(), row[5].as_str()), ("eye", "4"), "{rows:?}");
    }
    let wrong = Litterbox::new().with("variants/titles/en.json", &titles.replace("eye", "eyes"));
    let ran = wrong.run(&["check", "variants/titles/en.json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.shown());
    assert!(ran.out.contains("V0203") && ran.out.contains("did you mean `eye`?"), "{}", ran.out);
}

#[test]
fn counts_are_of_the_box_or_of_a_number_of_players() {
    let litterbox = Litterbox::new();
    let count = |line: &str, id: &str| {
        let rows = rows(&litterbox, line);
        rows.iter().find(|row| row[0] == id).map(|row| row[5].clone())
    };
    assert_eq!(count("zombie", "zombie_kitten").as_deref(), Some("5"), "2 paw + 3 plain");
    assert_eq!(count("zombie --players 2", "zombie_kitten").as_deref(), Some("2"));
    assert_eq!(count("zombie --players 2", "grave_robber"), None, "none are in play");
}

/// The text of a kind in a variant of classic with these files.
fn text_of(id: &str, more: &str, files: &[(&str, &str)]) -> String {
    let mine = format!(r#"{{ "name": "Mine", "extends": "classic"{more} }}"#);
    let litterbox = files.iter().fold(Litterbox::new(), |all, (name, text)| all.with(name, text));
    let rows = rows(&litterbox.with("variants/mine.json", &mine), "mine");
    rows.iter().find(|row| row[0] == id).expect("the kind")[2].clone()
}

#[test]
fn a_text_follows_the_script_and_a_file_of_titles_wins() {
    let own = "//! Loud: everybody hears it.\n\nfn resolve(me) { say(\"!\"); }\n";
    let loud = ("scripts/cards/loud.rhai", own);
    assert!(text_of("skip", "", &[]).starts_with("Ends one of your turns"));
    // The last script of a list speaks.
    let list = r#", "kinds": { "skip": { "script": ["skip", "loud"] } }"#;
    assert_eq!(text_of("skip", list, &[loud]), "Loud: everybody hears it.");
    let list = r#", "kinds": { "skip": { "script": ["loud", "skip"] } }"#;
    assert!(text_of("skip", list, &[loud]).starts_with("Ends one of your turns"));
    // A card of one's own does not say its title twice.
    let deck = r#", "deck": { "loud": 4 }"#;
    assert_eq!(text_of("loud", deck, &[loud]), "Everybody hears it.");
    // So does a script in the place of a built-in one, without the title of the card.
    let other = "//! Skip: draw, and end your turn.\n\nfn resolve(me) { me.draw(); end_turn(); }\n";
    let other = ("scripts/cards/skip.rhai", other);
    assert_eq!(text_of("skip", "", &[other]), "Draw, and end your turn.");
    let titles = r#"{ "language": "en", "name": "English", "cards": {
        "skip": { "title": "Skip", "text": "My own words." } } }"#;
    let titles = ("variants/titles/en.json", titles);
    assert_eq!(text_of("skip", "", &[other, titles]), "My own words.");
}

#[test]
fn rules_and_assumptions_say_whose_they_are() {
    let mine = r#"{ "name": "Mine", "extends": "classic", "rules": ["classic", "loud"],
        "deck": { "skip": 16 } }"#;
    let loud = "//! Loud: everybody shouts.\n\nfn setup() { }\n";
    let litterbox =
        Litterbox::new().with("variants/mine.json", mine).with("scripts/rules/loud.rhai", loud);
    let ran = litterbox.run(&["print", "mine", "--out", "out.html"]);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let html = litterbox.read("out.html");
    for text in ["assumed in Classic", "Everybody shouts.", "Everybody has a Defuse"] {
        assert!(html.contains(text), "{text}");
    }
    let ran = litterbox.run(&["cards", "mine"]);
    assert!(ran.out.contains("Assumed in Classic, as its rulebook does not say"), "{}", ran.out);
    assert!(!litterbox.run(&["cards", "classic"]).out.contains("Assumed in"));
}
