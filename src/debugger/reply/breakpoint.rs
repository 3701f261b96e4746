//! Breakpoints and watches, and where they stopped the game.

use super::ScriptPlace;
use super::causes::{Causes, WatchValue};
use super::secret::{Redact, Viewer, public, redact_fields};
use schemars::JsonSchema;
use serde::Serialize;

/// The reply of a breakpoint command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BreakpointsReply {
    /// A breakpoint or a watch stopped the game.
    Stopped(Box<StopInfo>),
    /// Breakpoints that an input reached before a fault undid it.
    BeforeFault {
        /// The breakpoints, in the order they were reached.
        hits: Vec<HitInfo>,
    },
    /// A breakpoint was set.
    Set {
        /// The breakpoint.
        breakpoint: BreakpointInfo,
        /// The requested line, if no statement starts there and another line is used.
        asked_line: Option<u32>,
        /// The current value of a watch.
        value: Option<WatchValue>,
    },
    /// All breakpoints.
    List {
        /// The breakpoints and watches, in the order they were set.
        breakpoints: Vec<BreakpointInfo>,
    },
    /// Breakpoints were deleted.
    Deleted {
        /// Which; may be empty.
        breakpoints: Vec<BreakpointInfo>,
    },
    /// The classes of events.
    EventClasses {
        /// The classes.
        classes: Vec<EventClassInfo>,
    },
}

/// A breakpoint or a watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BreakpointInfo {
    /// Its number.
    pub number: u32,
    /// Its condition.
    pub at: BreakConditionInfo,
    /// Whether its card, line or value exists in the current rules.
    pub verified: bool,
}

/// The condition of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "on", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BreakConditionInfo {
    /// When a card or combo is played, or its script acts.
    Card {
        /// The id.
        card: String,
    },
    /// Before an event of a class.
    Event {
        /// The class.
        class: String,
    },
    /// Before a line of a script is run.
    Line {
        /// The script.
        script: String,
        /// The line; `None`: before any line of the script.
        line: Option<u16>,
    },
    /// After an expression becomes true.
    If {
        /// The expression.
        expression: String,
    },
    /// After a value changes.
    Watch {
        /// The watch expression, as typed.
        thing: String,
    },
}

/// The breakpoints that stopped the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StopInfo {
    /// The breakpoints that stop at this point.
    pub hits: Vec<HitInfo>,
    /// The event that changed a value or made an expression true, with its causes.
    pub event: Option<Causes>,
}

/// A breakpoint that stopped the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HitInfo {
    /// The breakpoint.
    pub breakpoint: BreakpointInfo,
    /// The change, for a watch.
    pub change: Option<ValueChange>,
    /// The script line that is about to be run, unless it causes the next event.
    pub line: Option<ScriptPlace>,
}

/// A change of a watched value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueChange {
    /// The value before.
    pub was: WatchValue,
    /// The value now.
    pub is: WatchValue,
}

/// A class of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventClassInfo {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
}

impl Redact for BreakpointsReply {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Stopped(stop) => stop.redact(viewer),
            Self::BeforeFault { hits } => hits.redact(viewer),
            Self::Set { value, .. } => value.redact(viewer),
            Self::List { .. } | Self::Deleted { .. } | Self::EventClasses { .. } => {}
        }
    }
}

public!(BreakpointInfo);
redact_fields!(StopInfo: hits, event);
redact_fields!(HitInfo: change);
redact_fields!(ValueChange: was, is);
