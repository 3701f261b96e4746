//! Fills the templates of pages: all have one shell, with its colours, symbols and elements.

use super::drawing::definitions;
use crate::base::files::OutputType;
use crate::base::output::escape_markup;

/// The element by which a page says that this program has written it.
const GENERATOR: &str = "<meta name=\"generator\" content=\"Litterbox\">";

/// A file with a page.
pub const PAGE_FILE: OutputType = OutputType {
    name: "a page of Litterbox",
    endings: &["html"],
    is_head: |text| text.contains(GENERATOR),
};

const SHELL: &str = include_str!("shell.html");
const SHELL_STYLE: &str = include_str!("shell.css");
const SHELL_SCRIPT: &str = include_str!("shell.js");

/// The body of the page of a game, replayed or being played.
const TABLE: &str = include_str!("table.html");
const STYLE: &str = include_str!("table.css");
/// The fixed words in other languages.
const WORDS: &str = include_str!("words.js");
/// Draws positions, decisions and events, whoever sends them.
const DRAWING: &str = include_str!("table.js");

/// Replaces each key of a template by a text: the keys in the order in which the template has them,
/// and none in the texts.
fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let (mut html, mut rest) = (String::new(), template);
    for (key, text) in texts {
        let (before, after) = rest.split_once(key).unwrap_or((rest, ""));
        html.extend([before, text]);
        rest = after;
    }
    html + rest
}

/// The parts of a page that its shell does not have.
#[derive(Clone, Copy, Default)]
pub struct PageParts<'a> {
    /// English, if empty.
    pub language: &'a str,
    /// A text.
    pub title: &'a str,
    /// The policy for resources of a page in a file; `None`: a server sends it.
    pub policy: Option<&'a str>,
    /// Its scripts and styles carry it.
    pub nonce: &'a str,
    pub style: &'a str,
    /// HTML; on the page of a game, beside the table.
    pub body: &'a str,
    /// JSON that the script reads.
    pub data: &'a str,
    /// Draws the page; may be empty.
    pub script: &'a str,
}

/// Returns a page.
pub fn page(parts: &PageParts<'_>) -> String {
    let PageParts { nonce, data, script, body, .. } = parts;
    let policy = match parts.policy {
        Some(policy) => format!(
            "{GENERATOR}\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}\">"
        ),
        // Without an icon a browser asks for one.
        None => "<link rel=\"icon\" href=\"data:,\">".to_owned(),
    };
    let scripts = format!(
        "\n<noscript><p>This page is drawn by its script: allow JavaScript.</p></noscript>\n\
         <script nonce=\"{nonce}\" type=\"application/json\" id=\"data\">{data}</script>\n\
         <script nonce=\"{nonce}\">\n'use strict';\n{SHELL_SCRIPT}\n{script}</script>"
    );
    let scripts = if script.is_empty() { "" } else { &*scripts };
    let texts = [
        (
            "{language}",
            &*escape_markup(Some(parts.language).filter(|it| !it.is_empty()).unwrap_or("en")),
        ),
        ("{policy}", &*policy),
        ("{title}", &*escape_markup(parts.title)),
        ("{nonce}", nonce),
        ("{style}", &*format!("{SHELL_STYLE}{}", parts.style)),
        ("{symbols}", &*definitions()),
        ("{body}", &*format!("{body}{scripts}")),
    ];
    fill(SHELL, &texts)
}

/// Returns the page of a game: a table that its script fills.
pub fn table_page(parts: &PageParts<'_>) -> String {
    let body = &*fill(TABLE, &[("{panels}", parts.body)]);
    let style = &*format!("{STYLE}{}", parts.style);
    let script = &*format!("{WORDS}\n{DRAWING}\n{}", parts.script);
    page(&PageParts { body, style, script, ..*parts })
}
