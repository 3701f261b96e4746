//! Converts what the parser says to errors, and faults to errors with source positions.

use super::api::{Form, verbs};
use super::script_size::check_size;
use super::span::{span, span_at};
use super::spec::Script;
use super::topics::unseen_constants;
use super::{language, panics, syntax};
use crate::base::error::{Error, Span};
use crate::kernel::{Fault, ScriptLine};
use rhai::{AST, Engine, LexError, ParseError, ParseErrorType};
use std::sync::Arc;

/// The code of a fault for too many operations.
pub const TOO_MANY_OPERATIONS: &str = "F0001";

/// The code of a fault because the run was interrupted.
pub const INTERRUPTED: &str = "F0004";

/// Formats a message: lower case, without a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Reports a script that cannot be parsed.
pub fn of_parse(error: &ParseError, script: &Script) -> Error {
    let span = span(script, error.position());
    let word = span.as_ref().map(underlined).unwrap_or_default();
    let error_type = error.err_type();
    let (message, hint) = if FORBIDDEN.contains(&word.as_str()) {
        (format!("`{word}` is not available in scripts"), REPEATABLE)
    } else {
        (of_kind(error_type), parse_hint(error_type))
    };
    let error = Error::new("S0101", message).at(span);
    if let Some(instead) = language::absent_word(&word) {
        return error.hint(instead);
    }
    if !matches!(error_type, ParseErrorType::VariableUndefined(_)) {
        return error.hint(hint);
    }
    let mut functions = verbs().filter(|verb| verb.form == Form::Function);
    match functions.find(|verb| verb.name == word) {
        Some(verb) => error.hint(format!("it is a function: {}", verb.signature())),
        None if syntax::find_constant(script, &word).is_some() => error.hint(unseen_constants()),
        None => error.hint(hint),
    }
}

/// The error of loading that is interrupted.
pub fn interrupted() -> Error {
    Error::new(INTERRUPTED, "loading the scripts was interrupted")
}

/// Converts an error of an expression, which is the script with this number, to a fault.
pub fn of_expression(error: &Error, code: &'static str, number: u16) -> Fault {
    let hint = match &error.hint {
        Some(hint) if code == "F0104" && hint == UNDECLARED => Some(KNOWN.to_owned()),
        hint => hint.clone(),
    };
    let place = error.span.as_ref().and_then(|span| {
        let (line, column) = (span.line.try_into().ok()?, span.column.try_into().ok()?);
        Some(ScriptLine { script: number, line, column })
    });
    Fault { hint, place, ..Fault::new(code, error.message.clone()) }
}

/// The hint for a name that nothing declares.
const UNDECLARED: &str = "declare it with `let` or as a parameter; texts need double quotes";

/// The hint for an unknown name in an expression.
const KNOWN: &str = "use `me`, the names of players, or variables declared with `let`";

const REPEATABLE: &str = "runs must be repeatable and stop when they ask a question";

/// The maximum number of functions and closures of a script.
pub const MAX_FUNCTIONS: usize = 64;

/// Compiles a script.
///
/// # Errors
/// `S0101`: the script is invalid or too long.
pub fn compile(engine: &Engine, script: &Script) -> Result<AST, Box<Error>> {
    check_size(script)?;
    let compiled = panics::caught(|| engine.compile(&*script.text)).map_err(|said| {
        let error = Error::new("S0101", format!("Rhai fails to read the script: {said}"));
        Box::new(error.at(Some(span_at(script, 1, 1))).hint("find the part that it cannot read"))
    })?;
    compiled.map_err(|error| Box::new(of_parse(&error, script)))
}

/// Returns the message of a parse error.
fn of_kind(kind: &ParseErrorType) -> String {
    use ParseErrorType as Kind;
    match kind {
        Kind::VariableUndefined(name) => format!("there is no variable `{name}`"),
        Kind::MissingToken(token, what) => format!("`{token}` is missing {what}"),
        Kind::AssignmentToConstant(name) => format!("`{name}` is a constant"),
        Kind::FnDuplicatedDefinition(name, _) => format!("`{name}` is defined twice"),
        Kind::UnexpectedEOF => "unexpected end of the script".to_owned(),
        Kind::TooManyFunctions => format!("more than {MAX_FUNCTIONS} functions and closures"),
        kind if refused(kind).is_some_and(|word| language::absent_word(&word).is_some()) => {
            format!("`{}` is not available in scripts", refused(kind).unwrap_or_default())
        }
        kind => {
            let said = sentence(&kind.to_string());
            let quoted = said.split('\'').nth(1);
            match quoted.filter(|_| said.contains("reserved keyword")) {
                Some(word) => format!("`{word}` is not available in scripts"),
                None if said.starts_with("possibly a typo of '=='") => {
                    "`=` is not a comparison".to_owned()
                }
                None => said,
            }
        }
    }
}

/// Returns the word or symbol of another language that a parse error is about.
fn refused(kind: &ParseErrorType) -> Option<String> {
    match kind {
        ParseErrorType::Reserved(word) | ParseErrorType::UnknownOperator(word) => {
            Some(word.clone())
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(symbol, _)) => Some(symbol.clone()),
        _ => None,
    }
}

/// How functions begin in other languages.
const FN_ELSEWHERE: [&str; 5] = ["function", "def", "func", "fun", "sub"];

/// Returns the hint of a parse error.
fn parse_hint(kind: &ParseErrorType) -> &'static str {
    use ParseErrorType as Kind;
    if let Some(instead) = refused(kind).and_then(|word| language::absent_word(&word)) {
        return instead;
    }
    match kind {
        Kind::PropertyExpected => "numbers are whole; after `.` stands the name of a property",
        Kind::VariableUndefined(name) if FN_ELSEWHERE.contains(&name.as_str()) => {
            "a function begins with `fn`: `fn resolve(me) { … }`"
        }
        Kind::VariableUndefined(_) => UNDECLARED,
        Kind::MissingToken(..) | Kind::UnexpectedEOF => {
            "a bracket, comma or semicolon may be missing before this"
        }
        Kind::WrongFnDefinition => "close the braces before it; a function stands in no other one",
        Kind::AssignmentToConstant(_) => "declare it with `let` to change it",
        Kind::FnDuplicatedDefinition(..) => "remove or rename one of them",
        Kind::TooManyFunctions => "move a part of them to other scripts",
        Kind::BadInput(_) if of_kind(kind).starts_with("`=`") => "use `==` to compare; `=` assigns",
        Kind::BadInput(_) if kind.to_string().contains("nexpected") => {
            "something is missing before this, or this is superfluous"
        }
        Kind::BadInput(_) => "check the marked character; texts need double quotes",
        _ => "check the marked text and what precedes it",
    }
}

/// Rhai features that scripts cannot use.
pub const FORBIDDEN: [&str; 7] = ["eval", "Fn", "curry", "try", "import", "export", "this"];

/// Returns the word at a position.
fn underlined(span: &Span) -> String {
    span.text[span.bytes()].to_owned()
}

/// Converts a fault to an error.
pub fn to_error(fault: &Fault, scripts: &[Script]) -> Error {
    let place = fault.place.and_then(|place| {
        let script = scripts.get(place.script as usize)?;
        Some(span_at(script, place.line as usize, place.column as usize))
    });
    let notes = fault.chain.iter().map(|(name, place)| {
        let at = place.and_then(|p| Some((scripts.get(p.script as usize)?.name.clone(), p.line)));
        let at = at
            .map_or_else(String::new, |(name, line): (Arc<str>, u16)| format!(" at {name}:{line}"));
        // The engine's names of closures mean nothing to an author.
        if syntax::is_closure(name) {
            format!("in a closure{at}")
        } else {
            format!("in `{name}`{at}")
        }
    });
    let (notes, hint) = (notes.collect(), fault.hint.clone());
    Error { notes, hint, ..Error::new(fault.code, fault.message.clone()).at(place) }
}
