//! The limits of scripts: what the parser takes, and what verbs do not.

use super::api::{RulesetData, Verb, verbs};
use super::hooks;
use super::meter::{MAX_LIST, MAX_MAP, MAX_TEXT};
use super::values::Type;
use crate::kernel::Fault;
use rhai::{Engine, OptimizationLevel};

/// The parser of scripts.
pub fn parser() -> Engine {
    let mut engine = Engine::new_raw();
    // What runs is what is written: an optimized tree has other closures and other costs.
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_functions(super::fault::MAX_FUNCTIONS);
    engine.set_max_modules(0);
    engine.set_max_string_size(MAX_TEXT);
    engine.set_max_array_size(MAX_LIST);
    engine.set_max_map_size(MAX_MAP);
    engine.set_strict_variables(true);
    engine.set_allow_shadowing(true);
    for symbol in super::fault::FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine
}

/// The fault of a hook that only reads, and calls a verb that does more.
#[cold]
pub fn forbidden(verb: &Verb) -> Fault {
    let message =
        format!("`{}` {}, which this hook must not do", verb.name, verb.effect.in_words());
    Fault::new("F0201", message).hint(format!("{} can only read", hooks::queries()))
}

/// The fault of a verb that does not take a value of this type, or this text, as a parameter.
pub fn unfit(
    verb: &Verb,
    (name, wanted): (&str, Type),
    given: &str,
    text: Option<&str>,
    ruleset_data: &RulesetData,
) -> Fault {
    if wanted == Type::Kind
        && let Some(text) = text
    {
        let known = ruleset_data.kinds.ids();
        let hint = crate::base::error::suggest(text, known).map_or_else(
            || "the `deck` of the variant lists the kinds".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Fault::new("F0103", format!("there is no kind `{text}`")).hint(hint);
    }
    Fault::new("F0102", format!("`{}` expects {wanted} as `{name}`, not {given}", verb.name))
        .hint(format!("usage: `{}`", verb.signature()))
}

/// The verb that lists the cards of a pile.
pub fn cards_verb() -> &'static Verb {
    verbs().find(|verb| verb.name == "cards" && verb.group == "piles").expect("a verb")
}
