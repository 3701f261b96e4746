//! The sums of what cards are worth.

use super::paired::Paired;
use serde::{Deserialize, Serialize};

/// The differences of one kind or combo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueCounts {
    /// Of holding it, in units of `WIN`.
    pub holding: Paired,
    /// Of playing it, in units of `MEASURING * WIN`.
    pub playing: Paired,
    /// Of one more in the deck, in turns.
    pub turns: Paired,
    /// Of one more in the deck, for the starting player, in units of `WIN`.
    pub first: Paired,
}

/// The differences of all kinds and combos. Empty if they were not measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueTally {
    /// By kind.
    pub kinds: Vec<ValueCounts>,
    /// By combo: only playing is measured.
    pub combos: Vec<ValueCounts>,
}

impl ValueTally {
    /// Creates an empty tally.
    #[must_use]
    pub fn new(n_kinds: usize, n_combos: usize) -> Self {
        let counts = |n| vec![ValueCounts::default(); n];
        Self { kinds: counts(n_kinds), combos: counts(n_combos) }
    }

    /// Whether nothing was measured.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Adds the differences of other games.
    pub fn merge(&mut self, other: &Self) {
        let merge = |ours: &mut Vec<ValueCounts>, theirs: &[ValueCounts]| {
            ours.resize(ours.len().max(theirs.len()), ValueCounts::default());
            for (a, b) in ours.iter_mut().zip(theirs) {
                a.holding.merge(&b.holding);
                a.playing.merge(&b.playing);
                a.turns.merge(&b.turns);
                a.first.merge(&b.first);
            }
        };
        merge(&mut self.kinds, &other.kinds);
        merge(&mut self.combos, &other.combos);
    }
}
