//! Agents: who plays for whom, what they played, and what a search advises.

use super::chance::Probability;
use super::event::EventList;
use super::names::SeatName;
use super::secret::{Redact, Secret, public, redact_fields};
use crate::kernel::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// What the commands about agents answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AgentReply {
    /// Who plays for whom.
    Seated {
        /// The seats with an agent.
        seats: Vec<SeatedAgentInfo>,
    },
    /// What agents played.
    Played(Playout),
    /// What a search would answer.
    Advice(AdviceInfo),
}

/// An agent at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatedAgentInfo {
    /// The player it answers for.
    pub seat: String,
    /// The agent, as it is typed; none where recorded answers are played.
    pub agent: Option<String>,
    /// How many recorded answers are left; none where an agent plays.
    pub n_answers_left: Option<usize>,
}

/// What agents played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Playout {
    /// What each of the last plies did.
    pub plies: Vec<EventList>,
    /// How many plies before them are left out.
    pub n_left_out: usize,
    /// Why they stopped, where something went wrong.
    pub stopped: Option<PlayoutStop>,
}

/// Why agents stopped before they were done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum PlayoutStop {
    /// An agent could not answer.
    AgentFailed {
        /// What is wrong.
        message: String,
    },
    /// The same position has come back again and again.
    Repetition,
}

/// What a search found out about the options of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AdviceInfo {
    /// Who must answer.
    pub seat: SeatName,
    /// How many games were to be simulated.
    pub n_requested: u32,
    /// How many games were simulated.
    pub n_games: u32,
    /// How many of them count for nothing: a script failed, or they ended before the question.
    pub n_failed: u32,
    /// The options, those tried most often first; empty where nothing is known.
    pub options: Secret<Vec<OptionAdvice>>,
    /// The option the search would answer.
    pub chosen: Secret<Option<ChosenOption>>,
}

/// What is known of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptionAdvice {
    /// Its id.
    pub id: String,
    /// What a person types and reads.
    pub text: String,
    /// In how many simulated games it was tried.
    pub visits: u32,
    /// The share of them that the player won.
    pub mean: Probability,
}

/// The option that a search would answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChosenOption {
    /// Its id.
    pub id: String,
    /// What a person types and reads.
    pub text: String,
    /// Why this one.
    pub why: ChosenReason,
}

/// Why an option is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum ChosenReason {
    /// It was tried most often.
    MostVisits,
    /// The default policy answers it, and no other option wins clearly more.
    DefaultPolicy {
        /// The option that was tried more often.
        most_visited: String,
    },
}

public!(SeatedAgentInfo, OptionAdvice, ChosenOption);
redact_fields!(Playout: plies);
redact_fields!(AdviceInfo: options, chosen);

impl Redact for AgentReply {
    fn redact(&mut self, viewer: Seat) {
        match self {
            Self::Seated { .. } => {}
            Self::Played(playout) => playout.redact(viewer),
            Self::Advice(advice) => advice.redact(viewer),
        }
    }
}
