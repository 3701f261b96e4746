//! The parts of messages of the protocol that are read, and places as they are written. Of the
//! rest, the answers are JSON as it is sent.

use serde::{Deserialize, Serialize};

/// A place in a text: both are counted from 0, columns in the unit of the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A text that was opened.
#[derive(Deserialize)]
pub struct OpenedText {
    pub uri: String,
    pub version: i32,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenedParams {
    pub text_document: OpenedText,
}

/// A text that was changed, in its new version.
#[derive(Deserialize)]
pub struct ChangedText {
    pub uri: String,
    pub version: i32,
}

/// A change of a range, or of the whole text.
#[derive(Deserialize)]
pub struct TextChange {
    pub range: Option<Range>,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedParams {
    pub text_document: ChangedText,
    pub content_changes: Vec<TextChange>,
}

#[derive(Deserialize)]
pub struct NamedText {
    pub uri: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionParams {
    pub text_document: NamedText,
    pub range: Range,
}
