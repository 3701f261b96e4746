//! Places in scripts.

use super::spec::Script;
use crate::error::Span;
use rhai::Position;

/// Returns the span of the word at a position of a script.
pub fn span(script: &Script, position: Position) -> Option<Span> {
    let line = position.line()?;
    let column = position.position().unwrap_or(1);
    Some(span_at(script, line, column))
}

/// Returns the span of the word at a line and column of a script.
pub fn span_at(script: &Script, line: usize, column: usize) -> Span {
    let text = script.text.lines().nth(line - 1).unwrap_or_default();
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let width = text.chars().skip(column - 1).take_while(is_word).count().max(1);
    Span::on_line(&script.name, &script.text, (line, column), width)
}
