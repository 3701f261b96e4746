//! Lines of recorded output. What a session file would read as something else is escaped as
//! `\u{60}` and matches literally: a code fence, which would end the block, and the wildcards `...`
//! and `[..]`.

use std::borrow::Cow;

/// A line that matches any lines.
pub const ANY_LINES: &str = "...";
/// The pattern that matches any text of a line.
pub const ANY_TEXT: &str = "[..]";

/// The characters that are escaped: the first ones of escapes, fences and wildcards.
const ESCAPED: [char; 5] = ['\\', '`', '~', '.', '['];

/// Escapes a printed line.
pub fn escape(line: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(line);
    for c in ESCAPED {
        let code = code(c);
        if text.contains(&code) {
            text = text.replace(&code, &format!("{}{}", self::code('\\'), &code[1..])).into();
        }
    }
    if text.contains(ANY_TEXT) {
        text = text.replace(ANY_TEXT, &format!("{}{}", code('['), &ANY_TEXT[1..])).into();
    }
    let inner = text.trim();
    let is_fence = ["```", "~~~"].iter().any(|fence| inner.starts_with(fence));
    if is_fence || inner == ANY_LINES {
        let (indent, rest) = text.split_at(text.len() - text.trim_start().len());
        let mut chars = rest.chars();
        let first = chars.next().map_or_else(String::new, code);
        text = format!("{indent}{first}{}", chars.as_str()).into();
    }
    text
}

/// The printed text of a recorded one.
pub fn unescape(text: &str) -> Cow<'_, str> {
    let escapes = |text: &str| {
        text.match_indices("\\u{").find_map(|(at, _)| {
            let c = ESCAPED.into_iter().find(|c| text[at..].starts_with(&code(*c)))?;
            Some((at, c))
        })
    };
    let (mut out, mut rest) = (String::new(), text);
    while let Some((at, c)) = escapes(rest) {
        out.push_str(&rest[..at]);
        out.push(c);
        rest = &rest[at + code(c).len()..];
    }
    if out.is_empty() { text.into() } else { (out + rest).into() }
}

/// `\u{60}`.
fn code(c: char) -> String {
    c.escape_unicode().to_string()
}
