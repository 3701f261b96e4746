//! The progress of a run.

use crate::agent::AgentMessages;
use crate::base::{Interrupt, Precedence};
use crate::script::Control;
use std::sync::atomic::AtomicU64;

/// The progress of a run, and its stop flag.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of games played.
    pub games: AtomicU64,
    /// Set by the caller to stop the run; the games played so far are the result.
    pub stop: Interrupt,
    /// Games wait while there is such work.
    #[doc(hidden)]
    pub first: Precedence,
    /// The text that programs which play have written to stderr.
    pub messages: AgentMessages,
}

impl Progress {
    /// Returns the control of the hosts of the run: a stop also ends their running scripts.
    #[doc(hidden)]
    pub fn control(&self) -> Control {
        Control { interrupt: self.stop.clone(), ..Control::default() }
    }
}
