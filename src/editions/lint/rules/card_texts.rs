//! Texts of cards that say something else than their scripts do.
//!
//! A text is taken apart into what it claims: words that stand for a symbol of verbs, for the
//! players that are meant, for a number. A script is known by the rows of the verbs that it calls:
//! their symbols, effects and types.

use super::card_facts::{CardFacts, Numbers, Surroundings};
use super::claims::{Claims, Count};
use super::topic::{DISCARD, Topic};
use crate::base::error::Error;
use crate::kernel::Hook;
use crate::lint::rule::{Detection, LibraryContext, LoadedVariant, Rule};
use crate::lint::typed_sources::TypedSources;
use crate::script::Script;
use crate::script::span::span_at;
use crate::variant::Titles;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

pub const AGAINST: Rule = Rule::warning("L0408", Detection::Library(against));

/// A card or combo with its text.
struct Card<'a> {
    section: &'static str,
    id: &'a str,
    text: String,
    scripts: &'a [Script],
    /// Whether the text is of the whole card, not of a script that is added to that of a card.
    is_whole: bool,
}

fn against(cx: &LibraryContext<'_>) -> Vec<Error> {
    let Ok(titles) = Titles::load(cx.library, "en") else { return Vec::new() };
    let mut typed = TypedSources::new(cx.sources);
    let mut found: BTreeMap<(String, String), Error> = BTreeMap::new();
    // Variants share most of their cards, and cards with other settings their texts.
    let (mut seen, mut claims) = (HashSet::new(), HashMap::new());
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
        let rules = typed.all(&spec.rules);
        let cards = kinds.chain(combos).filter(|(_, _, text, ..)| !text.is_empty());
        for (section, id, text, scripts, params) in cards {
            let names = scripts.iter().chain(&spec.rules).map(|script| Arc::clone(&script.name));
            let settings = (&spec.options, spec.data.to_string());
            let key = format!("{section} {id} {params:?} {settings:?}");
            if !seen.insert((key, names.collect::<Vec<_>>())) {
                continue;
            }
            let own = typed.all(scripts);
            if own.is_empty() || own.iter().any(|source| source.is_broken) {
                continue;
            }
            let last = own.last().map_or(&[][..], |source| &source.functions[..]);
            let plays = [Hook::Announce.name(), Hook::Resolve.name(), Hook::Rescued.name()];
            let is_play = last.iter().any(|function| plays.contains(&&*function.name));
            let facts = CardFacts::of(&own, Surroundings { spec, rules: &rules, params });
            let mut card = Card { section, id, text, scripts, is_whole: false };
            card.is_whole = is_play && !facts.is_other || card.text == entry(&titles, &card);
            let claims = claims.entry(card.text.clone()).or_insert_with(|| Claims::of(&card.text));
            for message in contradictions(&card, claims, &facts) {
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
    let is_of_titles = entry(titles, card) == card.text;
    let span = titles.text_span(cx.library, card.section, card.id).filter(|_| is_of_titles);
    let line = script.text.lines().position(|line| line.starts_with("fn resolve"));
    let place = format!("{}:{}", script.name, line.map_or(1, |at| at + 1));
    AGAINST
        .finding(message)
        .at(Some(span.unwrap_or(first)))
        .note(format!("the script of `{}` is {place}", card.id))
        .hint("change the text or the script, so that both say the same")
}

/// The text of a card in the files of titles; may be empty.
fn entry<'a>(titles: &'a Titles, card: &Card<'a>) -> &'a str {
    match card.section {
        "combos" => titles.combo(card.id).text,
        _ => titles.card(card.id).text,
    }
}

/// The contradictions between a text and what the script does, one sentence each.
fn contradictions(card: &Card<'_>, claims: &Claims, facts: &CardFacts) -> Vec<String> {
    let Card { id, text, section, .. } = card;
    let mut messages = Vec::new();
    if !claims.is_english() {
        return messages;
    }
    // A combo discards its own cards.
    let is_cost = |topic: Topic| topic == DISCARD && *section == "combos";
    for (topic, word) in claims.said() {
        if !facts.does(*topic) && !is_cost(*topic) {
            messages.push(format!(
                "the text of `{id}` says “{word}”, but its script {}",
                topic.missing()
            ));
        }
    }
    let certain = facts.certain().filter(|_| card.is_whole);
    for topic in certain.filter(|topic| !claims.mentions(*topic)) {
        messages.push(format!(
            "the script of `{id}` {}, but its text does not say so: “{text}”",
            topic.done()
        ));
    }
    for count in claims.counts() {
        if let Some(known) = wrong_number(count, claims, facts) {
            let Count { number, unit, .. } = count;
            messages.push(format!("the text of `{id}` says “{number} {unit}”, but {known}"));
        }
    }
    messages
}

/// The numbers of the script, if that of the text is none of them.
fn wrong_number(count: &Count, claims: &Claims, facts: &CardFacts) -> Option<String> {
    let Numbers(all) = &facts.numbers;
    let given = count.action.and_then(|action| facts.numbers_of(action));
    let is_wrong = match (&given, count.number) {
        (Some(given), 1) => {
            let repeats = count.action.is_some_and(|action| claims.repeats(action));
            !given.contains(&1) && !repeats
        }
        (Some(given), number) => {
            let repeats = count.action.is_some_and(|action| claims.repeats(action));
            !(given.contains(&number) || repeats && all.contains(&number))
        }
        (None, 1) => false,
        (None, number) => !all.contains(&number) && !facts.calls_times(number),
    };
    let known: Vec<String> = given.as_ref().unwrap_or(all).iter().map(i64::to_string).collect();
    let known = match known.as_slice() {
        [] => "neither its parameters nor its script have a number".to_owned(),
        known => format!("the numbers of its parameters and script are: {}", known.join(", ")),
    };
    is_wrong.then_some(known)
}
