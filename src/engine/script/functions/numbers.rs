//! Functions of numbers; their rows are in `language`.

use super::native::{Outcome, Runner, fault};
use super::parts::{int, part, place_within, steps_of, to_list, to_text, wanted};
use super::sorting::compare;
use crate::kernel::Value;
use std::cmp::Ordering;

pub fn max(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Int(int(&args[0]).max(int(&args[1]))))
}

pub fn min(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Int(int(&args[0]).min(int(&args[1]))))
}

/// Returns the greater of two texts or characters, the first of equal ones.
pub fn max_letters(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let is_second = compare(runner, &args[0], &args[1]) == Some(Ordering::Less);
    Ok(std::mem::take(&mut args[usize::from(is_second)]))
}

/// Returns the smaller of two texts or characters, the first of equal ones.
pub fn min_letters(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let is_second = compare(runner, &args[0], &args[1]) == Some(Ordering::Greater);
    Ok(std::mem::take(&mut args[usize::from(is_second)]))
}

pub fn abs(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = int(&args[0]);
    match n.checked_abs() {
        Some(n) => Ok(Value::Int(n)),
        None => fault("F0005", format!("negation overflow: -{n}"), NUMBERS),
    }
}

/// Said of results that are no numbers.
pub const NUMBERS: &str = "numbers are 64-bit integers and cannot be divided by 0";

pub fn sign(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Int(int(&args[0]).signum()))
}

pub fn is_even(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(int(&args[0]) % 2 == 0))
}

pub fn is_odd(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(int(&args[0]) % 2 != 0))
}

pub fn is_zero(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(int(&args[0]) == 0))
}

pub fn to_hex(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_text(format!("{:x}", int(&args[0]))))
}

pub fn to_octal(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_text(format!("{:o}", int(&args[0]))))
}

pub fn to_binary(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_text(format!("{:b}", int(&args[0]))))
}

const N_BITS: usize = 64;

/// Returns bits of a number as a list of Booleans, the lowest first.
pub fn bits(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (start, n_wanted) = wanted(&args[1..], steps_of);
    if place_within(N_BITS, start).is_none() {
        let hint = "check that it exists before reading it";
        return fault("F0007", format!("bit-field index {start} out of bounds"), hint);
    }
    let (first, n) = part(N_BITS, start, n_wanted);
    let bit = |i: usize| Value::Bool(int(&args[0]) >> i & 1 == 1);
    Ok(to_list((first..first + n).map(bit).collect()))
}
