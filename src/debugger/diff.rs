//! Differences between two positions.

use super::game::Debugger;
use super::reply::{BeforeAfter, CardsChange, Change, DiffReply};
use crate::kernel::{Action, Seat, SeatSet, Table, Zone};
use crate::message::Secret;
use std::rc::Rc;

impl Debugger {
    /// The differences between two tables, in display order.
    pub fn diff(&self, before: &Table, after: &Table) -> DiffReply {
        let notation = self.notation();
        let name = |seat: Seat| notation.seat_name(seat);
        let (was, is) = (&before.turns, &after.turns);
        let mut changes = Vec::new();
        let turn = changed(was.current, is.current, name);
        changes.extend(turn.map(Change::Turn));
        changes.extend(before.seats().filter_map(|seat| {
            let turns = changed(owed(before, seat), owed(after, seat), |turns| turns)?;
            Some(Change::Owed { player: name(seat), turns })
        }));
        let reversed = changed(was.reversed, is.reversed, |reversed| reversed);
        changes.extend(reversed.map(Change::Reversed));
        changes.extend(before.seats().filter_map(|seat| {
            let alive = changed(was.alive.has(seat), is.alive.has(seat), |alive| alive)?;
            Some(Change::Alive { player: name(seat), alive })
        }));
        let (old, new) = (&before.outcome, &after.outcome);
        let names = |seats: SeatSet| seats.iter().map(name).collect();
        changes.extend(changed(old.winners, new.winners, names).map(Change::Winners));
        changes.extend(changed(old.losers, new.losers, names).map(Change::Losers));
        changes.extend(before.seats().filter_map(|seat| {
            let score = changed(old.score(seat), new.score(seat), |score| score)?;
            Some(Change::Score { player: name(seat), score })
        }));
        let stack = |table: &Table| {
            let shown = |action: &Rc<Action>| notation.stacked_info(action, table);
            table.stack.iter().map(shown).collect::<Vec<_>>()
        };
        changes.extend(changed(stack(before), stack(after), |stack| stack).map(Change::Stack));
        let n_counters = before.counters.len().min(after.counters.len()) as u16;
        changes.extend((0..n_counters).filter_map(|slot| {
            let [was, is] = [before, after].map(|table| notation.counter_info(table, slot));
            // A viewer may not know one of two values that are the same.
            let is_shown = self.viewer.is_some() || was.get() != is.get();
            let (owner, rule) = notation.rules.counter_at(slot);
            let (owner, name) = (owner.map(name), rule.id.to_string());
            let value = BeforeAfter { before: was, after: is };
            is_shown.then_some(Change::Counter { owner, name, value })
        }));
        changes.extend(self.card_counters(before, after));
        let cards = zones(before).map(|zone| CardsChange {
            zone: notation.zone_info(zone),
            before: notation.cards_info(before, zone),
            after: notation.cards_info(after, zone),
        });
        // A viewer may have learned cards that did not move.
        let is_limited = self.viewer.is_some();
        let cards = cards.filter(|cards| is_limited || cards.differs());
        changes.extend(cards.map(Change::Cards));
        DiffReply { changes }
    }

    /// The counters of cards that differ.
    fn card_counters(&self, before: &Table, after: &Table) -> Vec<Change> {
        let notation = self.notation();
        let names = &notation.rules.card_counters;
        let values = before.card_counters.iter().zip(&*after.card_counters).enumerate();
        let changes = values.filter_map(|(i, (was, is))| {
            // A branch from before a reload may have other counters.
            let (card, slot) = (i.checked_div(names.len())?, i.checked_rem(names.len())?);
            let (old, new) = (before.cards.get(card)?, after.cards.get(card)?);
            let value = changed(*was, *is, |value| value)?;
            let counted = |table, value| notation.counted(table, &names[slot], value);
            let value = BeforeAfter {
                before: counted(before, value.before),
                after: counted(after, value.after),
            };
            Some(Change::CardCounter {
                card: notation.kind(new.kind).clone(),
                name: names[slot].id.to_string(),
                value: Secret::new(value, old.known.intersection(new.known)),
            })
        });
        changes.collect()
    }
}

/// A value in both positions, if it differs.
fn changed<T: PartialEq, I>(before: T, after: T, info: impl Fn(T) -> I) -> Option<BeforeAfter<I>> {
    (before != after).then(|| BeforeAfter { before: info(before), after: info(after) })
}

/// The number of turns a player owes, or must take next.
pub(super) fn owed(table: &Table, seat: Seat) -> u32 {
    let turns = &table.turns;
    match turns.next {
        _ if turns.current == seat => turns.owed,
        Some((next, owed)) if next == seat => owed,
        _ => 0,
    }
}

/// The zones in display order; the box is out of the game.
fn zones(table: &Table) -> impl Iterator<Item = Zone> {
    let hands = table.seats().flat_map(|seat: Seat| [Zone::Hand(seat), Zone::Front(seat)]);
    let piles = table.zones.all().filter(|zone| !matches!(zone, Zone::Hand(_) | Zone::Front(_)));
    hands.chain(piles).filter(|zone| *zone != Zone::Box)
}
