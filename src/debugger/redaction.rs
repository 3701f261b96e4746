//! Redaction for `:as`: inputs, questions, cards and values are limited to one player's knowledge.

use super::game::Debugger;
use crate::kernel::{Prompt, Seat, View, Zone};
use crate::transcript::{Input, answer_parser};
use std::borrow::Cow;

/// The placeholder for an unknown value.
pub const UNKNOWN: &str = "?";

impl Debugger {
    /// Whether the prompt and the options of a seat are visible. Those of chance are hidden from
    /// all players.
    #[must_use]
    pub fn sees_question_of(&self, seat: Seat) -> bool {
        self.viewer.is_none_or(|viewer| viewer == seat && seat != Seat::CHANCE)
    }

    /// Checks that the cards of a zone are visible.
    ///
    /// # Errors
    /// The viewer does not see all of them, as a message.
    pub fn check_seen(&self, zone: Zone) -> Result<(), String> {
        let Some(viewer) = self.viewer else { return Ok(()) };
        if View::zone(self.table(), zone, viewer).iter().all(Option::is_some) {
            return Ok(());
        }
        Err("this needs cards that are hidden from the player whose knowledge is shown".into())
    }

    /// Checks that what a seat sees and can answer is visible.
    ///
    /// # Errors
    /// The seat is not the viewer, as a message.
    pub fn check_own(&self, seat: Seat) -> Result<(), String> {
        if self.viewer.is_none_or(|viewer| viewer == seat) {
            return Ok(());
        }
        let name = self.notation().seat(seat);
        Err(format!("what {name} sees is hidden from the player whose knowledge is shown"))
    }

    /// Checks that an answer is one of the viewer: whether another one is possible depends on
    /// hidden cards.
    ///
    /// # Errors
    /// It is an answer of another seat, as a message.
    pub fn check_own_answer(&self, line: &str) -> Result<(), String> {
        let named = answer_parser::addressee(line);
        let named = named.and_then(|name| self.notation().find_seat(name));
        [self.asked(), named].into_iter().flatten().try_for_each(|seat| self.check_own(seat))
    }

    /// The redacted input of a ply; `None` for the start.
    #[must_use]
    pub fn typed(&self, ply: usize) -> Option<Cow<'_, str>> {
        let record = self.timeline.entry(ply)?.record.as_ref()?;
        if !self.is_hidden(ply) {
            return Some(Cow::Borrowed(&record.typed));
        }
        Some(Cow::Borrowed(match record.input {
            Input::Table(_) => ":table …",
            Input::Seed(_) => ":seed …",
            Input::Eval(_) => "= …",
            Input::Set(..) => ":set …",
            Input::Answers(_) => "…",
        }))
    }

    /// Whether the input of a ply reveals more than the viewer may know. Plays and responses are
    /// public; an answer to a script's question is known to the two players involved.
    #[must_use]
    pub fn is_hidden(&self, ply: usize) -> bool {
        if self.viewer.is_none() {
            return false;
        }
        let Some(entry) = self.timeline.entry(ply) else { return false };
        match entry.record.as_ref().map(|record| &record.input) {
            None => false,
            // Only a counter of cards names a place.
            Some(Input::Set(counter, _)) => counter.contains(" in "),
            Some(Input::Table(_) | Input::Seed(_) | Input::Eval(_)) => true,
            Some(Input::Answers(_)) => {
                let before = entry.parent.map(|parent| self.timeline.entry_at(parent));
                before.and_then(|entry| entry.snapshot.decision()).is_some_and(|asked| {
                    let is_script = matches!(asked.prompt, Prompt::Text(_)) && !asked.announcing;
                    is_script && !self.sees_question_of(asked.seat)
                })
            }
        }
    }
}
