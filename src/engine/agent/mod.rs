//! Built-in agents. They read the table only through [`Observation`] and refer to no card by name:
//! the value of a kind follows from the tables of the ruleset.
//!
//! [`Random`] chooses uniformly, [`Greedy`] is a rule-based baseline, [`GreedyWithSets`]
//! also knows what sets of cards do, [`Search`] simulates possible
//! continuations. Agents written in Rhai are in [`script`](crate::script), programs in `registry`.
//! A seat's inferences about hidden cards are in [`HiddenCards`].
//!
//! [`Observation`]: crate::kernel::Observation

mod common_random;
mod danger;
mod evaluation;
mod greedy;
mod hidden;
mod random;
mod search;
mod set_values;
mod simulator;

pub use common_random::{AgentRandom, HashedChoices};
pub use greedy::Greedy;
pub use hidden::{AT_NEXT_DRAW, Evidence, HiddenCards, determinized, unknown};
pub use random::Random;
pub use search::{Budget, PairedLead, Ranked, RulebookFactory, Search, SearchThreads};
pub use set_values::GreedyWithSets;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Where an agent that cannot answer stores the reason. Its game then ends in a fault.
pub type AgentError = Rc<RefCell<Option<String>>>;

/// The lines that programs have written to their stderr and that agent scripts have printed,
/// without control characters. Clones share them, also between threads.
#[derive(Clone, Debug, Default)]
pub struct AgentMessages(Arc<Mutex<Vec<String>>>);

impl AgentMessages {
    /// Takes the lines since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    #[doc(hidden)]
    pub fn push(&self, line: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}
