//! Colours. Text is painted always; the stream it is printed to takes the colours out again where
//! they are not wanted (no terminal, `NO_COLOR`).

use anstyle::{AnsiColor, Style};

/// What must be seen first: the seat that has to answer, a heading.
pub const STRONG: Style = Style::new().bold();
/// What may be overlooked: hints, descriptions, numbers of a list.
pub const FAINT: Style = AnsiColor::BrightBlack.on_default();
/// What went wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What can be typed.
pub const TYPED: Style = AnsiColor::Cyan.on_default();

/// The text in a style.
#[must_use]
pub fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// Paints what stands between backticks as something that can be typed.
#[must_use]
pub fn typed(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { paint(TYPED, part) } else { part.to_owned() }).collect()
}
