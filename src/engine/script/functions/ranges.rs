//! Functions of ranges; their rows are in `language`.

use super::native::{Failure, Outcome, Runner, fault};
use super::numbers::NUMBERS;
use super::parts::{int, to_list};
use crate::kernel::{IntRange, Transient, Value};

/// Returns the bounds of a range; the types of the values are those of the function.
fn bounds(value: &Value) -> IntRange {
    match value {
        Value::Transient(Transient::Range(range)) => **range,
        _ => IntRange { start: 0, end: 0, is_inclusive: false },
    }
}

pub fn range(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let range = IntRange { start: int(&args[0]), end: int(&args[1]), is_inclusive: false };
    Ok(Value::Transient(Transient::Range(range.into())))
}

/// Returns numbers in steps as a list.
pub fn steps(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let ((start, end), step) = match &*args {
        [range, step] => {
            let range = bounds(range);
            ((range.start, range.end), int(step))
        }
        [start, end, step] => ((int(start), int(end)), int(step)),
        _ => ((0, 0), 1),
    };
    if step == 0 {
        return fault("F0005", "step value cannot be zero".to_owned(), NUMBERS);
    }
    let mut numbers = Vec::new();
    let mut next = Some(start);
    while let Some(n) = next.filter(|n| if step > 0 { *n < end } else { *n > end }) {
        if numbers.len() == runner.limits().list {
            return Err(Failure::TooLarge);
        }
        numbers.push(Value::Int(n));
        next = n.checked_add(step);
    }
    Ok(to_list(numbers))
}

pub fn start(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Int(bounds(&args[0]).start))
}

pub fn end(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Int(bounds(&args[0]).end))
}

/// Whether a range contains a number.
fn has(range: IntRange, n: i64) -> bool {
    range.start <= n && (n < range.end || range.is_inclusive && n == range.end)
}

pub fn contains(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(has(bounds(&args[0]), int(&args[1]))))
}

pub fn is_empty(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let range = bounds(&args[0]);
    Ok(Value::Bool(!has(range, range.start)))
}
