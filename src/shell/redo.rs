//! Logs inputs and runs them again.

use super::command_error::CommandError;
use super::input_line::InputLine;
use super::redo_log::{RedoDifference, RedoEntry};
use super::state::Shell;
use super::{Reply, files};
use crate::transcript::hash_text;

impl Shell {
    /// Enables the log for [`Shell::take_redo_log`].
    pub fn start_redo_log(&mut self) {
        self.redo_log.get_or_insert_default();
    }

    /// Returns the entries since the last call.
    pub fn take_redo_log(&mut self) -> Vec<RedoEntry> {
        self.redo_log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Logs an input, carried out or refused.
    pub(super) fn log_input(&mut self, input: &str, game: Option<String>) {
        let hash = self.position_hash();
        let ply = self.debugger.as_ref().map(|debugger| debugger.timeline.ply());
        if let Some(redo_log) = &mut self.redo_log {
            redo_log.push(RedoEntry { input: input.to_owned(), game, hash, ply });
        }
    }

    fn position_hash(&self) -> Option<String> {
        self.debugger.as_ref().map(|debugger| hash_text(debugger.timeline.now().snapshot.hash()))
    }

    /// Replays the entries. Returns the first difference, if any.
    pub fn redo(&mut self, redo_log: &[RedoEntry]) -> Option<RedoDifference> {
        let mut first = None;
        for (at, done) in redo_log.iter().enumerate() {
            if let Err(reply) = self.redo_entry(done)
                && first.is_none()
            {
                first = Some(RedoDifference { number: at + 1, input: done.input.clone(), reply });
            }
        }
        first
    }

    /// Replays an entry.
    ///
    /// # Errors
    /// The reply, if the position is not the recorded one.
    pub fn redo_entry(&mut self, done: &RedoEntry) -> Result<(), Reply> {
        let was_muted = std::mem::replace(&mut self.agents.is_muted, true);
        let reply = self.redo_one(done);
        self.agents.is_muted = was_muted;
        // Journals of older versions have no comparable hashes.
        if done.hash.is_none() || self.position_hash() == done.hash { Ok(()) } else { Err(reply) }
    }

    fn redo_one(&mut self, done: &RedoEntry) -> Reply {
        match &done.game {
            Some(game) => {
                files::load_text(self, game).map_or_else(CommandError::reply, Reply::done)
            }
            None if InputLine::parse(&done.input).is_journaled() => self.input(&done.input),
            None => CommandError::refused(format!("a journal has no `{}`", done.input)).reply(),
        }
    }
}
