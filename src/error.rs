//! Errors with code, place and hint, drawn with a caret under the source.

use std::sync::Arc;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The file's name as shown: `cards/favor.rhai`.
    pub file: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// How many characters to underline; at least 1.
    pub width: usize,
}

/// Something wrong with a script, a variant, a session or an input: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The stable code: `V0101` (variants), `S0101` (scripts at load), `F0101` (faults at run time).
    pub code: &'static str,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Where.
    pub spot: Option<Spot>,
    /// More lines, for instance the chain of calls.
    pub notes: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
}
