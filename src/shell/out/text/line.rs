//! Lines of text, each with its kind: it decides how a line is wrapped and coloured.

/// A line of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: LineKind,
    /// Its text, without a line end.
    pub text: String,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A sentence, or part of a table.
    Plain,
    /// What went wrong.
    Error,
    /// A line of a script, drawn with an error.
    Source,
    /// What points at the line above it.
    Caret,
    /// The name of a script that is listed.
    Heading,
    /// A line of a script that is listed.
    Listing {
        /// How many bytes its number takes.
        number: usize,
    },
    /// For a program.
    Data,
}

impl Line {
    /// A line of this kind.
    #[must_use]
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// The same line, two columns further to the right.
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

/// Lines as one text, without a line end after it.
#[must_use]
pub fn joined(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}
