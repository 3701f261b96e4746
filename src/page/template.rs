//! Fills the templates of pages.

use super::drawing::definitions;

/// The page of a game, replayed or being played.
const TABLE: &str = include_str!("table.html");
const STYLE: &str = include_str!("table.css");
/// The fixed words in other languages.
const WORDS: &str = include_str!("words.js");
/// Draws positions, decisions and events, whoever sends them.
const DRAWING: &str = include_str!("table.js");

/// Replaces each key of a template by a text: the keys in the order in which the template has them,
/// and none in the texts.
pub fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let (mut html, mut rest) = (String::new(), template);
    for (key, text) in texts {
        let (before, after) = rest.split_once(key).unwrap_or((rest, ""));
        html.extend([before, text]);
        rest = after;
    }
    html + rest
}

/// The parts of the page of a game.
#[derive(Clone, Copy, Default)]
pub struct TableParts<'a> {
    /// HTML in its head.
    pub head: &'a str,
    /// JSON.
    pub data: &'a str,
    /// The script that shows the game.
    pub script: &'a str,
    /// Beside the table: HTML and its style.
    pub panels: &'a str,
    pub style: &'a str,
}

/// Returns the page of a game. Its scripts and styles carry `nonce`.
pub fn table_page(nonce: &str, parts: &TableParts<'_>) -> String {
    let texts = [
        ("{head}", parts.head),
        ("{nonce}", nonce),
        ("{style}", &*format!("{STYLE}{}", parts.style)),
        ("{symbols}", &*definitions()),
        ("{panels}", parts.panels),
        ("{nonce}", nonce),
        ("{data}", parts.data),
        ("{nonce}", nonce),
        ("{words}", WORDS),
        ("{table}", DRAWING),
        ("{script}", parts.script),
    ];
    fill(TABLE, &texts)
}
