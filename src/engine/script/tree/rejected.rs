//! Errors of scripts that the parser does not take, with source positions.

use super::syntax::find_constant;
use crate::base::error::{Error, Span};
use crate::script::api::{Form, verbs};
use crate::script::language;
use crate::script::span::span_at;
use crate::script::spec::Script;
use crate::script::topics::unseen_constants;
use rhai::{LexError, ParseError, ParseErrorType, Position};

/// The maximum number of functions and closures of a script.
pub const MAX_FUNCTIONS: usize = 64;

/// Rhai features that scripts cannot use.
pub const FORBIDDEN: [&str; 7] = ["eval", "Fn", "curry", "try", "import", "export", "this"];

/// Formats a message: lower case, without a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Reports a script that cannot be parsed.
pub fn of_parse(error: &ParseError, script: &Script) -> Error {
    let span = span(script, error.position());
    let word = span.as_ref().map(|span| span.text[span.bytes()].to_owned()).unwrap_or_default();
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
        None if find_constant(script, &word).is_some() => error.hint(unseen_constants()),
        None => error.hint(hint),
    }
}

/// The hint for a name that nothing declares.
pub const UNDECLARED: &str = "declare it with `let` or as a parameter; texts need double quotes";

const REPEATABLE: &str = "runs must be repeatable and stop when they ask a question";

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

/// Returns the span of the word at a position of a script.
fn span(script: &Script, position: Position) -> Option<Span> {
    let column = position.position().unwrap_or(1);
    Some(span_at(script, position.line()?, column))
}
