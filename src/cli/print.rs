//! Results go to stdout, talk to stderr; both lose their colours where nobody sees them.

use serde_json::Value as Json;
use std::io::{self, Write};

/// Prints a result as it is.
///
/// # Errors
/// The output is closed.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a result for programs.
///
/// # Errors
/// The output is closed.
pub fn json(result: &Json) -> io::Result<()> {
    text(&format!("{result:#}\n"))
}

/// Says something that is no result.
///
/// # Errors
/// The output is closed.
pub fn talk(text: &str) -> io::Result<()> {
    writeln!(anstream::stderr(), "{text}")
}
