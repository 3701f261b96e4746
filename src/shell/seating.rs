//! What a table needs that players sit at: agents that answer when they are asked, at the same time
//! as the players, and what is written of the game.

use super::seated_agents::SeatAgent;
use super::state::Shell;
use crate::kernel::Game;
use crate::notation::position;
use crate::registry::AgentName;

/// An agent of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldAgent {
    pub player: String,
    pub name: String,
    /// Whether its answer takes time.
    pub is_slow: bool,
}

impl Shell {
    /// Lets agents answer only where the caller asks them.
    pub const fn hold_agents(&mut self) {
        self.agents.mute(true);
    }

    /// The players who have an agent.
    pub fn held_agents(&self) -> Vec<HeldAgent> {
        let seats = self.agents.seats().filter(|(player, _)| self.agents.has(player));
        let held = seats.map(|(player, agent)| {
            let (name, is_slow) = match agent {
                SeatAgent::Agent(name, _) => {
                    let is_slow = matches!(name, AgentName::Search(..) | AgentName::Exec(_));
                    (name.to_string(), is_slow)
                }
                SeatAgent::Script(_) => ("script".to_owned(), false),
            };
            HeldAgent { player: player.to_owned(), name, is_slow }
        });
        held.collect()
    }

    /// What the agent of the asked player answers in a copy of the game, as an input.
    ///
    /// # Errors
    /// It cannot answer, as a message.
    pub fn agent_answer(&mut self, game: Game) -> Result<String, String> {
        self.interrupt().take();
        let debugger = self.studied.debugger_mut().ok_or("there is no game")?;
        let open = std::mem::replace(&mut debugger.game, game);
        let (library, interrupt) = (&self.rules.library, self.rules.interrupt());
        let answer = self.agents.choice(debugger, library, interrupt, Self::is_answer);
        debugger.game = open;
        answer.ok_or_else(|| {
            self.agents.take_error().unwrap_or_else(|| "it was interrupted".to_owned())
        })
    }

    /// The ply of a mark, and the line that lays out its position in a game of its own.
    pub fn marked_position(&self, mark: &str) -> Option<(usize, String)> {
        let debugger = self.debugger()?;
        let (_, entry) = debugger.timeline.marks().find(|(name, _)| *name == mark)?;
        let (entry, notation) = (debugger.timeline.entry_at(entry), debugger.notation());
        let layout = position::of_table(entry.snapshot.shown(), notation);
        let spec = position::print(&layout, notation);
        Some((entry.ply, format!(":table {} {spec}", debugger.header.start_of_position())))
    }

    /// The inputs so far as a session file.
    pub fn session_text(&self) -> String {
        self.recording.whole()
    }
}
