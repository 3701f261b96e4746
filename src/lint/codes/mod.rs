//! What is said by a code but is no rule of the linter: with it every code has its page.

mod commands;
mod faults;
mod scripts;
mod variants;

use super::rule::{Detection, Rule};
use crate::error::Severity;

/// These codes, by subject.
pub const OTHERS: [&[Rule]; 4] =
    [commands::COMMANDS, faults::FAULTS, scripts::SCRIPTS, variants::VARIANTS];

/// A page without an example.
const fn page(
    code: &'static str,
    name: &'static str,
    summary: &'static str,
    why: &'static str,
    fix: &'static str,
) -> Rule {
    let severity = Severity::Error;
    Rule { code, severity, name, summary, why, fix, bad: &[], good: &[], look: Detection::Never }
}
