//! Playouts over seeds: what a rule does to the game, told in numbers.

pub mod players;

pub use players::AgentName;
