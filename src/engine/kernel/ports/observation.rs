//! The view of an agent, read from the table on demand: nothing is copied unless it is asked for.

use crate::kernel::action::Action;
use crate::kernel::card::{Kind, Seat};
use crate::kernel::event::{Event, EventKind};
use crate::kernel::fault::Text;
use crate::kernel::pending::Suspended;
use crate::kernel::rng::split_mix;
use crate::kernel::rules::Rules;
use crate::kernel::table::Table;
use crate::kernel::turns::TurnQueue;
use crate::kernel::value::Value;
use crate::kernel::view::View;
use crate::kernel::zone::Zone;
use std::rc::Rc;

/// The information available to an agent: only what its seat may know.
pub struct Observation<'a> {
    pub(in crate::kernel) table: &'a Table,
    pub(in crate::kernel) rules: &'a Rc<Rules>,
    pub(in crate::kernel) names: &'a [Text],
    pub(in crate::kernel) seat: Seat,
    pub(in crate::kernel) hook: Option<(&'a Table, &'a Suspended)>,
    /// A table and the events since; `None` if no log is kept.
    pub(in crate::kernel) past: Option<(&'a Table, &'a [Event])>,
    /// The events of a waiting hook, after those.
    pub(in crate::kernel) begun: &'a [Event],
}

impl<'a> Observation<'a> {
    /// Returns the observing seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the hook that asks, with the table on which it began; `None` for a turn, a window
    /// or a set of cards.
    pub(crate) const fn hook(&self) -> Option<(&'a Table, &'a Suspended)> {
        self.hook
    }

    /// Returns it with a longer history: the events since a table, without those of a waiting hook.
    #[doc(hidden)]
    pub const fn after(self, base: &'a Table, events: &'a [Event]) -> Self {
        Self { past: Some((base, events)), ..self }
    }

    /// Tells what has happened so far, each event with the table before it, as far back as that is
    /// known.
    pub(crate) fn replay(&self, mut tell: impl FnMut(&Table, &EventKind)) {
        let Some((base, events)) = self.past else { return };
        let mut table = base.clone();
        for event in events.iter().chain(self.begun) {
            tell(&table, &event.kind);
            table.apply(self.rules, event.kind.clone());
        }
    }

    /// Returns the tables of the ruleset, which are public.
    pub const fn rules(&self) -> &'a Rc<Rules> {
        self.rules
    }

    /// Returns the names of the players by seat, which are public.
    pub const fn names(&self) -> &'a [Text] {
        self.names
    }

    /// Returns the table with all hidden cards: for agents that deal these anew, and for messages
    /// that leave out what the seat may not know.
    pub(crate) const fn table(&self) -> &'a Table {
        self.table
    }

    /// Returns what the seat knows, as a copy. The other methods read single facts of it.
    pub fn view(&self) -> View {
        View::of(self.rules, self.table, self.seat)
    }

    /// Returns the turn queue: public.
    pub const fn turns(&self) -> &'a TurnQueue {
        &self.table.turns
    }

    /// Returns the actions that may be answered, the latest last: public.
    pub fn stack(&self) -> &'a [Rc<Action>] {
        &self.table.stack
    }

    /// Returns the number of cards in a zone: public.
    pub fn n_cards(&self, zone: Zone) -> usize {
        self.table.zones.len(zone)
    }

    /// Iterates over the cards of a zone that the seat knows, top first; the order within a hand
    /// has no meaning.
    pub fn known(&self, zone: Zone) -> impl Iterator<Item = Kind> + use<'a> {
        let (table, seat) = (self.table, self.seat);
        let known = table.cards_in(zone).iter().filter(move |card| table.knows(seat, **card));
        known.map(|card| table.kind(*card))
    }

    /// Returns the top card of a zone if the seat knows it.
    pub fn known_top(&self, zone: Zone) -> Option<Kind> {
        let top = *self.table.cards_in(zone).first()?;
        self.table.knows(self.seat, top).then(|| self.table.kind(top))
    }

    /// Returns the last choice of another player that concerns the top card of a zone, if the seat
    /// does not know this card: where they have put a card, or into which order the top.
    pub fn placed_unseen(&self, zone: Zone) -> Option<(usize, Option<Kind>)> {
        self.table.placed_unseen(zone, self.seat)
    }

    /// Mixes the counters that the seat sees into a hash, and which ones it does not.
    fn counters_seen(&self, hash: u64, mix: impl Fn(u64, u64) -> u64) -> u64 {
        let counters = &self.table.counters;
        if !self.rules.has_secrets {
            return counters.iter().map(|n| n.cast_unsigned()).fold(hash, mix);
        }
        let seen = self.table.seen_counters(self.rules, self.seat).into_iter();
        let facts = seen.flat_map(|n| [u64::from(n.is_some()), n.unwrap_or(0).cast_unsigned()]);
        facts.fold(hash, mix)
    }

    /// Returns a hash of what the seat knows of the turns, the zones, the counters, the scores and
    /// the stack: the same for tables that look the same to it. Of an action on the stack only the
    /// players count. Faces and counters of cards do not count, so tables that look different may
    /// have the same hash.
    pub fn information_set(&self) -> u64 {
        let Table { zones, turns, outcome, stack, .. } = self.table;
        let mix = |hash, fact: u64| split_mix(hash ^ fact);
        let mut hash = u64::from(turns.alive.0) << 32 | u64::from(turns.owed);
        let direction = u64::from(turns.reversed) << 1 | u64::from(turns.attacked);
        hash = mix(hash, u64::from(turns.current.0) << 2 | direction);
        for zone in zones.all() {
            let cards = zones.cards(zone);
            let known = (0..).zip(cards).filter(|(_, card)| self.table.knows(self.seat, **card));
            let facts = known.map(|(at, card)| (at, u64::from(self.table.kind(*card).0) + 1));
            hash = match zone {
                // The order within a hand has no meaning.
                Zone::Hand(_) => facts.fold(hash, |sum, (_, kind)| sum.wrapping_add(mix(7, kind))),
                _ => facts.fold(hash, |hash, (at, kind): (u64, _)| mix(hash, at << 16 | kind)),
            };
            hash = mix(hash, cards.len() as u64);
        }
        let scores = outcome.scores.iter().map(|score| score.map_or(u64::MAX, i64::cast_unsigned));
        hash = self.counters_seen(hash, mix);
        hash = scores.fold(hash, mix);
        let players = |action: &Rc<Action>| {
            let aimed = |value: &Value| match value {
                Value::Player(seat) => u64::from(seat.0) + 1,
                _ => 0,
            };
            let by = u64::from(action.by.0) << 1 | u64::from(action.cancelled);
            action.announced.iter().map(aimed).fold(by, mix)
        };
        stack.iter().map(players).fold(hash, mix)
    }
}
