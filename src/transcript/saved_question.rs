//! Questions saved with a game.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The question after a ply, saved to detect that changed rules ask a different one. The debugger
/// defines its contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SavedQuestion(pub Json);
