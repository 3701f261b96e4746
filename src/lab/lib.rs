//! Variants of Litterbox without a terminal: played, simulated, searched for errors.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

pub mod fuzz;
pub mod invariants;
pub mod sim;
pub mod transcript;

use litterbox_editions::variant;
use litterbox_engine::{agent, base, counting, kernel, message, script};
