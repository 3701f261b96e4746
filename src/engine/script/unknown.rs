//! Messages about functions and properties that do not exist, or not for these values.

use super::api::{CARDS_OF_PILE, Form, NO_NUMBER, instead_of, is_verb, usage, verbs};
use crate::base::error::{is_word, suggest, suggest_or};

/// The message and the hint about a property; `of` is the type of the value.
pub fn unknown_property(of: &str, name: &str) -> (String, String) {
    let methods = || verbs().filter(|v| v.form != Form::Function);
    let hint = match methods().find(|v| v.name == name) {
        Some(verb) => format!("it is `{}`", verb.signature()),
        None => instead_of(name).unwrap_or_else(|| {
            suggest(name, methods().map(|v| v.name)).map_or_else(
                || "`litterbox api` lists all properties".to_owned(),
                |near| format!("did you mean `.{near}`?"),
            )
        }),
    };
    (format!("{of} has no property `{name}`"), hint)
}

/// The message and the hint about a function that neither we nor the script, which defines
/// `functions`, have.
pub fn unknown_function<'f>(
    name: &str,
    functions: impl Iterator<Item = &'f str>,
) -> Option<(String, String)> {
    if !usage(name).is_empty() {
        return None;
    }
    let hint = instead_of(name).unwrap_or_else(|| {
        let known = verbs().map(|v| v.name).chain(functions);
        suggest_or(name, known, "`litterbox api` lists all functions")
    });
    Some((format!("there is no function `{name}`"), hint))
}

/// The message and the hint about a function that cannot be called with these types: `(list)`.
pub fn misused_function(name: &str, given: &str) -> (String, String) {
    let usage = usage(name);
    let receiver = given.trim_start_matches('(').split([',', ')']).next().unwrap_or_default();
    let hint = instead_of(&format!("{receiver}.{name}")).unwrap_or_else(|| match () {
        () if is_verb(name) => format!("usage: {usage}"),
        () if receiver == "pile" => CARDS_OF_PILE.to_owned(),
        () if !given.contains("()") => format!("usage: {usage}"),
        () if is_word(name) => format!(
            "usage: {usage}; `()` comes from `reduce` without a first value, which is written \
             `list.reduce(|a, b| …, 0)`, and from `find` and `pop` where there is none"
        ),
        () => NO_NUMBER.to_owned(),
    });
    (format!("`{name}` cannot be called with {given}"), hint)
}

/// The message and the hint about a closure that does not take these values.
pub fn unfit_closure(given: &str) -> (String, String) {
    let message = format!("a closure cannot be called with {given}");
    (message, "it takes another number of values: `|a, b| …` takes two".to_owned())
}
