//! Zones, compared with lists of cards.

use crate::harness::loaded;
use litterbox::kernel::event::Visibility;
use litterbox::kernel::rng::generator;
use litterbox::kernel::{CardEvent, CardId, MoveReason, Rulebook as _, Rules, Seat, Table, Zone};
use rand::RngExt as _;
use std::collections::BTreeMap;
use std::rc::Rc;

const SEATS: usize = 3;

/// A table and the lists it should hold.
struct Compared {
    rules: Rc<Rules>,
    table: Table,
    lists: BTreeMap<Zone, Vec<CardId>>,
}

impl Compared {
    fn new(n_cards: u16) -> Self {
        let rules = loaded("classic", &[]).host.rules().clone();
        let mut table = Table::new(&rules, SEATS, Seat(0), 1);
        let kind = rules.find_kind("skip").expect("a kind of classic");
        table.apply(&rules, CardEvent::Created { kind, zone: Zone::Draw, n_cards });
        let mut lists: BTreeMap<Zone, Vec<CardId>> =
            table.zones.all().map(|zone| (zone, Vec::new())).collect();
        lists.insert(Zone::Draw, (0..n_cards).map(CardId).collect());
        Self { rules, table, lists }
    }

    fn relocate(&mut self, card: CardId, to: Zone, depth: u16) {
        let from = self.table.zones.zone_of(card);
        let visibility = Visibility::ALL;
        let reason = MoveReason::Move;
        let event = CardEvent::Moved { card, from, to, depth, reason, visibility };
        self.table.apply(&self.rules, event);
        self.lists.get_mut(&from).expect("a zone").retain(|other| *other != card);
        let list = self.lists.get_mut(&to).expect("a zone");
        list.insert(list.len().min(depth.into()), card);
    }

    fn assert_equal(&self) {
        for (zone, list) in &self.lists {
            assert_eq!(self.table.cards_in(*zone), list.as_slice(), "{zone:?}");
            assert_eq!(self.table.zones.len(*zone), list.len(), "{zone:?}");
        }
        self.table.zones.check().expect("each card is in one zone");
    }
}

#[test]
fn cards_lie_where_they_were_moved() {
    for n_cards in [1, 40, 3_000] {
        let mut compared = Compared::new(n_cards);
        let zones: Vec<Zone> = compared.table.zones.all().collect();
        let mut rng = generator(7, u64::from(n_cards));
        for step in 0..6_000 {
            // Half of the moves go through one pile, so that it grows and shrinks.
            let busy = zones[step / 500 % zones.len()];
            let zone = match rng.random_range(0..2) {
                0 => busy,
                _ => zones[rng.random_range(0..zones.len())],
            };
            let list = &compared.lists[&busy];
            let card = match rng.random_range(0..4) {
                0 if !list.is_empty() => list[0],
                1 if !list.is_empty() => list[rng.random_range(0..list.len())],
                _ => CardId(rng.random_range(0..n_cards)),
            };
            let depth = match rng.random_range(0..3) {
                0 => 0,
                1 => u16::MAX,
                _ => rng.random_range(0..=n_cards),
            };
            compared.relocate(card, zone, depth);
            if n_cards < 100 || step % 50 == 0 {
                compared.assert_equal();
            }
        }
        compared.assert_equal();
    }
}

#[test]
fn equal_positions_are_equal_however_they_came_about() {
    let mut detour = Compared::new(60);
    for card in (0..50).map(CardId) {
        detour.relocate(card, Zone::Discard, 0);
    }
    for card in (0..50).map(CardId) {
        detour.relocate(card, Zone::Hand(Seat(1)), 3);
    }
    let mut direct = Compared::new(60);
    for card in detour.lists[&Zone::Hand(Seat(1))].clone() {
        direct.relocate(card, Zone::Hand(Seat(1)), u16::MAX);
    }
    assert!(detour.table.zones == direct.table.zones);
    assert_eq!(detour.table.hash(), direct.table.hash());
    let mut copy = direct.table.clone();
    assert!(copy == direct.table);
    copy.clone_from(&detour.table);
    assert!(copy == detour.table);
    detour.relocate(CardId(5), Zone::Box, 0);
    assert!(copy != detour.table);
    assert_ne!(copy.hash(), detour.table.hash());
}
