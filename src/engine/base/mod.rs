//! Helpers of everything else, which know nothing of games: the wish that a run stops, threads,
//! lines and messages of a limited length, connections that are read until a time.

#[doc(hidden)]
pub mod framing;
mod interrupt;
#[doc(hidden)]
pub mod lines;
mod thread_pool;
#[doc(hidden)]
pub mod timed_stream;

pub use interrupt::{Interrupt, time_limit};
#[doc(hidden)]
pub use thread_pool::thread_pool;
