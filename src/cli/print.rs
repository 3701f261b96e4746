//! Prints results to stdout and messages to stderr, with colours only on terminals.

use serde_json::Value as Json;
use std::io::{self, Write};

/// Prints a result.
///
/// # Errors
/// The output is closed.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a JSON result.
///
/// # Errors
/// The output is closed.
pub fn json(result: &Json) -> io::Result<()> {
    text(&format!("{result:#}\n"))
}

/// Prints a message to stderr.
///
/// # Errors
/// The output is closed.
pub fn talk(text: &str) -> io::Result<()> {
    writeln!(anstream::stderr(), "{text}")
}
