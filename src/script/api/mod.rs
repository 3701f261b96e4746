//! The verbs: all functions that scripts can call, in one table for the engine, the reference, the
//! linter and completion.

mod asking;
mod cards;
mod context;
mod data;
mod knowing;
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

/// All verbs.
pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    VERBS.iter().copied().flatten()
}
