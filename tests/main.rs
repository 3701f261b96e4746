//! All tests in one crate. [`harness`] is the only one that knows how the library is called.

mod cli;
mod harness;
mod hostile;
mod playouts;
mod readme;
mod sessions;
mod setup;
mod tape;
#[cfg(unix)]
mod terminal;
mod tidy;
mod variants;
