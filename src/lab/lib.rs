//! Variants of Litterbox without a terminal: played, simulated, searched for errors.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

pub mod fuzz;
pub mod invariants;
pub mod registry;
pub mod sim;
pub mod transcript;

use litterbox_editions::{notation, variant};
#[cfg(feature = "app")]
use litterbox_engine::files;
use litterbox_engine::{agent, base, error, kernel, message, output, script};
