//! From Rhai's errors to faults, and from faults to errors with source and caret.

use super::api::verbs;
use super::slot::Slot;
use super::spec::Script;
use crate::error::{Error, Spot, suggest};
use crate::kernel::Fault;
use rhai::{EvalAltResult, ParseError, Position};
use std::sync::Arc;

/// What Rhai says, as a fault. `functions` are those the script itself defines.
pub fn of_rhai(error: &EvalAltResult, slot: &Slot, functions: &[String]) -> Fault {
    let mut chain = Vec::new();
    let mut innermost = error;
    let mut source: Option<&str> = None;
    while let EvalAltResult::ErrorInFunctionCall(name, within, inner, position) = innermost {
        chain.insert(0, (name.clone(), slot.place_at(source, *position)));
        source = (!within.is_empty()).then_some(within);
        innermost = inner;
    }
    let (code, message, hint) = explain(innermost, functions);
    let mut fault = Fault::new(code, message);
    fault.place = slot.place_at(source, innermost.position());
    fault.chain = chain;
    fault.hint = hint;
    fault
}

/// What Rhai says of a script that no game has lent anything to.
pub fn outside(error: &EvalAltResult, script: &Script) -> Error {
    let mut innermost = error;
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = innermost {
        innermost = inner;
    }
    let (code, message, hint) = explain(innermost, &[]);
    Error { hint, ..Error::new(code, message).at(spot(script, innermost.position())) }
}

fn explain(error: &EvalAltResult, functions: &[String]) -> (&'static str, String, Option<String>) {
    match error {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            function_not_found(signature, functions)
        }
        EvalAltResult::ErrorTooManyOperations(_) => (
            "F0001",
            format!(
                "the script does not come to an end: more than {} steps",
                super::engine::MAX_OPERATIONS
            ),
            Some("look for a loop whose condition never becomes false".into()),
        ),
        EvalAltResult::ErrorStackOverflow(_) => (
            "F0002",
            "functions call each other too deeply".into(),
            Some("look for a function that calls itself without end".into()),
        ),
        EvalAltResult::ErrorDataTooLarge(what, _) => (
            "F0003",
            format!("the script makes something too large: {}", what.to_lowercase()),
            Some("texts may have 4096 characters, lists 1024 and maps 128 entries".into()),
        ),
        EvalAltResult::ErrorTerminated(..) => (
            "F0004",
            "the script was interrupted".into(),
            Some("the game is as it was before".into()),
        ),
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            ("F0104", format!("there is no variable `{name}`"), None)
        }
        EvalAltResult::ErrorMismatchDataType(wanted, given, _) => {
            ("F0102", format!("{wanted} was expected here, not {given}"), None)
        }
        EvalAltResult::ErrorMismatchOutputType(wanted, given, _) => {
            ("F0102", format!("{wanted} was expected here, not {given}"), None)
        }
        EvalAltResult::ErrorParsing(kind, _) => ("F0006", sentence(&kind.to_string()), None),
        EvalAltResult::ErrorDotExpr(text, _) => dot(text),
        EvalAltResult::ErrorRuntime(said, _) => ("F0202", sentence(&said.to_string()), None),
        other => ("F0101", sentence(&without_position(other)), None),
    }
}

/// What Rhai says, without the place it appends.
fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    text.split(" (line ").next().unwrap_or(&text).to_owned()
}

fn dot(text: &str) -> (&'static str, String, Option<String>) {
    let name = text.split('\'').nth(1).unwrap_or_default();
    let known = verbs().filter(|v| v.form != super::api::Form::Function).map(|v| v.name);
    let hint = suggest(name, known).map(|near| format!("did you mean `.{near}`?"));
    ("F0101", sentence(text), hint)
}

fn function_not_found(
    signature: &str,
    functions: &[String],
) -> (&'static str, String, Option<String>) {
    let name = signature.split([' ', '(']).next().unwrap_or(signature);
    let name = name.strip_prefix("get$").unwrap_or(name);
    let given = signature.find('(').map_or("()", |i| &signature[i..]);
    let same: Vec<_> = verbs().filter(|v| v.name == name).collect();
    if same.is_empty() {
        let known = verbs().map(|v| v.name).chain(functions.iter().map(String::as_str));
        let hint = suggest(name, known).map_or_else(
            || "`litterbox api` lists every function there is".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return ("F0101", format!("there is no function `{name}`"), Some(hint));
    }
    let given = in_our_words(given);
    let forms: Vec<_> = same.iter().map(|v| format!("`{}`", v.signature())).collect();
    (
        "F0102",
        format!("`{name}` cannot be called with {given}"),
        Some(format!("it is called like this: {}", forms.join(" or "))),
    )
}

/// Rhai's names of types in the words of the reference.
pub fn in_our_words(types: &str) -> String {
    const WORDS: [(&str, &str); 5] = [
        ("&str | ImmutableString | String", "text"),
        ("ImmutableString", "text"),
        ("i64", "number"),
        ("array", "list"),
        ("Fn", "closure"),
    ];
    WORDS.iter().fold(types.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}

/// A message in the house form: lower case, without a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A script that cannot be parsed.
pub fn of_parse(error: &ParseError, script: &Script) -> Error {
    let spot = spot(script, error.position());
    let word = spot.as_ref().map(underlined).unwrap_or_default();
    let hint = FORBIDDEN.contains(&word.as_str()).then(|| {
        format!("scripts have no `{word}`: a run must be repeatable, and must end when it asks")
    });
    Error {
        code: "S0101",
        message: sentence(&error.err_type().to_string()),
        spot,
        notes: Vec::new(),
        hint: hint.or_else(|| Some(parse_hint(error).to_owned())),
        edit: None,
    }
}

/// What to do about a script that cannot be parsed.
fn parse_hint(error: &ParseError) -> &'static str {
    use rhai::ParseErrorType as Kind;
    match error.err_type() {
        Kind::VariableUndefined(_) => {
            "a name is known after `let`, as a parameter, or in a closure; texts stand in quotes"
        }
        Kind::MissingToken(..) | Kind::UnexpectedEOF => {
            "look before the mark: a bracket, a comma or a semicolon may be missing"
        }
        Kind::AssignmentToConstant(_) => "make it with `let` where it is to change",
        Kind::FnDuplicatedDefinition(..) => "keep one of the two, or give one another name",
        Kind::BadInput(_) => "look at the sign that is marked: texts stand in double quotes",
        _ => "look at what is marked, and at what stands before it",
    }
}

/// What Rhai has and scripts have not.
pub const FORBIDDEN: [&str; 6] = ["eval", "Fn", "curry", "try", "import", "export"];

/// The underlined word.
fn underlined(spot: &Spot) -> String {
    let line = spot.text.lines().nth(spot.line - 1).unwrap_or_default();
    line.chars().skip(spot.column - 1).take(spot.width).collect()
}

/// A position of a script, underlined to the end of the word that stands there.
pub fn spot(script: &Script, position: Position) -> Option<Spot> {
    let line = position.line()?;
    let column = position.position().unwrap_or(1);
    Some(spot_at(script, line, column))
}

/// A line and column of a script, underlined to the end of the word that stands there.
pub fn spot_at(script: &Script, line: usize, column: usize) -> Spot {
    let text = script.text.lines().nth(line - 1).unwrap_or_default();
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let width = text.chars().skip(column - 1).take_while(is_word).count().max(1);
    Spot { file: script.name.clone(), text: script.text.clone(), line, column, width }
}

/// A fault as an error that can be drawn.
pub fn to_error(fault: &Fault, scripts: &[Script]) -> Error {
    let place = fault.place.and_then(|place| {
        let script = scripts.get(place.script as usize)?;
        Some(spot_at(script, place.line as usize, place.column as usize))
    });
    let notes = fault.chain.iter().map(|(name, place)| {
        let at = place.and_then(|p| Some((scripts.get(p.script as usize)?.name.clone(), p.line)));
        let at = at
            .map_or_else(String::new, |(name, line): (Arc<str>, u16)| format!(" at {name}:{line}"));
        format!("in `{name}`{at}")
    });
    Error {
        code: fault.code,
        message: fault.message.clone(),
        spot: place,
        notes: notes.collect(),
        hint: fault.hint.clone(),
        edit: None,
    }
}
