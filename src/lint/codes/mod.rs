//! What is said by a code but is no rule of the linter: with it every code has its page.

mod commands;
mod faults;
mod scripts;
mod variants;

use super::rule::Rule;

/// These codes, by subject.
pub const OTHERS: [&[Rule]; 4] =
    [commands::COMMANDS, faults::FAULTS, scripts::SCRIPTS, variants::VARIANTS];
