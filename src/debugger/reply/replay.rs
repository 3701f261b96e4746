//! Where a game that was replayed differs.

use super::EventList;
use super::location::InputInfo;
use crate::message::{AskedAfter, DecisionInfo, OutcomeInfo, PositionInfo, redact_fields};
use serde::Serialize;

/// The first question that is another one than it was.
#[derive(Clone, Debug)]
pub struct QuestionDiff {
    /// The ply after which it is asked.
    pub ply: usize,
    /// The input before it.
    pub typed: String,
    /// The question as it was.
    pub old: AskedAfter,
    /// The question as it is.
    pub new: AskedAfter,
}

/// The first ply that goes another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayDifference {
    /// The ply.
    pub ply: usize,
    /// Its input; none at the start.
    pub input: Option<InputInfo>,
    /// The ply as it was.
    pub old: PlyState,
    /// The ply as it is.
    pub new: PlyState,
}

/// The events of a ply, and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyState {
    /// Its events.
    pub events: EventList,
    /// The position after it.
    pub position: PositionInfo,
    /// Who must choose what after it; none once the game is over.
    pub decision: Option<DecisionInfo>,
    /// How the game ended.
    pub outcome: Option<OutcomeInfo>,
}

redact_fields!(ReplayDifference: input, old, new);
redact_fields!(PlyState: events, position, decision);
