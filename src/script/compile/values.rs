//! Operations on values as Rhai does them; `None` where Rhai fails or the result is not the same
//! for certain.

use super::tree::{Builtin, Operator};
use crate::kernel::{Rules, Value};
use crate::script::meter::{MAX_LIST, MAX_TEXT};
use crate::script::values::{Kinds, Type};
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::sync::Arc;

/// Returns the string of a value that is a string for scripts.
pub fn text_of<'v>(rules: &'v Rules, value: &'v Value) -> Option<&'v Arc<str>> {
    match value {
        Value::Text(text) => Some(text),
        Value::Kind(kind) => Some(&rules.kind(*kind).id),
        _ => None,
    }
}

/// Returns whether two values are equal; values of different types are not.
pub fn equal(rules: &Rules, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Kind(a), Value::Kind(b)) => a == b,
        (Value::Text(_) | Value::Kind(_), Value::Text(_) | Value::Kind(_)) => {
            text_of(rules, a) == text_of(rules, b)
        }
        (a, b) if is_list(a) && is_list(b) => {
            let (n, m) = (length(a), length(b));
            n == m && (0..n).all(|i| equal(rules, &nth(a, i), &nth(b, i)))
        }
        (a, b) => a == b,
    }
}

const fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Players(_) | Value::Cards(_))
}

/// Returns the number of elements of a list.
fn length(list: &Value) -> usize {
    match list {
        Value::List(values) => values.len(),
        Value::Players(seats) => seats.len(),
        Value::Cards(cards) => cards.len(),
        _ => 0,
    }
}

fn nth(list: &Value, index: usize) -> Value {
    match list {
        Value::List(values) => values[index].clone(),
        Value::Players(seats) => Value::Player(seats[index]),
        Value::Cards(cards) => Value::Card(cards[index]),
        _ => Value::Unit,
    }
}

/// Returns an element of a list.
pub fn element(list: &Value, index: i64) -> Option<Value> {
    let index = usize::try_from(index).ok()?;
    match list {
        Value::List(values) => values.get(index).cloned(),
        Value::Players(seats) => seats.get(index).copied().map(Value::Player),
        Value::Cards(cards) => cards.get(index).copied().map(Value::Card),
        _ => None,
    }
}

/// Applies a binary operator.
#[inline]
pub fn binary(rules: &Rules, operator: Operator, a: &Value, b: &Value) -> Option<Value> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return integers(operator, *a, *b);
    }
    match operator {
        Operator::Equal => Some(Value::Bool(equal(rules, a, b))),
        Operator::NotEqual => Some(Value::Bool(!equal(rules, a, b))),
        Operator::Add => {
            let text: Arc<str> = [&**text_of(rules, a)?, &**text_of(rules, b)?].concat().into();
            (text.len() <= MAX_TEXT).then_some(Value::Text(text))
        }
        _ => {
            let ordering = text_of(rules, a)?.cmp(text_of(rules, b)?);
            compare(operator, ordering)
        }
    }
}

fn compare(operator: Operator, ordering: Ordering) -> Option<Value> {
    Some(Value::Bool(match operator {
        Operator::Less => ordering.is_lt(),
        Operator::LessOrEqual => ordering.is_le(),
        Operator::Greater => ordering.is_gt(),
        Operator::GreaterOrEqual => ordering.is_ge(),
        _ => return None,
    }))
}

#[inline]
fn integers(operator: Operator, a: i64, b: i64) -> Option<Value> {
    Some(match operator {
        Operator::Equal => Value::Bool(a == b),
        Operator::NotEqual => Value::Bool(a != b),
        Operator::Less => Value::Bool(a < b),
        Operator::LessOrEqual => Value::Bool(a <= b),
        Operator::Greater => Value::Bool(a > b),
        Operator::GreaterOrEqual => Value::Bool(a >= b),
        Operator::Add => Value::Int(a.checked_add(b)?),
        Operator::Subtract => Value::Int(a.checked_sub(b)?),
        Operator::Multiply => Value::Int(a.checked_mul(b)?),
        Operator::Divide => Value::Int(a.checked_div(b)?),
        Operator::Remainder => Value::Int(a.checked_rem(b)?),
    })
}

/// Applies a built-in function; the receiver is the first argument.
pub fn builtin(rules: &Rules, function: Builtin, args: &[Value]) -> Option<Value> {
    let index_of = |list: &Value, wanted: &Value| {
        let n = length(list);
        is_list(list).then(|| (0..n).position(|i| equal(rules, &nth(list, i), wanted)))
    };
    Some(match (function, args) {
        (Builtin::Len, [list]) if is_list(list) => Value::Int(length(list) as i64),
        (Builtin::Len, [text]) => Value::Int(text_of(rules, text)?.chars().count() as i64),
        (Builtin::IsEmpty, [list]) if is_list(list) => Value::Bool(length(list) == 0),
        (Builtin::IsEmpty, [text]) => Value::Bool(text_of(rules, text)?.is_empty()),
        (Builtin::Contains, [list, wanted]) => Value::Bool(index_of(list, wanted)?.is_some()),
        (Builtin::IndexOf, [list, wanted]) => {
            Value::Int(index_of(list, wanted)?.map_or(-1, |i| i as i64))
        }
        (Builtin::Pop, [list]) if is_list(list) => match length(list) {
            0 => Value::Unit,
            n => nth(list, n - 1),
        },
        (Builtin::Shift, [list]) if is_list(list) => match length(list) {
            0 => Value::Unit,
            _ => nth(list, 0),
        },
        (Builtin::Min, [Value::Int(a), Value::Int(b)]) => Value::Int(*a.min(b)),
        (Builtin::Max, [Value::Int(a), Value::Int(b)]) => Value::Int(*a.max(b)),
        (Builtin::ToText, [value]) => {
            let mut text = String::new();
            format(rules, value, &mut text)?;
            Value::Text(text.into())
        }
        _ => return None,
    })
}

/// Appends the text of a value to a string.
pub fn format(rules: &Rules, value: &Value, text: &mut String) -> Option<()> {
    match value {
        Value::Int(n) => write!(text, "{n}").ok()?,
        Value::Bool(b) => write!(text, "{b}").ok()?,
        value => text.push_str(text_of(rules, value)?),
    }
    (text.len() <= MAX_TEXT).then_some(())
}

/// Returns the elements of a list as a vector.
pub fn to_vec(list: &Value) -> Option<Vec<Value>> {
    match list {
        Value::List(values) => Some(values.to_vec()),
        Value::Players(seats) => Some(seats.iter().copied().map(Value::Player).collect()),
        Value::Cards(cards) => Some(cards.iter().copied().map(Value::Card).collect()),
        _ => None,
    }
}

/// Whether a value is certainly within the limits of Rhai.
#[inline]
pub fn is_small(rules: &Rules, value: &Value) -> bool {
    match value {
        Value::List(values) => is_small_list(rules, values),
        Value::Cards(cards) => cards.len() <= MAX_LIST,
        Value::Text(text) => text.len() <= MAX_TEXT,
        _ => true,
    }
}

#[inline(never)]
fn is_small_list(rules: &Rules, values: &[Value]) -> bool {
    fn sizes(rules: &Rules, values: &[Value]) -> (usize, usize) {
        let (mut n, mut n_bytes) = (values.len(), 0);
        for value in values {
            match value {
                Value::List(values) => {
                    let inner = sizes(rules, values);
                    n += inner.0;
                    n_bytes += inner.1;
                }
                Value::Players(seats) => n += seats.len(),
                Value::Cards(cards) => n += cards.len(),
                Value::Text(text) => n_bytes += text.len(),
                Value::Kind(kind) => n_bytes += rules.kind(*kind).id.len(),
                _ => {}
            }
        }
        (n, n_bytes)
    }
    let (n, n_bytes) = sizes(rules, values);
    n <= MAX_LIST && n_bytes <= MAX_TEXT
}

/// Makes an argument fit a type: a string becomes a kind where one is wanted. Returns whether it
/// fits.
#[inline]
pub fn accept(kinds: &Kinds, wanted: Type, value: &mut Value) -> bool {
    match (wanted, &*value) {
        (Type::Kind, Value::Text(text)) => match kinds.find(text) {
            Some(kind) => {
                *value = Value::Kind(kind);
                true
            }
            None => false,
        },
        (Type::List(Type::Kind), Value::List(_)) => {
            to_kinds(kinds, value);
            wanted.fits(value)
        }
        (Type::Any(types), Value::Text(text)) if types.contains(&Type::Kind) => {
            if let Some(kind) = kinds.find(text) {
                *value = Value::Kind(kind);
            }
            wanted.fits(value)
        }
        _ => wanted.fits(value),
    }
}

/// Turns the strings in a value that are ids of kinds into kinds.
pub fn to_kinds(kinds: &Kinds, value: &mut Value) {
    let has_text = |value: &Value| matches!(value, Value::Text(_) | Value::List(_));
    match value {
        Value::Text(text) => {
            if let Some(kind) = kinds.find(text) {
                *value = Value::Kind(kind);
            }
        }
        Value::List(values) if values.iter().any(has_text) => {
            let mut changed = values.to_vec();
            changed.iter_mut().for_each(|value| to_kinds(kinds, value));
            *value = Value::List(changed.into());
        }
        _ => {}
    }
}

/// Returns what a script announces as the kernel stores it: kinds where strings are ids of kinds,
/// lists of players and of cards as lists of values.
pub fn announced(kinds: &Kinds, mut value: Value) -> Value {
    fn spell_out(value: &mut Value) {
        match value {
            Value::Players(_) | Value::Cards(_) => {
                *value = Value::List(to_vec(value).unwrap_or_default().into());
            }
            Value::List(values) if values.iter().any(is_list) => {
                let mut changed = values.to_vec();
                changed.iter_mut().for_each(spell_out);
                *value = Value::List(changed.into());
            }
            _ => {}
        }
    }
    to_kinds(kinds, &mut value);
    spell_out(&mut value);
    value
}
