//! What must be done again to stand where the shell stands: whoever wants nothing lost writes
//! it down after each input, and hands it back after a crash.

use super::input_line::InputLine;
use super::{CommandError, Reply, Shell, files};
use crate::transcript::hash_text;
use serde::{Deserialize, Serialize};

/// One thing that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedoEntry {
    /// The input, without a prompt.
    pub input: String,
    /// The game that it loaded: the file may be another one by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The hash of the position after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The ply at which the game stands after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

/// The first input that has come out otherwise when it was done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedoDifference {
    /// Its number, counted from 1.
    pub number: usize,
    /// The input.
    pub input: String,
    /// What was said to it this time.
    pub reply: Reply,
}

impl Shell {
    /// From now on keeps what is done, for [`Shell::take_redo_log`].
    pub fn start_redo_log(&mut self) {
        self.redo_log.get_or_insert_default();
    }

    /// What was done since the last time.
    pub fn take_redo_log(&mut self) -> Vec<RedoEntry> {
        self.redo_log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Keeps an input that was carried out, or refused.
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

    /// Does again what was kept. Returns where it first came out otherwise, if it did.
    pub fn redo(&mut self, redo_log: &[RedoEntry]) -> Option<RedoDifference> {
        let mut first = None;
        self.agents.is_muted = true;
        for (at, done) in redo_log.iter().enumerate() {
            let reply = self.redo_one(done);
            let is_same = self.position_hash() == done.hash;
            if first.is_none() && !is_same {
                first = Some(RedoDifference { number: at + 1, input: done.input.clone(), reply });
            }
        }
        self.agents.is_muted = false;
        first
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
