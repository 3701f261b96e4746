//! The engine of Litterbox: all that plays, searches and counts games.
//!
//! `litterbox` exports these modules under the same names; its documentation has the map.

#![forbid(unsafe_code)]

pub mod agent;
pub mod base;
pub mod counting;
pub mod kernel;
pub mod message;
pub mod script;
