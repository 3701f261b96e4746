//! The first question that differs from the saved one, with the script lines that led to both.

use super::game::Debugger;
use super::reply::{Outcome, QuestionInfo, ScriptPlace, Secret, public, redact_fields};
use super::timeline::TimelineEntry;
use crate::kernel::{Decision, Prompt, ScriptLine, SeatSet};
use crate::transcript::{Record, SavedQuestion};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The question after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedAfter {
    /// The question; none where the game is over.
    pub question: Option<QuestionInfo>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
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

impl QuestionDiff {
    /// The difference between the question saved with a record and the current one after this
    /// entry.
    #[must_use]
    pub fn between(record: &Record, debugger: &Debugger, entry: &TimelineEntry) -> Option<Self> {
        let old = AskedAfter::from_saved(record.asked.as_deref()?)?;
        let new = debugger.asked_after(entry);
        if (&old.question, &old.outcome) == (&new.question, &new.outcome) {
            return None;
        }
        let change = QuestionChange { typed: record.typed.clone(), old, new };
        Some(Self { ply: entry.ply, change: Secret::new(change, SeatSet::NONE) })
    }
}

impl Debugger {
    /// The question after an entry, with the script line that led to it.
    #[must_use]
    pub fn asked_after(&self, entry: &TimelineEntry) -> AskedAfter {
        let snapshot = &entry.snapshot;
        let Some(decision) = snapshot.decision() else {
            let outcome = Some(self.outcome_on(snapshot.shown()));
            return AskedAfter { question: None, outcome, at: None };
        };
        let question = self.question_info(decision, snapshot.committed(), snapshot.shown());
        let place = led_to(entry, decision);
        let at = place.and_then(|place| self.script_place(place));
        AskedAfter { question: Some(question), outcome: None, at }
    }
}

/// The line that asked. A turn comes from the queue: the last effect of a script is used.
fn led_to(entry: &TimelineEntry, decision: &Decision) -> Option<ScriptLine> {
    let acted = || entry.visible().rev().find_map(|e| e.cause.place);
    let is_turn = decision.prompt == Prompt::Turn;
    decision.cause.place.or_else(|| is_turn.then(acted).flatten())
}
