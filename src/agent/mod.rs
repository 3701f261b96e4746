//! Who answers: agents of the project's own. They see the table through [`Sight`] alone and know
//! no card by name: what a kind is good for they read off the tables of the ruleset.
//!
//! [`Random`] chooses uniformly, [`Greedy`] is a sane baseline, [`Search`] imagines how the game
//! may go on, [`Exec`] asks another program. Agents written in Rhai are in
//! [`script`](crate::script).
//!
//! [`Sight`]: crate::kernel::Sight

pub mod exec;
mod greedy;
mod luck;
pub mod message;
mod random;
mod search;

pub use exec::{Exec, Interrupt, Limits, Program, Trouble};
pub use greedy::Greedy;
pub use luck::Luck;
pub use random::Random;
pub use search::{Budget, Ranked, Search};
