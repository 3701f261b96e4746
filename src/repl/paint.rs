//! Text styles. Text is always coloured; the output stream removes colours where they are not
//! supported (no terminal, `NO_COLOR`).

use crate::base::output::escape;
use anstyle::{AnsiColor, Style};

/// Prominent text: the seat that has to answer, a heading.
pub const STRONG: Style = Style::new().bold();
/// Secondary text: hints, descriptions, list numbers.
pub const FAINT: Style = AnsiColor::BrightBlack.on_default();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Text that can be typed.
pub const TYPED: Style = AnsiColor::Cyan.on_default();

/// Applies a style to a text, which has none itself.
pub fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{}{style:#}", escape(text)) }
}

/// Highlights text in backticks as typeable.
pub fn typed(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { paint(TYPED, part) } else { part.to_owned() }).collect()
}
