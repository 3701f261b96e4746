//! From Rhai's errors to faults, and from faults to errors with source and caret.

use super::api::verbs;
use super::host_context::HostContext;
use super::spec::Script;
use crate::error::{Error, Span, suggest};
use crate::kernel::Fault;
use rhai::{Dynamic, EvalAltResult, ParseError, ParseErrorType, Position};
use std::sync::Arc;

/// What Rhai says, as a fault. `functions` are those the script itself defines.
pub fn of_rhai(error: &EvalAltResult, host_context: &HostContext, functions: &[String]) -> Fault {
    let mut chain = Vec::new();
    let mut innermost = error;
    let mut source: Option<&str> = None;
    while let EvalAltResult::ErrorInFunctionCall(name, within, inner, position) = innermost {
        chain.insert(0, (name.clone(), host_context.place_at(source, *position)));
        source = (!within.is_empty()).then_some(within);
        innermost = inner;
    }
    let (code, message, hint) = explain(innermost, functions);
    let mut fault = Fault::new(code, message);
    fault.place = host_context.place_at(source, innermost.position());
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
    Error { hint, ..Error::new(code, message).at(span(script, innermost.position())) }
}

fn explain(error: &EvalAltResult, functions: &[String]) -> (&'static str, String, Option<String>) {
    match error {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            function_not_found(signature, functions)
        }
        EvalAltResult::ErrorTooManyOperations(_)
        | EvalAltResult::ErrorStackOverflow(_)
        | EvalAltResult::ErrorDataTooLarge(..) => limit(error),
        EvalAltResult::ErrorTerminated(..) => (
            "F0004",
            "the script was interrupted".into(),
            Some("the game is as it was before".into()),
        ),
        EvalAltResult::ErrorArithmetic(said, _) => (
            "F0005",
            sentence(said),
            Some("numbers are whole and of 64 bits, and nothing can be divided by 0".into()),
        ),
        EvalAltResult::ErrorParsing(ParseErrorType::VariableUndefined(name), _)
        | EvalAltResult::ErrorVariableNotFound(name, _) => (
            "F0104",
            format!("there is no variable `{name}`"),
            Some("there are `me`, the players by their names, and what `let` makes".into()),
        ),
        EvalAltResult::ErrorParsing(kind, _) => {
            ("F0006", of_kind(kind), Some(parse_hint(kind).to_owned()))
        }
        EvalAltResult::ErrorMismatchDataType(wanted, given, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, given, _) => (
            "F0102",
            format!("{wanted} was expected here, not {given}"),
            Some("`litterbox api` says what each function takes and returns".into()),
        ),
        EvalAltResult::ErrorArrayBounds(len, index, _) => (
            "F0007",
            format!("there is no entry {index} in a list of {len}"),
            Some("entries are counted from 0; ask for `len` first".into()),
        ),
        EvalAltResult::ErrorStringBounds(..)
        | EvalAltResult::ErrorBitFieldBounds(..)
        | EvalAltResult::ErrorIndexNotFound(..)
        | EvalAltResult::ErrorPropertyNotFound(..) => (
            "F0007",
            sentence(&without_position(error)),
            Some("look whether it is there before it is read".into()),
        ),
        EvalAltResult::ErrorDotExpr(text, _) => dot(text),
        EvalAltResult::ErrorRuntime(said, _) => match said.clone().try_cast::<ScriptError>() {
            Some(ScriptError(code, message, hint)) => (code, message, Some(hint)),
            None => (
                "F0202",
                sentence(&said.to_string()),
                Some("the script says so itself: look at what leads to this line".into()),
            ),
        },
        other => (
            "F0008",
            sentence(&without_position(other)),
            Some("the language refuses this: https://rhai.rs/book says what it can do".into()),
        ),
    }
}

/// A limit that a run has reached.
fn limit(error: &EvalAltResult) -> (&'static str, String, Option<String>) {
    match error {
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
        other => (
            "F0003",
            format!("the script makes {} that is too large", too_large(&other.to_string())),
            Some("texts may have 4096 characters, lists 1024 and maps 128 entries".into()),
        ),
    }
}

/// Something of ours that is amiss, on its way through Rhai: a code, a message and a hint.
#[derive(Clone)]
struct ScriptError(&'static str, String, String);

/// An error with a code of its own.
pub fn script_error(
    code: &'static str,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> EvalAltResult {
    let error = ScriptError(code, message.into(), hint.into());
    EvalAltResult::ErrorRuntime(Dynamic::from(error), Position::NONE)
}

/// What Rhai says, as a message.
pub fn in_words(error: &EvalAltResult) -> String {
    explain(error, &[]).1
}

fn too_large(what: &str) -> &'static str {
    match what.to_lowercase() {
        what if what.contains("string") => "a text",
        what if what.contains("map") => "a map",
        _ => "a list",
    }
}

/// What Rhai says, without the place it appends.
fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    text.split(" (line ").next().unwrap_or(&text).to_owned()
}

/// A property that a value does not have.
fn dot(text: &str) -> (&'static str, String, Option<String>) {
    let mut quoted = text.split('\'').skip(1).step_by(2);
    let name = quoted.next().unwrap_or_default();
    let of = in_our_words(quoted.next().unwrap_or("value"));
    let methods = || verbs().filter(|v| v.form != super::api::Form::Function);
    let hint = match methods().find(|v| v.name == name) {
        Some(verb) => format!("it is `{}`", verb.signature()),
        None => suggest(name, methods().map(|v| v.name)).map_or_else(
            || "`litterbox api` lists all that values have".to_owned(),
            |near| format!("did you mean `.{near}`?"),
        ),
    };
    ("F0101", format!("there is no `{name}` of {of}"), Some(hint))
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
    let span = span(script, error.position());
    let word = span.as_ref().map(underlined).unwrap_or_default();
    let (message, hint) = if FORBIDDEN.contains(&word.as_str()) {
        (format!("there is no `{word}` here"), REPEATABLE)
    } else {
        (of_kind(error.err_type()), parse_hint(error.err_type()))
    };
    Error::new("S0101", message).at(span).hint(hint)
}

const REPEATABLE: &str = "a run must be repeatable, and must end when it asks";

/// What cannot be parsed, in our words.
fn of_kind(kind: &ParseErrorType) -> String {
    use ParseErrorType as Kind;
    match kind {
        Kind::VariableUndefined(name) => format!("there is no variable `{name}`"),
        Kind::MissingToken(token, what) => format!("`{token}` is missing {what}"),
        Kind::AssignmentToConstant(name) => format!("`{name}` is a constant"),
        Kind::FnDuplicatedDefinition(name, _) => format!("`{name}` is defined twice"),
        Kind::UnexpectedEOF => "it ends too early".to_owned(),
        kind => {
            let said = sentence(&kind.to_string());
            let quoted = said.split('\'').nth(1);
            match quoted.filter(|_| said.contains("reserved keyword")) {
                Some(word) => format!("there is no `{word}` here"),
                None if said.starts_with("possibly a typo of '=='") => {
                    "`=` compares nothing".to_owned()
                }
                None => said,
            }
        }
    }
}

/// What to do about a script that cannot be parsed.
fn parse_hint(kind: &ParseErrorType) -> &'static str {
    use ParseErrorType as Kind;
    match kind {
        Kind::VariableUndefined(_) => {
            "a name is known after `let`, as a parameter, or in a closure; texts stand in quotes"
        }
        Kind::MissingToken(..) | Kind::UnexpectedEOF => {
            "look before the mark: a bracket, a comma or a semicolon may be missing"
        }
        Kind::AssignmentToConstant(_) => "make it with `let` where it is to change",
        Kind::FnDuplicatedDefinition(..) => "keep one of the two, or give one another name",
        Kind::BadInput(_) if of_kind(kind).starts_with("`=`") => {
            "write `==` to compare; `=` gives a variable a value"
        }
        Kind::BadInput(_) if kind.to_string().contains("nexpected") => {
            "look before the mark: something is missing there, or this is one too many"
        }
        Kind::BadInput(_) => "look at the sign that is marked: texts stand in double quotes",
        _ => "look at what is marked, and at what stands before it",
    }
}

/// What Rhai has and scripts have not.
pub const FORBIDDEN: [&str; 6] = ["eval", "Fn", "curry", "try", "import", "export"];

/// The underlined word.
fn underlined(span: &Span) -> String {
    span.text[span.bytes()].to_owned()
}

/// A position of a script, underlined to the end of the word that stands there.
pub fn span(script: &Script, position: Position) -> Option<Span> {
    let line = position.line()?;
    let column = position.position().unwrap_or(1);
    Some(span_at(script, line, column))
}

/// A line and column of a script, underlined to the end of the word that stands there.
pub fn span_at(script: &Script, line: usize, column: usize) -> Span {
    let text = script.text.lines().nth(line - 1).unwrap_or_default();
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let width = text.chars().skip(column - 1).take_while(is_word).count().max(1);
    Span::on_line(&script.name, &script.text, (line, column), width)
}

/// A fault as an error that can be drawn.
pub fn to_error(fault: &Fault, scripts: &[Script]) -> Error {
    let place = fault.place.and_then(|place| {
        let script = scripts.get(place.script as usize)?;
        Some(span_at(script, place.line as usize, place.column as usize))
    });
    let notes = fault.chain.iter().map(|(name, place)| {
        let at = place.and_then(|p| Some((scripts.get(p.script as usize)?.name.clone(), p.line)));
        let at = at
            .map_or_else(String::new, |(name, line): (Arc<str>, u16)| format!(" at {name}:{line}"));
        format!("in `{name}`{at}")
    });
    let (notes, hint) = (notes.collect(), fault.hint.clone());
    Error { notes, hint, ..Error::new(fault.code, fault.message.clone()).at(place) }
}
