//! The agent that chooses uniformly.

use crate::kernel::{Agent, Decision, Sight, rng};
use rand_pcg::Pcg64Mcg;

/// Chooses each option with the same probability.
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

impl Random {
    /// An agent that makes the same choices for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(rng::generator(seed, 0))
    }
}

impl Agent for Random {
    fn answer(&mut self, _: &Sight<'_>, decision: &Decision) -> usize {
        rng::below(&mut self.0, decision.options.len() as u32) as usize
    }
}
