//! The verbs: all functions that scripts can call, in one table for the engine, the reference, the
//! linter and completion.

mod asking;
mod cards;
mod context;
mod data;
mod knowing;
mod listing;
mod piles;
mod players;
mod ruleset_data;
mod setup;
mod turns;
mod verb;

pub use context::Context;
pub use knowing::GROUP as KNOWING;
pub(super) use ruleset_data::setting;
pub use ruleset_data::{Datum, RulesetData, json_value, option_value};
pub use verb::{Depends, Effect, Form, Reads, Verb};

/// All verbs by group.
pub const VERBS: &[&[Verb]] = &[
    players::VERBS,
    piles::VERBS,
    cards::VERBS,
    knowing::VERBS,
    asking::VERBS,
    turns::VERBS,
    data::VERBS,
    setup::VERBS,
];

/// What verbs of earlier versions did, and how it is written now; `pile.…` are those on piles.
const RENAMED: [(&str, &str); 7] = [
    ("draw_from_bottom", "me.draw_card(draw_pile().bottom)"),
    ("hide", "card.hide_in(pile, depth, player)"),
    ("is_out", "!player.is_alive"),
    ("pile.discard", "pile.discard_all()"),
    ("pile.move_to", "pile.move_all_to(other)"),
    ("show", "player.look_at(cards)"),
    ("shuffle_in", "other.move_all_to(pile); pile.shuffle();"),
];

/// What to do about `()` in a calculation.
pub const NO_NUMBER: &str = "verbs that only change the game return `()`; read `carried_turns()` \
                             before `end_all_turns()`";

/// Returns how a verb of an earlier version is written now, as a hint.
pub fn renamed(name: &str) -> Option<String> {
    let (_, now) = RENAMED.iter().find(|(old, _)| *old == name)?;
    Some(format!("write `{now}`"))
}

pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    VERBS.iter().copied().flatten()
}
