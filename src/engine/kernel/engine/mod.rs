//! The loop: decisions, options, windows, hooks and their effects, history.

mod by_copy;
pub(in crate::kernel) mod chance;
mod copies;
pub mod effect;
pub(in crate::kernel) mod ending;
pub mod game;
pub mod history;
pub(in crate::kernel) mod hooks;
pub(crate) mod limits;
pub(in crate::kernel) mod listeners;
pub(in crate::kernel) mod moves;
pub(in crate::kernel) mod nested;
pub mod options;
pub(in crate::kernel) mod play;
pub(in crate::kernel) mod refill;
mod refusal;
pub mod run;
pub(in crate::kernel) mod sandbox;
pub(in crate::kernel) mod special_plays;
pub(in crate::kernel) mod start;
pub(in crate::kernel) mod turn_flow;
