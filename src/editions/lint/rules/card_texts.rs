//! Texts of cards that say something else than their scripts do.
//!
//! A text is taken apart into what it claims: words that stand for a symbol of verbs, for the
//! players that are meant, for a number. A script is known by the rows of the verbs that it calls:
//! their symbols, effects and types.

use super::card_facts::{CardFacts, Numbers};
use super::claims::Claims;
use crate::error::Error;
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::script::Script;
use crate::script::span::span_at;
use crate::script::tree::ScriptSource;
use crate::variant::Titles;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

pub const AGAINST: Rule = Rule::warning("L0408", Detection::Library(against));

/// A card or combo with its text.
struct Card<'a> {
    section: &'static str,
    id: &'a str,
    text: String,
    scripts: &'a [Script],
    params: &'a Map<String, Json>,
}

fn against(cx: &LibraryContext<'_>) -> Vec<Error> {
    let Ok(titles) = Titles::load(cx.library, "en") else { return Vec::new() };
    let mut found: BTreeMap<(String, String), Error> = BTreeMap::new();
    for LoadedVariant { ruleset, .. } in cx.variants.iter().map(|variant| &**variant) {
        let spec = &ruleset.spec;
        let kinds = spec.kinds.iter().filter(|kind| kind.is_in_box).map(|kind| {
            let text = titles.text_of(&kind.id, &titles.card(&kind.id), &kind.scripts);
            ("cards", &*kind.id, text.into_owned(), &*kind.scripts, &kind.params)
        });
        let combos = spec.combos.iter().map(|it| {
            let text = titles.text_of(&it.id, &titles.combo(&it.id), &it.scripts);
            ("combos", &*it.id, text.into_owned(), &*it.scripts, &it.params)
        });
        let cards = kinds.chain(combos).filter(|(_, _, text, ..)| !text.is_empty());
        for (section, id, text, scripts, params) in cards {
            let card = Card { section, id, text, scripts, params };
            let own: Vec<&ScriptSource> =
                cx.sources.iter().filter(|source| source.is_one_of(scripts)).collect();
            if own.is_empty() || own.iter().any(|source| source.is_broken) {
                continue;
            }
            let rules = cx.sources.iter().filter(|source| source.is_one_of(&spec.rules));
            let facts = CardFacts::of(&own, &rules.collect::<Vec<_>>(), card.params);
            for message in contradictions(&card, &facts) {
                let key = (id.to_owned(), message.clone());
                found.entry(key).or_insert_with(|| error(cx, &titles, &card, message));
            }
        }
    }
    found.into_values().collect()
}

/// The error, at the text, with the place of the script.
fn error(cx: &LibraryContext<'_>, titles: &Titles, card: &Card<'_>, message: String) -> Error {
    let Some(script) = card.scripts.last() else { return AGAINST.finding(message) };
    let first = span_at(script, 1, 1);
    let wording = match card.section {
        "combos" => titles.combo(card.id),
        _ => titles.card(card.id),
    };
    let is_of_titles = wording.text == card.text;
    let span = titles.text_span(cx.library, card.section, card.id).filter(|_| is_of_titles);
    let line = script.text.lines().position(|line| line.starts_with("fn resolve"));
    let place = format!("{}:{}", script.name, line.map_or(1, |at| at + 1));
    AGAINST
        .finding(message)
        .at(Some(span.unwrap_or(first)))
        .note(format!("the script of `{}` is {place}", card.id))
        .hint("change the text or the script, so that both say the same")
}

/// The contradictions between a text and what the script does, one sentence each.
fn contradictions(card: &Card<'_>, facts: &CardFacts) -> Vec<String> {
    let Card { id, text, .. } = card;
    let claims = Claims::of(text);
    let mut messages = Vec::new();
    for (topic, word) in claims.said() {
        if !facts.does(topic) {
            messages.push(format!(
                "the text of `{id}` says “{word}”, but its script {}",
                topic.missing()
            ));
        }
    }
    for topic in facts.certain().filter(|topic| !claims.mentions(*topic)) {
        messages.push(format!(
            "the script of `{id}` {}, but its text does not say so: “{text}”",
            topic.done()
        ));
    }
    for (number, unit) in claims.numbers() {
        let known = match (facts.numbers_of(unit), &facts.numbers) {
            (Some(known), _) => known,
            (None, Numbers(all)) => all,
        };
        if !known.is_empty() && !known.contains(number) || known.is_empty() && *number > 1 {
            let known: Vec<String> = known.iter().map(i64::to_string).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            messages.push(format!(
                "the text of `{id}` says “{number} {unit}”, but the numbers of its parameters and \
                 script are: {known}"
            ));
        }
    }
    messages
}
