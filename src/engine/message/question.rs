//! Questions to agents that are programs or scripts, and the option that an answer means.

use super::decision::QuestionInfo;
use super::names::{KindName, Names, SeatName};
use super::position::PositionInfo;
use super::secret::Redact;
use crate::kernel::{Decision, Observation};
use serde::Serialize;

/// A message to a program that is an agent, one JSON object per line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentRequest {
    /// The version of the messages.
    pub litterbox: u32,
    /// The index of the game in the run.
    pub game: u64,
    /// The question to the agent.
    #[serde(flatten)]
    pub question: AgentQuestion,
}

/// A decision, and what the asked player knows. It has only what the player may know.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentQuestion {
    /// The player for whom the agent answers.
    pub viewer: SeatName,
    /// The position.
    pub position: PositionInfo,
    /// The decision.
    pub decision: QuestionInfo,
}

impl AgentQuestion {
    /// The question to the agent of a player.
    pub fn new(observation: &Observation<'_>, decision: &Decision) -> Self {
        let (table, seats) = (observation.table(), observation.names().to_vec());
        let names = Names::new(observation.rules(), seats, KindName::of_id, KindName::of_id);
        let mut position = names.position_info(table);
        position.redact(&observation.seat().into());
        Self {
            viewer: names.seat_name(observation.seat()),
            position,
            decision: names.question_info(decision, table, table),
        }
    }

    /// The index of the option that an answer chooses.
    ///
    /// # Errors
    /// It is not the id of an option: what is expected, as a part of a sentence.
    pub fn chosen(&self, answer: Option<&str>) -> Result<usize, String> {
        let options = &self.decision.options;
        let chosen = options.iter().position(|option| Some(&*option.id) == answer);
        chosen.ok_or_else(|| {
            let first = options.first().map_or("", |option| &option.id);
            format!("expected the `id` of an option, such as \"{first}\"")
        })
    }
}
