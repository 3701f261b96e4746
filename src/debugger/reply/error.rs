//! Errors as data.

use crate::base::error::Error;
use serde::{Serialize, Serializer};

/// An error in a script, a variant, a session or an input. Lines and columns are counted
/// from 1, columns in characters; ends are exclusive.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorInfo {
    /// `error` or `warning`.
    pub severity: String,
    /// The stable code, which `litterbox explain` explains.
    pub code: String,
    /// The message.
    pub message: String,
    /// The location; null without a file.
    pub range: Option<RangeInfo>,
    /// Additional notes.
    pub notes: Vec<String>,
    /// The hint.
    pub hint: Option<String>,
    /// The edits of its fix; empty without an unambiguous fix.
    pub fix: Vec<TextEdit>,
}

/// A range of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangeInfo {
    /// The file.
    pub file: String,
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

/// An edit of the file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextEdit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

impl From<&Error> for ErrorInfo {
    fn from(error: &Error) -> Self {
        let range = error.span.as_ref().map(|span| RangeInfo {
            file: span.file.to_string(),
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
        });
        let edits = error.fix.iter().map(|edit| TextEdit {
            start: edit.bytes.start,
            end: edit.bytes.end,
            text: edit.text.clone(),
        });
        Self {
            severity: error.severity.word().to_owned(),
            code: error.code.to_owned(),
            message: error.message.clone(),
            range,
            notes: error.notes.clone(),
            hint: error.hint.clone(),
            fix: edits.collect(),
        }
    }
}

/// The error that a limited viewer is told of a script fault: its line and its message may depend
/// on hidden cards.
pub fn hidden_fault() -> Error {
    Error::new("F0206", "a script failed; where and why may depend on hidden cards")
        .hint("`:as` shows everything again")
}

pub(crate) fn serialize<S: Serializer>(error: &Error, to: S) -> Result<S::Ok, S::Error> {
    ErrorInfo::from(error).serialize(to)
}

pub(crate) fn serialize_all<S: Serializer>(errors: &[Error], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(errors.iter().map(ErrorInfo::from))
}
