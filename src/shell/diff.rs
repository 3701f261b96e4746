//! `:diff`: what is different between two positions, one line for each difference.

use super::out::text::causes;
use crate::debugger::game::Debugger;
use crate::debugger::redaction::UNKNOWN;
use crate::debugger::watch_expr::WatchExpr;
use crate::kernel::{Kind, Seat, Table, Zone};

/// The differences between two tables, in the order a position is shown.
#[must_use]
pub fn tables(debugger: &Debugger, before: &Table, after: &Table) -> Vec<String> {
    let text = |what: &WatchExpr, table| causes::value(&what.value(debugger, table));
    let value = |what: &WatchExpr| (text(what, before), text(what, after));
    let mut lines = Vec::new();
    let mut plain = |name: String, what: &WatchExpr| {
        let (was, is) = value(what);
        if was != is {
            lines.push(format!("{name}: {was} → {is}"));
        }
    };
    plain("turn".into(), &WatchExpr::Turn);
    let notation = debugger.notation();
    for seat in before.seats() {
        plain(format!("{} owes", notation.seat(seat)), &WatchExpr::Owed(seat));
    }
    plain("direction".into(), &WatchExpr::Direction);
    for seat in before.seats() {
        plain(format!("{} in the game", notation.seat(seat)), &WatchExpr::Alive(seat));
    }
    plain("winner".into(), &WatchExpr::Winner);
    plain("stack".into(), &WatchExpr::Stack);
    for slot in 0..before.counters.len().min(after.counters.len()) as u16 {
        let (seat, name) = notation.rules.counter_at(slot);
        let owner = seat.map_or_else(String::new, |seat| format!("{}.", notation.seat(seat)));
        plain(format!("{owner}{name}"), &WatchExpr::Counter(slot));
    }
    lines.extend(zones(before).filter_map(|zone| cards(debugger, zone, before, after)));
    lines
}

/// The zones in the order they are shown; the box is out of the game.
fn zones(table: &Table) -> impl Iterator<Item = Zone> {
    let hands = table.seats().flat_map(|seat: Seat| [Zone::Hand(seat), Zone::Front(seat)]);
    let piles = table.zones.all().filter(|zone| !matches!(zone, Zone::Hand(_) | Zone::Front(_)));
    hands.chain(piles).filter(|zone| *zone != Zone::Box)
}

/// What came into a zone and what left it, or that its order is another one.
fn cards(debugger: &Debugger, zone: Zone, before: &Table, after: &Table) -> Option<String> {
    let (was, is) = (debugger.cards_shown(before, zone), debugger.cards_shown(after, zone));
    if was == is {
        return None;
    }
    let notation = debugger.notation();
    let only = |these: &[Option<Kind>], those: &[Option<Kind>]| {
        let mut rest = those.to_vec();
        let mut only = these.to_vec();
        only.retain(|kind| match rest.iter().position(|other| other == kind) {
            Some(i) => {
                rest.swap_remove(i);
                false
            }
            None => true,
        });
        only
    };
    let (gone, come) = (only(&was, &is), only(&is, &was));
    let name = match zone {
        Zone::Hand(seat) => format!("hand {}", notation.seat(seat)),
        Zone::Front(seat) => format!("{}.front", notation.seat(seat)),
        zone => notation.zone(zone),
    };
    if gone.is_empty() && come.is_empty() {
        let is_hand = matches!(zone, Zone::Hand(_));
        return (!is_hand).then(|| format!("{name}: the same cards in another order"));
    }
    let word = |kind: Option<Kind>| kind.map_or(UNKNOWN, |kind| &*notation.kind(kind).id);
    let part = |sign: char, kinds: Vec<Option<Kind>>| {
        kinds.into_iter().map(|kind| format!("{sign}{}", word(kind))).collect::<Vec<_>>()
    };
    let changes = [part('-', gone), part('+', come)].concat().join(" ");
    Some(format!("{name}: {changes} ({} → {})", was.len(), is.len()))
}
