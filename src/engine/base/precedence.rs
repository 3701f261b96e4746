//! Work that goes before other work, such as what somebody waits for.

use super::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The time after which who waits looks again.
const PAUSE: Duration = Duration::from_millis(5);

/// Whether there is work that goes first. Clones share it, also between threads: other work waits
/// for it between two of its steps.
#[derive(Clone, Debug, Default)]
pub struct Precedence(Arc<PrecedenceState>);

#[derive(Debug, Default)]
struct PrecedenceState {
    n_first: AtomicUsize,
    n_waits: AtomicUsize,
}

/// Work that goes first, until this is dropped.
#[derive(Debug)]
pub struct FirstWork(Precedence);

impl Precedence {
    /// Begins work that goes first.
    pub fn begin(&self) -> FirstWork {
        self.0.n_first.fetch_add(1, Ordering::Relaxed);
        FirstWork(self.clone())
    }

    /// Returns once no work goes first, or the run must stop.
    #[inline]
    pub fn wait(&self, stop: &Interrupt) {
        if self.is_taken() {
            self.0.n_waits.fetch_add(1, Ordering::Relaxed);
            while self.is_taken() && !stop.is_set() {
                thread::sleep(PAUSE);
            }
        }
    }

    /// Returns how often other work had to wait.
    pub fn n_waits(&self) -> usize {
        self.0.n_waits.load(Ordering::Relaxed)
    }

    fn is_taken(&self) -> bool {
        self.0.n_first.load(Ordering::Relaxed) > 0
    }
}

impl Drop for FirstWork {
    fn drop(&mut self) {
        self.0.0.n_first.fetch_sub(1, Ordering::Relaxed);
    }
}
