//! The interface to players and observers.

pub(in crate::kernel) mod agent;
pub mod observation;
pub mod observer;
