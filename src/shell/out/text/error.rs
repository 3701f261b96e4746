//! Errors as they are drawn: what, where, the line with a caret below it, notes, what to do.

use super::line::{Line, LineKind};
use crate::error::Error;

/// Errors line by line, an empty line between two.
#[must_use]
pub fn errors(errors: &[Error]) -> Vec<Line> {
    let drawn: Vec<Vec<Line>> = errors.iter().map(error).collect();
    drawn.join(&Line::from(""))
}

/// An error line by line.
#[must_use]
pub fn error(error: &Error) -> Vec<Line> {
    let drawn = error.to_string();
    // The title; the place; an empty line, the source and the caret, where there is a place.
    let n_title = error.message.lines().count().max(1);
    let kind = |at: usize| match at.checked_sub(n_title) {
        None => LineKind::Error,
        Some(1 | 2) if error.span.is_some() => LineKind::Source,
        Some(3) if error.span.is_some() => LineKind::Caret,
        Some(_) => LineKind::Plain,
    };
    drawn.lines().enumerate().map(|(at, line)| Line::new(kind(at), line)).collect()
}
