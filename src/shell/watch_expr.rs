//! Help and completion of watch expressions.

use super::completion::{self, Completion, word};
use crate::debugger::game::Debugger;

/// The forms of watch expressions, for help.
pub const FORMS: &[(&str, &str)] = &[
    ("hand NAME", "the cards of a hand"),
    ("PILE, NAME.front", "the cards of a pile, top first: draw, discard, …"),
    ("NAME.owed", "the number of turns a player owes"),
    ("COUNTER, NAME.COUNTER", "a counter"),
    ("CARD.COUNTER in PLACE", "a counter of the cards of a kind there"),
    ("turn, direction", "the current player; the direction of play"),
    ("stack, winner", "the pending actions; the winner"),
    ("alive NAME", "whether a player is in the game"),
    ("EXPR", "an expression: draw_pile().len, ann.hand.len > 3"),
];

/// Completes a watch expression.
pub(super) fn complete(debugger: &Debugger, before: &[&str]) -> Vec<Completion> {
    let notation = debugger.notation();
    match before {
        [] => {
            let fixed = [
                ("hand", "the cards of a hand"),
                ("turn", "whose turn it is"),
                ("direction", "the direction of play"),
                ("stack", "what waits for its effect"),
                ("alive", "whether a player is in the game"),
                ("winner", "who has won"),
            ];
            let fixed = fixed.into_iter().map(|(text, about)| word(text, about));
            let piles = ["draw", "discard"].into_iter();
            let piles = piles.chain(notation.rules.piles.iter().map(|pile| &*pile.id));
            let piles = piles.map(|pile| word(pile, "the cards of a pile"));
            let owed = notation.seats.iter();
            let owed = owed.map(|seat| word(format!("{seat}.owed"), "the turns a player owes"));
            fixed.chain(piles).chain(completion::counters(debugger)).chain(owed).collect()
        }
        ["hand" | "alive"] => completion::seats(notation).collect(),
        _ => Vec::new(),
    }
}
