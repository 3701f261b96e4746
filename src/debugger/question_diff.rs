//! Compares questions with saved ones.

use super::causes::changes_counter;
use super::game::Debugger;
use super::reply::QuestionDiff;
use super::timeline::TimelineEntry;
use crate::kernel::{Decision, Prompt, ScriptLine};
use crate::message::AskedAfter;
use crate::transcript::Record;

impl Debugger {
    /// The difference between the question saved with a record and the one after this entry.
    pub fn question_diff(&self, record: &Record, entry: &TimelineEntry) -> Option<QuestionDiff> {
        let old = record.asked.as_deref()?.clone();
        let new = self.asked_after(entry);
        let differs = (&old.question, &old.outcome) != (&new.question, &new.outcome);
        let typed = record.typed.clone();
        differs.then_some(QuestionDiff { ply: entry.ply, typed, old, new })
    }

    /// The question after an entry, with the script line that led to it.
    pub fn asked_after(&self, entry: &TimelineEntry) -> AskedAfter {
        let snapshot = &entry.snapshot;
        let Some(decision) = snapshot.decision() else {
            let outcome = Some(self.notation().outcome_info(snapshot.shown()));
            return AskedAfter { question: None, outcome, at: None };
        };
        let question =
            self.notation().question_info(decision, snapshot.committed(), snapshot.shown());
        let place = led_to(entry, decision);
        let at = place.and_then(|place| self.script_place(place));
        AskedAfter { question: Some(question), outcome: None, at }
    }
}

/// The line that asked. A turn comes from the queue: the last effect of a script is used.
fn led_to(entry: &TimelineEntry, decision: &Decision) -> Option<ScriptLine> {
    let effects = || entry.visible().rev().filter(|event| !changes_counter(event));
    let acted = || effects().find_map(|event| event.cause.place);
    let is_turn = decision.prompt == Prompt::Turn;
    decision.cause.place.or_else(|| is_turn.then(acted).flatten())
}
