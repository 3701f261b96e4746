//! The page of a game that is being played: the same for every seat. What a seat knows comes over
//! its connection.

use super::template::table_page;

/// The version of the page: another one is told to load again.
pub const PAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    let version = format!("\"{PAGE_VERSION}\"");
    // Without an icon a browser asks for one.
    let head = "<title>Litterbox</title>\n<link rel=\"icon\" href=\"data:,\">";
    table_page(nonce, head, &version, include_str!("live.js"))
}
