//! The agents of a shell by player.

use crate::agent::AgentMessages;
use crate::kernel::Agent;
use crate::registry::{AgentName, AgentPool};
use crate::script::Host;
use std::collections::VecDeque;
use std::rc::Rc;

/// The agents by player.
#[derive(Default)]
pub(super) struct SeatedAgents {
    pub(super) seats: Vec<(String, SeatAgent)>,
    /// Set during a replay, in which agents must not answer again.
    pub is_muted: bool,
    /// The error of the agent that could not answer.
    pub(super) error: Option<String>,
    /// What programs have written to stderr.
    pub(super) messages: AgentMessages,
    /// Set after a playout command: agents wait for the next answer.
    pub(super) has_played: bool,
}

pub(super) enum SeatAgent {
    Agent(AgentName, Option<SeatedAgent>),
    Script(VecDeque<String>),
}

/// An agent for one ruleset; it is created again when the scripts change.
pub(super) struct SeatedAgent {
    pub(super) host: Rc<Host>,
    pub(super) pool: AgentPool,
    pub(super) agent: Box<dyn Agent>,
}

impl SeatedAgents {
    pub(super) fn of(&mut self, name: &str) -> Option<&mut SeatAgent> {
        self.seats.iter_mut().find(|(seat, _)| seat == name).map(|(_, player)| player)
    }

    /// Returns the same agents for a trial; they do not answer by themselves.
    pub fn trial(&self) -> Self {
        let seats = self.seats.iter().map(|(seat, player)| {
            let player = match player {
                SeatAgent::Agent(name, _) => SeatAgent::Agent(name.clone(), None),
                SeatAgent::Script(answers) => SeatAgent::Script(answers.clone()),
            };
            (seat.clone(), player)
        });
        Self { seats: seats.collect(), is_muted: true, ..Self::default() }
    }

    /// Returns the only player without an agent, if there is just one.
    pub(super) fn only_person<'n>(&self, names: &'n [String]) -> Option<&'n str> {
        let mut persons = names.iter().filter(|name| !self.has(name));
        let person = persons.next().filter(|_| persons.next().is_none())?;
        (names.len() > 1).then_some(person)
    }

    /// Whether an agent answers for this player.
    pub fn has(&self, name: &str) -> bool {
        self.seats.iter().any(|(seat, player)| {
            seat == name
                && match player {
                    SeatAgent::Agent(..) => true,
                    SeatAgent::Script(answers) => !answers.is_empty(),
                }
        })
    }
}
