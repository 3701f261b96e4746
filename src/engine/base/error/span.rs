//! Ranges of files, by lines and columns and by bytes.

use super::words::is_word_char;
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

/// The number of bytes of a long line that are printed before and after the start of a range.
const EXCERPT: usize = 240;

/// A range of a file. Lines and columns are counted from 1, columns in characters (Unicode code
/// points); the end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The displayed file name: `cards/favor.rhai`.
    pub file: Arc<str>,
    pub text: SourceText,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

/// The printed part of a range: its first line, or a part of that line if it is long.
pub(super) struct Excerpt<'a> {
    /// The number of the line, counted from 1.
    pub line: usize,
    pub text: &'a str,
    /// The bytes of it to underline.
    pub underlined: Range<usize>,
    /// Whether the line begins before it.
    pub is_cut: bool,
}

impl Span {
    /// Returns the range of some bytes; an empty range is extended to one column.
    pub fn of(file: &Arc<str>, text: &SourceText, bytes: &Range<usize>) -> Self {
        let index = text.index();
        let (line, column) = index.position(text, bytes.start);
        let (end_line, end_column) = index.position(text, bytes.end.max(bytes.start));
        let is_empty = (line, column) == (end_line, end_column);
        Self {
            file: Arc::clone(file),
            text: text.clone(),
            line,
            column,
            end_line,
            end_column: end_column + usize::from(is_empty),
        }
    }

    /// Returns the range of the word at a line and column; of one column if no word is there.
    pub fn of_word(file: &Arc<str>, text: &SourceText, (line, column): (usize, usize)) -> Self {
        let start = text.index().byte(text, line, column);
        let width = text[start..].chars().take_while(|c| is_word_char(*c)).count().max(1);
        let end_column = column + width;
        let (file, text) = (Arc::clone(file), text.clone());
        Self { file, text, line, column, end_line: line, end_column }
    }

    /// Returns the bytes of the range.
    pub fn bytes(&self) -> Range<usize> {
        let index = self.text.index();
        let byte = |line, column| {
            let end = index.line_range(&self.text, line).end;
            index.byte(&self.text, line, column).min(end)
        };
        byte(self.line, self.column)..byte(self.end_line, self.end_column)
    }

    /// Returns what is printed of the range.
    pub(super) fn excerpt(&self) -> Excerpt<'_> {
        let index = self.text.index();
        let Range { mut start, end } = self.bytes();
        let mut number = self.line;
        if start == self.text.len() && self.text.ends_with('\n') {
            // After the last line break there is no line to show.
            (start, number) = (start - 1, index.line(start - 1));
        }
        let mut line = index.line_range(&self.text, number);
        // A line of Windows ends in two characters.
        line.end = line.start + self.text[line.clone()].trim_end_matches('\r').len();
        start = start.min(line.end);
        let from = floor(&self.text, line.start.max(start.saturating_sub(EXCERPT)));
        let to = floor(&self.text, line.end.min(start + EXCERPT));
        let underlined = start - from..end.clamp(start, to) - from;
        let text = &self.text[from..to];
        Excerpt { line: number, text, underlined, is_cut: from > line.start }
    }
}

/// The text of a file. Cheap to clone; the clones share an index of its lines.
#[derive(Clone)]
pub struct SourceText(Arc<IndexedText>);

struct IndexedText {
    text: Box<str>,
    /// Made when it is first needed.
    index: OnceLock<TextIndex>,
}

impl SourceText {
    /// Returns the index of its lines.
    pub fn index(&self) -> &TextIndex {
        self.0.index.get_or_init(|| TextIndex::new(self))
    }
}

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<String> for SourceText {
    fn from(text: String) -> Self {
        Self(Arc::new(IndexedText { text: text.into(), index: OnceLock::new() }))
    }
}

impl fmt::Debug for SourceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for SourceText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for SourceText {}

impl Serialize for SourceText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// The lines and characters of a text: finds positions without a scan from its start.
#[derive(Debug)]
pub struct TextIndex {
    /// The first byte of each line.
    lines: Vec<usize>,
    /// The byte of every [`STRIDE`]th character; empty if each character is one byte.
    characters: Vec<usize>,
    is_ascii: bool,
}

/// The number of characters between two entries of an index.
const STRIDE: usize = 64;

impl TextIndex {
    pub fn new(text: &str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        let is_ascii = text.is_ascii();
        let every = if is_ascii { "" } else { text };
        let characters = every.char_indices().map(|(at, _)| at).step_by(STRIDE).collect();
        Self { lines, characters, is_ascii }
    }

    /// Returns the line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte)
    }

    /// Returns the bytes of a line without its line break; the end of the text if there is no such
    /// line.
    pub fn line_range(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(text.len());
        let next = self.lines.get(line.max(1)).map_or(text.len(), |next| next - 1);
        start..next.max(start)
    }

    /// Returns the number of characters before a byte.
    fn n_before(&self, text: &str, byte: usize) -> usize {
        if self.is_ascii {
            return byte;
        }
        let n = self.characters.partition_point(|at| *at <= byte).saturating_sub(1);
        let from = self.characters.get(n).copied().unwrap_or_default();
        n * STRIDE + text[from..byte].chars().count()
    }

    /// Returns the line and the column of a byte, counted from 1.
    pub fn position(&self, text: &str, byte: usize) -> (usize, usize) {
        let byte = floor(text, byte);
        let line = self.line(byte);
        let start = self.lines[line - 1];
        (line, self.n_before(text, byte) - self.n_before(text, start) + 1)
    }

    /// Returns the byte at a line and column, counted from 1; the end of the text if there is no
    /// such position. A column may be in a later line.
    pub fn byte(&self, text: &str, line: usize, column: usize) -> usize {
        let Some(start) = self.lines.get(line.saturating_sub(1)) else { return text.len() };
        let n = self.n_before(text, *start) + column.saturating_sub(1);
        if self.is_ascii {
            return n.min(text.len());
        }
        let Some(from) = self.characters.get(n / STRIDE) else { return text.len() };
        let mut characters = text[*from..].char_indices();
        characters.nth(n % STRIDE).map_or(text.len(), |(at, _)| from + at)
    }
}

/// Returns the nearest character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let byte = byte.min(text.len());
    (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
