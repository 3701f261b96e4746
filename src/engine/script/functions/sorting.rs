//! The functions that sort lists; their rows are in `language`.

use super::closures::is_after;
use super::native::{Outcome, Runner, fault};
use super::parts::{items, to_list};
use crate::kernel::{Transient, Value};
use crate::script::values::{text_of, type_of};
use std::cmp::Ordering;

pub fn sort(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = ordered(runner, args, "sort", false)?;
    Ok(Value::Unit)
}

pub fn sort_desc(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = ordered(runner, args, "sort_desc", true)?;
    Ok(Value::Unit)
}

pub fn order(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    ordered(runner, args, "order", false)
}

pub fn order_desc(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    ordered(runner, args, "order_desc", true)
}

/// Returns the items of a list in their order.
fn ordered(runner: &dyn Runner, args: &[Value], name: &str, is_reversed: bool) -> Outcome {
    let mut items = items(&args[0]);
    check(runner, name, &items)?;
    items.sort_by(|a, b| {
        let order = compare(runner, a, b).unwrap_or(Ordering::Equal);
        if is_reversed { order.reverse() } else { order }
    });
    Ok(to_list(items))
}

/// Returns the order of two numbers, texts, characters or Booleans.
pub fn compare(runner: &dyn Runner, a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::Unit, Value::Unit) => Some(Ordering::Equal),
        (Value::Transient(Transient::Char(a)), Value::Transient(Transient::Char(b))) => {
            Some(a.cmp(b))
        }
        (a, b) => Some(text_of(runner.rules(), a)?.cmp(text_of(runner.rules(), b)?)),
    }
}

/// Checks that all items can be compared with the first.
fn check(runner: &dyn Runner, name: &str, items: &[Value]) -> Outcome<()> {
    let Some((first, others)) = items.split_first() else { return Ok(()) };
    let Some(other) = others.iter().find(|other| compare(runner, first, other).is_none()) else {
        return Ok(());
    };
    let (first, other) = (type_of(first), type_of(other));
    let these = if first == other { format!("{first}s") } else { format!("{first} and {other}") };
    let by = if name.starts_with("sort") { "sort_by" } else { "order_by" };
    let hint = format!(
        "only lists of numbers or of texts have an order; compare by a closure: \
         `list.{by}(|a, b| a.len - b.len)`"
    );
    fault("F0102", format!("`{name}` cannot compare {these}"), &hint)
}

pub fn sort_by(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = by_closure(runner, args, "sort")?;
    Ok(Value::Unit)
}

pub fn order_by(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    by_closure(runner, args, "order")
}

/// Sorts by a closure of two items: whether the first belongs before the second, or a number below
/// 0 if so. A closure without a consistent order leads to some order.
fn by_closure(runner: &mut dyn Runner, args: &[Value], name: &str) -> Outcome {
    let closure = &args[1];
    merge_sort(&items(&args[0]), |a, b| is_after(runner, name, [closure, a, b])).map(to_list)
}

/// Sorts a list by a function that says whether the first of two items belongs after the second.
fn merge_sort(
    list: &[Value],
    mut is_after: impl FnMut(&Value, &Value) -> Outcome<bool>,
) -> Outcome<Vec<Value>> {
    let mut items = list.to_vec();
    // Merges sorted runs of 1, 2, 4 … items.
    let mut size = 1;
    while size < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for runs in items.chunks(2 * size) {
            let (mut left, mut right) = runs.split_at(size.min(runs.len()));
            while let ([a, ..], [b, ..]) = (left, right) {
                let side = if is_after(a, b)? { &mut right } else { &mut left };
                merged.push(side[0].clone());
                *side = &side[1..];
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items = merged;
        size *= 2;
    }
    Ok(items)
}
