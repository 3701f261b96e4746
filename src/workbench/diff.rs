//! `:diff`: what is different between two positions, one line for each difference.

use super::eyes::UNKNOWN;
use super::study::Study;
use super::thing::Thing;
use crate::kernel::{Kind, Seat, Table, Zone};

/// The differences between two tables, in the order a position is shown.
#[must_use]
pub fn tables(study: &Study, before: &Table, after: &Table) -> Vec<String> {
    let value = |what: &Thing| (what.value(study, before), what.value(study, after));
    let mut lines = Vec::new();
    let mut plain = |name: String, what: &Thing| {
        let (was, is) = value(what);
        if was != is {
            lines.push(format!("{name}: {was} → {is}"));
        }
    };
    plain("turn".into(), &Thing::Turn);
    let lexicon = study.lexicon();
    for seat in before.seats() {
        plain(format!("{} owes", lexicon.seat(seat)), &Thing::Owed(seat));
    }
    plain("direction".into(), &Thing::Direction);
    for seat in before.seats() {
        plain(format!("{} in the game", lexicon.seat(seat)), &Thing::Alive(seat));
    }
    plain("winner".into(), &Thing::Winner);
    plain("stack".into(), &Thing::Stack);
    for slot in 0..before.counters.len().min(after.counters.len()) as u16 {
        let (seat, name) = lexicon.rules.counter_at(slot);
        let owner = seat.map_or_else(String::new, |seat| format!("{}.", lexicon.seat(seat)));
        plain(format!("{owner}{name}"), &Thing::Counter(slot));
    }
    lines.extend(zones(before).filter_map(|zone| cards(study, zone, before, after)));
    lines
}

/// The zones in the order they are shown; the box is out of the game.
fn zones(table: &Table) -> impl Iterator<Item = Zone> {
    let hands = table.seats().flat_map(|seat: Seat| [Zone::Hand(seat), Zone::Front(seat)]);
    let piles = table.zones.all().filter(|zone| !matches!(zone, Zone::Hand(_) | Zone::Front(_)));
    hands.chain(piles).filter(|zone| *zone != Zone::Box)
}

/// What came into a zone and what left it, or that its order is another one.
fn cards(study: &Study, zone: Zone, before: &Table, after: &Table) -> Option<String> {
    let (was, is) = (study.cards_shown(before, zone), study.cards_shown(after, zone));
    if was == is {
        return None;
    }
    let lexicon = study.lexicon();
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
        Zone::Hand(seat) => format!("hand {}", lexicon.seat(seat)),
        Zone::Front(seat) => format!("{}.front", lexicon.seat(seat)),
        zone => lexicon.zone(zone),
    };
    if gone.is_empty() && come.is_empty() {
        let is_hand = matches!(zone, Zone::Hand(_));
        return (!is_hand).then(|| format!("{name}: the same cards in another order"));
    }
    let word = |kind: Option<Kind>| kind.map_or(UNKNOWN, |kind| &*lexicon.kind(kind).id);
    let part = |sign: char, kinds: Vec<Option<Kind>>| {
        kinds.into_iter().map(|kind| format!("{sign}{}", word(kind))).collect::<Vec<_>>()
    };
    let changes = [part('-', gone), part('+', come)].concat().join(" ");
    Some(format!("{name}: {changes} ({} → {})", was.len(), is.len()))
}
