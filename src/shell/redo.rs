//! Writes inputs down as they are run, and runs those of a log again.

use super::command::Property;
use super::command_error::CommandError;
use super::files::{self, RELOAD};
use super::input_line::InputLine;
use super::line::joined_code;
use super::live_rules::FreshLibrary;
use super::recording::SessionRecording;
use super::reply::{Reply, Status};
use super::state::Shell;
use super::trust::{FileAccess, Origin};
use crate::base::output::is_unsafe;
use crate::debugger::Debugger;
use crate::transcript::{SessionInput, hash_text};

/// Asserts, after an input with a script fault, that it has it.
const EXPECT_FAULT: &str = ":expect fault ";

/// The first input with a different result when it was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedoDifference {
    /// Its number, counted from 1.
    pub number: usize,
    pub input: String,
    /// The reply to it this time.
    pub reply: Reply,
}

impl Shell {
    /// Records an input so that the session passes as a test.
    pub(super) fn write_down(
        &mut self,
        prompt: &str,
        input: &InputLine<'_>,
        reply: Reply,
    ) -> Reply {
        let is_done = reply.status == Status::Done;
        let started = self.debugger().filter(|_| input.has(Property::Starts) && is_done);
        let started = started.map(|debugger| debugger.header.command());
        let spelled = self.recording.take_spelled();
        let line = started.as_deref().or(spelled.as_deref()).unwrap_or(input.text);
        let is_over = matches!(reply.status, Status::Failed | Status::Quit);
        if input.has(Property::Unrecorded) || is_over || line.is_empty() {
            return reply;
        }
        let starts = is_done && InputLine::parse(line).starts().is_some();
        self.log_input(line, None);
        let line = &joined_code(line);
        let text = self.rendered(&reply);
        // Whoever means that a line is refused types `:refuse`.
        if reply.status == Status::Refused {
            return reply;
        }
        let prompt = if starts { "> " } else { prompt };
        self.recording.note(starts, prompt, line, &text);
        if reply.status == Status::Fault {
            let fault = self.studied.debugger().and_then(Debugger::shown_fault);
            let message = fault.map_or_else(String::new, |fault| fault.message);
            // The rest of the message cannot be typed.
            let start = message.split(|c| c == '\n' || is_unsafe(c)).next().unwrap_or_default();
            self.recording.note(false, prompt, &format!("{EXPECT_FAULT}{start}"), "");
        }
        let has_plies = self.studied.n_played() > 0;
        let is_test = input.has(Property::Asserts) || input.has(Property::Tries);
        if has_plies || is_test || reply.status == Status::Fault {
            self.recording.keep_game();
        }
        reply
    }

    /// Uses another library from now on.
    pub(super) fn set_library(&mut self, fresh: FreshLibrary) {
        if self.rules.set_library(fresh) {
            self.recording.outdate();
        }
    }

    /// Runs the recorded inputs again if the scripts have changed since: a recording is a test of
    /// the scripts as they are. What is refused or fails now is left out.
    pub(super) fn renew_recording(&mut self) {
        let Some(inputs) = self.recording.take_outdated() else { return };
        let fresh = || {
            let rulesets = self.rules.rulesets().clone();
            let mut shell = Self::new(self.rules.base().clone()).with_rulesets(rulesets);
            shell.trust.files = FileAccess::memory();
            shell
        };
        let (mut shell, mut renewed) = (fresh(), SessionRecording::default());
        for (starts, prompt, input) in inputs {
            if starts {
                renewed.extend(std::mem::replace(&mut shell, fresh()).recording);
            }
            if !(input.starts_with(EXPECT_FAULT) && shell.recording.ends_with(&input)) {
                shell.pasted(Origin::Foreign, &format!("{prompt}{input}"));
            }
        }
        let is_same = shell.position_hash() == self.position_hash();
        renewed.extend(shell.recording);
        self.recording.extend(renewed);
        if !is_same {
            files::rewrite_journal(self);
        }
    }

    /// Enables the log for [`Shell::take_redo_log`].
    pub fn start_redo_log(&mut self) {
        self.recording.start_log();
    }

    /// Ends the log: nothing is kept.
    pub fn stop_redo_log(&mut self) {
        self.recording.stop_log();
    }

    /// Returns the entries since the last call.
    pub fn take_redo_log(&mut self) -> Vec<SessionInput> {
        self.recording.take_log()
    }

    /// Logs an input, carried out or refused.
    pub(super) fn log_input(&mut self, input: &str, game: Option<String>) {
        if self.recording.is_logged() {
            let hash = self.position_hash();
            let ply = self.debugger().map(|debugger| debugger.timeline.ply());
            self.recording.log(SessionInput { input: input.to_owned(), game, hash, ply });
        }
    }

    fn position_hash(&self) -> Option<String> {
        let hash = |debugger: &Debugger| hash_text(debugger.timeline.now().snapshot.hash());
        self.debugger().map(hash)
    }

    /// Replays the entries. Returns the first difference, if any.
    pub fn redo(&mut self, redo_log: &[SessionInput]) -> Option<RedoDifference> {
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
    pub fn redo_entry(&mut self, done: &SessionInput) -> Result<(), Reply> {
        let was_muted = self.agents.mute(true);
        let reply = self.redo_one(done);
        self.agents.mute(was_muted);
        // The input that opened the game has no hash.
        if done.hash.is_none() || self.position_hash() == done.hash { Ok(()) } else { Err(reply) }
    }

    fn redo_one(&mut self, done: &SessionInput) -> Reply {
        let input = InputLine::parse(&done.input);
        match &done.game {
            Some(game) => {
                let open = if done.input == RELOAD { files::reopen } else { files::load_text };
                open(self, "the journal", game).map_or_else(CommandError::reply, Reply::done)
            }
            None if input.is_journaled() => self.run(Origin::Foreign, &input),
            None => CommandError::refused(format!("a journal has no `{}`", done.input)).reply(),
        }
    }
}
