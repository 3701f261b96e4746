//! Parts of a table that players sit at: agents that answer when they are asked, at the same time
//! as the players, and what is written of the game.

use super::input_line::{InputForm, InputLine};
use super::seated_agents::SeatAgent;
use super::state::Shell;
use crate::base::output;
use crate::kernel::{Game, Seat};
use crate::sim::registry::AgentName;
use crate::variant::notation::position;

/// An agent of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldAgent {
    pub seat: Seat,
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
        let Some(debugger) = self.debugger() else { return Vec::new() };
        let seats = self.agents.seats().filter(|(player, _)| self.agents.has(player));
        let held = seats.filter_map(|(player, agent)| {
            let (name, is_slow) = match agent {
                SeatAgent::Agent(name, _) => {
                    let is_slow = matches!(name, AgentName::Search(..) | AgentName::Exec(_));
                    (name.to_string(), is_slow)
                }
                SeatAgent::Script(_) => ("script".to_owned(), false),
            };
            Some(HeldAgent { seat: debugger.notation().find_seat(player)?, name, is_slow })
        });
        held.collect()
    }

    /// Returns the answer of the asked player's agent in a copy of the game, as an input.
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

    /// The marks with a note as Markdown, each with the line that lays out its position in a game
    /// of its own.
    pub fn notes_text(&self) -> String {
        let Some(debugger) = self.debugger() else { return String::new() };
        let (timeline, notation) = (&debugger.timeline, debugger.notation());
        let noted = timeline.marks().filter_map(|(mark, entry)| {
            let (note, entry) = (timeline.note(mark)?, timeline.entry_at(entry));
            let layout = position::of_table(entry.snapshot.shown(), notation);
            let (start, spec) =
                (debugger.header.start_of_position(), position::print(&layout, notation));
            let (note, ply) = (output::escape_line(note), entry.ply);
            Some(format!("\n## {mark}\n\n{note}\n\nPly {ply}:\n\n    :table {start} {spec}\n"))
        });
        noted.fold("# Notes\n".to_owned(), |notes, note| notes + note.as_str())
    }

    /// The file that an input has just written, with its name.
    pub fn written_file(&self, input: &str) -> Option<(String, String)> {
        let InputForm::Command(command, name) = InputLine::parse(input).form else { return None };
        let text = matches!(command.name, "save" | "record").then(|| self.trust.read(name));
        Some((name.to_owned(), text?.ok()?))
    }

    /// The inputs so far as a session file.
    pub fn session_text(&mut self) -> String {
        self.renew_recording();
        self.recording.whole()
    }
}
