//! Records inputs with their replies, as a session file for `:record` and as a log to resume from.

use super::command_error::{CommandError, unwritable};
use super::recorded::escape;
use crate::files::{FileRef, Files};
use crate::transcript::SessionInput;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// The first line of a file, and the end of a block.
const TITLE: &str = "# A recorded session\n";
const CLOSING: &str = "```\n";

/// An input with its reply.
#[derive(Clone, Debug)]
struct RecordedInput {
    /// Whether it starts a game, and so a block.
    starts: bool,
    prompt: String,
    input: String,
    text: String,
}

/// The recorded inputs, and the file they are written to.
#[derive(Clone, Debug, Default)]
pub(super) struct Recording {
    lines: Vec<RecordedInput>,
    file: Option<FileRef>,
    /// How many of the lines the file has.
    n_written: usize,
    /// How the running input is recorded, if not as it was typed.
    spelled: Option<String>,
    /// The entries since the last call of `take_log`, if there is a log.
    log: Option<Vec<SessionInput>>,
}

impl Recording {
    /// Sets how the running input is recorded, if not as it was typed.
    pub fn spell(&mut self, spelled: Option<String>) {
        self.spelled = spelled;
    }

    /// How the running input is recorded, if not as it was typed.
    pub const fn take_spelled(&mut self) -> Option<String> {
        self.spelled.take()
    }

    /// Writes all recorded and future inputs to this file.
    ///
    /// # Errors
    /// The file cannot be written, or something else records to it.
    pub fn write_to(&mut self, name: &str, files: Arc<dyn Files>) -> Result<(), CommandError> {
        // It may be the same one.
        self.file = None;
        let file = FileRef::begin(files, name, &self.whole());
        self.file = Some(file.map_err(|why| unwritable(name, &why))?);
        self.n_written = self.lines.len();
        Ok(())
    }

    /// The recorded inputs as a file.
    pub fn whole(&self) -> String {
        format!("{TITLE}{}", self.closed_blocks())
    }

    /// Adds the recorded inputs of another recording.
    pub fn extend(&mut self, other: Self) {
        self.lines.extend(other.lines);
    }

    /// Records an input with its prompt and reply, and whether it starts a game.
    pub fn note(&mut self, starts: bool, prompt: &str, input: &str, text: &str) {
        let [prompt, input] = [prompt, input].map(|line| line.replace(['\n', '\r'], " "));
        self.lines.push(RecordedInput { starts, prompt, input, text: text.to_owned() });
    }

    /// Appends what is new to the file, which ends with a closed block at all times. The error of a
    /// file that cannot be written, as a message.
    pub fn update(&mut self) -> Result<(), String> {
        self.write().map_err(|why| {
            let name = self.file.as_ref().map(|file| file.path().display().to_string());
            format!("not recorded: cannot write {}: {why}", name.unwrap_or_default())
        })
    }

    fn write(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        match self.n_written {
            n if n == self.lines.len() => return Ok(()),
            0 => file.append(&self.closed_blocks(), "")?,
            n => file.append(&blocks(&self.lines[n..], true), CLOSING)?,
        }
        self.n_written = self.lines.len();
        Ok(())
    }

    /// All lines as the closed blocks of a session file.
    fn closed_blocks(&self) -> String {
        let closing = if self.lines.is_empty() { "" } else { CLOSING };
        format!("{}{closing}", blocks(&self.lines, false))
    }

    pub fn start_log(&mut self) {
        self.log.get_or_insert_default();
    }

    /// The entries since the last call.
    pub fn take_log(&mut self) -> Vec<SessionInput> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether there is a log.
    pub const fn is_logged(&self) -> bool {
        self.log.is_some()
    }

    /// Adds an entry to the log, if there is one.
    pub fn log(&mut self, entry: SessionInput) {
        if let Some(log) = &mut self.log {
            log.push(entry);
        }
    }
}

/// The lines of a session file: of blocks, of which the last is not closed. Whether they follow the
/// lines of an open block.
fn blocks(lines: &[RecordedInput], mut is_open: bool) -> String {
    let mut text = String::new();
    for line in lines {
        if line.starts || !is_open {
            text.push_str(if is_open { CLOSING } else { "" });
            text.push_str("\n```litterbox\n");
            is_open = true;
        }
        let _ = writeln!(text, "{}{}", line.prompt, line.input);
        for said in line.text.lines() {
            let _ = writeln!(text, "{}", format!("  {}", escape(said)).trim_end());
        }
    }
    text
}
