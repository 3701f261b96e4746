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

/// Returns the page of a game with some HTML in its head, some JSON as its data, and the script
/// that shows it. Its scripts and styles carry `nonce`.
pub fn table_page(nonce: &str, head: &str, data: &str, script: &str) -> String {
    let texts = [
        ("{head}", head),
        ("{nonce}", nonce),
        ("{style}", STYLE),
        ("{symbols}", &*definitions()),
        ("{nonce}", nonce),
        ("{data}", data),
        ("{nonce}", nonce),
        ("{words}", WORDS),
        ("{table}", DRAWING),
        ("{script}", script),
    ];
    fill(TABLE, &texts)
}
