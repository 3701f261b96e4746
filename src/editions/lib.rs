//! Variants of Litterbox as files: loaded, checked, documented.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

#[cfg(feature = "app")]
pub mod disk;
pub mod lint;
pub mod variant;

use litterbox_engine::{base, kernel, message, script};
