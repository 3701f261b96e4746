//! The functions of the language, read from the forms of its table.

use litterbox::script::language;
use litterbox::script::topics::TOPICS;

/// The kinds of values that programs work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Int,
    Bool,
    Text,
    Char,
    /// Mostly numbers.
    List,
    Texts,
    /// Mostly numbers, by key.
    Map,
    Range,
    /// A closure of a number, which returns one.
    Closure,
    /// Any of them.
    Any,
}

/// A value that a function takes.
#[derive(Clone, Debug)]
pub enum Param {
    Value(Of),
    /// A closure: what it gets and what it returns.
    Closure(Vec<Of>, Of),
    /// A closure that compares two values.
    Order,
}

/// A form of a function: `list.insert(index, value)`.
#[derive(Clone, Debug)]
pub struct Form {
    pub name: &'static str,
    pub receiver: Option<Of>,
    pub params: Vec<Param>,
    pub result: Option<Of>,
    /// Whether it is written without brackets.
    pub is_property: bool,
}

/// Returns what a word of a form stands for; `None` for values of games.
fn of(word: &str) -> Option<Of> {
    Some(match word {
        "number" | "index" | "n" | "start" | "from" | "to" | "step" => Of::Int,
        "bool" => Of::Bool,
        "text" | "part" | "other" | "key" => Of::Text,
        "character" => Of::Char,
        "list" => Of::List,
        "[text]" => Of::Texts,
        "map" => Of::Map,
        "range" => Of::Range,
        "item" | "a" | "b" | "result" | "first" => Of::Int,
        "value" => Of::Any,
        _ => return None,
    })
}

/// Splits values at commas that are not within `|…|`.
fn split(values: &str) -> Vec<&str> {
    let (mut parts, mut start, mut is_within) = (Vec::new(), 0, false);
    for (i, letter) in values.char_indices() {
        match letter {
            '|' => is_within = !is_within,
            ',' if !is_within => {
                parts.push(values[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(values[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn param(text: &str) -> Option<Param> {
    let Some(closure) = text.strip_prefix('|') else { return Some(Param::Value(of(text)?)) };
    let (params, result) = closure.split_once('|')?;
    if params == "a, b" && result.trim() != "value" {
        return Some(Param::Order);
    }
    let params = params.split(',').map(|word| match word.trim() {
        "value" => Some(Of::Int),
        word => of(word),
    });
    let result = match result.trim() {
        "value" => Of::Int,
        word => of(word)?,
    };
    Some(Param::Closure(params.collect::<Option<_>>()?, result))
}

fn form(name: &'static str, text: &str) -> Option<Form> {
    let (call, result) = text.split_once(" -> ").map_or((text, None), |(a, b)| (a, Some(b)));
    let (receiver, call) = match call.split_once(&format!(".{name}")) {
        Some((receiver, call)) => (Some(of(receiver)?), call),
        None => (None, call.strip_prefix(name)?),
    };
    let params = match call.strip_prefix('(').and_then(|call| call.strip_suffix(')')) {
        Some(params) => split(params).into_iter().map(param).collect::<Option<_>>()?,
        None if call.is_empty() && receiver.is_some() => Vec::new(),
        None => return None,
    };
    let is_property = call.is_empty();
    // Values of lists and maps are numbers as a rule.
    let result = result.map(|result| of(result).unwrap_or(Of::Any));
    let result = result.map(|result| if result == Of::Any { Of::Int } else { result });
    Some(Form { name, receiver, params, result, is_property })
}

/// Returns the forms of all functions that need no game.
pub fn forms() -> Vec<Form> {
    let is_word = |name: &str| name.starts_with(char::is_alphabetic);
    let topics = TOPICS.iter().filter(|topic| topic.group == language::GROUP);
    let of_topic = |topic: &'static litterbox::script::topics::Topic| {
        topic.forms.iter().filter_map(|(text, _)| form(topic.name, text))
    };
    topics.filter(|topic| is_word(topic.name)).flat_map(of_topic).collect()
}
