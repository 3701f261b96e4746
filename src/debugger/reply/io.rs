//! Input sources and output targets.

use super::Reply;
use super::secret::public;
use schemars::JsonSchema;
use serde::Serialize;

/// What the commands about input and output answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum IoReply {
    /// The inputs of a file were run.
    Read(ReadFile),
    /// Replies are shown here.
    Output {
        /// Whether a file took them until now.
        diverted: bool,
    },
}

/// The inputs of a file that were run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadFile {
    /// The file.
    pub file: String,
    /// Its inputs, each with its reply.
    pub inputs: Vec<NestedInput>,
    /// Whether the last of them failed: the rest of the file is not read.
    pub stopped: bool,
}

/// An input with its reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NestedInput {
    /// The prompt.
    pub prompt: String,
    /// The input.
    pub input: String,
    /// Its reply, as much of it as was shown then.
    pub reply: Reply,
}

// Each reply was redacted when it was given.
public!(IoReply);
