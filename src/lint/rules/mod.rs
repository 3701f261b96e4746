//! The linter rules, each with its documentation and examples.

mod calls;
pub mod files;
mod hidden;
mod hooks;
mod loops;
mod names;
pub mod previous;
mod properties;
mod questions;
mod repeatable;
mod resolve;
pub mod setup;
mod unused;

use super::rule::Rule;

/// All rules, in the order of their codes.
pub const RULES: &[Rule] = &[
    calls::UNKNOWN,
    calls::NUMBER,
    calls::SORT,
    properties::UNKNOWN,
    hooks::NEVER_RUN,
    resolve::MISFIT,
    loops::ENDLESS,
    hidden::LEAK,
    questions::ACTS,
    repeatable::NOT,
    names::KIND,
    names::PLAY,
    names::PARAM,
    names::OPTION,
    names::COUNTER,
    names::PILE,
    names::DATA,
    previous::NOWHERE,
    unused::VARIABLE,
    unused::FUNCTION,
    questions::NO_TEXT,
    names::TAG,
    setup::FAILS,
    files::SCRIPT,
    files::KIND,
    files::OPTION,
    files::PARAM,
];
