//! The sums of what cards are worth.

use super::counts::counts;
use super::paired::Paired;

counts! {
    /// The differences of one kind or combo.
    pub struct ValueCounts {
        /// Of holding it, in units of `WIN`.
        pub holding: Paired,
        /// Of playing it, in units of `ROUNDS * WIN`.
        pub playing: Paired,
        /// Of one more in the deck, in turns.
        pub turns: Paired,
        /// Of one more in the deck, for the starting player, in units of `WIN`.
        pub first: Paired,
    }
}

counts! {
    /// The differences of all kinds and combos. Empty if they were not measured.
    pub struct ValueTally {
        pub kinds: Vec<ValueCounts>,
        /// By combo: only playing is measured.
        pub combos: Vec<ValueCounts>,
        /// The number of plies of the changed games.
        pub plies: u64,
    }
}

impl ValueTally {
    /// Creates an empty tally.
    pub fn new(n_kinds: usize, n_combos: usize) -> Self {
        let counts = |n| vec![ValueCounts::default(); n];
        Self { kinds: counts(n_kinds), combos: counts(n_combos), plies: 0 }
    }

    /// Whether nothing was measured.
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}
