//! The page of a game that is being played: the same for every seat. What a seat knows comes over
//! its connection.

use super::template::{PageParts, table_page};

/// The version of the page: another one is told to load again.
pub const PAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The script that shows a game as it is played.
const SCRIPT: &str = include_str!("live.js");

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    panel_page(nonce, "", "", "")
}

/// Returns the page with panels beside the table, with their style and their script.
pub fn panel_page(nonce: &str, body: &str, style: &str, script: &str) -> String {
    let data = &*format!("\"{PAGE_VERSION}\"");
    let script = &*format!("{SCRIPT}\n{script}");
    let title = "Litterbox";
    table_page(&PageParts { title, nonce, style, body, data, script, ..PageParts::default() })
}
