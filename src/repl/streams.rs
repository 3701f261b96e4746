//! The standard streams: coloured only on terminals, and safe for them. Everything that the program
//! prints goes through here.

use crate::base::output::{SafeStream, filtered};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, Stderr, Stdout, Write as _};

/// The stream of results.
pub fn stdout() -> SafeStream<AutoStream<Stdout>> {
    SafeStream::new(anstream::stdout())
}

/// The stream of messages.
pub fn stderr() -> SafeStream<AutoStream<Stderr>> {
    SafeStream::new(anstream::stderr())
}

/// Prints lines.
///
/// # Errors
/// The stream is closed.
pub fn print(lines: &[String]) -> io::Result<()> {
    let mut out = stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// A text as the stream of results prints it: for one that the line editor prints.
pub fn printed(text: &str) -> String {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => filtered(&strip_str(text).to_string()),
        _ => filtered(text),
    }
}
