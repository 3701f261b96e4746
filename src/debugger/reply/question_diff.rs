//! The first question that differs from the saved one, with the script lines that led to both.

use super::secret::{public, redact_fields};
use super::{OutcomeInfo, QuestionInfo, ScriptPlace, Secret};
use crate::transcript::SavedQuestion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedAfter {
    /// The question; none where the game is over.
    pub question: Option<QuestionInfo>,
    /// How the game ended.
    pub outcome: Option<OutcomeInfo>,
    /// The script line that led to it.
    pub at: Option<ScriptPlace>,
}

/// The first question that is another one than it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuestionDiff {
    /// The ply after which it is asked.
    pub ply: usize,
    /// The change.
    pub change: Secret<QuestionChange>,
}

/// A question that other rules ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuestionChange {
    /// The input before it.
    pub typed: String,
    /// The question as it was.
    pub old: AskedAfter,
    /// The question as it is.
    pub new: AskedAfter,
}

public!(QuestionChange);
redact_fields!(QuestionDiff: change);

impl AskedAfter {
    /// Converts it to the saved form.
    ///
    /// # Panics
    /// Never: it is plain data.
    #[must_use]
    pub fn saved(&self) -> SavedQuestion {
        SavedQuestion(serde_json::to_value(self).expect("plain data is always JSON"))
    }

    /// Parses the saved form; `None` if this version cannot read it.
    #[must_use]
    pub fn from_saved(saved: &SavedQuestion) -> Option<Self> {
        serde_json::from_value(saved.0.clone()).ok()
    }
}
