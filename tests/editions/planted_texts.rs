//! Contradictions planted in the texts of all shipped cards and combos, one kind at a time.

use insta::assert_snapshot;
use litterbox::lint::{LintTargets, check};
use litterbox::variant::{Library, Ruleset, Titles};
use serde_json::{Map, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A contradiction: its kind, and the text with it; `None` where it cannot be planted.
type Planted = (&'static str, fn(&str) -> Option<String>);

const PLANTED: [Planted; 16] = [
    ("another number of turns", |text| replaced(text, &["two turns", "three turns"], "six turns")),
    ("another number of cards", |text| {
        replaced(text, &["next three cards", "next five cards"], "next seven cards")
    }),
    ("another number of spaces", |text| {
        replaced(text, &["two spaces", "three spaces", "four spaces"], "nine spaces")
    }),
    ("a draw", |text| Some(format!("{text} Then draw a card."))),
    ("a theft", |text| Some(format!("{text} Then steal a card from the next player."))),
    ("a discard", |text| Some(format!("{text} Then discard a card."))),
    ("a look", |text| Some(format!("{text} Then look at the top card of the draw pile."))),
    ("a shuffle", |text| Some(format!("{text} Then shuffle the draw pile."))),
    ("more turns", |text| Some(format!("{text} The next player takes two turns."))),
    ("an end", |text| Some(format!("{text} Then end your turn."))),
    ("a reversal", |text| Some(format!("{text} Then reverse the direction of play."))),
    ("an explosion", |text| Some(format!("{text} Then you explode."))),
    ("a victory", |text| Some(format!("{text} Then you win the game."))),
    ("everybody", |text| Some(format!("{text} Each other player draws a card."))),
    ("a choice", |text| Some(format!("{text} Then choose a player."))),
    ("nothing of it", |_| Some("A gift for you.".to_owned())),
];

fn replaced(text: &str, from: &[&str], to: &str) -> Option<String> {
    let found = from.iter().find(|from| text.contains(**from))?;
    Some(text.replacen(found, to, 1))
}

/// The shipped cards and combos with their texts.
fn texts() -> Vec<(&'static str, String, String)> {
    let library = Library::embedded();
    let titles = Titles::load(&library, "en").expect("titles");
    let mut texts = BTreeSet::new();
    for id in library.variant_ids() {
        let spec = Ruleset::load(&library, id, &[]).expect("a variant").spec;
        for kind in spec.kinds.iter().filter(|kind| kind.is_in_box) {
            let text = titles.text_of(&kind.id, &titles.card(&kind.id), &kind.scripts);
            texts.insert(("cards", kind.id.to_string(), text.into_owned()));
        }
        for combo in &spec.combos {
            let text = titles.text_of(&combo.id, &titles.combo(&combo.id), &combo.scripts);
            texts.insert(("combos", combo.id.to_string(), text.into_owned()));
        }
    }
    texts.into_iter().collect()
}

/// The ids of the cards whose texts are found, where all of these have been changed.
fn found(changed: &[(&str, &str, String)]) -> BTreeSet<String> {
    let shipped = Library::embedded();
    let titles = Titles::load(&shipped, "en").expect("titles");
    let mut entries = json!({ "language": "en", "name": "English" });
    for (section, id, text) in changed {
        let title = match *section {
            "combos" => titles.combo(id).title.into_owned(),
            _ => titles.card(id).title.into_owned(),
        };
        let all = &mut entries[*section];
        if all.is_null() {
            *all = Map::new().into();
        }
        all[*id] = json!({ "title": title, "text": text });
    }
    let library = Library::embedded().with_variant("titles/en", &entries.to_string());
    let errors = check(&library, &LintTargets::all(&library)).found;
    let texts = errors.iter().filter(|error| error.code == "L0408");
    let ids = texts.filter_map(|error| error.message.split('`').nth(1).map(str::to_owned));
    ids.collect()
}

/// Each kind is found in most cards. Read the others: their scripts do what is planted, or do
/// something of which the text may be said.
#[test]
fn contradictions_planted_in_shipped_texts_are_found() {
    let texts = texts();
    let mut shown = String::new();
    for (kind, plant) in PLANTED {
        let planted = texts.iter().filter_map(|(section, id, text)| {
            let text = plant(text).filter(|_| !text.is_empty())?;
            Some((*section, &**id, text))
        });
        let planted: Vec<_> = planted.collect();
        let found = found(&planted);
        let missed = planted.iter().map(|(_, id, _)| *id).filter(|id| !found.contains(*id));
        let missed: Vec<&str> = missed.collect();
        let n = planted.len();
        writeln!(shown, "{kind}: {} of {n}; not: {}", n - missed.len(), missed.join(" ")).unwrap();
    }
    assert_snapshot!(shown);
}
