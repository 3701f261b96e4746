//! The names of players: single words without another meaning.

use super::names::Notation;
use crate::base::error::{Refusal, is_word};
use crate::variant::{RESERVED, fold};

/// Names that players may not have besides [`RESERVED`]: they have a meaning in inputs.
const COMMAND_WORDS: &[&str] = &[
    "turn",
    "reversed",
    "dead",
    "blind",
    "hand",
    "hands",
    "discard",
    "pile",
    "count",
    "in",
    "alive",
    "out",
    "winner",
    "direction",
    "forward",
    "saw",
    "view",
    "counter",
    "fault",
    "options",
    "offers",
    "decision",
    "owes",
    "random",
    "nobody",
    "all",
    "on",
    "off",
    "table",
    "box",
    "chance",
    "or",
    "because",
    "not",
    "any",
    "shown",
    "sound",
    "ends",
    "loser",
    "score",
    "ranking",
    "front",
    "move",
    "flip",
    "by",
    "help",
    "quit",
    "undo",
    "seed",
    "players",
    "setup",
];

const MAX_LENGTH: usize = 40;

/// Checks that names are different single words without another meaning.
///
/// # Errors
/// Which name cannot be used, and why.
pub fn check(notation: &Notation) -> Result<(), Refusal> {
    let mut seen: Vec<String> = Vec::new();
    for name in &notation.seats {
        let lower = name.to_lowercase();
        let refuse =
            |why: &str| Err(format!("`{name}` cannot be the name of a player: {why}").into());
        if !is_word(name) || name.is_empty() {
            return refuse("a name is one word of letters, digits and `_`");
        }
        if name.chars().count() > MAX_LENGTH {
            return refuse(&format!("it is longer than {MAX_LENGTH} letters"));
        }
        if seen.contains(&lower) {
            return Err(format!("the name `{name}` is taken").into());
        }
        if RESERVED.iter().chain(COMMAND_WORDS).any(|word| *word == lower) {
            return refuse("it has a meaning in commands");
        }
        if is_taken(&lower, notation) {
            return refuse("it has a meaning in this variant");
        }
        seen.push(lower);
    }
    Ok(())
}

/// Whether a word is an id or a title of the ruleset.
fn is_taken(lower: &str, notation: &Notation) -> bool {
    let rules = &notation.rules;
    let key = fold(lower);
    let kinds = rules.kinds.iter().map(|rule| &rule.id);
    let combos = rules.combos.iter().map(|rule| &rule.id);
    let piles = rules.piles.iter().chain(&rules.seat_piles).map(|pile| &pile.id);
    let counters = rules.table_counters.iter().chain(&rules.seat_counters);
    let counters = counters.map(|rule| &rule.id);
    let mut ids = kinds.chain(combos).chain(piles).chain(counters);
    let mut titles = notation.all_kinds().map(|kind| &notation.kind(kind).title);
    ids.any(|id| id.to_lowercase() == lower) || titles.any(|title| fold(title) == key)
}
