//! Which cards of one kind can be told apart, and by what.

use super::table::Table;
use crate::kernel::card::{CardId, Seat};
use crate::kernel::rules::Rules;
use crate::kernel::traits::{CardTraits, CounterTrait, DifferingTraits};
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::sync::Arc;

impl Table {
    /// Returns who played a card that lies in play; `None` for cards elsewhere.
    fn player_of(&self, card: CardId) -> Option<Option<Seat>> {
        let is_in_play = matches!(self.zones.zone_of(card), Zone::Front(_) | Zone::Table);
        is_in_play.then(|| self.cards[card.index()].played_by)
    }

    /// Returns the numbers in the counters of a card.
    pub fn counters_of(&self, rules: &Rules, card: CardId) -> &[i64] {
        let n_counters = rules.card_counters.len();
        &self.card_counters[card.index() * n_counters..][..n_counters]
    }

    /// Returns the traits in which cards of one kind differ.
    pub(crate) fn differing_traits(&self, rules: &Rules, cards: &[CardId]) -> DifferingTraits {
        let Some((first, others)) = cards.split_first() else { return DifferingTraits::default() };
        let differs = |slot: &u16| {
            let value = |card: &CardId| self.counters_of(rules, *card)[usize::from(*slot)];
            others.iter().any(|card| value(card) != value(first))
        };
        let mut players = cards.iter().filter_map(|card| self.player_of(*card));
        let first_player = players.next();
        DifferingTraits {
            slots: (0..rules.card_counters.len() as u16).filter(differs).collect(),
            by: players.any(|player| Some(player) != first_player),
        }
    }

    /// Returns the traits of a card in which it may differ from others; `None` if there are none.
    pub(crate) fn traits(
        &self,
        rules: &Rules,
        card: CardId,
        differing: &DifferingTraits,
    ) -> Option<Arc<CardTraits>> {
        if differing.is_empty() {
            return None;
        }
        let counters = differing.slots.iter().map(|slot| self.counter_trait(rules, card, *slot));
        let by = differing.by.then(|| self.player_of(card).flatten());
        Some(Arc::new(CardTraits { counters: counters.collect(), by }))
    }

    /// Returns the traits of a card in which others of its kind differ, among those of some cards
    /// that count.
    pub fn traits_among(
        &self,
        rules: &Rules,
        card: CardId,
        cards: &[CardId],
        counts: impl Fn(CardId) -> bool,
    ) -> Option<Arc<CardTraits>> {
        if !rules.has_traits {
            return None;
        }
        let kind = self.kind(card);
        let others = cards.iter().copied().filter(|card| self.kind(*card) == kind);
        let others: SmallVec<[CardId; 8]> = others.filter(|card| counts(*card)).collect();
        self.traits(rules, card, &self.differing_traits(rules, &others))
    }

    /// Returns all that a card has not had from the beginning: who played it, if `by` or if the
    /// card lies in play, and its counters with another value than the initial one.
    pub fn acquired_traits(&self, rules: &Rules, card: CardId, by: bool) -> CardTraits {
        let numbers = self.counters_of(rules, card).iter().zip(&rules.card_counters);
        let slots = (0..).zip(numbers).filter(|(_, (n, rule))| **n != rule.holds.initial());
        let player = match by {
            true => self.cards[card.index()].played_by,
            false => self.player_of(card).flatten(),
        };
        CardTraits {
            counters: slots.map(|(slot, _)| self.counter_trait(rules, card, slot)).collect(),
            by: player.map(Some),
        }
    }

    /// Whether a card has these traits.
    pub fn has_traits(&self, rules: &Rules, card: CardId, traits: &CardTraits) -> bool {
        let numbers = self.counters_of(rules, card);
        let has =
            |(slot, number, _): &CounterTrait| numbers.get(usize::from(*slot)) == Some(number);
        traits.counters.iter().all(has)
            && traits.by.is_none_or(|player| self.cards[card.index()].played_by == player)
    }

    /// Whether two cards are of one kind and lie and count alike.
    #[inline]
    pub fn are_alike(&self, rules: &Rules, a: CardId, b: CardId) -> bool {
        let is_turned = |card: CardId| self.cards[card.index()].is_turned;
        is_turned(a) == is_turned(b) && self.count_alike(rules, a, b)
    }

    /// Whether two cards are of one kind and count alike, however they lie.
    #[inline]
    pub fn count_alike(&self, rules: &Rules, a: CardId, b: CardId) -> bool {
        let look = |card: CardId| (self.kind(card), self.counters_of(rules, card));
        look(a) == look(b)
    }

    fn counter_trait(&self, rules: &Rules, card: CardId, slot: u16) -> CounterTrait {
        let number = self.counters_of(rules, card)[usize::from(slot)];
        (slot, number, self.notes.text(number).cloned())
    }

    /// Gives a card these traits, and the initial values of its other counters.
    pub(super) fn set_traits(&mut self, rules: &Rules, card: CardId, traits: &CardTraits) {
        let first = card.index() * rules.card_counters.len();
        for (slot, rule) in rules.card_counters.iter().enumerate() {
            self.card_counters[first + slot] = rule.holds.initial();
        }
        for (slot, number, text) in &traits.counters {
            if let Some(counter) = self.card_counters.get_mut(first + usize::from(*slot)) {
                *counter = *number;
                self.note_text(*number, text.clone());
            }
        }
        self.cards[card.index()].played_by = traits.by.flatten();
    }
}
