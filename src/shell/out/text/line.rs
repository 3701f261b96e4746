//! Lines of text with a kind, which determines wrapping and colour.

/// A line of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its kind.
    pub kind: LineKind,
    /// Its text, without a line end.
    pub text: String,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A sentence, or part of a table.
    Plain,
    /// An error.
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
    /// Output for programs.
    Data,
}

impl Line {
    /// Creates a line of this kind.
    #[must_use]
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// The same line, indented by two columns.
    #[must_use]
    pub fn indented(self) -> Self {
        Self { text: format!("  {}", self.text), ..self }
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
#[must_use]
pub fn joined(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}
