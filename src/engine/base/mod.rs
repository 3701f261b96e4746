//! Helpers of everything else, which know nothing of games: the wish that a run stops, threads,
//! the loop that answers requests, lines and messages of a limited length, connections that are
//! read until a time.

#[doc(hidden)]
pub mod framing;
mod interrupt;
#[doc(hidden)]
pub mod lines;
#[doc(hidden)]
pub mod requests;
mod thread_pool;
#[doc(hidden)]
pub mod timed_stream;

pub use interrupt::{Interrupt, time_limit};
pub use thread_pool::STACK_SIZE;
#[doc(hidden)]
pub use thread_pool::thread_pool;
