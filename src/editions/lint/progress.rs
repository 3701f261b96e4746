//! The progress of a check, for its watchdog.

use crate::base::Interrupt;
use crate::script::Control;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The current work of a check, shared with its watchdog.
#[derive(Debug, Default)]
pub(super) struct CheckProgress {
    /// The file that is being checked, and since when.
    current: Mutex<Option<(String, Instant)>>,
    /// The files that are left out.
    late: Vec<String>,
    /// Ends the scripts that run.
    pub(super) interrupt: Interrupt,
}

impl CheckProgress {
    /// The progress of a check that leaves these files out.
    pub(super) fn without(late: Vec<String>) -> Self {
        Self { late, ..Self::default() }
    }

    /// The progress of a check that this interrupt ends.
    pub(super) fn interrupted_by(interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), ..Self::default() }
    }

    /// Notes that the check of a file begins; returns whether the file is checked at all.
    pub(super) fn begins(&self, file: &str) -> bool {
        let is_checked = !self.leaves_out(file) && !self.interrupt.is_set();
        if is_checked {
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) =
                Some((file.to_owned(), Instant::now()));
        }
        is_checked
    }

    /// Whether a file is left out.
    pub(super) fn leaves_out(&self, file: &str) -> bool {
        self.late.iter().any(|late| late == file)
    }

    /// The limits that hosts share with this check.
    pub(super) fn control(&self) -> Control {
        Control { interrupt: self.interrupt.clone(), ..Control::default() }
    }

    /// The file that is being checked, and for how long.
    pub(super) fn current(&self) -> Option<(String, Duration)> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().map(|(file, since)| (file.clone(), since.elapsed()))
    }
}
