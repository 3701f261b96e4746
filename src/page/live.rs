//! The page of a game that is being played: the same for every seat. What a seat knows comes over
//! its connection.

use super::drawing::definitions;
use super::template::fill;

const TEMPLATE: &str = include_str!("live.html");
const STYLE: &str = include_str!("table.css");
const TABLE: &str = include_str!("table.js");
const SCRIPT: &str = include_str!("live.js");

/// The version of the page: another one is told to load again.
pub const PAGE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the page; its scripts and styles carry `nonce`.
pub fn page(nonce: &str) -> String {
    let texts = [
        ("{nonce}", nonce),
        ("{style}", STYLE),
        ("{symbols}", &*definitions()),
        ("{nonce}", nonce),
        ("{version}", PAGE_VERSION),
        ("{table}", TABLE),
        ("{script}", SCRIPT),
    ];
    fill(TEMPLATE, &texts)
}
