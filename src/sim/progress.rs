//! The progress of a run.

use crate::agent::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress of a run, and its stop flag.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of games played.
    pub games: AtomicU64,
    /// Set by the caller to stop the run; the games played so far are the result.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Returns a function that says whether the run was stopped.
    pub(super) fn interrupt(&self) -> Interrupt {
        let stop = Arc::clone(&self.stop);
        Arc::new(move || stop.load(Ordering::Relaxed))
    }
}
