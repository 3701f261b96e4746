//! A game in browsers: one process, one table.
//!
//! Reading order: [`wire`] (what a page and the server say to each other), [`table`] (the game with
//! its connections: no sockets, no clock of its own, so that a test plays it step by step).

pub mod table;
pub mod wire;
