//! Operations on values as Rhai does them; `None` where they are not defined.

use super::builtins::Operator;
use crate::kernel::{IntRange, Rules, Transient, Value};
use crate::script::functions::{ValueLimits, place_within};
use crate::script::values::{Kinds, Type, nth};
pub(in crate::script) use crate::script::values::{equal, is_list, length, text_of, to_vec};
use std::sync::Arc;

/// Drops a value. Most own no memory, which costs no call here.
#[inline(always)]
pub fn discard(value: Value) {
    if value.owns_memory() {
        drop(value);
    } else {
        std::mem::forget(value);
    }
}

/// Shortens a list to this many values.
#[inline]
pub fn truncate(values: &mut Vec<Value>, n: usize) {
    while values.len() > n {
        values.pop().into_iter().for_each(discard);
    }
}

/// Returns the Boolean that a value is, or else the value.
#[inline(always)]
pub fn truth(value: Value) -> Result<bool, Value> {
    match value {
        Value::Bool(is) => {
            std::mem::forget(value);
            Ok(is)
        }
        other => Err(other),
    }
}

/// Returns an element of a list; a negative index counts from the end.
pub fn element(list: &Value, index: i64) -> Option<Value> {
    Some(nth(list, place_within(length(list), index)?))
}

/// Returns a list of the elements of another one at these positions.
pub fn elements(list: &Value, positions: &[usize]) -> Value {
    let positions = positions.iter().copied();
    match list {
        Value::Players(seats) => Value::Players(positions.map(|i| seats[i]).collect()),
        Value::Cards(cards) => Value::Cards(positions.map(|i| cards[i]).collect()),
        Value::List(values) => {
            Value::List(positions.map(|i| values[i].clone()).collect::<Vec<_>>().into())
        }
        _ => Value::Unit,
    }
}

/// Makes a list one of values that can change in place.
pub fn list_mut(list: &mut Value) -> Option<&mut Vec<Value>> {
    if !matches!(list, Value::List(_)) {
        *list = Value::List(to_vec(list)?.into());
    }
    match list {
        Value::List(values) => Some(Arc::make_mut(values)),
        _ => None,
    }
}

/// Applies a binary operator to integers.
#[inline(always)]
pub fn integers(operator: Operator, a: i64, b: i64) -> Option<Value> {
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
        Operator::Power => Value::Int(a.checked_pow(u32::try_from(b).ok()?)?),
        Operator::And => Value::Int(a & b),
        Operator::Or => Value::Int(a | b),
        Operator::ExclusiveOr => Value::Int(a ^ b),
        Operator::ShiftLeft => Value::Int(shifted(a, b)),
        Operator::ShiftRight => Value::Int(shifted(a, b.checked_neg().unwrap_or(i64::MAX))),
    })
}

/// Returns the result of shifting to the left; a negative number of bits goes to the right.
fn shifted(n: i64, bits: i64) -> i64 {
    if bits >= 64 {
        0
    } else if bits >= 0 {
        n << bits
    } else {
        n >> bits.unsigned_abs().min(63)
    }
}

/// Returns the characters of a text as a list.
pub fn letters(rules: &Rules, text: &Value) -> Value {
    let letters = text_of(rules, text).into_iter().flat_map(|text| text.chars());
    let letters = letters.map(|letter| Value::Transient(Transient::Char(letter)));
    Value::List(letters.collect::<Vec<_>>().into())
}

/// Returns the first number after a range.
pub const fn end(range: &IntRange) -> i64 {
    if range.is_inclusive { range.end.saturating_add(1) } else { range.end }
}

/// Returns the key of a map that a value is.
pub fn key(rules: &Rules, value: &Value) -> Option<Arc<str>> {
    text_of(rules, value).cloned()
}

/// The numbers of elements, of entries of maps and of bytes in a value.
#[derive(Default)]
struct Sizes {
    n_elements: usize,
    n_entries: usize,
    n_bytes: usize,
}

/// Returns what is too large in a value: `a list`.
#[inline]
pub fn excess(rules: &Rules, limits: &ValueLimits, value: &Value) -> Option<&'static str> {
    match value {
        Value::Cards(cards) => (cards.len() > limits.list).then_some("a list"),
        Value::Text(text) => (text.len() > limits.text).then_some("a text"),
        Value::List(_) | Value::Transient(Transient::Map(_)) => excess_within(rules, limits, value),
        _ => None,
    }
}

#[inline(never)]
fn excess_within(rules: &Rules, limits: &ValueLimits, value: &Value) -> Option<&'static str> {
    let mut sizes = Sizes::default();
    measure(rules, value, &mut sizes);
    if sizes.n_elements > limits.list {
        Some("a list")
    } else if sizes.n_entries > limits.map {
        Some("a map")
    } else {
        (sizes.n_bytes > limits.text).then_some("a text")
    }
}

fn measure(rules: &Rules, value: &Value, sizes: &mut Sizes) {
    match value {
        Value::List(values) => {
            sizes.n_elements += values.len();
            values.iter().for_each(|value| measure(rules, value, sizes));
        }
        Value::Transient(Transient::Map(map)) => {
            sizes.n_entries += map.len();
            map.values().for_each(|value| measure(rules, value, sizes));
        }
        Value::Players(seats) => sizes.n_elements += seats.len(),
        Value::Cards(cards) => sizes.n_elements += cards.len(),
        Value::Text(text) => sizes.n_bytes += text.len(),
        Value::Kind(kind) => sizes.n_bytes += rules.kind(*kind).id.len(),
        _ => {}
    }
}

/// Whether Rhai has one type for a value and for this type: then no other function is meant.
pub fn is_of(wanted: Type, value: &Value) -> bool {
    match (wanted, value) {
        (Type::Datum, _) | (Type::Kind | Type::Name(_), Value::Text(_) | Value::Kind(_)) => true,
        (Type::List(_), list) => is_list(list),
        (Type::Any(types), value) => types.iter().any(|of| is_of(*of, value)),
        (wanted, value) => wanted.fits(value),
    }
}

/// Makes an argument fit a type: a string becomes a kind where one is wanted. Returns whether it
/// fits.
#[inline]
pub fn accept(kinds: &Kinds, wanted: Type, value: &mut Value) -> bool {
    let may_be_kind = match (wanted, &*value) {
        (Type::Kind, Value::Text(_)) | (Type::List(Type::Kind), Value::List(_)) => true,
        (Type::Any(types), Value::Text(_)) => types.contains(&Type::Kind),
        _ => false,
    };
    if may_be_kind {
        to_kinds(kinds, value);
    }
    wanted.fits(value)
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
            Arc::make_mut(values).iter_mut().for_each(|value| to_kinds(kinds, value));
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
                Arc::make_mut(values).iter_mut().for_each(spell_out);
            }
            _ => {}
        }
    }
    to_kinds(kinds, &mut value);
    spell_out(&mut value);
    value
}
