//! Places in scripts: bytes, lines and columns as spans of messages.

use super::spec::Script;
use crate::base::error::Span;

/// Returns the span of the word at a byte of a script; none if it is at its end.
pub fn span_of_byte(script: &Script, byte: usize) -> Option<Span> {
    let (line, column) = script.text.index().position(&script.text, byte);
    Some(span_at(script, line, column))
}

/// Returns the span of the word at a line and column of a script.
pub fn span_at(script: &Script, line: usize, column: usize) -> Span {
    Span::of_word(&script.name, &script.text, (line, column))
}
