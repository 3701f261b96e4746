//! The linter rules, each with its documentation and examples.

mod arguments;
pub mod calls;
mod card_calls;
mod card_facts;
mod card_texts;
mod claims;
mod comparisons;
mod conditions;
pub mod files;
mod hidden;
mod hooks;
mod loops;
pub mod names;
pub mod positions;
pub mod previous;
mod properties;
pub mod questions;
mod repeatable;
mod resolve;
mod secrets;
pub mod setup;
mod texts;
pub mod titles;
mod topic;
mod topics;
mod unused;
mod values;

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
    secrets::HIDDEN,
    names::PILE,
    names::DATA,
    previous::NOWHERE,
    unused::VARIABLE,
    unused::FUNCTION,
    questions::NO_TEXT,
    names::TAG,
    texts::PLAIN,
    values::READ_ONLY,
    values::NO_LIST,
    values::MISSING,
    values::NEVER_ASKED,
    arguments::MISFIT,
    comparisons::NEVER_EQUAL,
    hooks::NO_EFFECT,
    hooks::UNHEARD,
    hooks::HIDES_VERB,
    conditions::NO_BOOL,
    conditions::ALWAYS_FALSE,
    setup::FAILS,
    positions::FAILS,
    files::SCRIPT,
    files::KIND,
    files::OPTION,
    files::PARAM,
    titles::TWICE,
    titles::STALE,
    card_texts::AGAINST,
];
