//! Output that is safe for a terminal: control characters of other people's names, titles, scripts
//! and files are shown, not executed.

pub mod json;

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::path::Path;

/// The longest escape sequence of a style.
const MAX_STYLE: usize = 32;

/// Whether a character can move the cursor, change the terminal or the order of the text, or makes
/// different texts look the same: a C0 or C1 control character, a mark of the direction, a
/// separator of lines, a character without a width, or one that XML forbids. A line feed and a tab
/// cannot, and joiners belong to words and emoji.
pub fn is_unsafe(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_separator = matches!(c, '\u{2028}' | '\u{2029}');
    let is_invisible = matches!(
        c,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{200b}' | '\u{2060}'..='\u{2064}'
            | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    let is_control = c.is_control() && !matches!(c, '\n' | '\t');
    let is_noncharacter = matches!(c, '\u{fffe}' | '\u{ffff}');
    is_direction || is_separator || is_invisible || is_control || is_noncharacter
}

/// Appends a line to a text.
pub fn line(text: &mut String, line: impl Display) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// Escapes unsafe characters: `\u{1b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    replace(text, is_unsafe, |c, out| out.extend(c.escape_default()))
}

/// Escapes a text that stays within a line: unsafe characters, the ends of lines and tabs.
#[doc(hidden)]
pub fn escape_line(text: &str) -> Cow<'_, str> {
    let ends_line = |c| is_unsafe(c) || matches!(c, '\n' | '\t');
    replace(text, ends_line, |c, out| out.extend(c.escape_default()))
}

/// Formats a path of a file, whose name may be anybody's, within a line.
#[doc(hidden)]
pub fn path(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text };
    escape_line(&text).into_owned()
}

/// Escapes unsafe characters in the text of a JSON value, which remains the same value.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    replace(text, is_unsafe, |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing into a string cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// Escapes a text for HTML and XML, and unsafe characters in it.
pub fn escape_markup(text: &str) -> String {
    let text = escape(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn replace(
    text: &str,
    is_escaped: impl Fn(char) -> bool,
    escape: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) { escape(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// A stream that escapes everything unsafe except styles (`ESC [ … m`).
#[derive(Debug)]
pub struct SafeStream<W> {
    inner: W,
    /// The start of a character or a style whose end is not written yet.
    rest: Vec<u8>,
}

impl<W: Write> SafeStream<W> {
    pub const fn new(inner: W) -> Self {
        Self { inner, rest: Vec::new() }
    }
}

impl<W: Write> Write for SafeStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let mut out = String::with_capacity(self.rest.len());
        let used = filter(&self.rest, &mut out);
        self.rest.drain(..used);
        self.inner.write_all(out.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Escapes everything unsafe except styles, like [`SafeStream`].
pub fn filtered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let used = filter(text.as_bytes(), &mut out);
    out.push_str(&escape(&text[used..]));
    out
}

/// Filters bytes into `out`; returns the number of bytes used. What is left is an incomplete
/// character or style.
fn filter(bytes: &[u8], out: &mut String) -> usize {
    let mut used = 0;
    for chunk in bytes.utf8_chunks() {
        let mut text = chunk.valid();
        let is_last = used + text.len() + chunk.invalid().len() == bytes.len();
        while let Some(at) = text.find('\u{1b}') {
            let (before, sequence) = text.split_at(at);
            out.push_str(&escape(before));
            used += at;
            let length = match style(sequence) {
                Some(Some(length)) => {
                    out.push_str(&sequence[..length]);
                    length
                }
                None if is_last && chunk.invalid().is_empty() => return used,
                _ => {
                    out.push_str(&escape("\u{1b}"));
                    1
                }
            };
            used += length;
            text = &sequence[length..];
        }
        out.push_str(&escape(text));
        used += text.len();
        if !chunk.invalid().is_empty() {
            if is_last && chunk.invalid().len() < 4 && is_start(chunk.invalid()) {
                return used;
            }
            out.push(char::REPLACEMENT_CHARACTER);
            used += chunk.invalid().len();
        }
    }
    used
}

/// Whether bytes that are no character could become one.
fn is_start(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// The length of the style at the start of a text: `Some(None)` if there is none, `None` if it may
/// be incomplete.
fn style(text: &str) -> Option<Option<usize>> {
    let Some(body) = text.strip_prefix("\u{1b}[") else {
        return if text.len() == 1 { None } else { Some(None) };
    };
    let end = body.find(|c: char| !c.is_ascii_digit() && c != ';');
    match end {
        _ if end.unwrap_or(body.len()) > MAX_STYLE => Some(None),
        Some(end) if body[end..].starts_with('m') && is_ours(&body[..end]) => Some(Some(end + 3)),
        Some(_) => Some(None),
        None => None,
    }
}

/// Whether the parameters are of a style that this program uses: bold, faint, italic, underlined,
/// a colour of the text. Hidden text and background colours are not.
fn is_ours(parameters: &str) -> bool {
    let colour = parameters.strip_prefix("38;5;").and_then(|number| number.parse::<u8>().ok());
    let is_plain = |number: &str| {
        matches!(number.parse(), Ok(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97)) || number.is_empty()
    };
    colour.is_some() || parameters.split(';').all(is_plain)
}
