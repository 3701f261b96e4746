//! Positions in texts, in the unit of the client.

use super::types::{Position, Range};
use crate::base::error::SourceText;
use std::ops;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf16,
    Utf32,
}

impl Encoding {
    const fn width(self, c: char) -> u32 {
        match self {
            Self::Utf16 => c.len_utf16() as u32,
            Self::Utf32 => 1,
        }
    }

    /// Returns the byte at a position. After the end of a line it is that end; within a character
    /// it is its start.
    pub fn byte(self, text: &SourceText, at: Position) -> usize {
        let start = start_of(text, at.line as usize);
        let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
        let mut column = 0;
        for (byte, c) in line.char_indices() {
            column += self.width(c);
            if column > at.character {
                return start + byte;
            }
        }
        start + line.len()
    }

    /// Returns the position of a byte.
    pub fn position(self, text: &SourceText, byte: usize) -> Position {
        let (mut line, _) = text.index().position(text, byte);
        let mut start = text.index().byte(text, line, 1);
        if let Some(before) = text.get(..byte).filter(|before| before.contains('\r')) {
            let last = lone_returns(before).inspect(|_| line += 1).last();
            start = start.max(last.map_or(0, |last| last + 1));
        }
        let before = text.get(start..byte).unwrap_or_default();
        let character = before.chars().map(|c| self.width(c)).sum();
        Position { line: line as u32 - 1, character }
    }

    pub fn range(self, text: &SourceText, bytes: &ops::Range<usize>) -> Range {
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// Returns the bytes of a range, in order even if the range is not.
    pub fn bytes(self, text: &SourceText, range: Range) -> ops::Range<usize> {
        let (a, b) = (self.byte(text, range.start), self.byte(text, range.end));
        a.min(b)..a.max(b)
    }
}

/// Returns the bytes of the carriage returns that end a line by themselves.
fn lone_returns(text: &str) -> impl Iterator<Item = usize> {
    let is_lone = |(at, _): &(usize, &str)| !text[at + 1..].starts_with('\n');
    text.match_indices('\r').filter(is_lone).map(|(at, _)| at)
}

/// Returns the byte at which a line starts, counted from 0; the end of the text after the last one.
/// For editors, a carriage return ends a line, too.
fn start_of(text: &SourceText, line: usize) -> usize {
    if lone_returns(text).next().is_none() {
        return text.index().byte(text, line.saturating_add(1), 1);
    }
    let ends = text.match_indices(['\n', '\r']).map(|(at, _)| at + 1);
    let ends = ends.filter(|end| !text[..*end].ends_with('\r') || !text[*end..].starts_with('\n'));
    [0].into_iter().chain(ends).nth(line).unwrap_or(text.len())
}
