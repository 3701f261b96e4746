//! The table: the complete state of a position, and the one function that changes it.

use super::action::{Action, Task, Window};
use super::card::{CardId, Kind, Seat, SeatSet};
use super::effect::Visibility;
use super::event::EventKind;
use super::hand_counts::HandCounts;
use super::layout::Layout;
use super::rng::{self, Stream, Streams};
use super::rules::Rules;
use super::turns::{EndedTurns, Phase, TurnQueue};
use super::zone::{Zone, Zones};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The state of one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardState {
    /// Its kind.
    pub kind: Kind,
    /// The seats that know that this card is at its position.
    pub known: SeatSet,
}

/// A position, including the pending actions and tasks.
///
/// Only [`Table::apply`] changes it, the generators included: applying the events of a game in
/// order to the table before them gives an equal table.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// The location of each card.
    pub zones: Zones,
    /// The state of each card, by [`CardId`].
    pub cards: Vec<CardState>,
    /// The card counts of the hands.
    pub held: HandCounts,
    /// The turn queue.
    pub turns: TurnQueue,
    /// The actions that may be answered, the latest last.
    pub stack: Vec<Rc<Action>>,
    /// The pending tasks, the next last.
    pub agenda: Vec<Task>,
    /// The counters of the table, then of each seat.
    pub counters: Vec<i64>,
    /// The random generators.
    pub rng: Streams,
    /// The number of actions so far.
    pub n_actions: u32,
    /// The winner; the game is over then.
    pub winner: Option<Seat>,
}

impl Clone for Table {
    fn clone(&self) -> Self {
        Self {
            zones: self.zones.clone(),
            cards: self.cards.clone(),
            held: self.held.clone(),
            turns: self.turns.clone(),
            stack: self.stack.clone(),
            agenda: self.agenda.clone(),
            counters: self.counters.clone(),
            rng: self.rng.clone(),
            n_actions: self.n_actions,
            winner: self.winner,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.zones.clone_from(&other.zones);
        self.cards.clone_from(&other.cards);
        self.held.clone_from(&other.held);
        self.turns.clone_from(&other.turns);
        self.stack.clone_from(&other.stack);
        self.agenda.clone_from(&other.agenda);
        self.counters.clone_from(&other.counters);
        self.rng.clone_from(&other.rng);
        self.n_actions = other.n_actions;
        self.winner = other.winner;
    }
}

/// FNV-1a: a hash that is stable across machines and releases.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
}

/// Returns a stable hash.
#[must_use]
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut fnv);
    fnv.finish()
}

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

/// Returns an action for modification; clones it if it is shared.
#[inline(always)]
pub(super) fn owned(action: &mut Rc<Action>) -> &mut Action {
    #[cold]
    #[inline(never)]
    fn copy(action: &mut Rc<Action>) {
        *action = Rc::new(Action::clone(action));
    }
    if Rc::get_mut(action).is_none() {
        copy(action);
    }
    Rc::get_mut(action).expect("the only reference")
}

impl Table {
    /// Creates an empty table.
    #[must_use]
    pub fn new(rules: &Rules, n_seats: usize, first: Seat, seed: u64) -> Self {
        let n_counters = rules.table_counters.len() + n_seats * rules.seat_counters.len();
        Self {
            zones: Zones::new(rules.piles.len(), n_seats),
            cards: Vec::with_capacity(128),
            held: HandCounts::new(rules.kinds.len(), n_seats),
            turns: TurnQueue::new(n_seats, first),
            stack: Vec::with_capacity(4),
            agenda: Vec::with_capacity(4),
            counters: vec![0; n_counters],
            rng: Streams::new(seed),
            n_actions: 0,
            winner: None,
        }
    }

    /// Returns the card selected by a key: the one with the smallest draw.
    pub(super) fn keyed_card(&self, rules: &Rules, cards: &[CardId], key: u64) -> Option<CardId> {
        let mut order = cards.to_vec();
        keyed_order(rules, &self.cards, &mut order, key);
        order.first().copied()
    }

    /// Returns the number of seats, dead ones included.
    #[must_use]
    pub const fn n_seats(&self) -> usize {
        self.turns.n_seats as usize
    }

    /// Iterates over all seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.turns.n_seats).map(Seat)
    }

    /// Returns the kind of a card.
    #[must_use]
    pub fn kind(&self, card: CardId) -> Kind {
        self.cards[card.index()].kind
    }

    /// Returns the cards of a zone, top first.
    #[must_use]
    #[inline]
    pub fn cards_in(&self, zone: Zone) -> &[CardId] {
        self.zones.cards(zone)
    }

    /// Returns the cards of a hand.
    #[must_use]
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[CardId] {
        self.zones.cards(Zone::Hand(seat))
    }

    /// Whether a seat knows that this card is at its position.
    #[must_use]
    pub fn knows(&self, seat: Seat, card: CardId) -> bool {
        self.cards[card.index()].known.has(seat)
    }

    /// Returns the card that more seats know; the second one on a tie.
    pub(super) fn better_known(&self, a: CardId, b: CardId) -> CardId {
        let [known_a, known_b] = [a, b].map(|card| self.cards[card.index()].known);
        if known_a != known_b && known_a.len() > known_b.len() { a } else { b }
    }

    /// Returns the hash of the position: equal positions have equal hashes on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        stable_hash(self)
    }

    /// Applies an event.
    #[inline(always)]
    pub fn apply(&mut self, rules: &Rules, event: EventKind) {
        match event {
            EventKind::Minted { kind, zone, n_cards } => {
                self.create(rules, kind, zone, n_cards);
            }
            EventKind::Moved { card, from, to, depth, seen, tracked, placed, .. } => {
                let visibility = Visibility { seen, tracked, placed };
                self.relocate(rules, card, (from, to), depth, visibility);
            }
            EventKind::Shuffled { zone, top } => self.shuffle(rules, zone, &top),
            EventKind::Arranged { zone, order, by } => self.arrange(zone, &order, by),
            EventKind::Shown { card, to } => {
                let known = &mut self.cards[card.index()].known;
                *known = known.with(to);
            }
            EventKind::Revealed { card } => self.cards[card.index()].known = SeatSet::ALL,
            EventKind::Announced { action } => {
                self.n_actions += 1;
                self.stack.push(action);
            }
            EventKind::Passed { seat, .. } => self.change_top(|action| {
                if let Window::Open(asked) = &mut action.window {
                    *asked = asked.with(seat);
                }
            }),
            EventKind::Cancelled { action } => {
                if let Some(action) = self.stack.iter_mut().find(|a| a.id == action.id) {
                    owned(action).cancelled = true;
                }
            }
            EventKind::WindowClosed { answered } => self.change_top(|action| {
                action.window = Window::Closed;
                action.answered |= answered;
            }),
            EventKind::Resolved { .. } | EventKind::Withdrawn => {
                self.stack.pop();
            }
            EventKind::Scheduled { task } => self.agenda.push(task),
            EventKind::Started => {
                self.agenda.pop();
            }
            EventKind::PhaseChanged { phase } => self.turns.phase = phase,
            EventKind::RandomDrawn { stream, below } => {
                self.rng.below(stream, below);
            }
            EventKind::Ended { turns } => self.turns.ended = turns,
            EventKind::Assigned { to, turns } => self.turns.next = Some((to, turns)),
            EventKind::Added { turns } => {
                self.turns.owed += turns;
                self.turns.attacked = true;
            }
            EventKind::Began { seat, owed, attacked } => self.turns.begin(seat, owed, attacked),
            EventKind::Reversed => self.turns.reversed = !self.turns.reversed,
            EventKind::Out { seat } => self.turns.alive = self.turns.alive.without(seat),
            EventKind::Revived { seat } => self.turns.alive = self.turns.alive.with(seat),
            EventKind::Won { seat } => self.winner = Some(seat),
            EventKind::Cleared => {
                self.stack.clear();
                self.agenda.clear();
            }
            EventKind::Counted { slot, value } => self.counters[slot as usize] = value,
            EventKind::Seeded { seed } => self.rng = Streams::new(seed),
            EventKind::LaidOut { layout } => self.lay_out(rules, &layout),
        }
    }

    /// Modifies the action on top of the stack.
    #[inline(always)]
    fn change_top(&mut self, change: impl FnOnce(&mut Action)) {
        if let Some(action) = self.stack.last_mut() {
            change(owned(action));
        }
    }

    fn arrange(&mut self, zone: Zone, order: &[CardId], by: Seat) {
        self.zones.cards_mut(zone)[..order.len()].copy_from_slice(order);
        for card in order {
            self.cards[card.index()].known = SeatSet::one(by);
        }
    }

    fn resting_knowledge(rules: &Rules, zone: Zone) -> SeatSet {
        match zone {
            Zone::Hand(seat) => SeatSet::one(seat),
            _ if rules.is_face_up(zone) => SeatSet::ALL,
            _ => SeatSet::NONE,
        }
    }

    /// Creates cards at the bottom of a zone. Returns the first of them.
    fn create(&mut self, rules: &Rules, kind: Kind, zone: Zone, n_cards: u16) -> CardId {
        let state = CardState { kind, known: Self::resting_knowledge(rules, zone) };
        self.cards.extend(std::iter::repeat_n(state, n_cards as usize));
        if let Zone::Hand(seat) = zone {
            (0..n_cards).for_each(|_| self.held.gain(seat, kind));
        }
        self.zones.create(zone, n_cards)
    }

    fn forget(&mut self, zone: Zone, but: SeatSet) {
        for card in self.zones.cards(zone) {
            let known = &mut self.cards[card.index()].known;
            *known = known.intersection(but);
        }
    }

    /// Moves a card and updates the knowledge of all seats: a seat that cannot see which card left
    /// a zone loses its knowledge of the others in it, unless they lie face up, and a seat that
    /// cannot see where in a pile a card went loses its knowledge of the pile.
    #[inline(always)]
    fn relocate(
        &mut self,
        rules: &Rules,
        card: CardId,
        (from, to): (Zone, Zone),
        depth: u16,
        Visibility { seen, tracked, placed }: Visibility,
    ) {
        debug_assert_eq!(self.zones.zone_of(card), from);
        let CardState { kind, mut known } = self.cards[card.index()];
        if let Zone::Hand(seat) = from {
            self.held.lose(seat, kind);
        }
        if let Zone::Hand(seat) = to {
            self.held.gain(seat, kind);
        }
        if !tracked && self.zones.len(from) > 1 {
            if !rules.is_face_up(from) {
                self.forget(from, seen);
            }
            known = known.intersection(seen);
        }
        if placed != SeatSet::ALL && !matches!(to, Zone::Hand(_)) && !rules.is_face_up(to) {
            if self.zones.len(to) > 0 && from != to {
                self.forget(to, placed);
            }
            known = known.intersection(placed).union(seen.intersection(placed));
        } else {
            known = known.union(seen);
        }
        known = known.union(Self::resting_knowledge(rules, to));
        self.zones.relocate(card, to, depth as usize);
        self.cards[card.index()].known = known;
    }

    /// Recounts the hands after cards were moved or changed in bulk.
    pub(super) fn count_hands(&mut self) {
        self.held.clear();
        for seat in self.seats() {
            for card in self.zones.cards(Zone::Hand(seat)) {
                self.held.gain(seat, self.cards[card.index()].kind);
            }
        }
    }

    fn shuffle(&mut self, rules: &Rules, zone: Zone, top: &[CardId]) {
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
            self.forget(zone, Self::resting_knowledge(rules, zone));
        }
    }

    fn lay_out(&mut self, rules: &Rules, layout: &Layout) {
        let emptied = (self.seats().map(Zone::Hand))
            .chain(self.seats().map(Zone::Front))
            .chain([Zone::Discard, Zone::Table])
            .chain(layout.piles.iter().filter(|p| !p.keep_rest).map(|p| p.zone));
        for zone in emptied.collect::<Vec<_>>() {
            while let Some(card) = self.zones.cards(zone).first().copied() {
                self.zones.relocate(card, Zone::Box, usize::MAX);
                self.cards[card.index()].known = Self::resting_knowledge(rules, Zone::Box);
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
        self.stack.clear();
        self.agenda.clear();
        self.winner = None;
    }

    fn fill(&mut self, rules: &Rules, zone: Zone, kinds: &[Kind]) {
        for (depth, kind) in kinds.iter().enumerate() {
            let boxed = self.zones.cards(Zone::Box).iter().copied();
            let card = match boxed.into_iter().find(|c| self.kind(*c) == *kind) {
                Some(card) => card,
                None => self.create(rules, *kind, Zone::Box, 1),
            };
            self.zones.relocate(card, zone, depth);
            self.cards[card.index()].known = Self::resting_knowledge(rules, zone);
        }
    }

    /// Checks the invariants that hold between two answers.
    ///
    /// # Errors
    /// The first violated invariant.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        self.zones.check()?;
        let mut counted = self.clone();
        counted.count_hands();
        if counted.held != self.held {
            return Err("the hand counts differ from the hands".into());
        }
        let turns = &self.turns;
        if self.winner.is_some() {
            return Ok(());
        }
        if turns.alive.is_empty() {
            return Err("no player is in the game".into());
        }
        if !turns.alive.has(turns.current) && turns.ended == EndedTurns::None && self.is_settled() {
            return Err(format!("seat {} has the turn but is out of the game", turns.current.0));
        }
        if turns.owed == 0 {
            return Err("the current player owes 0 turns".into());
        }
        for (i, card) in self.cards.iter().enumerate() {
            let zone = self.zones.zone_of(CardId(i as u16));
            let resting = Self::resting_knowledge(rules, zone);
            if card.known.intersection(resting) != resting {
                return Err(format!(
                    "card {i} in {zone:?} is unknown to a seat that can see that zone"
                ));
            }
        }
        Ok(())
    }

    /// Whether the stack and the agenda are empty.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.stack.is_empty() && self.agenda.is_empty()
    }
}
