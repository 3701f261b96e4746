//! The agent that chooses uniformly.

use super::luck::Luck;
use crate::kernel::{Agent, Decision, Sight};

/// Chooses each option with the same probability.
#[derive(Clone, Debug)]
pub struct Random(Luck);

impl Random {
    /// An agent that makes the same choices for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::by(Luck::drawn(seed))
    }

    /// An agent that chooses by this luck.
    #[must_use]
    pub const fn by(luck: Luck) -> Self {
        Self(luck)
    }
}

impl Agent for Random {
    fn answer(&mut self, sight: &Sight<'_>, decision: &Decision) -> usize {
        self.0.pick(sight, decision, decision.options.len(), |_| true)
    }
}
