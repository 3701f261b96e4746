//! Several values of an option, as `compare --sweep` and `tune --over` take them.

use crate::base::error::Refusal;
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
