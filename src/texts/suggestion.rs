//! Completions as data.

use serde::Serialize;
use std::ops::Range;

/// A text that can be typed at a place.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    pub label: String,
    pub sort: SuggestionSort,
    /// Its signature or title, if it has one.
    pub detail: String,
    /// Markdown; empty if there is none.
    pub doc: String,
    /// The text to insert, if it is not the label.
    pub inserted: Option<String>,
    /// The text to compare with a typed word, if it is not the label.
    pub filter: Option<String>,
    /// Whether `$0` in the inserted text is the place of the cursor.
    pub is_snippet: bool,
}

/// The sort of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SuggestionSort {
    Function,
    Method,
    Property,
    Field,
    Variable,
    Constant,
    Keyword,
    EnumMember,
    Value,
    File,
    Module,
}

/// The suggestions at a place.
#[derive(Clone, Debug)]
pub struct Suggestions {
    /// The bytes that they replace.
    pub bytes: Range<usize>,
    pub found: Vec<Suggestion>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// Returns a suggestion with its signature or title, and its documentation.
pub fn item(label: &str, sort: SuggestionSort, detail: impl Into<String>, doc: &str) -> Suggestion {
    let (label, detail, doc) = (label.to_owned(), detail.into(), doc.to_owned());
    Suggestion { label, sort, detail, doc, inserted: None, filter: None, is_snippet: false }
}
