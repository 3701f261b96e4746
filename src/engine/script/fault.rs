//! Converts Rhai errors to faults, and faults to errors with source positions.

use super::api::{Form, verbs};
use super::host_context::HostContext;
use super::interpreter;
use super::language;
use super::meter::{Excess, MAX_LIST, MAX_MAP, MAX_TEXT};
use super::script_error::ScriptError;
use super::script_size::check_size;
use super::sets::SetPattern;
use super::show::{in_text, read_by_all};
use super::span::{span, span_at};
use super::spec::Script;
use super::syntax;
use super::topics::unseen_constants;
use super::unknown::{misused_function, unfit_closure, unknown_function, unknown_property};
use super::values::{ActionHandle, CardHandle, PileHandle, PlayerHandle};
use crate::error::{Error, Span};
use crate::kernel::decision::mark;
use crate::kernel::{Fault, ScriptLine};
use rhai::{
    AST, Dynamic, Engine, EvalAltResult, ImmutableString, LexError, ParseError, ParseErrorType,
};
use std::any::type_name;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// The code of a fault for too many operations.
pub const TOO_MANY_OPERATIONS: &str = "F0001";

/// The code of a fault because the run was interrupted.
pub const INTERRUPTED: &str = "F0004";

/// Converts a Rhai error to a fault. `functions` are the functions that the script defines.
pub fn of_rhai(error: &EvalAltResult, host_context: &HostContext, functions: &[String]) -> Fault {
    let (chain, innermost, source) = unwound(error, host_context);
    let thrown = |value: &Dynamic| {
        let mut text = String::new();
        host_context.inspect(|context, _| {
            text = read_by_all(context, &in_text(Some(context), value, false));
        });
        text
    };
    let (code, message, hint) = explain(innermost, functions, thrown);
    let mut fault = Fault::new(code, message);
    fault.place = host_context.place_at(source, innermost.position());
    fault.chain = chain;
    fault.hint = hint;
    fault
}

/// The functions that were running, innermost first, and where each was called.
type CallChain = Vec<(String, Option<ScriptLine>)>;

/// Returns the functions that were running, the innermost error and its source.
fn unwound<'e>(
    error: &'e EvalAltResult,
    host_context: &HostContext,
) -> (CallChain, &'e EvalAltResult, Option<&'e str>) {
    let mut chain = Vec::new();
    let mut innermost = error;
    let mut source: Option<&str> = None;
    while let EvalAltResult::ErrorInFunctionCall(name, within, inner, position) = innermost {
        chain.insert(0, (name.clone(), host_context.place_at(source, *position)));
        source = (!within.is_empty()).then_some(within);
        innermost = inner;
    }
    (chain, innermost, source)
}

/// Converts a Rhai error outside of a game.
pub fn outside(error: &EvalAltResult, script: &Script) -> Error {
    let mut innermost = error;
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = innermost {
        innermost = inner;
    }
    let (code, message, hint) = explain(innermost, &[], thrown_outside);
    Error { hint, ..Error::new(code, message).at(span(script, innermost.position())) }
}

fn explain(
    error: &EvalAltResult,
    functions: &[String],
    thrown: impl Fn(&Dynamic) -> String,
) -> (&'static str, String, Option<String>) {
    match error {
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            function_not_found(signature, functions)
        }
        EvalAltResult::ErrorTooManyOperations(_)
        | EvalAltResult::ErrorStackOverflow(_)
        | EvalAltResult::ErrorDataTooLarge(..) => limit(error),
        EvalAltResult::ErrorTerminated(token, position) => {
            match token.clone().try_cast::<Excess>() {
                Some(excess @ (Excess::Operations | Excess::Size)) => {
                    limit(&excess.error(*position))
                }
                _ => {
                    let hint = "the game is unchanged";
                    (INTERRUPTED, "the script was interrupted".into(), Some(hint.into()))
                }
            }
        }
        EvalAltResult::ErrorArithmetic(said, _) => (
            "F0005",
            sentence(said),
            Some("numbers are 64-bit integers and cannot be divided by 0".into()),
        ),
        EvalAltResult::ErrorParsing(ParseErrorType::VariableUndefined(name), _)
        | EvalAltResult::ErrorVariableNotFound(name, _) => (
            "F0104",
            format!("there is no variable `{name}`"),
            Some("use `me`, the names of players, or variables declared with `let`".into()),
        ),
        EvalAltResult::ErrorAssignmentToConstant(name, _) => {
            let kind = ParseErrorType::AssignmentToConstant(name.clone());
            ("F0006", of_kind(&kind), Some(parse_hint(&kind).to_owned()))
        }
        EvalAltResult::ErrorParsing(kind, _) => {
            ("F0006", of_kind(kind), Some(parse_hint(kind).to_owned()))
        }
        EvalAltResult::ErrorMismatchDataType(wanted, given, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, given, _) => (
            "F0102",
            format!("expected {}, found {}", in_our_words(wanted), in_our_words(given)),
            Some(if wanted == "bool" {
                "a condition is `true` or `false`: compare the value, as in `value != ()`".into()
            } else {
                "`litterbox api` lists the types of all functions".into()
            }),
        ),
        EvalAltResult::ErrorArrayBounds(len, index, _) => (
            "F0007",
            format!("index {index} is out of range for a list of length {len}"),
            Some("indexes start at 0; check `len` first".into()),
        ),
        EvalAltResult::ErrorStringBounds(..)
        | EvalAltResult::ErrorBitFieldBounds(..)
        | EvalAltResult::ErrorIndexNotFound(..)
        | EvalAltResult::ErrorPropertyNotFound(..) => (
            "F0007",
            sentence(&without_position(error)),
            Some("check that it exists before reading it".into()),
        ),
        EvalAltResult::ErrorDotExpr(text, _) => dot(text),
        EvalAltResult::ErrorRuntime(said, _) => match said.clone().try_cast::<ScriptError>() {
            Some(ScriptError(code, message, hint)) => (code, message, Some(hint)),
            None => (
                "F0202",
                sentence(&thrown(said)),
                Some("thrown by the script: check what leads to this line".into()),
            ),
        },
        EvalAltResult::ErrorFor(_) => (
            "F0008",
            "`for` expects a list, a text or a range".into(),
            Some("the cards of a pile are `pile.cards`; numbers are `0..n`".into()),
        ),
        EvalAltResult::ErrorIndexingType(types, _) => (
            "F0008",
            format!("nothing can be read by an index here: {}", in_our_words(types)),
            Some("lists, texts and maps have an index: `list[0]`, `pile.cards[0]`".into()),
        ),
        EvalAltResult::ErrorNonPureMethodCallOnConstant(name, _) => (
            "F0008",
            format!("`{name}` would change a constant"),
            Some("declare it with `let` to change it".into()),
        ),
        other => (
            "F0008",
            sentence(&without_position(other)),
            Some("an error of the Rhai language: see https://rhai.rs/book".into()),
        ),
    }
}

/// Returns the limit that a run has exceeded, if any.
fn limit(error: &EvalAltResult) -> (&'static str, String, Option<String>) {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) => (
            TOO_MANY_OPERATIONS,
            format!(
                "the script does not end: more than {} operations",
                super::meter::MAX_OPERATIONS
            ),
            Some("check for a loop whose condition never becomes false".into()),
        ),
        EvalAltResult::ErrorStackOverflow(_) => (
            "F0002",
            "function calls are nested too deeply".into(),
            Some("check for infinite recursion".into()),
        ),
        other => (
            "F0003",
            format!("the script creates {} that is too large", too_large(&other.to_string())),
            Some(format!(
                "the limits are {MAX_TEXT} characters, {MAX_LIST} list entries and {MAX_MAP} map \
                 entries"
            )),
        ),
    }
}

/// Returns the message of a Rhai error.
pub fn in_words(error: &EvalAltResult) -> String {
    explain(error, &[], thrown_outside).1
}

/// The text of a value that is thrown without a game.
fn thrown_outside(value: &Dynamic) -> String {
    mark::plain(&in_text(None, value, false))
}

fn too_large(what: &str) -> &'static str {
    match what.to_lowercase() {
        what if what.contains("string") => "a text",
        what if what.contains("map") => "a map",
        what if what.contains("value") => "a value",
        _ => "a list",
    }
}

/// Returns the message of a Rhai error without the position that Rhai appends.
fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    without_paths(text.split(" (line ").next().unwrap_or(&text))
}

/// Reports an unknown property.
fn dot(text: &str) -> (&'static str, String, Option<String>) {
    let mut quoted = text.split('\'').skip(1).step_by(2);
    let name = quoted.next().unwrap_or_default();
    let of = in_our_words(quoted.next().unwrap_or("value"));
    let (message, hint) = unknown_property(&of, name);
    ("F0101", message, Some(hint))
}

fn function_not_found(
    signature: &str,
    functions: &[String],
) -> (&'static str, String, Option<String>) {
    let name = signature.split([' ', '(']).next().unwrap_or(signature);
    let name = name.strip_prefix("get$").unwrap_or(name);
    let given = in_our_words(signature.find('(').map_or("()", |i| &signature[i..]));
    if syntax::is_closure(name) {
        let (message, hint) = unfit_closure(&given);
        return ("F0102", message, Some(hint));
    }
    if let Some((message, hint)) = unknown_function(name, functions.iter().map(String::as_str)) {
        return ("F0101", message, Some(hint));
    }
    let (message, hint) = misused_function(name, &given);
    ("F0102", message, Some(hint))
}

/// Names the type of a value.
pub fn type_words(value: &Dynamic) -> String {
    in_our_words(value.type_name())
}

/// Replaces Rhai's type names with those of the reference.
pub fn in_our_words(types: &str) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("&str | ImmutableString | String", "text"),
        ("ImmutableString", "text"),
        ("string", "text"),
        ("i64", "number"),
        ("array", "list"),
        ("char", "character"),
        ("Dynamic", "value"),
        ("Fn", "closure"),
        ("&mut ", ""),
    ];
    let types = without_paths(types);
    WORDS.iter().fold(types, |text, (theirs, ours)| text.replace(theirs, ours))
}

/// Replaces the paths of Rust's types: `core::ops::Range<i64>`.
fn without_paths(text: &str) -> String {
    let words = [
        (type_name::<PlayerHandle>(), "player"),
        (type_name::<CardHandle>(), "card"),
        (type_name::<PileHandle>(), "pile"),
        (type_name::<ActionHandle>(), "action"),
        (type_name::<SetPattern>(), "set"),
        (type_name::<ImmutableString>(), "text"),
        (type_name::<Dynamic>(), "value"),
        (type_name::<Range<i64>>(), "range"),
        (type_name::<RangeInclusive<i64>>(), "range"),
    ];
    let mut text =
        words.iter().fold(text.to_owned(), |text, (path, word)| text.replace(path, word));
    // The others are Rhai's iterators.
    for root in ["rhai::", "core::", "alloc::", "std::", concat!(module_path!(), "::")] {
        while let Some(start) = text.find(root) {
            let is_of_path = |c: char| c.is_alphanumeric() || "_:<>".contains(c);
            let length = text[start..].find(|c| !is_of_path(c)).unwrap_or(text.len() - start);
            text.replace_range(start..start + length, "range");
        }
    }
    text
}

/// Formats a message: lower case, without a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Reports a script that cannot be parsed.
fn of_parse(error: &ParseError, script: &Script) -> Error {
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

const REPEATABLE: &str = "runs must be repeatable and stop when they ask a question";

/// The maximum number of functions and closures of a script.
pub const MAX_FUNCTIONS: usize = 64;

/// Compiles a script.
///
/// # Errors
/// `S0101`: the script is invalid or too long.
pub fn compile(engine: &Engine, script: &Script) -> Result<AST, Box<Error>> {
    check_size(script)?;
    let compiled = interpreter::caught(|| engine.compile(&*script.text)).map_err(|said| {
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
        Kind::VariableUndefined(_) => {
            "declare it with `let` or as a parameter; texts need double quotes"
        }
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
