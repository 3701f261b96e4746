//! Functions of texts and characters. A text is counted in characters.

use super::native::{Failure, Outcome, Runner};
use super::parts::{
    int, number, part, part_of, place, steps_of, text, text_or_char, to_char, to_list, to_text,
    wanted,
};
use crate::kernel::{Transient, Value};
use std::sync::Arc;

pub fn append(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let added = runner.write(&args[1], false)?;
    replace_text(runner, &mut args[0], |text| format!("{text}{added}"));
    Ok(Value::Unit)
}

/// Replaces a text.
fn replace_text(runner: &dyn Runner, of: &mut Value, change: impl FnOnce(&str) -> String) {
    *of = to_text(change(&text(runner, of)));
}

pub fn pop(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let mut popped = Value::Unit;
    replace_text(runner, &mut args[0], |text| {
        let mut chars = text.chars();
        popped = chars.next_back().map_or(Value::Unit, to_char);
        chars.as_str().to_owned()
    });
    Ok(popped)
}

/// Removes and returns the last characters.
pub fn pop_some(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let text = text(runner, &args[0]);
    let n_wanted = usize::try_from(int(&args[1])).unwrap_or(0);
    let n = text.chars().count();
    let (rest, popped) = text.split_at(byte(&text, n.saturating_sub(n_wanted)));
    args[0] = to_text(rest);
    Ok(to_text(popped))
}

/// Returns the byte at which a character begins, or the end.
fn byte(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(byte, _)| byte)
}

pub fn remove(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let part = text_or_char(runner, &args[1]);
    replace_text(runner, &mut args[0], |text| text.replace(&*part, ""));
    Ok(Value::Unit)
}

pub fn len(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(number(text(runner, &args[0]).chars().count()))
}

pub fn bytes(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(number(text(runner, &args[0]).len()))
}

pub fn is_empty(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(Value::Bool(text(runner, &args[0]).is_empty()))
}

/// Returns a text and a part of it.
fn both(runner: &dyn Runner, args: &[Value]) -> (Arc<str>, Arc<str>) {
    (text(runner, &args[0]), text_or_char(runner, &args[1]))
}

pub fn contains(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    Ok(Value::Bool(text.contains(&*part)))
}

pub fn starts_with(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    Ok(Value::Bool(text.starts_with(&*part)))
}

pub fn ends_with(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    Ok(Value::Bool(text.ends_with(&*part)))
}

pub fn index_of(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    let start = args.get(2).map_or(0, int);
    let n = text.chars().count();
    // There is nothing at the end of a text, not even an empty part.
    let found = match place(n, start) {
        start if start == n => None,
        start => {
            let start = byte(&text, start);
            text[start..].find(&*part).map(|at| text[..start + at].chars().count())
        }
    };
    Ok(found.map_or(Value::Int(-1), number))
}

pub fn truncate(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = usize::try_from(int(&args[1])).unwrap_or(0);
    replace_text(runner, &mut args[0], |text| text[..byte(text, n)].to_owned());
    Ok(Value::Unit)
}

pub fn pad(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let n = usize::try_from(int(&args[1])).unwrap_or(0);
    if n > runner.limits().text {
        return Err(Failure::TooLarge);
    }
    let (text, padding) = (text(runner, &args[0]), text_or_char(runner, &args[2]));
    let n_missing = n.saturating_sub(text.chars().count());
    let added: String = padding.chars().cycle().take(n_missing).collect();
    args[0] = to_text(format!("{text}{added}"));
    Ok(Value::Unit)
}

pub fn clear(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = to_text("");
    Ok(Value::Unit)
}

pub fn to_string(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    runner.write(&args[0], false).map(to_text)
}

pub fn to_debug(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    runner.write(&args[0], true).map(to_text)
}

pub fn print(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    print_value(runner, args, false)
}

pub fn debug(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    print_value(runner, args, true)
}

/// Prints a value, or an empty line.
fn print_value(runner: &mut dyn Runner, args: &[Value], is_quoted: bool) -> Outcome {
    match args.first() {
        Some(value) => runner.print(value, is_quoted)?,
        None => runner.print(&to_text(""), false)?,
    }
    Ok(Value::Unit)
}

pub fn to_upper(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(match args[0] {
        Value::Transient(Transient::Char(letter)) => of_case(letter, letter.to_uppercase()),
        _ => to_text(text(runner, &args[0]).to_uppercase()),
    })
}

pub fn to_lower(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(match args[0] {
        Value::Transient(Transient::Char(letter)) => of_case(letter, letter.to_lowercase()),
        _ => to_text(text(runner, &args[0]).to_lowercase()),
    })
}

pub fn make_upper(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = to_upper(runner, args)?;
    Ok(Value::Unit)
}

pub fn make_lower(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = to_lower(runner, args)?;
    Ok(Value::Unit)
}

/// Returns a character in its other case; one that would become several stays as it is.
fn of_case(letter: char, mut changed: impl Iterator<Item = char>) -> Value {
    let only = changed.next().filter(|_| changed.next().is_none());
    to_char(only.unwrap_or(letter))
}

/// Returns the part of a text that arguments stand for: a start, with a length, or a range.
fn sub(runner: &dyn Runner, args: &[Value], of_range: fn(&Value) -> (i64, i64)) -> Value {
    let text = text(runner, &args[0]);
    let (start, n_wanted) = wanted(&args[1..], of_range);
    let (start, n) = part(text.chars().count(), start, n_wanted);
    to_text(text.chars().skip(start).take(n).collect::<String>())
}

pub fn sub_string(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(sub(runner, args, part_of))
}

/// Returns a part of a text, of which a loop takes the characters.
pub fn chars(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(sub(runner, args, steps_of))
}

pub fn crop(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    args[0] = sub(runner, args, part_of);
    Ok(Value::Unit)
}

pub fn replace(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    let other = text_or_char(runner, &args[2]);
    let n_parts = if text.is_empty() { 0 } else { text.matches(&*part).count() };
    if text.len() + n_parts * other.len() > runner.limits().text + n_parts * part.len() {
        return Err(Failure::TooLarge);
    }
    if n_parts > 0 {
        args[0] = to_text(text.replace(&*part, &other));
    }
    Ok(Value::Unit)
}

pub fn trim(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    replace_text(runner, &mut args[0], |text| text.trim().to_owned());
    Ok(Value::Unit)
}

/// Returns parts of a text as a list.
fn parts<'t>(parts: impl Iterator<Item = &'t str>) -> Value {
    to_list(parts.map(to_text).collect())
}

pub fn words(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let text = text(runner, &args[0]);
    Ok(if text.is_empty() { parts([""].into_iter()) } else { parts(text.split_whitespace()) })
}

pub fn split(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    let n = n_parts(args);
    Ok(if text.is_empty() { parts([""].into_iter()) } else { parts(text.splitn(n, &*part)) })
}

pub fn split_rev(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let (text, part) = both(runner, args);
    let n = n_parts(args);
    Ok(if text.is_empty() { parts([""].into_iter()) } else { parts(text.rsplitn(n, &*part)) })
}

/// Returns the number of parts that are wanted, at least 1.
fn n_parts(args: &[Value]) -> usize {
    args.get(2).map_or(usize::MAX, |n| usize::try_from(int(n)).unwrap_or(1).max(1))
}

/// Cuts a text in two.
pub fn split_at(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let text = text(runner, &args[0]);
    let n = text.chars().count();
    let index = match int(&args[1]) {
        // Of 0 and less the end is counted, 0 characters before it.
        index if index.unsigned_abs() > n as u64 && index < 0 => 0,
        index if index <= 0 => n - index.unsigned_abs() as usize,
        index => place(n, index),
    };
    let (before, after) = text.split_at(byte(&text, index));
    Ok(parts([before, after].into_iter()))
}

pub fn to_chars(runner: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    let text = text(runner, &args[0]);
    Ok(to_list(text.chars().map(to_char).collect()))
}

pub fn to_int(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    match args[0] {
        Value::Transient(Transient::Char(letter)) => Ok(Value::Int(i64::from(u32::from(letter)))),
        _ => Ok(Value::Unit),
    }
}

/// Returns the name of a value's type in scripts.
pub fn type_of(_: &mut dyn Runner, args: &mut [Value]) -> Outcome {
    Ok(to_text(match &args[0] {
        Value::Int(_) => "i64",
        Value::Text(_) | Value::Kind(_) => "string",
        Value::List(_) | Value::Players(_) | Value::Cards(_) => "array",
        Value::Transient(Transient::Char(_)) => "char",
        Value::Transient(Transient::Range(range)) if range.is_inclusive => "range=",
        Value::Transient(Transient::Closure(_)) => "Fn",
        value => crate::script::values::type_of(value),
    }))
}
