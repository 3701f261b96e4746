//! Formats errors: message, location, source line with a caret, notes, hint.

use super::line::{Line, LineKind};
use crate::base::error::Error;

/// Formats errors as lines, separated by empty lines.
pub fn errors(errors: &[Error]) -> Vec<Line> {
    let drawn: Vec<Vec<Line>> = errors.iter().map(error).collect();
    drawn.join(&Line::from(""))
}

/// Formats an error as lines.
pub fn error(error: &Error) -> Vec<Line> {
    let drawn = error.to_string();
    // The title; then the location, an empty line, the source and the caret, if there is a
    // location.
    let n_title = error.message.lines().count().max(1);
    let kind = |at: usize| match at.checked_sub(n_title) {
        None => LineKind::Error,
        Some(1 | 2) if error.span.is_some() => LineKind::Source,
        Some(3) if error.span.is_some() => LineKind::Caret,
        Some(_) => LineKind::Plain,
    };
    drawn.lines().enumerate().map(|(at, line)| Line::new(kind(at), line)).collect()
}
