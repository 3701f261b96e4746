//! The documentation of error codes that are not linter rules.

mod commands;
mod faults;
mod scripts;
mod variants;

use super::rule::{Detection, Rule};
use crate::error::Severity;

/// These codes, by subject.
pub const OTHERS: [&[Rule]; 4] =
    [commands::COMMANDS, faults::FAULTS, scripts::SCRIPTS, variants::VARIANTS];

/// Builds a code's documentation without an example.
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
