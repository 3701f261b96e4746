//! The forms of assertions, their results, and what completes them.

use super::completion::{Completion, answers, cards, counters, seats, word};
use crate::debugger::game::Debugger;
use crate::variant::notation::suggestion;

/// The forms, with what each asserts.
pub const FORMS: &[(&str, &str)] = &[
    ("turn NAME [owes N]", "it is NAME's turn; N turns are owed"),
    ("decision NAME", "NAME must answer now"),
    ("options A, B, …", "exactly these options are offered"),
    ("offers INPUT", "INPUT would be accepted now"),
    ("offers-not INPUT", "INPUT would be refused now"),
    ("hand NAME CARDS", "exactly these cards, in any order; - for none"),
    ("draw CARDS", "the draw pile, top first; ... for the rest"),
    ("discard CARDS", "the discard pile, top first; ... for the rest"),
    ("pile PILE CARDS", "another pile: also table, box, NAME.front"),
    ("count PLACE N", "PLACE has N cards"),
    ("count CARD in PLACE N", "PLACE has N of this card"),
    ("alive NAME", "the player is in the game"),
    ("out NAME", "the player is out of the game"),
    ("winner NAMES", "exactly these players have won; - for none"),
    ("loser NAMES", "exactly these players were named losers; - for none"),
    ("score NAME N", "the player has N points; - for no score"),
    ("ranking NAMES", "the players, from first to last; ties in any order"),
    ("direction forward|reversed", "the direction of play"),
    ("saw NAME CARDS", "what the effects that the last ply completed or began let NAME look at"),
    ("view NAME PLACE CARDS", "what NAME knows of PLACE; ? for unknown cards"),
    ("counter COUNTER VALUE", "the value of COUNTER or NAME.COUNTER; ? if unknown"),
    ("fault TEXT", "the last input caused a fault with this text"),
    ("sound", "the consistency checks of `litterbox fuzz` pass"),
    ("ends [N]", "random games end within N answers (10000)"),
    ("shown NAME TEXT", "what the last ply showed NAME, with a question to NAME, has TEXT"),
    ("= EXPR", "the expression is true"),
    ("not FORM", "FORM does not hold"),
    ("any FORM or FORM …", "at least one FORM holds"),
];

/// The word that names the form of an assertion, after `not` and `any`.
pub fn form_of(text: &str) -> Option<&str> {
    text.split_whitespace().find(|word| !matches!(*word, "not" | "any"))
}

/// The message about a word that names no form; `None` for one that does.
pub fn unknown_form(form: &str) -> Option<String> {
    let mut forms = FORMS.iter().filter_map(|(form, _)| form.split(' ').next());
    let is_known = form.starts_with('=') || forms.clone().any(|known| known == form);
    (!is_known)
        .then(|| format!("there is no assertion `{form}`{}", suggestion(form, forms.by_ref())))
}

/// Whether an assertion that begins with this word ends with any text.
pub fn takes_text(word: &str) -> bool {
    let is_it = |form: &&str| form.split(' ').next() == Some(word);
    FORMS.iter().map(|(form, _)| *form).find(is_it).is_some_and(|form| form.ends_with(" TEXT"))
}

/// The result of an assertion.
pub enum AssertionResult {
    Holds,
    /// It does not hold: the expected and the actual value.
    Fails(String, String),
}

pub(super) fn words(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let notation = debugger.notation();
    match before {
        [] => {
            let form = |(form, about): &(&str, &str)| {
                word(form.split(' ').next().unwrap_or_default(), *about)
            };
            FORMS.iter().map(form).collect()
        }
        ["offers" | "offers-not", input @ ..] => answers(debugger, &input.join(" ")),
        ["counter"] => counters(debugger),
        ["direction"] => vec![word("forward", ""), word("reversed", "")],
        ["winner" | "loser", ..] if before.last() != Some(&"or") => {
            seats(notation).chain([word("-", "nobody"), word("or", "")]).collect()
        }
        ["ranking", named @ ..] if named.last() != Some(&"or") => {
            let is_left = |seat: &Completion| !named.contains(&seat.text.as_str());
            seats(notation).filter(is_left).chain([word("or", "")]).collect()
        }
        ["score", name] => {
            let seat = notation.find_seat(name);
            let score = seat.and_then(|seat| debugger.table().outcome.score(seat));
            vec![word(score.map_or_else(|| "-".into(), |score| score.to_string()), "now")]
        }
        ["turn" | "decision" | "hand" | "alive" | "out" | "saw" | "view" | "shown" | "score"] => {
            seats(notation).collect()
        }
        ["not" | "any", rest @ ..] => words(debugger, rest),
        [.., "or"] => words(debugger, &[]),
        _ => {
            let piles = notation.rules.piles.iter().map(|pile| word(pile.id.as_ref(), "pile"));
            let fixed = ["draw", "discard", "hand", "hands", "table", "box", "in", "owes", "or"];
            let fixed = fixed.into_iter().map(|text| word(text, ""));
            cards(notation).chain(seats(notation)).chain(piles).chain(fixed).collect()
        }
    }
}
