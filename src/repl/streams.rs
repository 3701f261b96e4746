//! The standard streams: coloured only on terminals, and safe for them. Everything that the program
//! prints goes through here.

use crate::base::output::SafeStream;
use anstream::AutoStream;
use std::io::{Stderr, Stdout};

/// The stream of results.
pub fn stdout() -> SafeStream<AutoStream<Stdout>> {
    SafeStream::new(anstream::stdout())
}

/// The stream of messages.
pub fn stderr() -> SafeStream<AutoStream<Stderr>> {
    SafeStream::new(anstream::stderr())
}
