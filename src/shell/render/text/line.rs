//! Lines of text with a kind, which determines wrapping and colour.

use crate::base::output;
use std::borrow::Cow;
use std::ops::Range;

/// A line of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    /// Its text, without a line end.
    pub text: String,
    /// The bytes of each part that stays together when the line is wrapped.
    pub items: Vec<Range<usize>>,
}

/// The gap between items.
const GAP: &str = "   ";

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineKind {
    /// A sentence, or part of a table.
    Plain,
    Error,
    /// A source line of an error.
    Source,
    /// The caret below a source line.
    Caret,
    /// The name of a listed script.
    Heading,
    /// A line of a listed script.
    Listing {
        /// The length of its line number, in bytes.
        number: usize,
    },
    Data,
}

impl Line {
    /// Creates a line of this kind.
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), items: Vec::new() }
    }

    /// Creates a line of items.
    pub fn of_items(indent: &str, texts: &[String]) -> Self {
        let mut line = Self::from(indent);
        for (i, text) in texts.iter().enumerate() {
            line.text += if i == 0 { "" } else { GAP };
            line.items.push(line.text.len()..line.text.len() + text.len());
            line.text += text;
        }
        line
    }

    /// Returns the line without control characters.
    pub fn safe(self) -> Self {
        match output::escape(&self.text) {
            Cow::Borrowed(text) if !text.contains('\n') => self,
            text => Self { text: text.replace('\n', "\\n"), items: Vec::new(), ..self },
        }
    }

    /// Returns the line, indented by two columns.
    pub fn indented(self) -> Self {
        let items = self.items.into_iter().map(|item| item.start + 2..item.end + 2);
        Self { text: format!("  {}", self.text), items: items.collect(), ..self }
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::new(LineKind::Plain, text)
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::new(LineKind::Plain, text)
    }
}

/// Joins lines to a text without a final line end.
pub fn joined(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}
