//! Knowledge of each seat about each card, and how moves, shuffles and turned cards change it.

use super::card_set::CardSet;
use super::hash::stable_hash;
use super::mixed_cards::Loss;
use super::table::{CardState, Table};
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::cause::Visibility;
use crate::kernel::hook::Hook;
use crate::kernel::rng::{self, Stream};
use crate::kernel::rules::Rules;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;

/// Sorts cards by their keyed draws, which depend on the id of a card's kind and on how many of
/// that kind came before it: a uniformly random order, in which the cards common to two decks have
/// the same relative order.
fn keyed_order(rules: &Rules, states: &[CardState], cards: &mut [CardId], key: u64) {
    cards.sort_unstable_by_key(|card| (states[card.index()].kind, *card));
    let (mut last, mut copy) = (None, 0);
    let lot = |card: &CardId| {
        let kind = states[card.index()].kind;
        copy = if last == Some(kind) { copy + 1 } else { 0 };
        last = Some(kind);
        (rng::keyed_draw(key, stable_hash(&(&*rules.kind(kind).id, copy))), *card)
    };
    let mut lots: Vec<(u64, CardId)> = cards.iter().map(lot).collect();
    lots.sort_unstable();
    for (card, (_, drawn)) in cards.iter_mut().zip(lots) {
        *card = drawn;
    }
}

impl Table {
    /// Returns the card selected by a key: the one with the smallest draw.
    pub(in crate::kernel) fn keyed_card(
        &self,
        rules: &Rules,
        cards: &[CardId],
        key: u64,
    ) -> Option<CardId> {
        let mut order = cards.to_vec();
        keyed_order(rules, &self.cards, &mut order, key);
        order.first().copied()
    }

    pub(in crate::kernel) fn arrange(
        &mut self,
        rules: &Rules,
        zone: Zone,
        order: &[CardId],
        by: Seat,
    ) {
        self.zones.cards_mut(zone)[..order.len()].copy_from_slice(order);
        let losing = SeatSet::first(self.n_seats()).without(by);
        let known = self.known_to(losing, order.iter());
        if !known.is_empty() || !self.mixed.is_empty() {
            let set = CardSet::of(self.cards.len(), order.iter().copied());
            let loss = Loss { set, known, put: None, losing, unordered: SeatSet::NONE };
            self.mixed.lose(loss, &self.cards);
        }
        for card in order {
            let CardState { is_turned, .. } = self.cards[card.index()];
            let resting = self.resting_knowledge(rules, zone, is_turned);
            self.cards[card.index()].known = resting.with(by);
        }
        self.note_ordered(order.len(), zone, by);
        self.expose_top(rules, zone);
    }

    /// Returns the seats that see a card in a zone because of where and how it lies.
    pub(in crate::kernel) fn resting_knowledge(
        &self,
        rules: &Rules,
        zone: Zone,
        is_turned: bool,
    ) -> SeatSet {
        match zone {
            Zone::Hand(_) if is_turned => SeatSet::ALL,
            Zone::Hand(seat) => SeatSet::one(seat).intersection(self.blind.complement()),
            _ if rules.is_face_up(zone) && !is_turned => SeatSet::ALL,
            Zone::Own(_) => rules.only_seer(zone).map_or(SeatSet::NONE, SeatSet::one),
            // A face-up card in a face-down pile is seen only on top.
            _ => SeatSet::NONE,
        }
    }

    /// Shows the top card of a face-down pile to all if it lies face up.
    fn expose_top(&mut self, rules: &Rules, zone: Zone) {
        if !self.has_turned || matches!(zone, Zone::Hand(_)) || rules.is_face_up(zone) {
            return;
        }
        if let Some(top) = self.zones.cards(zone).first() {
            let state = &mut self.cards[top.index()];
            if state.is_turned {
                state.known = SeatSet::ALL;
            }
        }
    }

    /// Turns a card over where it lies.
    pub(in crate::kernel) fn turn_over(&mut self, rules: &Rules, card: CardId, face_up: bool) {
        let zone = self.zones.zone_of(card);
        let is_turned = face_up != rules.is_face_up(zone);
        self.has_turned |= is_turned;
        let resting = self.resting_knowledge(rules, zone, is_turned);
        let state = &mut self.cards[card.index()];
        state.is_turned = is_turned;
        if matches!(zone, Zone::Hand(_)) || rules.is_face_up(zone) {
            state.known = state.known.union(resting);
        }
        self.expose_top(rules, zone);
    }

    /// Turns a hand face down to its own holder, or lets them look at it again.
    pub(in crate::kernel) fn set_blind(&mut self, seat: Seat, is_blind: bool) {
        self.blind = if is_blind { self.blind.with(seat) } else { self.blind.without(seat) };
        for card in self.zones.cards(Zone::Hand(seat)) {
            let state = &mut self.cards[card.index()];
            state.known = match is_blind {
                false => state.known.with(seat),
                true if state.is_turned => SeatSet::ALL,
                true => SeatSet::NONE,
            };
        }
    }

    /// Creates cards at the bottom of a zone. Returns the first of them.
    pub(in crate::kernel) fn create(
        &mut self,
        rules: &Rules,
        kind: Kind,
        zone: Zone,
        n_cards: u16,
    ) -> CardId {
        let known = self.resting_knowledge(rules, zone, false);
        let state = CardState { kind, is_turned: false, played_by: None, known };
        for _ in 0..n_cards {
            self.card_counters.extend(rules.card_counters.iter().map(|rule| rule.holds.initial()));
        }
        self.cards.extend(std::iter::repeat_n(state, n_cards as usize));
        if let Zone::Hand(seat) = zone {
            (0..n_cards).for_each(|_| self.held.gain(seat, kind));
        }
        self.zones.create(zone, n_cards)
    }

    /// Returns those of some cards that one of these seats knows.
    fn known_to<'a>(
        &self,
        seats: SeatSet,
        cards: impl Iterator<Item = &'a CardId>,
    ) -> SmallVec<[CardId; 8]> {
        let mut known = SmallVec::new();
        for card in cards {
            if !self.cards[card.index()].known.intersection(seats).is_empty() {
                known.push(*card);
            }
        }
        known
    }

    /// All seats but some lose track of the cards of a zone, and of a card that is put there, with
    /// the seats that know which one it is.
    fn forget(&mut self, zone: Zone, but: SeatSet, put: Option<(CardId, SeatSet)>) {
        let losing = SeatSet::first(self.n_seats()).intersection(but.complement());
        let is_hand = matches!(zone, Zone::Hand(_));
        let is_lost = |card: &&CardId| !(is_hand && self.cards[card.index()].is_turned);
        let lying = self.zones.cards(zone).iter().filter(is_lost);
        let known = self.known_to(but.complement(), lying.clone());
        let put_known = put.map_or(SeatSet::NONE, |(_, known)| known);
        // Most often nobody has anything to lose.
        if known.is_empty() && put_known.intersection(losing).is_empty() && self.mixed.is_empty() {
            return;
        }
        let set = CardSet::of(self.cards.len(), lying.copied());
        let unordered = if zone == Zone::Draw { losing } else { SeatSet::NONE };
        // What the setup does is told by the deck.
        let losing = if self.n_actions > 0 { losing } else { SeatSet::NONE };
        let loss = Loss { set, known, put, losing, unordered };
        for card in self.mixed.lose(loss, &self.cards) {
            if put.is_none_or(|(put, _)| put != *card) {
                let known = &mut self.cards[card.index()].known;
                *known = known.intersection(but);
            }
        }
    }

    /// Moves a card and updates the knowledge of all seats.
    #[inline(always)]
    pub(in crate::kernel) fn relocate(
        &mut self,
        rules: &Rules,
        card: CardId,
        (from, to): (Zone, Zone),
        depth: u16,
        visibility: Visibility,
    ) {
        debug_assert_eq!(self.zones.zone_of(card), from);
        let CardState { kind, known, .. } = self.cards[card.index()];
        if let Zone::Hand(seat) = from {
            self.held.lose(seat, kind);
        }
        if let Zone::Hand(seat) = to {
            self.held.gain(seat, kind);
        }
        let Visibility { seen, tracked, placed } = visibility;
        let is_plain = tracked && placed == SeatSet::ALL && !self.has_turned;
        if is_plain && self.blind.is_empty() && !matches!(to, Zone::Pile(_) | Zone::Own(_)) {
            let resting = match to {
                Zone::Hand(seat) => SeatSet::one(seat),
                Zone::Draw | Zone::Pile(_) | Zone::Own(_) => SeatSet::NONE,
                Zone::Discard | Zone::Table | Zone::Box | Zone::Front(_) => SeatSet::ALL,
            };
            self.cards[card.index()].known = known.union(seen).union(resting);
            self.zones.relocate(card, to, depth as usize);
        } else {
            self.relocate_hidden(rules, card, (from, to), depth, visibility);
        }
    }

    /// Deals cards from the top of the draw pile, one after the other.
    pub(super) fn deal(&mut self, seat: Seat, n_cards: usize) {
        for _ in 0..n_cards {
            let card = self.zones.move_top((Zone::Draw, Zone::Hand(seat)));
            let state = &mut self.cards[card.index()];
            state.known = state.known.with(seat);
            self.held.gain(seat, state.kind);
        }
    }

    /// Moves a card where not all seats see which card leaves a zone, or where it goes, or where
    /// cards lie with their other face up: a seat that cannot see which card left a zone loses its
    /// knowledge of the others in it, unless they lie face up, and a seat that cannot see where in
    /// a pile a card went loses its knowledge of the pile.
    #[inline(never)]
    fn relocate_hidden(
        &mut self,
        rules: &Rules,
        card: CardId,
        (from, to): (Zone, Zone),
        depth: u16,
        Visibility { seen, tracked, placed }: Visibility,
    ) {
        let CardState { mut known, is_turned, .. } = self.cards[card.index()];
        let stays_turned = is_turned
            && !matches!(from, Zone::Hand(_))
            && !rules.is_face_up(from)
            && !rules.is_face_up(to);
        // The last card from the box is dealt like those before it.
        if !tracked && (self.zones.len(from) > 1 || from == Zone::Box) {
            if !rules.is_face_up(from) {
                self.forget(from, seen, None);
            }
            known = known.intersection(seen);
        }
        // Where nothing else lies, there is no other place.
        let has_places = self.zones.len(to) > usize::from(from == to);
        let is_dark = !matches!(to, Zone::Hand(_)) && !rules.is_face_up(to);
        let is_hidden = placed != SeatSet::ALL && is_dark && has_places;
        let able = known.union(seen);
        if is_hidden {
            self.forget(to, placed, Some((card, able)));
            known = able.intersection(placed);
        } else {
            known = able;
        }
        known = known.union(self.resting_knowledge(rules, to, stays_turned));
        if let Zone::Hand(seat) = to
            && self.blind.has(seat)
            && !stays_turned
        {
            known = known.without(seat);
        }
        self.zones.relocate(card, to, depth as usize);
        let state = &mut self.cards[card.index()];
        state.known = known;
        state.is_turned = stays_turned;
        if is_hidden {
            self.note_hidden(card, to, placed, able);
        }
        if self.has_turned {
            self.expose_top(rules, from);
            self.expose_top(rules, to);
        }
    }

    pub(in crate::kernel) fn shuffle(&mut self, rules: &Rules, zone: Zone, top: &[CardId]) {
        let stream = if self.n_actions == 0 { Stream::Deal } else { Stream::Shuffle };
        let cards = self.zones.cards_mut(zone);
        if !top.is_empty() {
            // Stable sort: the chosen outcomes come first, in that order.
            cards.sort_by_key(|card| top.iter().position(|t| t == card).unwrap_or(top.len()));
        }
        match self.rng.key(stream) {
            None => rng::shuffle(self.rng.stream(stream), &mut cards[top.len()..]),
            Some(key) => keyed_order(rules, &self.cards, &mut cards[top.len()..], key),
        }
        if !rules.is_face_up(zone) {
            self.forget(zone, self.resting_knowledge(rules, zone, false), None);
            if zone == Zone::Draw {
                self.mixed.shuffle();
            }
            self.mixed.placing.take_if(|placing| placing.zone == zone);
            self.expose_top(rules, zone);
        }
    }

    /// Records that the setup deals cards from a zone.
    pub(in crate::kernel) fn note_dealing(&mut self, zone: Zone) {
        for card in self.zones.cards(zone) {
            self.dealt.insert(self.cards[card.index()].kind);
        }
    }

    /// Whether an unknown card of this kind is not in a hand, as far as everybody knows: it acts
    /// where it is gained, and the setup did not deal it.
    pub fn is_kept_out_of_hands(&self, rules: &Rules, kind: Kind) -> bool {
        let hooks = rules.kind(kind).hooks;
        let acts = hooks.has(Hook::Gained) || hooks.has(Hook::Rescued);
        acts && !self.dealt.has(kind)
    }
}
