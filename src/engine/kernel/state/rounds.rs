//! A new round: all cards are collected, and all but scores and kept counters is as before the
//! game.

use super::counter_notes::CounterNotes;
use super::table::{CardState, Table};
use crate::kernel::action::Task;
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::hook::Hook;
use crate::kernel::rules::{KindSet, Rules};
use crate::kernel::turns::TurnQueue;

impl Table {
    /// Collects all cards and schedules the setup.
    pub(super) fn begin_round(&mut self, rules: &Rules, first: Seat) {
        for card in (0..self.cards.len() as u16).map(CardId) {
            let CardState { kind, .. } = self.cards[card.index()];
            let zone = rules.kind(kind).start;
            self.zones.relocate(card, zone, usize::MAX);
            let known = self.resting_knowledge(rules, zone, false);
            self.cards[card.index()] = CardState { kind, is_turned: false, played_by: None, known };
        }
        self.blind = SeatSet::NONE;
        self.has_turned = false;
        self.count_hands();
        self.turns = TurnQueue::new(self.n_seats(), first);
        self.dealt = KindSet::empty(rules.kinds.len());
        self.reset_counters(rules);
        self.forget_course();
        self.agenda.push(Task::Hook { hook: Hook::Setup, seat: first, card: None });
    }

    /// Resets the counters that the variant does not keep.
    fn reset_counters(&mut self, rules: &Rules) {
        for slot in 0..self.counters.len() as u16 {
            let (_, rule) = rules.counter_at(slot);
            if !rule.is_kept {
                self.counters[usize::from(slot)] = rule.holds.initial();
                self.notes.hide(slot);
            }
        }
        let initial = rules.card_counters.iter().map(|rule| rule.holds.initial());
        self.card_counters.clear();
        self.card_counters.extend(std::iter::repeat_n(initial, self.cards.len()).flatten());
        let Self { notes: CounterNotes { texts, .. }, counters, .. } = self;
        texts.retain(|(known, _)| counters.contains(known));
    }
}
