//! Agents: their seats, their plies, and the suggestions of a search.

use super::chance::Probability;
use super::event::EventList;
use super::names::SeatName;
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use schemars::JsonSchema;
use serde::Serialize;

/// The reply of an agent command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum AgentReply {
    /// The agents and their seats.
    Seated {
        /// The seats with an agent.
        seats: Vec<SeatedAgentInfo>,
    },
    /// The plies of agents.
    Played(Playout),
    /// The suggestion of a search.
    Advice(AdviceInfo),
}

/// An agent at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatedAgentInfo {
    /// The player it answers for.
    pub seat: String,
    /// The agent as typed; `None` for recorded answers.
    pub agent: Option<String>,
    /// The number of recorded answers left; `None` for an agent.
    pub n_answers_left: Option<usize>,
}

/// The plies of agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Playout {
    /// The last plies, with their events.
    pub plies: Vec<EventList>,
    /// The number of earlier plies that are left out.
    pub n_left_out: usize,
    /// The error that stopped them, if any.
    pub stopped: Option<PlayoutStop>,
}

/// The reason why agents stopped early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlayoutStop {
    /// An agent could not answer.
    AgentFailed {
        /// The message.
        message: String,
    },
    /// The same position occurred too often.
    Repetition,
}

/// The statistics of a search on a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AdviceInfo {
    /// The asked seat.
    pub seat: SeatName,
    /// The requested number of simulated games.
    pub n_requested: u32,
    /// The number of simulated games.
    pub n_games: u32,
    /// The number of games that do not count: a script failed, or they ended before the question.
    pub n_failed: u32,
    /// The options, most frequently tried first; empty without results.
    pub options: Secret<Vec<OptionAdvice>>,
    /// The suggested option.
    pub chosen: Secret<Option<SuggestedOption>>,
}

/// The statistics of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptionAdvice {
    /// Its id.
    pub id: String,
    /// Its text, as typed and displayed.
    pub text: String,
    /// The number of simulated games in which it was tried.
    pub visits: u32,
    /// The average share of the win in these games; estimated for a game that was cut short.
    pub mean: Probability,
}

/// A suggested option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SuggestedOption {
    /// Its id.
    pub id: String,
    /// Its text, as typed and displayed.
    pub text: String,
    /// The reason.
    pub why: ChosenReason,
}

/// The reason for a suggestion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChosenReason {
    /// The default policy answers it, and no other option wins clearly more.
    DefaultPolicy,
    /// It wins clearly more than the option that the default policy answers.
    ClearlyBetter {
        /// The option that the default policy answers.
        default: String,
    },
}

public!(SeatedAgentInfo, OptionAdvice, SuggestedOption);
redact_fields!(Playout: plies);
redact_fields!(AdviceInfo: options, chosen);

impl Redact for AgentReply {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Seated { .. } => {}
            Self::Played(playout) => playout.redact(viewer),
            Self::Advice(advice) => advice.redact(viewer),
        }
    }
}
