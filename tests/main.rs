//! All tests in one crate. [`harness`] is the only one that knows how the library is called.

mod harness;
mod hostile;
mod playouts;
mod sessions;
mod setup;
mod tidy;
mod variants;
