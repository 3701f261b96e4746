//! Functions of lists that call no closure.

use super::native::{Failure, Outcome, Runner};
use super::parts::{
    change_list, int, items, number, part, part_of, place, place_within, take_items, to_list,
    wanted,
};
use crate::kernel::Value;
use crate::script::values::{equal, length, nth};

pub fn push(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let value = std::mem::take(&mut args[1]);
    change_list(&mut args[0], |items| items.push(value));
    Ok(Value::Unit)
}

pub fn append(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let others = take_items(&mut args[1]);
    change_list(&mut args[0], |items| items.extend(others));
    Ok(Value::Unit)
}

pub fn insert(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let value = std::mem::take(&mut args[2]);
    let index = int(&args[1]);
    change_list(&mut args[0], |items| items.insert(place(items.len(), index), value));
    Ok(Value::Unit)
}

pub fn pop(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(change_list(&mut args[0], |items| items.pop().unwrap_or_default()))
}

pub fn shift(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let shift = |items: &mut Vec<Value>| {
        if items.is_empty() { Value::Unit } else { items.remove(0) }
    };
    Ok(change_list(&mut args[0], shift))
}

pub fn remove(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let index = int(&args[1]);
    Ok(change_list(&mut args[0], |items| {
        let found = place_within(items.len(), index);
        found.map_or(Value::Unit, |at| items.remove(at))
    }))
}

pub fn len(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(number(length(&args[0])))
}

pub fn is_empty(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(length(&args[0]) == 0))
}

/// Returns the index of the first item from a place on that is equal to a value.
fn find(runner: &dyn Runner, list: &Value, wanted: &Value, start: i64) -> Option<usize> {
    let n = length(list);
    (place(n, start)..n).find(|i| equal(runner.rules(), &nth(list, *i), wanted))
}

pub fn contains(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(find(runner, &args[0], &args[1], 0).is_some()))
}

pub fn index_of(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let start = args.get(2).map_or(0, int);
    let found = find(runner, &args[0], &args[1], start);
    Ok(found.map_or(Value::Int(-1), number))
}

pub fn reverse(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    change_list(&mut args[0], |items| items.reverse());
    Ok(Value::Unit)
}

pub fn dedup(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let rules = runner.rules();
    change_list(&mut args[0], |items| items.dedup_by(|b, a| equal(rules, a, b)));
    Ok(Value::Unit)
}

pub fn extract(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (start, n) = part_in(&args[0], &args[1..]);
    let items = take_items(&mut args[0]);
    Ok(to_list(items[start..start + n].to_vec()))
}

/// Returns the part of a list that arguments stand for: its first item and the number of items.
fn part_in(list: &Value, args: &[Value]) -> (usize, usize) {
    let (start, n) = wanted(args, part_of);
    part(length(list), start, n)
}

pub fn drain(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (start, n) = part_in(&args[0], &args[1..]);
    Ok(change_list(&mut args[0], |items| to_list(items.drain(start..start + n).collect())))
}

pub fn retain(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (start, n) = part_in(&args[0], &args[1..]);
    Ok(change_list(&mut args[0], |items| {
        // Without items to keep, the list stays what it is.
        if n == 0 {
            return to_list(Vec::new());
        }
        let mut others: Vec<Value> = items.drain(..start).collect();
        others.extend(items.drain(n..));
        to_list(others)
    }))
}

pub fn splice(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let Some((others, range)) = args[1..].split_last() else { return Ok(Value::Unit) };
    let (start, n) = part_in(&args[0], range);
    let others = items(others);
    change_list(&mut args[0], |items| drop(items.splice(start..start + n, others)));
    Ok(Value::Unit)
}

pub fn split(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let start = place(length(&args[0]), int(&args[1]));
    Ok(change_list(&mut args[0], |items| to_list(items.split_off(start))))
}

pub fn truncate(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = usize::try_from(int(&args[1])).unwrap_or(0);
    change_list(&mut args[0], |items| items.truncate(n));
    Ok(Value::Unit)
}

pub fn chop(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = usize::try_from(int(&args[1])).unwrap_or(0);
    change_list(&mut args[0], |items| drop(items.drain(..items.len().saturating_sub(n))));
    Ok(Value::Unit)
}

pub fn pad(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = usize::try_from(int(&args[1])).unwrap_or(0);
    if n > runner.limits().list.max(length(&args[0])) {
        return Err(Failure::TooLarge);
    }
    let value = std::mem::take(&mut args[2]);
    change_list(&mut args[0], |items| items.resize(n.max(items.len()), value));
    Ok(Value::Unit)
}

pub fn clear(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = to_list(Vec::new());
    Ok(Value::Unit)
}
