//! The redo log: the entries needed to restore the state of a shell. A journal saves them after
//! each input and replays them after a crash.

use super::Reply;
use serde::{Deserialize, Serialize};

/// An entry of the redo log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedoEntry {
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

/// The first input with a different result when it was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedoDifference {
    /// Its number, counted from 1.
    pub number: usize,
    /// The input.
    pub input: String,
    /// The reply to it this time.
    pub reply: Reply,
}
