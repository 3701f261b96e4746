//! Puts a position on the table.

use super::mixed_cards::MixedCards;
use super::table::{CardState, Table};
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::layout::Layout;
use crate::kernel::outcome::Outcome;
use crate::kernel::rules::Rules;
use crate::kernel::traits::CardTraits;
use crate::kernel::turns::{Phase, TurnQueue};
use crate::kernel::zone::Zone;
use std::collections::{BTreeMap, BTreeSet};

impl Table {
    pub(in crate::kernel) fn lay_out(&mut self, rules: &Rules, layout: &Layout) {
        let emptied: Vec<Zone> = self.emptied(layout).collect();
        self.blind = layout.blind.iter().copied().collect();
        for zone in emptied {
            let cards = self.zones.cards(zone).iter().copied();
            let cards = cards.filter(|card| !self.is_left(rules, layout, zone, *card));
            for card in cards.collect::<Vec<_>>() {
                self.zones.relocate(card, Zone::Box, usize::MAX);
                let known = self.resting_knowledge(rules, Zone::Box, false);
                let state = &mut self.cards[card.index()];
                *state = CardState { known, is_turned: false, played_by: None, ..*state };
            }
        }
        for (seat, kinds) in &layout.hands {
            self.fill(rules, Zone::Hand(*seat), kinds);
        }
        for (seat, kinds) in &layout.fronts {
            self.fill(rules, Zone::Front(*seat), kinds);
        }
        self.fill(rules, Zone::Discard, &layout.discard);
        for pile in &layout.piles {
            self.fill(rules, pile.zone, &pile.kinds);
        }
        for (zone, depth, traits) in &layout.traits {
            if let Some(card) = self.zones.cards(*zone).get(usize::from(*depth)).copied() {
                self.set_traits(rules, card, traits);
            }
        }
        for (zone, depth) in &layout.turned {
            if let Some(card) = self.zones.cards(*zone).get(*depth as usize).copied() {
                self.turn_over(rules, card, !rules.is_face_up(*zone));
            }
        }
        self.count_hands();
        let alive = layout.dead.iter().fold(SeatSet::first(self.n_seats()), |s, d| s.without(*d));
        let (current, owed) = layout.turn.unwrap_or((Seat(0), None));
        let mut turns = TurnQueue::new(self.n_seats(), current);
        turns.alive = alive;
        turns.reversed = layout.reversed;
        turns.phase = Phase::Main;
        if !alive.has(current) {
            turns.current = turns.next_alive(current);
        }
        if let Some(owed) = owed {
            turns.owed = owed;
            turns.attacked = true;
        }
        self.turns = turns;
        self.n_turns = self.n_turns.max(1);
        self.outcome = Outcome::default();
        self.forget_course();
    }

    /// Forgets what was going on, and how it came about.
    pub(super) fn forget_course(&mut self) {
        self.mixed = MixedCards::default();
        self.arrivals.clear();
        self.last_out = None;
        self.stack.clear();
        self.agenda.clear();
        self.settling.clear();
        self.last_play = None;
    }

    /// Returns the zones that are emptied before a position is laid out; some twice.
    fn emptied(&self, layout: &Layout) -> impl Iterator<Item = Zone> {
        (self.seats().map(Zone::Hand))
            .chain(self.seats().map(Zone::Front))
            .chain([Zone::Discard, Zone::Table])
            .chain(layout.piles.iter().filter(|pile| !pile.keep_rest).map(|pile| pile.zone))
    }

    /// Whether a card stays in front of its player: it is played from there only, like a figure,
    /// and the position names neither its kind nor what lies in front of that player.
    fn is_left(&self, rules: &Rules, layout: &Layout, zone: Zone, card: CardId) -> bool {
        let (Zone::Front(seat), kind) = (zone, self.kind(card)) else { return false };
        let rule = rules.kind(kind);
        let at_seats = layout.hands.iter().chain(&layout.fronts).map(|(_, kinds)| kinds);
        let in_piles = layout.piles.iter().map(|pile| &pile.kinds).chain([&layout.discard]);
        rule.from_front
            && !rule.from_hand
            && !layout.dead.contains(&seat)
            && layout.fronts.iter().all(|(owner, _)| *owner != seat)
            && !at_seats.chain(in_piles).any(|kinds| kinds.contains(&kind))
    }

    /// Returns the number of cards in the game once a position is laid out: cards that are needed
    /// and are neither in the box nor in a zone that is emptied are created.
    pub(in crate::kernel) fn n_cards_with(&self, layout: &Layout) -> usize {
        let zones: BTreeSet<Zone> = self.emptied(layout).chain([Zone::Box]).collect();
        let mut free: BTreeMap<Kind, usize> = BTreeMap::new();
        for zone in zones {
            for card in self.zones.cards(zone) {
                *free.entry(self.kind(*card)).or_default() += 1;
            }
        }
        let seats = layout.hands.iter().chain(&layout.fronts).map(|(_, kinds)| kinds);
        let piles = layout.piles.iter().map(|pile| &pile.kinds);
        let needed = seats.chain([&layout.discard]).chain(piles).flatten();
        let created = needed.filter(|kind| match free.get_mut(kind) {
            Some(n_free) if *n_free > 0 => {
                *n_free -= 1;
                false
            }
            _ => true,
        });
        self.cards.len() + created.count()
    }

    fn fill(&mut self, rules: &Rules, zone: Zone, kinds: &[Kind]) {
        for (depth, kind) in kinds.iter().enumerate() {
            let mut boxed = self.zones.cards(Zone::Box).iter().copied();
            let found = boxed.find(|card| self.kind(*card) == *kind);
            let card = found.unwrap_or_else(|| self.create(rules, *kind, Zone::Box, 1));
            self.set_traits(rules, card, &CardTraits::default());
            self.zones.relocate(card, zone, depth);
            self.cards[card.index()].known = self.resting_knowledge(rules, zone, false);
        }
    }
}
