//! Breakpoints and watches, and where they stopped the game.

use super::ScriptPlace;
use super::causes::{Causes, WatchValue};
use super::secret::{Redact, public, redact_fields};
use crate::kernel::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// What the commands of breakpoints answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BreakpointsReply {
    /// A breakpoint or a watch stopped the game.
    Stopped(Box<StopInfo>),
    /// Breakpoints that an input reached before a fault undid it.
    BeforeFault {
        /// The breakpoints, in the order they were reached.
        hits: Vec<HitInfo>,
    },
    /// One was set.
    Set {
        /// Which.
        breakpoint: BreakpointInfo,
        /// The line that was asked for, where it begins no statement and another one is taken.
        asked_line: Option<u32>,
        /// The value of what is watched.
        value: Option<WatchValue>,
    },
    /// All there are.
    List {
        /// The breakpoints and watches, as they were set.
        breakpoints: Vec<BreakpointInfo>,
    },
    /// Some were deleted.
    Deleted {
        /// Which; none where there were none.
        breakpoints: Vec<BreakpointInfo>,
    },
    /// The classes of events there are.
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
    /// Where it stops.
    pub at: BreakConditionInfo,
    /// Whether it can stop a game by the rules in use: the card, the line or the thing exists.
    pub verified: bool,
}

/// Where a breakpoint stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "on", rename_all = "snake_case")]
pub enum BreakConditionInfo {
    /// Where a card or a set is played, or its script acts.
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
        /// The line; none: before whatever the script does.
        line: Option<u16>,
    },
    /// After an expression has become true.
    If {
        /// The expression.
        expression: String,
    },
    /// After a thing has changed.
    Watch {
        /// The thing, as it was typed.
        thing: String,
    },
}

/// Where breakpoints stopped the game, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StopInfo {
    /// All that stop here.
    pub hits: Vec<HitInfo>,
    /// The event that changed something or made an expression true, and what led to it.
    pub event: Option<Causes>,
}

/// A breakpoint that stopped the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HitInfo {
    /// Which.
    pub breakpoint: BreakpointInfo,
    /// What changed.
    pub change: Option<ValueChange>,
    /// The script line that is about to be run, unless it causes the next event.
    pub line: Option<ScriptPlace>,
}

/// A change of something that is watched.
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
    /// What it means.
    pub about: String,
}

impl Redact for BreakpointsReply {
    fn redact(&mut self, viewer: Seat) {
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
