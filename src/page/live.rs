//! The page of a game that is being played: the same for every seat. What a seat knows comes over
//! its connection.

use super::template::table_page;

/// The version of the page: another one is told to load again.
pub const PAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    let version = format!("\"{PAGE_VERSION}\"");
    table_page(nonce, "<title>Litterbox</title>", &version, include_str!("live.js"))
}
