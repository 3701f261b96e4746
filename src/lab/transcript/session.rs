//! The part of a journal beside its transcript: the session and its inputs.

use crate::base::output::json;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The session that a journal is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    /// The folder whose scripts and variants overlay the built-in ones.
    #[serde(serialize_with = "json::path")]
    pub home: PathBuf,
    /// The requested variant: its id, or a file.
    pub variant: String,
    /// Whether the session was at a terminal.
    pub interactive: bool,
}

/// An input of a session: enough to restore its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInput {
    /// The input, without a prompt.
    pub input: String,
    /// The game that it loaded: the file may have changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The hash of the position after the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The current ply after the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}
