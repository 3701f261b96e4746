//! Questions as they are saved with a game.

use serde::{Deserialize, Serialize};

/// A question as it was put, to be told apart from the one that other rules put in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedQuestion {
    /// Who was asked what, with what could be answered.
    pub question: String,
    /// The script and the line that led to it: `cards/favor.rhai:5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What stands in that line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}
