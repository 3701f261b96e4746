//! An agent that chooses uniformly at random.

use super::common_random::AgentRandom;
use crate::kernel::{Agent, Decision, Observation};

/// Chooses each option with the same probability.
#[derive(Clone, Debug)]
pub struct Random(AgentRandom);

impl Random {
    /// Creates an agent that makes the same choices for the same seed.
    pub fn new(seed: u64) -> Self {
        Self::by(AgentRandom::drawn(seed))
    }

    /// Creates an agent that chooses with this random source.
    pub const fn by(random: AgentRandom) -> Self {
        Self(random)
    }
}

impl Agent for Random {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        self.0.pick(observation, decision, decision.options.len(), |_| true)
    }
}
