//! The engine of Litterbox: all that plays, searches and measures games, without a terminal.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

pub mod agent;
pub mod error;
pub mod files;
pub mod invariants;
pub mod kernel;
pub mod message;
pub mod notation;
pub mod output;
pub mod registry;
pub mod script;
pub mod sim;
pub mod transcript;
pub mod variant;
