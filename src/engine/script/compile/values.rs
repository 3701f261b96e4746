//! Operations on values as Rhai does them; `None` where Rhai fails or the result is not the same
//! for certain.

use super::tree::{Builtin, ListChange, Operator};
use crate::kernel::effect::EffectContext;
use crate::kernel::{Rules, Transient, Value};
use crate::script::meter::{MAX_LIST, MAX_TEXT};
use crate::script::show::append;
use crate::script::values::{Kinds, Type};
pub(in crate::script) use crate::script::values::{equal, is_list, length, nth, text_of, to_vec};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Empties a list of values, of which most own no memory.
#[inline]
pub fn clear(values: &mut Vec<Value>) {
    while let Some(value) = values.pop() {
        if value.owns_memory() {
            drop(value);
        } else {
            std::mem::forget(value);
        }
    }
}

/// Returns the position of an index in a list of this length; a negative one counts from the end.
pub fn position(index: i64, n: usize) -> Option<usize> {
    let n = i64::try_from(n).ok()?;
    let index = if index < 0 { index.checked_add(n)? } else { index };
    usize::try_from(index).ok().filter(|_| index < n)
}

/// Returns an element of a list; a negative index counts from the end.
pub fn element(list: &Value, index: i64) -> Option<Value> {
    let index = position(index, length(list))?;
    match list {
        Value::List(values) => values.get(index).cloned(),
        Value::Players(seats) => seats.get(index).copied().map(Value::Player),
        Value::Cards(cards) => cards.get(index).copied().map(Value::Card),
        _ => None,
    }
}

/// Applies a binary operator.
#[inline]
pub fn binary(context: &EffectContext, operator: Operator, a: &Value, b: &Value) -> Option<Value> {
    let rules = &context.rules;
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return integers(operator, *a, *b);
    }
    match operator {
        Operator::Equal => Some(Value::Bool(equal(rules, a, b))),
        Operator::NotEqual => Some(Value::Bool(!equal(rules, a, b))),
        Operator::Add if is_list(a) && is_list(b) => {
            let mut values = to_vec(a)?;
            values.extend(to_vec(b)?);
            small_list(rules, values)
        }
        Operator::Add if text_of(rules, a).or_else(|| text_of(rules, b)).is_some() => {
            let mut text = String::new();
            for value in [a, b] {
                format(context, value, &mut text)?;
            }
            Some(Value::Text(text.into()))
        }
        _ => {
            let ordering = text_of(rules, a)?.cmp(text_of(rules, b)?);
            compare(operator, ordering)
        }
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

/// Returns the map of a value that can change in place.
pub fn map_mut(map: &mut Value) -> Option<&mut BTreeMap<Arc<str>, Value>> {
    match map {
        Value::Transient(Transient::Map(map)) => Some(Arc::make_mut(map)),
        _ => None,
    }
}

fn small_list(rules: &Rules, values: Vec<Value>) -> Option<Value> {
    Some(Value::List(values.into())).filter(|list| is_small(rules, list))
}

/// Returns what `a op= b` makes of `a`.
pub fn updated(context: &EffectContext, operator: Operator, a: &Value, b: &Value) -> Option<Value> {
    if operator == Operator::Add && is_list(a) && !is_list(b) {
        let mut values = to_vec(a)?;
        values.push(b.clone());
        return small_list(&context.rules, values);
    }
    binary(context, operator, a, b)
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

/// Applies a binary operator to integers.
#[inline]
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
    })
}

/// Changes a list within lists; `indices` are its positions. Returns the outermost list and what
/// the change returns.
pub fn changed(
    list: &Value,
    indices: &[i64],
    change: impl FnOnce(&mut Vec<Value>) -> Option<Value>,
) -> Option<(Value, Value)> {
    let mut values = to_vec(list)?;
    let result = match indices.split_first() {
        None => change(&mut values)?,
        Some((index, rest)) => {
            let i = position(*index, values.len())?;
            let (inner, result) = changed(&values[i], rest, change)?;
            values[i] = inner;
            result
        }
    };
    Some((Value::List(values.into()), result))
}

/// Applies a list function that changes the list. Returns what it returns.
pub fn change(
    rules: &Rules,
    change: ListChange,
    values: &mut Vec<Value>,
    args: &[Value],
) -> Option<Value> {
    match (change, args) {
        (ListChange::Push, [value]) => values.push(value.clone()),
        (ListChange::Pop, []) => return Some(values.pop().unwrap_or_default()),
        (ListChange::Shift, []) if values.is_empty() => {}
        (ListChange::Shift, []) => return Some(values.remove(0)),
        (ListChange::Remove, [Value::Int(index)]) => {
            let found = position(*index, values.len());
            return Some(found.map_or(Value::Unit, |i| values.remove(i)));
        }
        (ListChange::Insert, [Value::Int(index), value]) => {
            // An index before the first element is the first, one after the last is the end.
            let first = if *index < 0 { 0 } else { values.len() };
            let i = position(*index, values.len()).unwrap_or(first);
            values.insert(i, value.clone());
        }
        (ListChange::Append, [list]) => values.extend(to_vec(list)?),
        (ListChange::Reverse, []) => values.reverse(),
        (ListChange::Truncate, [Value::Int(n)]) => {
            values.truncate(usize::try_from(*n).unwrap_or_default());
        }
        (ListChange::Clear, []) => values.clear(),
        (ListChange::Sort, []) if values.iter().all(|value| matches!(value, Value::Int(_))) => {
            values.sort_by_key(|value| if let Value::Int(n) = value { *n } else { 0 });
        }
        (ListChange::Sort, []) if values.iter().all(|value| text_of(rules, value).is_some()) => {
            values.sort_by(|a, b| text_of(rules, a).cmp(&text_of(rules, b)));
        }
        _ => return None,
    }
    Some(Value::Unit)
}

/// Applies a built-in function; the receiver is the first argument.
pub fn builtin(context: &EffectContext, function: Builtin, args: &[Value]) -> Option<Value> {
    let rules = &context.rules;
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
        (Builtin::Abs, [Value::Int(n)]) => Value::Int(n.checked_abs()?),
        (Builtin::StartsWith, [text, part]) => {
            Value::Bool(text_of(rules, text)?.starts_with(&**text_of(rules, part)?))
        }
        (Builtin::EndsWith, [text, part]) => {
            Value::Bool(text_of(rules, text)?.ends_with(&**text_of(rules, part)?))
        }
        (Builtin::ToText, [value]) => {
            let mut text = String::new();
            format(context, value, &mut text)?;
            Value::Text(text.into())
        }
        _ => return None,
    })
}

/// Appends the text of a value to a string.
pub fn format(context: &EffectContext, value: &Value, text: &mut String) -> Option<()> {
    match text_of(&context.rules, value) {
        Some(said) => text.push_str(said),
        None => append(context, value, false, text)?,
    }
    (text.len() <= MAX_TEXT).then_some(())
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
