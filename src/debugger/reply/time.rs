//! The history of a game: its timeline, its marks and branches, and changes of the past.

use super::location::{InputInfo, Location};
use super::names::SeatName;
use super::position::{Outcome, PositionInfo};
use super::question::DecisionInfo;
use super::secret::{Redact, Secret, public, redact_fields};
use crate::debugger::question_diff::AskedAfter;
use crate::kernel::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// What a command about the history of a game answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
        /// The branch the game was on, which keeps what lies ahead.
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
    /// Another place, while the game stays at the current one.
    Peek(Box<PeekInfo>),
    /// A past input was changed, on a branch of its own.
    Edited(EditInfo),
}

/// The plies of the current line, or those around the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TimelineInfo {
    /// The branch the line belongs to.
    pub branch: String,
    /// How many branches there are.
    pub n_branches: usize,
    /// The current ply.
    pub ply: usize,
    /// Whether the game stands between two events of that ply.
    pub is_within: bool,
    /// The last ply of the line.
    pub last_ply: usize,
    /// The plies that are listed, in order.
    pub plies: Vec<PlyInfo>,
}

/// A ply of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyInfo {
    /// Its number; 0 is the start.
    pub ply: usize,
    /// The input that made it; none for the start.
    pub input: Option<InputInfo>,
    /// The marks it has.
    pub marks: Vec<String>,
    /// The branches that leave the line after it.
    pub leaving: Vec<String>,
}

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BranchInfo {
    /// Its name.
    pub name: String,
    /// Its last ply.
    pub last_ply: usize,
    /// Whether the game is on it.
    pub is_current: bool,
    /// The last ply it has in common with the current line.
    pub leaves_after: usize,
    /// The current ply, where the game is on it.
    pub ply: Option<usize>,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarkInfo {
    /// The name.
    pub name: String,
    /// The ply it marks.
    pub ply: usize,
}

/// A place the game does not go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PeekInfo {
    /// Which place.
    pub location: Location,
    /// The position there.
    pub position: PositionInfo,
    /// What is asked there; none where the game is over.
    pub decision: Option<DecisionInfo>,
    /// How the game ended there; none where something is asked.
    pub outcome: Option<Outcome>,
    /// Where the game stays.
    pub current: Location,
}

/// What became of a line of which one input was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EditInfo {
    /// The branch with the changed input.
    pub branch: String,
    /// The branch as it was.
    pub old_branch: String,
    /// The ply that was changed.
    pub ply: usize,
    /// How many of the later plies were replayed.
    pub n_replayed: usize,
    /// The first later ply that is no longer possible: the new line ends before it.
    pub end: Option<ReplayEnd>,
}

/// Where the replay of later inputs ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplayEnd {
    /// The ply that is no longer possible.
    pub ply: usize,
    /// How many plies after it are left out.
    pub n_left_out: usize,
    /// Its input, and why it is not possible.
    pub refused: Secret<Box<RefusedInput>>,
}

/// A recorded input that is no longer possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusedInput {
    /// Who was asked; none where nobody was.
    pub seat: Option<SeatName>,
    /// What was typed.
    pub typed: String,
    /// Why it is not possible.
    pub why: String,
    /// What was asked then.
    pub old: AskedAfter,
    /// What is asked now.
    pub new: AskedAfter,
}

public!(BranchInfo, MarkInfo, RefusedInput);
redact_fields!(TimelineInfo: plies);
redact_fields!(PlyInfo: input);
redact_fields!(PeekInfo: location, position, decision, current);
redact_fields!(EditInfo: end);
redact_fields!(ReplayEnd: refused);

impl Redact for TimeReply {
    fn redact(&mut self, viewer: Seat) {
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
