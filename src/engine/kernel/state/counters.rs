//! Contents of counters, and who sees them.

use super::table::Table;
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::counter::CounterRule;
use crate::kernel::fault::Text;
use crate::kernel::rules::Rules;
use crate::kernel::value::Value;

impl Table {
    /// Takes the counters of another table, with their texts.
    pub fn copy_counters(&mut self, other: &Self) {
        self.counters.clone_from(&other.counters);
        self.notes.clone_from(&other.notes);
    }

    /// Returns the value of a counter of the table or of a player.
    pub fn counter(&self, rules: &Rules, slot: u16) -> Value {
        self.counted(rules.counter_at(slot).1, self.counters[usize::from(slot)])
    }

    /// Returns the value of a counter of a card.
    pub fn card_counter(&self, rules: &Rules, card: CardId, slot: u16) -> Value {
        let slot = usize::from(slot);
        self.counted(&rules.card_counters[slot], self.counters_of(rules, card)[slot])
    }

    /// Returns the value of a number in a counter.
    pub fn counted(&self, rule: &CounterRule, number: i64) -> Value {
        rule.holds.value(number, || self.notes.text(number))
    }

    /// Returns who sees a counter of the table or of a player.
    pub fn counter_audience(&self, rules: &Rules, slot: u16) -> SeatSet {
        let (owner, rule) = rules.counter_at(slot);
        match self.notes.revealed.contains(&slot) {
            true => SeatSet::ALL,
            false => rule.audience(owner),
        }
    }

    /// Returns the numbers of the counters that a seat sees.
    pub fn seen_counters(&self, rules: &Rules, seat: Seat) -> Vec<Option<i64>> {
        let seen = |(slot, number): (usize, &i64)| {
            let is_seen = !rules.has_secrets || self.counter_audience(rules, slot as u16).has(seat);
            is_seen.then_some(*number)
        };
        self.counters.iter().enumerate().map(seen).collect()
    }

    /// Empties the counters that a seat does not see.
    pub fn hide_counters(&mut self, rules: &Rules, seat: Seat) {
        for slot in 0..self.counters.len() as u16 {
            if !self.counter_audience(rules, slot).has(seat) {
                self.counters[usize::from(slot)] = rules.counter_at(slot).1.holds.initial();
            }
        }
    }

    /// Puts a value into a counter that can hold it, without an event: on a sampled table.
    pub fn put_into_counter(&mut self, rules: &Rules, slot: u16, value: &Value) {
        if let Some((number, text)) = rules.counter_at(slot).1.holds.number(value) {
            self.count(slot, number, text);
        }
    }

    /// Sets a counter of the table or of a player.
    pub(in crate::kernel) fn count(&mut self, slot: u16, value: i64, text: Option<Text>) {
        self.counters[usize::from(slot)] = value;
        if !self.notes.revealed.is_empty() {
            self.notes.hide(slot);
        }
        self.note_text(value, text);
    }

    /// Keeps the text of a number, and drops those that no counter holds any more.
    pub(super) fn note_text(&mut self, number: i64, text: Option<Text>) {
        let Some(text) = text else { return };
        let Self { notes, counters, card_counters, .. } = self;
        notes.texts.retain(|(known, _)| counters.contains(known) || card_counters.contains(known));
        if notes.text(number).is_none() {
            notes.texts.push((number, text));
            notes.texts.sort_unstable_by_key(|(number, _)| *number);
        }
    }
}
