//! Calls Rhai's parser: where it has an error of its own, a panic, that becomes an error of the
//! script.

use crate::base::requests::panic_message;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_PARSING: Cell<bool> = const { Cell::new(false) };
}

/// Whether Rhai's parser runs on this thread: a panic is then an error, and nothing to report.
pub fn is_parsing() -> bool {
    IS_PARSING.get()
}

/// Calls the parser.
pub fn caught<T>(parse: impl FnOnce() -> T) -> Result<T, String> {
    let outer = IS_PARSING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(parse));
    IS_PARSING.set(outer);
    result.map_err(|panic| panic_message(&*panic).to_owned())
}
