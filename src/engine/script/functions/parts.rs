//! The parts of values, as the functions of the language take them.

use super::native::{Entries, Runner};
use crate::kernel::{IntRange, Transient, Value};
use crate::script::values::{text_of, to_vec};
use std::sync::Arc;

/// Returns an integer; the types of the values are those of the function.
pub fn int(value: &Value) -> i64 {
    if let Value::Int(n) = value { *n } else { 0 }
}

pub const fn number(n: usize) -> Value {
    Value::Int(n as i64)
}

/// Returns a text, a kind as its id.
pub fn text(runner: &dyn Runner, value: &Value) -> Arc<str> {
    text_of(runner.rules(), value).cloned().unwrap_or_default()
}

/// Returns the text of a text, a kind or a character.
pub fn text_or_char(runner: &dyn Runner, value: &Value) -> Arc<str> {
    match value {
        Value::Transient(Transient::Char(letter)) => (*letter.encode_utf8(&mut [0; 4])).into(),
        value => text(runner, value),
    }
}

pub fn to_text(text: impl AsRef<str>) -> Value {
    Value::Text(text.as_ref().into())
}

pub const fn to_char(letter: char) -> Value {
    Value::Transient(Transient::Char(letter))
}

pub fn to_list(items: Vec<Value>) -> Value {
    Value::List(items.into())
}

pub fn to_map(entries: Entries) -> Value {
    Value::Transient(Transient::Map(entries.into()))
}

/// Returns the items of a list.
pub fn items(list: &Value) -> Vec<Value> {
    to_vec(list).unwrap_or_default()
}

/// Takes the items of a list, without a copy where nothing else holds them.
pub fn take_items(list: &mut Value) -> Vec<Value> {
    match std::mem::take(list) {
        Value::List(items) => Arc::try_unwrap(items).unwrap_or_else(|shared| shared.to_vec()),
        list => items(&list),
    }
}

/// Changes the items of a list in place.
pub fn change_list<T>(list: &mut Value, change: impl FnOnce(&mut Vec<Value>) -> T) -> T {
    let mut items = take_items(list);
    let result = change(&mut items);
    *list = to_list(items);
    result
}

/// Returns the entries of a map.
pub fn entries(map: &Value) -> Arc<Entries> {
    match map {
        Value::Transient(Transient::Map(entries)) => entries.clone(),
        _ => Arc::default(),
    }
}

/// Changes the entries of a map in place.
pub fn change_map<T>(map: &mut Value, change: impl FnOnce(&mut Entries) -> T) -> T {
    let mut entries = match std::mem::take(map) {
        Value::Transient(Transient::Map(entries)) => entries,
        _ => Arc::default(),
    };
    let result = change(Arc::make_mut(&mut entries));
    *map = Value::Transient(Transient::Map(entries));
    result
}

/// Returns the start of a part and its length, within a value of `n` entries. A negative start
/// counts from the end; one before the first entry is the first.
pub fn part(n: usize, start: i64, n_wanted: i64) -> (usize, usize) {
    let start = place(n, start);
    (start, usize::try_from(n_wanted).unwrap_or(0).min(n - start))
}

/// Returns the place of an index in a value of `n` entries, at most its end. A negative index
/// counts from the end; one before the first entry is the first.
pub fn place(n: usize, index: i64) -> usize {
    let distance = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
    if index < 0 { n.saturating_sub(distance) } else { distance.min(n) }
}

/// Returns the place of an index that must be within a value of `n` entries. A negative index
/// counts from the end.
pub fn place_within(n: usize, index: i64) -> Option<usize> {
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    if index < 0 { n.checked_sub(distance) } else { Some(distance).filter(|place| *place < n) }
}

/// Returns the start and the length that a range of indexes stands for. Before 0 there is nothing,
/// and an inclusive range has at least one index.
pub fn part_of(range: &Value) -> (i64, i64) {
    let Value::Transient(Transient::Range(range)) = range else { return (0, 0) };
    let IntRange { start, end, is_inclusive } = **range;
    let start = start.max(0);
    let end = end.max(start).min(i64::MAX - 1);
    (start, end - start + i64::from(is_inclusive))
}

/// Returns the start and the length that arguments stand for: a start, with a length, or a range,
/// which `of_range` reads.
pub fn wanted(args: &[Value], of_range: fn(&Value) -> (i64, i64)) -> (i64, i64) {
    match args {
        [] => (0, i64::MAX),
        [Value::Int(start)] => (*start, i64::MAX),
        [Value::Int(start), n_wanted, ..] => (*start, int(n_wanted)),
        [range, ..] => of_range(range),
    }
}

/// As [`part_of`], for characters and bits one by one: an inclusive range may be empty.
pub fn steps_of(range: &Value) -> (i64, i64) {
    match range {
        Value::Transient(Transient::Range(bounds)) if bounds.end < bounds.start.max(0) => {
            (bounds.start.max(0), 0)
        }
        range => part_of(range),
    }
}
