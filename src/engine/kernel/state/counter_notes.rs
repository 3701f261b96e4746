//! The part of counters that their numbers leave out.

use crate::kernel::fault::Text;

/// The texts in counters and the counters that are revealed; empty in most games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CounterNotes {
    /// Each text with the number that stands for it.
    pub(super) texts: Vec<(i64, Text)>,
    /// The slots of secret counters that everybody sees until they are set again, sorted.
    pub revealed: Vec<u16>,
}

impl CounterNotes {
    /// Returns the text of a number.
    pub(super) fn text(&self, number: i64) -> Option<&Text> {
        self.texts.iter().find(|(known, _)| *known == number).map(|(_, text)| text)
    }

    pub(super) fn reveal(&mut self, slot: u16) {
        if let Err(place) = self.revealed.binary_search(&slot) {
            self.revealed.insert(place, slot);
        }
    }

    pub(super) fn hide(&mut self, slot: u16) {
        if let Ok(place) = self.revealed.binary_search(&slot) {
            self.revealed.remove(place);
        }
    }
}
