//! Who answers: agents of the project's own. They see the table through [`Sight`] alone and know
//! no card by name: what a kind is good for they read off the tables of the ruleset.
//!
//! [`Random`] chooses uniformly, [`Greedy`] is a sane baseline, [`Search`] imagines how the game
//! may go on.
//!
//! [`Sight`]: crate::kernel::Sight

mod greedy;
mod random;
mod search;

pub use greedy::Greedy;
pub use random::Random;
pub use search::{Budget, Ranked, Search};
