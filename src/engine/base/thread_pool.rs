//! Threads that share work, with a stack of a certain size.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;

/// The stack size of threads that parse, check or run scripts, which may be deeply nested.
pub const STACK_SIZE: usize = 256 << 20;

/// Starts this number of threads, each with a stack of this number of bytes; 0: one per core.
#[doc(hidden)]
pub fn thread_pool(n_threads: usize, stack_size: usize) -> io::Result<ThreadPool> {
    let threads = ThreadPoolBuilder::new().num_threads(n_threads).stack_size(stack_size);
    threads.build().map_err(io::Error::other)
}
