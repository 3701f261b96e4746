//! Records inputs and replies as a session file for `:record`.

use super::command::CommandId;
use super::disk::FileAccess;
use super::input_line::InputLine;
use super::{CommandError, Reply, Shell, Status};
use crate::debugger::reply::Part;
use crate::error::Error;
use std::fmt::Write as _;

/// An input with its reply.
#[derive(Clone, Debug)]
struct RecordedInput {
    prompt: String,
    input: String,
    text: String,
}

/// The recorded inputs, and the file they are written to.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    lines: Vec<RecordedInput>,
    file: Option<String>,
}

impl Recorder {
    /// Writes all recorded and future inputs to this file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write_to(
        &mut self,
        name: &str,
        files: &mut FileAccess,
    ) -> Result<(), CommandError> {
        self.file = Some(name.to_owned());
        let written = self.write(files);
        if written.is_err() {
            self.file = None;
        }
        written
    }

    /// Replaces the recorded inputs by those of another recorder.
    pub fn replace(&mut self, other: Self) {
        self.lines = other.lines;
    }

    /// Records an input with its prompt and reply.
    pub fn note(&mut self, prompt: &str, input: &str, text: &str) {
        let (prompt, input, text) = (prompt.to_owned(), input.to_owned(), text.to_owned());
        self.lines.push(RecordedInput { prompt, input, text });
    }

    /// Records a comment.
    pub(super) fn remark(&mut self, text: &str) {
        self.note("# ", text, "");
    }

    fn write(&self, files: &mut FileAccess) -> Result<(), CommandError> {
        self.file.as_ref().map_or(Ok(()), |name| files.write(name, self.session()))
    }

    /// The session file, with one block per game.
    #[must_use]
    pub fn session(&self) -> String {
        let mut text = "# A recorded session\n".to_owned();
        let mut is_open = false;
        for line in &self.lines {
            if InputLine::parse(&line.input).command_id() == Some(CommandId::New) || !is_open {
                text.push_str(if is_open { "```\n\n```litterbox\n" } else { "\n```litterbox\n" });
                is_open = true;
            }
            let _ = writeln!(text, "{}{}", line.prompt, line.input);
            for said in line.text.lines() {
                text.push_str(if said.is_empty() { "\n" } else { "  " });
                if !said.is_empty() {
                    let _ = writeln!(text, "{said}");
                }
            }
        }
        if is_open {
            text.push_str("```\n");
        }
        text
    }
}

impl Shell {
    /// Records an input so that the session passes as a test.
    pub(super) fn write_down(&mut self, prompt: &str, line: &str, mut reply: Reply) -> Reply {
        let input = InputLine::parse(line);
        let is_new = input.command_id() == Some(CommandId::New);
        let is_recorded = input.is_recorded();
        let recorded = self.recorded_as.take();
        let line = recorded.as_deref().unwrap_or(line);
        let started = (is_new && reply.status == Status::Done)
            .then(|| self.debugger.as_ref().map(|debugger| debugger.header.command()))
            .flatten();
        let is_over = matches!(reply.status, Status::Failed | Status::Quit);
        if is_recorded && !is_over && !line.is_empty() {
            self.log_input(started.as_deref().unwrap_or(line), None);
        }
        let text = self.rendered(&reply);
        match reply.status {
            Status::Done if !is_recorded => {}
            Status::Done if is_new => {
                self.recorder.note("> ", started.as_deref().unwrap_or(line), &text);
            }
            Status::Done if line.is_empty() => {}
            Status::Done => self.recorder.note(prompt, line, &text),
            Status::Refused if !is_recorded => {}
            Status::Refused => self.recorder.note(prompt, &format!(":refuse {line}"), &text),
            Status::Fault => {
                self.recorder.note(prompt, line, &text);
                let fault = self.debugger.as_ref().and_then(|debugger| debugger.fault.as_ref());
                let message = fault.map_or_else(String::new, |fault: &Error| fault.message.clone());
                self.recorder.note(prompt, &format!(":expect fault {message}"), "");
            }
            Status::Failed | Status::Quit => {}
        }
        match self.recorder.write(&mut self.files) {
            Err(CommandError::Refused(why, _)) => {
                reply.parts.push(Part::Warning { message: format!("not recorded: {why}") });
                reply
            }
            _ => reply,
        }
    }
}
