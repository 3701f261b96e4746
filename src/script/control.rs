//! What a host shares with its owner.

use super::probe::Probe;
use crate::agent::Interrupt;

/// What a host shares with its owner.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Stops the running script as if it had exceeded its limit.
    pub interrupt: Interrupt,
    /// Counts what instrumented scripts do.
    pub probe: Probe,
}
