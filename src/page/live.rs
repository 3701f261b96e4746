//! The page of a game that is being played: the same for every seat. What a seat knows comes over
//! its connection.

use super::template::{TableParts, table_page};

/// The version of the page: another one is told to load again.
pub const PAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The script that shows a game as it is played.
const SCRIPT: &str = include_str!("live.js");

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    page_with(nonce, &TableParts { script: SCRIPT, ..TableParts::default() })
}

/// Returns the page with panels beside the table, with their style and their script.
#[cfg(feature = "editor")]
pub fn panel_page(nonce: &str, panels: &str, style: &str, script: &str) -> String {
    let script = &*format!("{SCRIPT}\n{script}");
    page_with(nonce, &TableParts { script, panels, style, ..TableParts::default() })
}

fn page_with(nonce: &str, parts: &TableParts<'_>) -> String {
    let data = &*format!("\"{PAGE_VERSION}\"");
    // Without an icon a browser asks for one.
    let head = "<title>Litterbox</title>\n<link rel=\"icon\" href=\"data:,\">";
    table_page(nonce, &TableParts { head, data, ..*parts })
}
