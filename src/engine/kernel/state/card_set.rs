//! Sets of single cards as bit sets.

use crate::kernel::card::{CardId, bits_of};
use smallvec::SmallVec;

/// The number of cards per word.
const WORD: usize = u64::BITS as usize;

/// A set of cards, as words with one bit for each card; those of most decks need no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CardSet(SmallVec<[u64; 2]>);

impl CardSet {
    /// Creates the set of these cards of the first `n_cards`.
    #[inline]
    pub(super) fn of(n_cards: usize, cards: impl Iterator<Item = CardId>) -> Self {
        let mut words = SmallVec::from_elem(0, n_cards.div_ceil(WORD));
        let all = &mut words[..];
        cards.for_each(|card| all[card.index() / WORD] |= 1 << (card.index() % WORD));
        Self(words)
    }

    /// Adds one of the first `n_cards` for which the set was created.
    pub(super) fn insert(&mut self, card: CardId) {
        self.0[card.index() / WORD] |= 1 << (card.index() % WORD);
    }

    #[inline]
    pub(super) fn insert_all(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, others)| *word |= others);
    }

    pub(super) fn has(&self, card: CardId) -> bool {
        let word = self.0.get(card.index() / WORD);
        word.is_some_and(|word| word >> (card.index() % WORD) & 1 != 0)
    }

    /// Returns the number of cards.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether some cards are in both sets.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether all cards of another set are in this one.
    pub(super) fn contains(&self, other: &Self) -> bool {
        let n_words = self.0.len().min(other.0.len());
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
            && other.0[n_words..].iter().all(|word| *word == 0)
    }

    /// Iterates over the cards, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = CardId> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(i, word)| bits_of(*word).map(move |bit| CardId((i * WORD + bit) as u16)))
    }
}
