//! What is shown under `:as`: of inputs, questions, cards and values no more than one player knows.

use super::game::Debugger;
use crate::kernel::{Kind, Prompt, Seat, Table, View, Zone};
use crate::transcript::Input;
use std::borrow::Cow;

/// What stands in the place of what is not known.
pub const UNKNOWN: &str = "?";

impl Debugger {
    /// Whether what this seat is asked is shown, with what it can answer. What chance is asked is
    /// for nobody who plays.
    #[must_use]
    pub fn sees_question_of(&self, seat: Seat) -> bool {
        self.viewer.is_none_or(|viewer| viewer == seat && seat != Seat::CHANCE)
    }

    /// The cards of a zone as they are shown: a hand sorted, any other zone top first.
    #[must_use]
    pub fn cards_shown(&self, table: &Table, zone: Zone) -> Vec<Option<Kind>> {
        if let Some(viewer) = self.viewer {
            return View::zone(table, zone, viewer);
        }
        let cards = table.cards_in(zone).iter();
        let mut kinds: Vec<Kind> = cards.map(|card| table.kind(*card)).collect();
        if matches!(zone, Zone::Hand(_)) {
            kinds.sort_unstable();
        }
        kinds.into_iter().map(Some).collect()
    }

    /// What was typed at a ply, as it is shown; nothing for the start.
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
            Input::Answers(_) | Input::Set(..) => "…",
        }))
    }

    /// Whether what was typed at a ply tells more than may be shown. What is played and said in a
    /// window is heard by everybody; an answer to a script's question is between the two.
    #[must_use]
    pub fn is_hidden(&self, ply: usize) -> bool {
        if self.viewer.is_none() {
            return false;
        }
        let Some(entry) = self.timeline.entry(ply) else { return false };
        match entry.record.as_ref().map(|record| &record.input) {
            None | Some(Input::Set(..)) => false,
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
