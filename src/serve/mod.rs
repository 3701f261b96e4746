//! A game in browsers: one process, one table.
//!
//! Reading order: [`wire`] (what a page and the server say to each other), [`table`] (the game with
//! its connections: no sockets, no clock of its own, so that a test plays it step by step),
//! [`server`] (its threads), [`links`] (who may play which seat), [`claims`] (who has taken which),
//! [`invitation`] (the links on the author's page), [`places`] (who may be connected beside whom),
//! [`limits`], [`extension`] (what is added to a table).

pub mod address;
pub mod claims;
mod control;
pub mod extension;
mod http;
mod invitation;
pub mod limits;
pub mod links;
pub mod pace;
pub mod places;
pub mod server;
mod socket;
pub mod table;
pub mod wire;
