//! The view of one seat: the table with all unknown cards masked.

use super::table::Table;
use crate::kernel::action::Action;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::rules::Rules;
use crate::kernel::turns::TurnQueue;
use crate::kernel::zone::Zone;
use std::rc::Rc;

/// A zone as one seat sees it, top first; `None` is a card it does not know.
pub type Masked = Vec<Option<Kind>>;

/// The knowledge of one seat, remembered cards included: a card it peeked at stays known until a
/// shuffle or an unseen insertion moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub seat: Seat,
    /// Every non-empty zone, masked. Hands are sorted, so that their order reveals nothing.
    pub zones: Vec<(Zone, Masked)>,
    /// The turn queue: public.
    pub turns: TurnQueue,
    /// The numbers of the counters; `None` is one it does not know.
    pub counters: Vec<Option<i64>>,
    /// The scores by seat, empty until one is set: public.
    pub scores: Vec<Option<i64>>,
    /// The actions that may be answered, the latest last, with their announced values: public.
    pub stack: Vec<Rc<Action>>,
}

impl View {
    /// Returns what a seat knows of a table.
    pub fn of(rules: &Rules, table: &Table, seat: Seat) -> Self {
        let zones = table.zones.all().filter(|zone| table.zones.len(*zone) > 0);
        let zones = zones.map(|zone| (zone, Self::zone(table, zone, seat))).collect();
        let stack = table.stack.clone();
        let (turns, scores) = (table.turns.clone(), table.outcome.scores.clone());
        Self { seat, zones, turns, counters: table.seen_counters(rules, seat), scores, stack }
    }

    /// Whether a seat knows the same of two tables: whether their views are equal, which need not
    /// be built for it.
    pub fn is_same(rules: &Rules, (a, b): (&Table, &Table), seat: Seat) -> bool {
        let seen = |table: &Table, card: CardId| table.knows(seat, card).then(|| table.kind(card));
        let is_same = |zone: Zone| {
            let (cards, others) = (a.cards_in(zone), b.cards_in(zone));
            let mut pairs = cards.iter().zip(others);
            cards.len() == others.len()
                && (pairs.all(|(card, other)| seen(a, *card) == seen(b, *other))
                    || Self::zone(a, zone, seat) == Self::zone(b, zone, seat))
        };
        a.turns == b.turns
            && a.stack == b.stack
            && a.outcome.scores == b.outcome.scores
            && a.seen_counters(rules, seat) == b.seen_counters(rules, seat)
            && a.zones.all().all(is_same)
    }

    /// Returns what a seat knows of one zone.
    pub fn zone(table: &Table, zone: Zone, seat: Seat) -> Masked {
        let mask = |card: &CardId| table.knows(seat, *card).then(|| table.kind(*card));
        let mut masked: Masked = table.cards_in(zone).iter().map(mask).collect();
        if matches!(zone, Zone::Hand(_)) {
            masked.sort_by_key(|kind| (kind.is_none(), *kind));
        }
        masked
    }

    /// Returns a zone of the view; empty if it holds no card.
    pub fn cards(&self, zone: Zone) -> &[Option<Kind>] {
        self.zones.iter().find(|(z, _)| *z == zone).map_or(&[], |(_, cards)| cards)
    }
}
