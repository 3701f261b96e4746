//! The session language: takes an input line, returns a [`Reply`]. Used by the REPL and session
//! files. Does not print, read keys or use colours.
//!
//! Reading order: `state` (the [`Shell`] and its parts: `studied_game`, `live_rules`,
//! `seated_agents`, `recording`, [`trust`]), [`command`] and [`commands`] (the table: groups that
//! the modules declare that run them), [`input_line`], `dispatch` (runs an input line), [`reply`],
//! [`render`] (replies as text and JSON), [`recorded`] (replies in session files), `expect`, `why`,
//! `why_not`, `help`, `complete`, `redo`, `keeping`.

mod agents;
mod assertion;
mod breakpoints;
mod card_pattern;
pub(crate) mod catalogue;
mod chance;
pub mod command;
mod command_error;
pub mod commands;
pub(crate) mod complete;
mod completion;
mod dispatch;
pub(crate) mod expect;
mod files;
mod forms;
pub(crate) mod help;
pub mod input_line;
mod invariants;
mod io;
mod keeping;
pub mod line;
mod live_edit;
mod live_rules;
mod look;
mod lookup;
mod new;
#[cfg(feature = "app")]
pub(crate) mod plays;
pub mod positions;
pub mod prompt;
pub mod recorded;
mod recording;
mod redo;
pub mod render;
pub mod reply;
#[cfg(feature = "app")]
pub(crate) mod rules_page;
mod seated_agents;
mod seating;
mod shown;
mod state;
mod stepping;
mod studied_game;
mod travel;
pub mod trust;
pub(crate) mod watch_expr;
pub(crate) mod why;
mod why_not;

pub use completion::Completion;
pub use files::{SAME_WAY, UNCHANGED};
pub use live_rules::{Editor, LibrarySource};
pub use lookup::option_of_any;
pub use recording::Keeper;
pub use redo::RedoDifference;
pub use reply::{Reply, Status};
pub use seating::HeldAgent;
pub use state::{NewDefaults, Shell};

/// Compiled rulesets, which shells may share.
#[doc(hidden)]
pub use crate::transcript::ruleset_cache::RulesetCache;
