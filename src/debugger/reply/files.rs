//! Files, and games replayed from them or on other scripts.

use super::location::InputInfo;
use super::position::{OutcomeInfo, PositionInfo};
use super::question::DecisionInfo;
use super::question_diff::QuestionDiff;
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use super::{ErrorInfo, EventList, error};
use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;

/// What the commands about files and rules answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum FileReply {
    /// The session is written to a file from now on.
    Recording {
        /// The file.
        file: String,
    },
    /// The game was saved.
    Saved {
        /// The file.
        file: String,
        /// How many plies it has.
        n_plies: usize,
        /// How many branches.
        n_branches: usize,
        /// How many marks.
        n_marks: usize,
    },
    /// Scripts and variants were read again; there is no game to replay.
    LibraryRead,
    /// The game was replayed.
    Replayed(Box<ReplayReport>),
    /// The functions that are kept for expressions.
    Functions {
        /// Their sources.
        sources: Vec<String>,
    },
}

/// A game that was replayed: what has changed, and where it differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplayReport {
    /// The scripts and the variant that are not what they were.
    pub changed: Vec<String>,
    /// What the linter finds in the scripts that have changed.
    #[serde(serialize_with = "error::serialize_all")]
    #[schemars(with = "Vec<ErrorInfo>")]
    pub findings: Vec<Error>,
    /// Where the game first differs from what was saved with it.
    pub divergence: Option<DivergenceInfo>,
    /// The inputs that are impossible now.
    pub left_out: Option<LeftOut>,
    /// The first ply whose position is another one.
    pub difference: Option<ReplayDifference>,
    /// The first question that is another one.
    pub question: Option<QuestionDiff>,
    /// Whether the replay was compared with the game ply by ply, and is the same.
    pub same: bool,
}

/// Where a replay first differs from what was saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DivergenceInfo {
    /// The ply.
    pub ply: usize,
    /// What was typed there.
    pub typed: String,
    /// What differs.
    pub message: String,
}

/// Inputs that are impossible now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    /// The first ply that is left out.
    pub ply: usize,
    /// How many plies are left out.
    pub n_plies: usize,
    /// Whether they are the plies that follow one another on a single line.
    pub consecutive: bool,
    /// The first impossible input, and why.
    pub input: Secret<ImpossibleInput>,
    /// The marks that are left out with them.
    pub marks: Vec<String>,
}

/// An input that is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImpossibleInput {
    /// What was typed.
    pub typed: String,
    /// Why it is impossible.
    pub message: String,
}

/// The first ply that goes another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

/// What a ply did, and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyState {
    /// What it did.
    pub events: EventList,
    /// The position after it.
    pub position: PositionInfo,
    /// Who must choose what after it; none once the game is over.
    pub decision: Option<DecisionInfo>,
    /// How the game ended.
    pub outcome: Option<OutcomeInfo>,
}

public!(ImpossibleInput);
redact_fields!(ReplayReport: left_out, difference, question);
redact_fields!(LeftOut: input);
redact_fields!(ReplayDifference: input, old, new);
redact_fields!(PlyState: events, position, decision);

impl Redact for FileReply {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Replayed(report) => report.redact(viewer),
            Self::Recording { .. }
            | Self::Saved { .. }
            | Self::LibraryRead
            | Self::Functions { .. } => {}
        }
    }
}
