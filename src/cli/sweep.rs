//! Several values of an option, as `compare --sweep` and `tune --over` take them.

use crate::base::error::{Error, Refusal, Span};
use crate::variant::SET;
use std::ops::Range;

/// The values of an option to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The text it was parsed from.
    pub text: String,
    pub name: String,
    /// The values, each with the bytes of the text that name it.
    pub values: Vec<(String, Range<usize>)>,
}

impl Sweep {
    /// Moves an error in one of the values, which are set one by one, to the option of the command
    /// line that has them all.
    pub fn place(&self, option: &str, error: &mut Error) {
        for (value, part) in &self.values {
            if is_at(error, &format!("{}={value}", self.name)) {
                move_to(error, option, &self.text, Some(part));
            }
        }
    }
}

/// Parses `deck.nope=0..9` (a range, inclusive) or `pair_of=any,cats`.
///
/// # Errors
/// The missing part, as a message.
pub fn sweep(text: &str) -> Result<Sweep, Refusal> {
    let (name, values) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}`: expected NAME=FROM..TO or NAME=A,B,C"))?;
    let start = text.len() - values.len();
    let values: Vec<_> = match values.split_once("..") {
        None => {
            let mut end = start;
            let part = |value: &str| {
                let from = end;
                end += value.len() + 1;
                (value.to_owned(), from..from + value.len())
            };
            values.split(',').map(part).collect()
        }
        Some((from, to)) => {
            let number = |text: &str| {
                text.parse::<i64>().map_err(|_| format!("`{text}` is not a whole number"))
            };
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            if to < from || to.checked_sub(from).is_none_or(|n| n > 1_000) {
                return Err(format!("{from}..{to} is empty or too large").into());
            }
            (from..=to).map(|n| (n.to_string(), start..text.len())).collect()
        }
    };
    Ok(Sweep { text: text.to_owned(), name: name.to_owned(), values })
}

/// Whether an error is in this value of `--set`.
pub fn is_at(error: &Error, text: &str) -> bool {
    error.span.as_ref().is_some_and(|at| &*at.file == SET && &*at.text == text)
}

/// Moves an error from `--set` to the option that the user gave: to the same bytes of its text, or
/// from the value to a part of the text.
pub fn move_to(error: &mut Error, option: &str, text: &str, part: Option<&Range<usize>>) {
    let Some(span) = &mut error.span else { return };
    let bytes = span.bytes();
    let is_name = span.text.find('=').is_some_and(|end| bytes.end <= end);
    let bytes = part.filter(|_| !is_name).cloned().unwrap_or(bytes);
    *span = Span::of(&option.into(), &text.into(), &bytes);
}
