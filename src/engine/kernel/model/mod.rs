//! The data of the kernel: cards, zones, turns, values, actions, events, decisions and rules.

pub mod action;
pub(in crate::kernel) mod call;
pub mod card;
pub mod cause;
pub(in crate::kernel) mod clone_fields;
pub mod cost;
pub(in crate::kernel) mod counter;
pub mod decision;
pub mod fault;
pub mod hook;
pub(in crate::kernel) mod kind_set;
pub mod layout;
pub mod mark;
pub(in crate::kernel) mod moment;
pub mod outcome;
mod piles;
pub(in crate::kernel) mod play_effects;
pub mod rng;
pub mod rules;
mod set_parts;
pub(in crate::kernel) mod teams;
pub mod traits;
pub mod turns;
pub mod value;
pub mod zone;
