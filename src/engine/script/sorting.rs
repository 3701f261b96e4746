//! The functions that sort lists.

use super::fault::type_words;
use super::functions::merge_sort;
use super::script_error::script_error;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};
use std::cmp::Ordering;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Registers the functions in place of Rhai's, which panic where the order is not consistent, hide
/// errors, and report what cannot be compared as a function that is missing.
pub fn register(engine: &mut Engine) {
    for name in ["sort", "sort_by"] {
        engine.register_fn(name, move |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            *list = by_closure(&ctx, name, list, &f)?;
            Ok::<_, Box<EvalAltResult>>(())
        });
    }
    for name in ["order", "order_by"] {
        engine.register_fn(name, move |ctx: NativeCallContext, list: &mut Array, f: FnPtr| {
            by_closure(&ctx, name, list, &f)
        });
    }
    for (name, other, is_reversed) in [("sort", "order", false), ("sort_desc", "order_desc", true)]
    {
        engine.register_fn(name, move |list: &mut Array| {
            *list = sorted(name, list, is_reversed)?;
            Ok::<_, Box<EvalAltResult>>(())
        });
        engine.register_fn(other, move |list: &mut Array| sorted(other, list, is_reversed));
    }
}

/// Sorts numbers, texts, characters or Booleans.
fn sorted(name: &str, list: &Array, is_reversed: bool) -> Result<Array> {
    let order = |a: &Dynamic, b: &Dynamic| -> Option<Ordering> {
        if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
            return Some(a.cmp(&b));
        }
        if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
            return Some(a.cmp(&b));
        }
        if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
            return Some(a.cmp(&b));
        }
        if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
            return Some(a.cmp(&b));
        }
        (a.is_unit() && b.is_unit()).then_some(Ordering::Equal)
    };
    let Some((first, others)) = list.split_first() else { return Ok(Array::new()) };
    let Some(other) = others.iter().find(|other| order(first, other).is_none()) else {
        let mut sorted = list.clone();
        sorted.sort_by(|a, b| {
            let order = order(a, b).unwrap_or(Ordering::Equal);
            if is_reversed { order.reverse() } else { order }
        });
        return Ok(sorted);
    };
    let (first, other) = (type_words(first), type_words(other));
    let these = if first == other { format!("{first}s") } else { format!("{first} and {other}") };
    let by = if name.starts_with("sort") { "sort_by" } else { "order_by" };
    let hint = format!(
        "only lists of numbers or of texts have an order; compare by a closure: \
         `list.{by}(|a, b| a.len - b.len)`"
    );
    let message = format!("`{name}` cannot compare {these}");
    Err(script_error("F0102", message, hint).into())
}

/// Sorts a list by a function of two items: whether the first belongs before the second, or a
/// number, below 0 if so. A function without a consistent order leads to some order, and what it
/// throws ends the run.
fn by_closure(ctx: &NativeCallContext<'_>, name: &str, list: &Array, f: &FnPtr) -> Result<Array> {
    let is_after = |a: &Dynamic, b: &Dynamic| -> Result<bool> {
        let answer = f.call_within_context::<Dynamic>(ctx, (a.clone(), b.clone()))?;
        let is_first = answer.as_bool().map(|is_first| !is_first);
        answer.as_int().map(|order| order > 0).or(is_first).map_err(|_| {
            let hint = "compare the two items: `a.len < b.len`, or `a.len - b.len`";
            let message = format!("the function of `{name}` returns {}", type_words(&answer));
            script_error("F0204", message, hint).into()
        })
    };
    merge_sort(list, is_after)
}
