//! Records inputs and replies as a session file for `:record`.

use super::command_error::{CommandError, unwritable};
use super::command_id::CommandId;
use super::input_line::InputLine;
use crate::files::{FileRef, Files};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// The first line of a file, and the end of a block.
const TITLE: &str = "# A recorded session\n";
const CLOSING: &str = "```\n";

/// An input with its reply.
#[derive(Clone, Debug)]
pub(super) struct RecordedInput {
    prompt: String,
    input: String,
    text: String,
}

/// The recorded inputs, and the file they are written to.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    pub(super) lines: Vec<RecordedInput>,
    pub(super) file: Option<FileRef>,
    /// How many of the lines the file has; none if it has others.
    pub(super) n_written: Option<usize>,
}

impl Recorder {
    /// Writes all recorded and future inputs to this file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write_to(
        &mut self,
        name: &str,
        files: Arc<dyn Files>,
    ) -> Result<(), CommandError> {
        self.file = Some(FileRef::plain(files, name));
        self.n_written = None;
        self.write().map_err(|why| {
            self.file = None;
            unwritable(name, &why)
        })
    }

    /// Adds the recorded inputs of another recorder.
    pub fn extend(&mut self, other: Self) {
        self.lines.extend(other.lines);
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

    /// Appends what is new to the file, which ends with a closed block at all times.
    pub(super) fn write(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        match self.n_written {
            None => file.write(&self.session())?,
            Some(n) if n == self.lines.len() => return Ok(()),
            Some(0) => file.append(&format!("{}{CLOSING}", blocks(&self.lines, false)), "")?,
            Some(n) => file.append(&blocks(&self.lines[n..], true), CLOSING)?,
        }
        self.n_written = Some(self.lines.len());
        Ok(())
    }

    /// The session file, with one block per game.
    #[must_use]
    pub fn session(&self) -> String {
        let closing = if self.lines.is_empty() { "" } else { CLOSING };
        format!("{TITLE}{}{closing}", blocks(&self.lines, false))
    }
}

/// The lines of a session file: of blocks, of which the last is not closed. Whether they follow the
/// lines of an open block.
fn blocks(lines: &[RecordedInput], mut is_open: bool) -> String {
    let mut text = String::new();
    for line in lines {
        if InputLine::parse(&line.input).command_id() == Some(CommandId::New) || !is_open {
            text.push_str(if is_open { CLOSING } else { "" });
            text.push_str("\n```litterbox\n");
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
    text
}
