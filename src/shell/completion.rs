//! Completion of words in lines of the session language.

use crate::base::error::plural;
use crate::debugger::game::Debugger;
use crate::kernel::{Choice, Seat};
use crate::message::{CounterInfo, CounterValue, Redact, counter_name};
use crate::transcript::answer_parser;
use crate::variant::notation::Notation;

/// A completion of the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The whole word; of an answer, all missing words.
    pub text: String,
    /// Its description; may be empty.
    pub about: String,
}

pub(super) fn word(text: impl Into<String>, about: impl Into<String>) -> Completion {
    Completion { text: text.into(), about: about.into() }
}

pub(super) fn seats(notation: &Notation) -> impl Iterator<Item = Completion> {
    notation.seats.iter().map(|seat| word(seat.as_ref(), "player"))
}

pub(super) fn cards(notation: &Notation) -> impl Iterator<Item = Completion> {
    notation.all_kinds().map(|kind| {
        let name = notation.kind(kind);
        word(&*name.word, &*name.title)
    })
}

/// Completes the remaining words of a partly typed answer.
pub(super) fn answers(debugger: &Debugger, before: &str) -> Vec<Completion> {
    let decision = debugger.game.decision();
    let Some(decision) = decision.filter(|asked| debugger.sees_question_of(asked.seat)) else {
        return Vec::new();
    };
    let notation = debugger.notation();
    let typed_words: Vec<&str> = before.split_whitespace().collect();
    let mut found = Vec::new();
    for (choice, text) in decision.options.iter().zip(notation.words(decision)) {
        let words: Vec<&str> = text.split(' ').collect();
        if words.len() > typed_words.len() && words.starts_with(&typed_words) {
            found.push(word(words[typed_words.len()..].join(" "), about(debugger, choice)));
        }
    }
    if before.is_empty() {
        return found;
    }
    let mut fork = debugger.fork();
    fork.game.begin_ply(debugger.timeline.ply() as u32 + 1);
    if answer_parser::answer(&mut fork.game, &fork.loaded, before).is_ok()
        && let Some(next) = fork.game.decision().filter(|next| next.announcing)
    {
        let words = notation.words(next);
        found
            .extend(next.options.iter().zip(words).map(|(c, text)| word(text, about(debugger, c))));
    }
    found
}

pub(super) fn counters(debugger: &Debugger) -> Vec<Completion> {
    let notation = debugger.notation();
    let mut counters = notation.counters_info(debugger.table());
    if let Some(viewer) = debugger.viewer {
        counters.redact(&viewer.into());
    }
    let named = counters.into_iter().map(|CounterInfo { owner, name, value }| {
        let value = CounterValue::shown(&value);
        word(counter_name(owner.as_ref(), &name), format!("now {value}"))
    });
    named.collect()
}

/// Describes an option briefly.
pub(super) fn about(debugger: &Debugger, choice: &Choice) -> String {
    let notation = debugger.notation();
    let titles = &debugger.loaded.titles;
    let spec = &debugger.loaded.ruleset.spec;
    match choice {
        Choice::Draw => "end the turn by drawing".into(),
        Choice::Pass => "let it happen".into(),
        Choice::Play(kind) | Choice::Respond(kind) => {
            let id = &notation.kind(*kind).id;
            titles.text_of(id, &titles.card(id), &spec.kinds[kind.index()].scripts).into_owned()
        }
        Choice::Card(_, kind) | Choice::Placed(_, kind, _) | Choice::Kind(kind) => {
            notation.kind(*kind).title.to_string()
        }
        Choice::Combo(combo, _) | Choice::Copies(combo, _) => {
            let id = &notation.combo(*combo).id;
            titles.text_of(id, &titles.combo(id), &spec.combos[combo.index()].scripts).into_owned()
        }
        Choice::Player(seat) => held(debugger, *seat),
        Choice::Hidden(..) => "a hidden card".into(),
        Choice::Unseen => "turn over a random card of your hand".into(),
        Choice::Number(_) | Choice::Text(_) | Choice::Yes | Choice::No => String::new(),
    }
}

pub(super) fn held(debugger: &Debugger, seat: Seat) -> String {
    plural(debugger.table().hand(seat).len(), "card")
}
