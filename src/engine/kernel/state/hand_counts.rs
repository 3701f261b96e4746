//! The number of cards of each kind in every hand. It follows from the zones and is maintained
//! incrementally because all options are computed from it.

use crate::kernel::card::{Kind, Seat, SeatSet};
use crate::kernel::model::clone_fields::clone_fields;
use crate::kernel::model::kind_set::{KindSet, intersection, kinds_of, n_words, place};

/// Card counts of all hands.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HandCounts {
    n_kinds: usize,
    /// The number of words in a set of kinds.
    n_words: usize,
    /// The counts, seat after seat.
    counts: Vec<u16>,
    /// Seat after seat, two sets of kinds: those with cards, and those with several.
    sets: Vec<u64>,
    /// The number of kinds that each seat holds.
    n_held: Vec<u16>,
    /// By kind, the seats that hold a card of it.
    holders: Vec<SeatSet>,
    /// The seats that hold a card.
    with_cards: SeatSet,
}

clone_fields!(HandCounts: n_kinds, n_words, counts, sets, n_held, holders, with_cards);

impl HandCounts {
    /// Creates counts of empty hands.
    pub fn new(n_kinds: usize, n_seats: usize) -> Self {
        let n_words = n_words(n_kinds);
        Self {
            n_kinds,
            n_words,
            counts: vec![0; n_kinds * n_seats],
            sets: vec![0; 2 * n_words * n_seats],
            n_held: vec![0; n_seats],
            holders: vec![SeatSet::NONE; n_kinds],
            with_cards: SeatSet::NONE,
        }
    }

    #[inline(always)]
    pub(in crate::kernel) fn gain(&mut self, seat: Seat, kind: Kind) {
        let count = &mut self.counts[seat.index() * self.n_kinds + kind.index()];
        *count += 1;
        if *count > 2 {
            return;
        }
        self.n_held[seat.index()] += 2 - *count;
        let (set, (word, bit)) = (2 * seat.index() + usize::from(*count - 1), place(kind));
        self.sets[set * self.n_words + word] |= bit;
        let holders = &mut self.holders[kind.index()];
        *holders = holders.with(seat);
        self.with_cards = self.with_cards.with(seat);
    }

    #[inline(always)]
    pub(in crate::kernel) fn lose(&mut self, seat: Seat, kind: Kind) {
        let count = &mut self.counts[seat.index() * self.n_kinds + kind.index()];
        *count -= 1;
        if *count > 1 {
            return;
        }
        let (set, (word, bit)) = (2 * seat.index() + usize::from(*count), place(kind));
        self.sets[set * self.n_words + word] &= !bit;
        if *count == 0 {
            let holders = &mut self.holders[kind.index()];
            *holders = holders.without(seat);
            let n_held = &mut self.n_held[seat.index()];
            *n_held -= 1;
            if *n_held == 0 {
                self.with_cards = self.with_cards.without(seat);
            }
        }
    }

    pub(in crate::kernel) fn clear(&mut self) {
        self.counts.fill(0);
        self.sets.fill(0);
        self.n_held.fill(0);
        self.holders.fill(SeatSet::NONE);
        self.with_cards = SeatSet::NONE;
    }

    /// Returns the kinds that a seat holds as the words of a set.
    #[inline]
    pub(in crate::kernel) fn held(&self, seat: Seat) -> &[u64] {
        &self.sets[2 * seat.index() * self.n_words..][..self.n_words]
    }

    /// Returns the number of kinds that a seat holds.
    #[inline]
    pub(in crate::kernel) fn n_held(&self, seat: Seat) -> usize {
        self.n_held[seat.index()].into()
    }

    /// Returns the kinds of which a seat holds several cards as the words of a set.
    #[inline]
    pub(in crate::kernel) fn several(&self, seat: Seat) -> &[u64] {
        &self.sets[(2 * seat.index() + 1) * self.n_words..][..self.n_words]
    }

    /// Iterates over the kinds a seat holds, with their counts, in the order of the ruleset.
    #[inline]
    pub fn kinds(&self, seat: Seat) -> impl Iterator<Item = (Kind, u16)> {
        let counts = &self.counts[seat.index() * self.n_kinds..][..self.n_kinds];
        kinds_of(self.held(seat).iter().copied()).map(|kind| (kind, counts[kind.index()]))
    }

    /// Iterates over the kinds of a set that a seat holds, with their counts.
    #[inline]
    pub(in crate::kernel) fn kinds_among<'a>(
        &'a self,
        seat: Seat,
        set: &'a KindSet,
    ) -> impl Iterator<Item = (Kind, u16)> + 'a {
        let kinds = kinds_of(intersection(self.held(seat), set.words()));
        kinds.map(move |kind| (kind, self.count(seat, kind)))
    }

    /// Returns how many cards of a kind a seat holds.
    pub fn count(&self, seat: Seat, kind: Kind) -> u16 {
        self.counts[seat.index() * self.n_kinds + kind.index()]
    }

    /// Returns the seats that hold a card.
    pub const fn with_cards(&self) -> SeatSet {
        self.with_cards
    }

    /// Returns the seats that hold a card of a kind.
    pub fn holders(&self, kind: Kind) -> SeatSet {
        self.holders[kind.index()]
    }
}
