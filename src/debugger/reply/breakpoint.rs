//! Where breakpoints and watches stopped the game.
use super::causes::{Causes, WatchValue};
use crate::message::{Redact, ScriptPlace, Viewer, public, redact_fields};
use serde::Serialize;

/// The breakpoints that stopped the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StopInfo {
    /// Whether a fault undid the input that reached them, so that the game did not stop there.
    pub before_fault: bool,
    /// The breakpoints that stop at this point; before a fault, in the order they were reached.
    pub hits: Vec<HitInfo>,
    /// The event that changed a value or made an expression true, with its causes.
    pub event: Option<Causes>,
}

/// A breakpoint that stopped the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HitInfo {
    /// The breakpoint.
    pub breakpoint: BreakpointInfo,
    /// The change, for a watch.
    pub change: Option<ValueChange>,
    /// The script line that is about to be run, unless it causes the next event; `None` for a
    /// limited viewer.
    pub line: Option<ScriptPlace>,
}

/// A breakpoint or a watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BreakpointInfo {
    /// Its number.
    pub number: u32,
    /// Whether it is a watch.
    pub watch: bool,
    /// The words after `:break` or `:watch`: `card favor`, `line cards/favor.rhai:9`, `hand ann`.
    pub condition: String,
}

/// A change of a watched value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueChange {
    /// The value before.
    pub was: WatchValue,
    /// The value now.
    pub is: WatchValue,
}

public!(BreakpointInfo);
redact_fields!(StopInfo: hits, event);

impl Redact for HitInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.change.redact(viewer);
        self.line = None;
    }
}

redact_fields!(ValueChange: was, is);
