//! The history of a game.

use super::location::{InputInfo, Location};
use crate::message::{
    DecisionInfo, OutcomeInfo, PositionInfo, Redact, SeatName, Viewer, redact_fields,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a game was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartedInfo {
    /// The id of its variant.
    pub variant: String,
    /// The title of the variant.
    pub title: String,
    /// The players in seat order.
    pub names: Vec<SeatName>,
    /// The seed of all chance.
    pub seed: u64,
}

/// The plies of the current line, or those around the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimelineInfo {
    /// The branch of the line.
    pub branch: String,
    /// The number of branches.
    pub n_branches: usize,
    /// The current ply.
    pub ply: usize,
    /// Whether the game is stopped within that ply.
    pub is_within: bool,
    /// The last ply of the line.
    pub last_ply: usize,
    /// The listed plies, in order.
    pub plies: Vec<PlyInfo>,
}

/// A ply of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyInfo {
    /// Its number; the start is 0.
    pub ply: usize,
    /// Its input; `None` for the start.
    pub input: Option<InputInfo>,
    /// Its marks.
    pub marks: Vec<String>,
    /// The texts of its marks that have one, by their names. A viewer with limited knowledge has
    /// none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// The branches that split off after it.
    pub leaving: Vec<String>,
}

/// Another position, shown without going there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeekInfo {
    /// Its location.
    pub location: Location,
    /// The position.
    pub position: PositionInfo,
    /// The decision; `None` if the game is over.
    pub decision: Option<DecisionInfo>,
    /// The outcome; `None` if the game is not over.
    pub outcome: Option<OutcomeInfo>,
    /// The location of the game.
    pub current: Location,
}

redact_fields!(TimelineInfo: plies);
redact_fields!(PeekInfo: location, position, decision, current);

impl Redact for PlyInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.input.redact(viewer);
        self.notes.clear();
    }
}
