//! The port to whoever answers the decisions of a seat.

use super::observation::Observation;
use crate::kernel::decision::Decision;

/// A source of answers.
pub trait Agent {
    /// Returns the index of the chosen option. The agent reads the table only through
    /// `observation`.
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize;

    /// Whether the agent simulates the game, also from a question of a hook: the events of its game
    /// and the running hook are recorded for it.
    fn samples_hooks(&self) -> bool {
        false
    }
}
