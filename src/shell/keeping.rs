//! Keeps inputs before their replies are shown: in a journal, and in the file of `:record`. What
//! cannot be kept is refused: the game is as it was, nobody has seen the reply, and the next input
//! tries again. An input that only looks is answered, and kept with the next one that can be.

use super::command_error::CommandError;
use super::input_line::InputLine;
use super::live_rules::LiveRules;
use super::prompt::prompted;
use super::recording::{Keeper, UnkeptIn};
use super::reply::{Part, Reply, Status};
use super::seated_agents::Seating;
use super::state::Shell;
use super::studied_game::StudiedGame;
use super::trust::Origin;
use crate::debugger::TimelinePoint;

/// The state before an input, to take it back.
pub(super) struct Checkpoint {
    studied: StudiedGame,
    rules: LiveRules,
    seating: Seating,
    seed: u64,
    is_json: bool,
    /// The numbers of recorded lines and of entries of the log.
    n_kept: (usize, usize),
    position: Option<(TimelinePoint, usize)>,
}

impl Shell {
    /// Runs an input with the prompt of a pasted line if it has one, and keeps it.
    pub fn put(
        &mut self,
        origin: Origin,
        prompt: Option<&str>,
        input: &InputLine<'_>,
        keeper: &mut dyn Keeper,
    ) -> Reply {
        match self.other_asked(prompt, input) {
            Some(seat) => self.refused_for(seat, input.text),
            None => self.run_kept(origin, input, Some(keeper)),
        }
    }

    /// Runs an input of somebody else, which may start with its prompt, and keeps it.
    pub fn put_pasted(&mut self, input: &str, keeper: &mut dyn Keeper) -> Reply {
        let (prompt, text) = prompted(input);
        self.put(Origin::Foreign, prompt, &InputLine::parse(text), keeper)
    }

    /// Why inputs cannot be kept now; `None` if the last one was.
    pub fn unkept(&self) -> Option<&str> {
        self.recording.unkept()
    }

    /// Whether the last input was taken back because it could not be kept.
    pub const fn is_taken_back(&self) -> bool {
        self.is_taken_back
    }

    /// Runs a parsed input, within which others may run, and keeps it.
    pub(super) fn run_kept(
        &mut self,
        origin: Origin,
        input: &InputLine<'_>,
        keeper: Option<&mut dyn Keeper>,
    ) -> Reply {
        let outer = self.trust.set_origin(origin);
        let is_inner = std::mem::replace(&mut self.is_running, true);
        let reply = if is_inner {
            self.take(input)
        } else {
            let before = self.checkpoint();
            let reply = self.take(input);
            let reply = self.kept(before, input, reply, keeper);
            self.diverted(reply)
        };
        self.is_running = is_inner;
        self.trust.set_origin(outer);
        reply
    }

    /// The state now; `None` if nothing is kept.
    fn checkpoint(&self) -> Option<Checkpoint> {
        self.recording.is_kept().then(|| Checkpoint {
            studied: self.studied.copy(),
            rules: self.rules.clone(),
            seating: self.agents.seating(),
            seed: self.seed,
            is_json: self.output.json,
            n_kept: self.recording.n_kept(),
            position: self.position(),
        })
    }

    fn position(&self) -> Option<(TimelinePoint, usize)> {
        self.debugger().map(|debugger| (debugger.point(), debugger.timeline.n_played()))
    }

    fn restore(&mut self, before: Checkpoint) {
        self.studied = before.studied;
        self.rules = before.rules;
        self.agents.restore(before.seating);
        self.seed = before.seed;
        self.output.json = before.is_json;
        self.recording.shorten(before.n_kept);
    }

    /// Writes an input that was carried out, or takes it back.
    fn kept(
        &mut self,
        before: Option<Checkpoint>,
        input: &InputLine<'_>,
        mut reply: Reply,
        mut keeper: Option<&mut (dyn Keeper + '_)>,
    ) -> Reply {
        self.is_taken_back = false;
        let is_first = self.recording.unkept().is_none();
        if self.recording.has_file() {
            self.renew_recording();
        }
        let Some(written) = self.recording.write(keeper.as_deref_mut()) else { return reply };
        match (written, before) {
            (Ok(notice), _) => {
                if let Some(notice) = notice {
                    reply.warn(notice);
                }
                if !is_first {
                    reply.add(Part::note("inputs are written again"));
                }
            }
            (Err(why), Some(before)) if self.has_changed(&before, input, &reply) => {
                let is_journaled = why.place == UnkeptIn::Recording { is_journaled: true };
                if let Some(keeper) = keeper.filter(|_| is_journaled) {
                    keeper.take_back();
                }
                self.restore(before);
                self.is_taken_back = true;
                let message = format!("not done: {}", why.message);
                reply = CommandError::hinted(message, why.place.hint()).reply();
            }
            (Err(why), _) => {
                if why.place == (UnkeptIn::Recording { is_journaled: true }) {
                    self.recording.forget_log();
                }
                reply.warn(why.message);
            }
        }
        reply
    }

    /// Whether an input has changed something that a resumed session would not have.
    fn has_changed(&self, before: &Checkpoint, input: &InputLine<'_>, reply: &Reply) -> bool {
        let is_kept = self.recording.n_kept() != before.n_kept;
        let only_looks =
            input.only_looks() || matches!(reply.status, Status::Refused | Status::Fault);
        is_kept && !(only_looks && self.position() == before.position)
    }
}
