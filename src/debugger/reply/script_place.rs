//! A place in a script.

use super::secret::public;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place in a script with the text of its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ScriptPlace {
    /// The script, `cards/favor.rhai`.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// What the line says, without its indentation.
    pub source: String,
}

public!(ScriptPlace);
