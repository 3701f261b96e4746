//! The wish of the user that a run stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user has interrupted a run. Clones share the flag, also between threads: whoever
/// creates one passes it to what it may interrupt.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Interrupts the run; returns whether it already was interrupted.
    pub fn set(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether the run is interrupted.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Clears the flag; returns whether it was set.
    pub fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}
