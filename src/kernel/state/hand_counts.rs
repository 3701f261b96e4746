//! The number of cards of each kind in every hand. It follows from the zones and is maintained
//! incrementally because all options are computed from it.

use crate::kernel::card::{Kind, Seat, SeatSet};
use smallvec::SmallVec;

/// The number of kinds per word.
const WORD: usize = u64::BITS as usize;

/// Card counts of all hands.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HandCounts {
    n_kinds: usize,
    /// The number of words in a bit set of kinds.
    n_words: usize,
    /// The counts, seat after seat.
    counts: Vec<u16>,
    /// The kinds with a count above 0, seat after seat, as bit sets of `n_words` words.
    kinds: Vec<u64>,
    /// By kind, the seats that hold a card of it.
    holders: Vec<SeatSet>,
}

/// Iterates over the kinds in a bit set.
#[inline]
fn kinds_of(words: &[u64]) -> impl Iterator<Item = Kind> {
    let (mut word, mut left) = (0, words.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while left == 0 {
            word += 1;
            left = *words.get(word)?;
        }
        let kind = word * WORD + left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Kind(kind as u16))
    })
}

impl Clone for HandCounts {
    fn clone(&self) -> Self {
        Self {
            n_kinds: self.n_kinds,
            n_words: self.n_words,
            counts: self.counts.clone(),
            kinds: self.kinds.clone(),
            holders: self.holders.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.n_kinds = other.n_kinds;
        self.n_words = other.n_words;
        self.counts.clone_from(&other.counts);
        self.kinds.clone_from(&other.kinds);
        self.holders.clone_from(&other.holders);
    }
}

impl HandCounts {
    /// Creates counts of empty hands.
    #[must_use]
    pub fn new(n_kinds: usize, n_seats: usize) -> Self {
        let n_words = n_kinds.div_ceil(WORD);
        Self {
            n_kinds,
            n_words,
            counts: vec![0; n_kinds * n_seats],
            kinds: vec![0; n_words * n_seats],
            holders: vec![SeatSet::NONE; n_kinds],
        }
    }

    fn books(&mut self, seat: Seat, kind: Kind) -> (&mut u16, &mut u64, &mut SeatSet) {
        let word = seat.index() * self.n_words + kind.index() / WORD;
        (
            &mut self.counts[seat.index() * self.n_kinds + kind.index()],
            &mut self.kinds[word],
            &mut self.holders[kind.index()],
        )
    }

    pub(in crate::kernel) fn gain(&mut self, seat: Seat, kind: Kind) {
        let (count, kinds, holders) = self.books(seat, kind);
        *count += 1;
        *kinds |= 1 << (kind.index() % WORD);
        *holders = holders.with(seat);
    }

    pub(in crate::kernel) fn lose(&mut self, seat: Seat, kind: Kind) {
        let (count, kinds, holders) = self.books(seat, kind);
        *count -= 1;
        if *count == 0 {
            *kinds &= !(1 << (kind.index() % WORD));
            *holders = holders.without(seat);
        }
    }

    pub(in crate::kernel) fn clear(&mut self) {
        self.counts.fill(0);
        self.kinds.fill(0);
        self.holders.fill(SeatSet::NONE);
    }

    /// Iterates over the kinds a seat holds, with their counts, in the order of the ruleset.
    #[inline]
    pub fn kinds(&self, seat: Seat) -> impl Iterator<Item = (Kind, u16)> {
        let words = &self.kinds[seat.index() * self.n_words..][..self.n_words];
        let counts = &self.counts[seat.index() * self.n_kinds..][..self.n_kinds];
        kinds_of(words).map(|kind| (kind, counts[kind.index()]))
    }

    /// Returns the distinct ones of some kinds, in the order of the ruleset.
    pub(in crate::kernel) fn distinct(
        &self,
        kinds: impl Iterator<Item = Kind>,
    ) -> SmallVec<[Kind; 32]> {
        let mut words: SmallVec<[u64; 8]> = SmallVec::from_elem(0, self.n_words);
        for kind in kinds {
            words[kind.index() / WORD] |= 1 << (kind.index() % WORD);
        }
        kinds_of(&words).collect()
    }

    /// Returns how many cards of a kind a seat holds.
    #[must_use]
    pub fn count(&self, seat: Seat, kind: Kind) -> u16 {
        self.counts[seat.index() * self.n_kinds + kind.index()]
    }

    /// Returns the seats that hold a card of a kind.
    #[must_use]
    pub fn holders(&self, kind: Kind) -> SeatSet {
        self.holders[kind.index()]
    }
}
