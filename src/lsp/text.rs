//! Positions in texts, in the unit of the client.

use crate::error::SourceText;
use gen_lsp_types::{Position, Range};
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
        let start = text.index().byte(text, (at.line as usize).saturating_add(1), 1);
        let line = text[start..].split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
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
        let (line, _) = text.index().position(text, byte);
        let start = text.index().byte(text, line, 1);
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
