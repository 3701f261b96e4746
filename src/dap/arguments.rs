//! The arguments of the requests that are used.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct InitializeArguments {
    pub lines_start_at1: Option<bool>,
    pub columns_start_at1: Option<bool>,
}

/// What is debugged: a session, a variant or a saved game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LaunchArguments {
    /// A session file; `line` chooses its block, and the input to stop before.
    pub session: Option<String>,
    pub line: Option<LineArgument>,
    /// The id of a variant.
    pub variant: Option<String>,
    pub names: Vec<String>,
    pub seed: Option<u64>,
    pub set: BTreeMap<String, serde_json::Value>,
    pub agents: Option<String>,
    /// A saved game.
    pub game: Option<String>,
    pub stop_on_entry: bool,
}

/// A line, as a number, or as the text that editors put in place of a variable.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum LineArgument {
    Number(usize),
    Text(String),
}

impl LineArgument {
    pub fn number(&self) -> Option<usize> {
        match self {
            Self::Number(line) => Some(*line),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SourceArgument {
    pub name: Option<String>,
    pub path: Option<String>,
    pub source_reference: usize,
}

/// A breakpoint on a line, a function or data: each has some of these.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BreakpointArgument {
    pub line: usize,
    pub name: String,
    pub data_id: String,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
    pub log_message: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BreakpointsArguments {
    pub source: SourceArgument,
    pub breakpoints: Vec<BreakpointArgument>,
    /// Exception filters.
    pub filters: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FrameArguments {
    pub frame_id: usize,
    pub start_frame: usize,
    pub levels: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VariablesArguments {
    pub variables_reference: usize,
    pub name: String,
    pub value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SourceArguments {
    pub source: SourceArgument,
    pub source_reference: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EvaluateArguments {
    pub expression: String,
    pub frame_id: Option<usize>,
    pub context: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CompletionsArguments {
    pub text: String,
    /// The column of the cursor in the text, in UTF-16 units.
    pub column: usize,
}
