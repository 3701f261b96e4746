//! Helpers of everything else, which know nothing of games: errors with code, position and hint,
//! output without control characters of other people, the port to files, the wish that a run
//! stops, work that goes first, threads, the loop that answers requests, lines and messages of a
//! limited length, connections that are read until a time.

pub mod error;
pub mod files;
#[doc(hidden)]
pub mod framing;
mod interrupt;
#[doc(hidden)]
pub mod lines;
pub mod output;
mod precedence;
#[doc(hidden)]
pub mod requests;
mod thread_pool;
#[doc(hidden)]
pub mod timed_stream;

pub use interrupt::{Interrupt, time_limit};
#[doc(hidden)]
pub use precedence::{FirstWork, Precedence};
pub use thread_pool::STACK_SIZE;
#[doc(hidden)]
pub use thread_pool::thread_pool;
