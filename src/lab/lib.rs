//! Editions of Litterbox without a terminal: loaded, checked, simulated, searched for errors.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

#[cfg(feature = "app")]
pub mod disk;
pub mod fuzz;
pub mod invariants;
pub mod lint;
pub mod notation;
pub mod registry;
pub mod sim;
pub mod transcript;
pub mod variant;

use litterbox_engine::{agent, base, error, files, kernel, message, output, script};
