//! The history of a game: its timeline, its marks and branches, and changes of the past.

use super::location::{InputInfo, Location};
use super::names::SeatName;
use super::position::{OutcomeInfo, PositionInfo};
use super::question::DecisionInfo;
use super::question_diff::AskedAfter;
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use schemars::JsonSchema;
use serde::Serialize;

/// The reply of a history command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum TimeReply {
    /// The plies of the current line.
    Timeline(TimelineInfo),
    /// The branches, in the order they were created.
    Branches {
        /// Each of them.
        branches: Vec<BranchInfo>,
    },
    /// The game is on another branch now.
    OnBranch {
        /// Its name.
        branch: String,
    },
    /// A new branch begins at the current ply.
    BranchCreated {
        /// Its name.
        branch: String,
        /// The ply it begins after.
        ply: usize,
        /// The previous branch, which keeps the later plies.
        old_branch: String,
    },
    /// The marks by name.
    Marks {
        /// Each of them.
        marks: Vec<MarkInfo>,
    },
    /// A place was marked.
    Marked(MarkInfo),
    /// A mark was deleted.
    MarkDeleted {
        /// Its name.
        name: String,
    },
    /// Another position; the game stays at the current one.
    Peek(Box<PeekInfo>),
    /// A past input was changed on a new branch.
    Edited(EditInfo),
}

/// The plies of the current line, or those around the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyInfo {
    /// Its number; the start is 0.
    pub ply: usize,
    /// Its input; `None` for the start.
    pub input: Option<InputInfo>,
    /// Its marks.
    pub marks: Vec<String>,
    /// The branches that split off after it.
    pub leaving: Vec<String>,
}

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BranchInfo {
    /// Its name.
    pub name: String,
    /// Its last ply.
    pub last_ply: usize,
    /// Whether the game is on this branch.
    pub is_current: bool,
    /// The last ply that it shares with the current line.
    pub leaves_after: usize,
    /// The current ply, if the game is on this branch.
    pub ply: Option<usize>,
}

/// A mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarkInfo {
    /// The name.
    pub name: String,
    /// Its ply.
    pub ply: usize,
}

/// Another position, shown without going there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

/// The result of changing a past input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EditInfo {
    /// The branch with the changed input.
    pub branch: String,
    /// The unchanged branch.
    pub old_branch: String,
    /// The changed ply.
    pub ply: usize,
    /// The number of later plies that were replayed.
    pub n_replayed: usize,
    /// The first later ply that is no longer possible; the new branch ends before it.
    pub end: Option<ReplayEnd>,
}

/// The end of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplayEnd {
    /// The ply that is no longer possible.
    pub ply: usize,
    /// The number of later plies that were left out.
    pub n_left_out: usize,
    /// Its input, with the reason.
    pub refused: Secret<Box<RefusedInput>>,
}

/// A recorded input that is no longer possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusedInput {
    /// The seat that was asked, if any.
    pub seat: Option<SeatName>,
    /// The typed text.
    pub typed: String,
    /// The reason.
    pub why: String,
    /// The question at the time.
    pub old: AskedAfter,
    /// The question now.
    pub new: AskedAfter,
}

public!(BranchInfo, MarkInfo, RefusedInput);
redact_fields!(TimelineInfo: plies);
redact_fields!(PlyInfo: input);
redact_fields!(PeekInfo: location, position, decision, current);
redact_fields!(EditInfo: end);
redact_fields!(ReplayEnd: refused);

impl Redact for TimeReply {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Timeline(timeline) => timeline.redact(viewer),
            Self::Peek(peek) => peek.redact(viewer),
            Self::Edited(edited) => edited.redact(viewer),
            Self::Branches { .. }
            | Self::OnBranch { .. }
            | Self::BranchCreated { .. }
            | Self::Marks { .. }
            | Self::Marked(_)
            | Self::MarkDeleted { .. } => {}
        }
    }
}
