//! Who answers: agents of the project's own. They see the table through [`Observation`] alone and
//! know no card by name: what a kind is good for they read off the tables of the ruleset.
//!
//! [`Random`] chooses uniformly, [`Greedy`] is a sane baseline, [`Search`] imagines how the game
//! may go on, [`Exec`] asks another program. Agents written in Rhai are in
//! [`script`](crate::script).
//!
//! [`Observation`]: crate::kernel::Observation

mod common_random;
pub mod exec;
mod greedy;
pub mod message;
mod random;
mod search;

pub use common_random::AgentRandom;
pub use exec::{AgentError, AgentProcess, Exec, Interrupt, Limits};
pub use greedy::Greedy;
pub use random::Random;
pub use search::{Budget, Ranked, Search};
