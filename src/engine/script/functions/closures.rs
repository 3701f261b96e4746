//! Functions of lists, maps and piles that call a closure. The list is taken before the first
//! call, so a closure may read and change it.

use super::native::{Entries, Outcome, Runner, fault};
use super::parts::{
    change_list, change_map, entries, int, items, number, place, to_list, to_map, to_text,
};
use crate::kernel::{Transient, Value};
use crate::script::values::type_of;
use smallvec::SmallVec;
use std::sync::Arc;

/// Calls a closure with the first of these values, as many as it takes: one of `counts`, of which
/// the first is what it should take.
pub fn call(runner: &mut dyn Runner, closure: &Value, args: &[Value], counts: &[usize]) -> Outcome {
    let Value::Transient(Transient::Closure(function)) = closure else {
        return fault("F0102", format!("a {} cannot be called", type_of(closure)), CLOSURE);
    };
    let n = usize::from(function.n_params);
    if counts.contains(&n) {
        return runner.call(closure, &args[..n]);
    }
    let given: SmallVec<[_; 3]> = args[..counts[0]].iter().map(type_of).collect();
    let message = format!("a closure cannot be called with ({})", given.join(", "));
    fault("F0102", message, "it takes another number of values: `|a, b| …` takes two")
}

const CLOSURE: &str = "write a closure: `|item| item.len`";

/// Whether a closure is true for an item. Other values than Booleans are not.
fn is_true(runner: &mut dyn Runner, closure: &Value, item: &Value, i: usize) -> Outcome<bool> {
    let answer = call(runner, closure, &[item.clone(), number(i)], &[1, 2, 0])?;
    Ok(answer == Value::Bool(true))
}

/// Returns the first item from a place on for which a closure is true, with its index.
fn first(runner: &mut dyn Runner, args: &[Value], is: bool) -> Outcome<Option<(usize, Value)>> {
    let items = items(&args[0]);
    let start = place(items.len(), args.get(2).map_or(0, int));
    for (i, item) in items.into_iter().enumerate().skip(start) {
        if is_true(runner, &args[1], &item, i)? == is {
            return Ok(Some((i, item)));
        }
    }
    Ok(None)
}

pub fn filter(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (kept, _) = divide(runner, args)?;
    Ok(match &args[0] {
        Value::Cards(_) => Value::Cards(kept.iter().filter_map(card).collect()),
        _ => to_list(kept),
    })
}

const fn card(value: &Value) -> Option<crate::kernel::CardId> {
    if let Value::Card(card) = value { Some(*card) } else { None }
}

pub fn map(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let mut results = Vec::new();
    for (i, item) in items(&args[0]).into_iter().enumerate() {
        results.push(call(runner, &args[1], &[item, number(i)], &[1, 2, 0])?);
    }
    Ok(to_list(results))
}

pub fn some(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(first(runner, args, true)?.is_some()))
}

pub fn all(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(first(runner, args, false)?.is_none()))
}

pub fn find(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(first(runner, args, true)?.map_or(Value::Unit, |(_, item)| item))
}

pub fn index_of(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(first(runner, args, true)?.map_or(Value::Int(-1), |(i, _)| number(i)))
}

pub fn find_map(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let items = items(&args[0]);
    let start = place(items.len(), args.get(2).map_or(0, int));
    for (i, item) in items.into_iter().enumerate().skip(start) {
        let found = call(runner, &args[1], &[item, number(i)], &[1, 2, 0])?;
        if found != Value::Unit {
            return Ok(found);
        }
    }
    Ok(Value::Unit)
}

pub fn reduce(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    fold(runner, args, false)
}

pub fn reduce_rev(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    fold(runner, args, true)
}

fn fold(runner: &mut dyn Runner, args: &mut [Value], is_reversed: bool) -> Outcome {
    let items = items(&args[0]);
    let n = items.len();
    let mut result = args.get_mut(2).map(std::mem::take).unwrap_or_default();
    for i in 0..n {
        let i = if is_reversed { n - 1 - i } else { i };
        result = call(runner, &args[1], &[result, items[i].clone(), number(i)], &[2, 3, 1])?;
    }
    Ok(result)
}

pub fn zip(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let pairs = items(&args[0]).into_iter().zip(items(&args[1]));
    let mut results = Vec::new();
    for (i, (a, b)) in pairs.enumerate() {
        results.push(call(runner, &args[2], &[a, b, number(i)], &[2, 3])?);
    }
    Ok(to_list(results))
}

/// Divides the items of a list in those for which a closure is true and the others.
fn divide(runner: &mut dyn Runner, args: &[Value]) -> Outcome<(Vec<Value>, Vec<Value>)> {
    let (mut chosen, mut others) = (Vec::new(), Vec::new());
    for (i, item) in items(&args[0]).into_iter().enumerate() {
        let side = if is_true(runner, &args[1], &item, i)? { &mut chosen } else { &mut others };
        side.push(item);
    }
    Ok((chosen, others))
}

pub fn drain(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (chosen, others) = divide(runner, args)?;
    args[0] = to_list(others);
    Ok(to_list(chosen))
}

pub fn retain(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (chosen, others) = divide(runner, args)?;
    args[0] = to_list(chosen);
    Ok(to_list(others))
}

pub fn dedup(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let mut kept: Vec<Value> = Vec::new();
    for item in items(&args[0]) {
        if let Some(last) = kept.last() {
            let pair = [last.clone(), item.clone()];
            if call(runner, &args[1], &pair, &[2])? == Value::Bool(true) {
                continue;
            }
        }
        kept.push(item);
    }
    change_list(&mut args[0], |items| *items = kept);
    Ok(Value::Unit)
}

/// Calls a closure with an entry of a map.
fn entry(runner: &mut dyn Runner, closure: &Value, (key, value): (&Arc<str>, &Value)) -> Outcome {
    call(runner, closure, &[to_text(key), value.clone()], &[2, 1])
}

pub fn map_entries(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let mut results = Entries::new();
    for (key, value) in &*entries(&args[0]) {
        results.insert(key.clone(), entry(runner, &args[1], (key, value))?);
    }
    Ok(to_map(results))
}

/// Divides the entries of a map in those for which a closure is true and the others.
fn divide_entries(runner: &mut dyn Runner, args: &[Value]) -> Outcome<(Entries, Entries)> {
    let (mut chosen, mut others) = (Entries::new(), Entries::new());
    for (key, value) in &*entries(&args[0]) {
        let is_chosen = entry(runner, &args[1], (key, value))? == Value::Bool(true);
        let side = if is_chosen { &mut chosen } else { &mut others };
        side.insert(key.clone(), value.clone());
    }
    Ok((chosen, others))
}

pub fn filter_entries(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_map(divide_entries(runner, args)?.0))
}

pub fn drain_entries(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (chosen, others) = divide_entries(runner, args)?;
    change_map(&mut args[0], |entries| *entries = others);
    Ok(to_map(chosen))
}

pub fn retain_entries(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (chosen, others) = divide_entries(runner, args)?;
    change_map(&mut args[0], |entries| *entries = chosen);
    Ok(to_map(others))
}

/// Whether a closure is true for a card of a pile.
fn is_card(runner: &mut dyn Runner, closure: &Value, card: &Value) -> Outcome<bool> {
    match call(runner, closure, std::slice::from_ref(card), &[1])? {
        Value::Bool(is) => Ok(is),
        other => {
            let message = format!("expected bool, found {}", type_of(&other));
            let hint = "a condition is `true` or `false`: compare the value, as in `value != ()`";
            fault("F0102", message, hint)
        }
    }
}

pub fn filter_pile(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let mut kept = Vec::new();
    for card in items(&runner.cards(&args[0])?) {
        if is_card(runner, &args[1], &card)? {
            kept.push(card);
        }
    }
    Ok(Value::Cards(kept.iter().filter_map(card).collect()))
}

pub fn some_pile(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    for card in items(&runner.cards(&args[0])?) {
        if is_card(runner, &args[1], &card)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

/// Returns an order as a closure of `sort` gives it: whether the first item belongs after the
/// second.
pub fn is_after(runner: &mut dyn Runner, name: &str, args: [&Value; 3]) -> Outcome<bool> {
    let [closure, a, b] = args;
    match call(runner, closure, &[a.clone(), b.clone()], &[2])? {
        Value::Int(order) => Ok(order > 0),
        Value::Bool(is_first) => Ok(!is_first),
        other => {
            let message = format!("the function of `{name}` returns {}", type_of(&other));
            fault("F0204", message, "compare the two items: `a.len < b.len`, or `a.len - b.len`")
        }
    }
}
