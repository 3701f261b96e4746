//! Sets of kinds as bit sets.

use super::card::{Kind, bits_of};
use super::clone_fields::clone_fields;

/// The number of kinds per word.
const WORD: usize = u64::BITS as usize;

/// A set of kinds of a ruleset, as words with one bit for each kind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct KindSet(Vec<u64>);

clone_fields!(KindSet: 0);

impl KindSet {
    /// Creates an empty set of kinds of a ruleset with `n_kinds`.
    pub(in crate::kernel) fn empty(n_kinds: usize) -> Self {
        Self(vec![0; n_words(n_kinds)])
    }

    /// Creates the set of the kinds among the first `n_kinds` for which this holds.
    pub fn of(n_kinds: usize, has: impl Fn(Kind) -> bool) -> Self {
        let mut set = Self::empty(n_kinds);
        let kinds = (0..n_kinds).map(|i| Kind(i as u16));
        kinds.filter(|kind| has(*kind)).for_each(|kind| set.insert(kind));
        // What is not there need not be compared.
        while set.0.pop_if(|word| *word == 0).is_some() {}
        set
    }

    #[inline]
    pub(in crate::kernel) fn insert(&mut self, kind: Kind) {
        let (word, bit) = place(kind);
        self.0[word] |= bit;
    }

    /// Returns the words; the last ones may be missing if they have no kind.
    #[inline]
    pub(in crate::kernel) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether a kind is in the set.
    pub fn has(&self, kind: Kind) -> bool {
        let (word, bit) = place(kind);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// Returns the number of words in a set of kinds.
pub(in crate::kernel) const fn n_words(n_kinds: usize) -> usize {
    n_kinds.div_ceil(WORD)
}

/// Returns the word of a kind and its bit there.
#[inline]
pub(in crate::kernel) const fn place(kind: Kind) -> (usize, u64) {
    (kind.index() / WORD, 1 << (kind.index() % WORD))
}

/// Iterates over the kinds in the words of a set, in the order of the ruleset.
#[inline]
pub(in crate::kernel) fn kinds_of(
    mut words: impl Iterator<Item = u64>,
) -> impl Iterator<Item = Kind> {
    let (mut first, mut left) = (0, words.next().unwrap_or(0));
    std::iter::from_fn(move || {
        while left == 0 {
            left = words.next()?;
            first += WORD;
        }
        let kind = first + left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Kind(kind as u16))
    })
}

/// The number of places that [`write_kinds`] needs after those of the kinds.
pub(in crate::kernel) const N_SPARE: usize = 8;

/// Writes the kinds in the words of a set to the beginning of `kinds`, in the order of the ruleset,
/// and returns how many there are. `kinds` must have [`N_SPARE`] places more.
#[inline]
pub(in crate::kernel) fn write_kinds(words: &[u64], kinds: &mut [Kind]) -> usize {
    let mut n = 0;
    for (i, word) in words.iter().enumerate() {
        let mut word = *word;
        let end = n + word.count_ones() as usize;
        // Several at a time, needed or not: how many kinds a word has is unpredictable.
        while n < end {
            for place in &mut kinds[n..n + N_SPARE] {
                *place = Kind((i * WORD + word.trailing_zeros() as usize) as u16);
                word &= word.wrapping_sub(1);
            }
            n += N_SPARE;
        }
        n = end;
    }
    n
}

/// Iterates over the kinds in a word of a set.
#[inline]
pub(in crate::kernel) fn kinds_of_word(i: usize, word: u64) -> impl Iterator<Item = Kind> {
    bits_of(word).map(move |bit| Kind((i * WORD + bit) as u16))
}

/// Returns the words of the intersection of two sets.
#[inline]
pub(in crate::kernel) fn intersection<'a>(
    a: &'a [u64],
    b: &'a [u64],
) -> impl Iterator<Item = u64> + 'a {
    a.iter().zip(b).map(|(a, b)| a & b)
}
