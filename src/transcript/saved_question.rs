//! Questions as they are saved with a game.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// What was asked after a ply, to be told apart from what other rules ask in its place. What it
/// consists of is the debugger's business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SavedQuestion(pub Json);
