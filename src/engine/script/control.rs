//! State that a host shares with its owner.

use super::probe::Probe;
use super::tree::statements::NumberedStatements;
use crate::base::Interrupt;
use std::sync::Arc;

/// State that a host shares with its owner.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Stops the running script as if it had exceeded its limit.
    pub interrupt: Interrupt,
    /// Counts what scripts do.
    pub probe: Probe,
    /// The statements that the probe counts.
    pub statements: Arc<NumberedStatements>,
}
