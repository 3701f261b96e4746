//! Prints results to stdout and messages to stderr, with colours only on terminals.

use crate::base::output;
use crate::repl::streams::{stderr, stdout};
use serde::Serialize;
use std::io::{self, Write};

/// Prints a result with styles, in which the texts of others are escaped.
///
/// # Errors
/// The output is closed.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a result that has no styles.
///
/// # Errors
/// The output is closed.
pub fn plain(text: &str) -> io::Result<()> {
    self::text(&output::escape(text))
}

/// Prints a JSON result.
///
/// # Errors
/// The output is closed.
pub fn json(result: &impl Serialize) -> io::Result<()> {
    text(&(output::json::pretty(result) + "\n"))
}

/// Prints a message that has no styles to stderr.
///
/// # Errors
/// The output is closed.
pub fn talk(text: &str) -> io::Result<()> {
    talk_styled(&output::escape(text))
}

/// Prints a message with styles to stderr, in which the texts of others are escaped.
///
/// # Errors
/// The output is closed.
pub fn talk_styled(text: &str) -> io::Result<()> {
    writeln!(stderr(), "{text}")
}
