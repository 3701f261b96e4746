//! Records inputs with their replies, as a session file for `:record` and as a log to resume from.

use super::command_error::{CommandError, unwritable};
use super::recorded::escape;
use crate::base::files::{FileRef, Files, OutputType};
use crate::base::output;
use crate::transcript::SessionInput;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// The first line of a file, and the end of a block.
const TITLE: &str = "# A recorded session\n";
const CLOSING: &str = "```\n";

/// A file with a recording.
pub(super) const RECORDED_FILE: OutputType = OutputType {
    name: "a recorded session",
    endings: &[],
    is_head: |text| text.starts_with(TITLE),
};

/// Where the inputs of a session are kept.
pub trait Keeper {
    /// Writes inputs, or nothing at all. Returns a notice if there is no file, which is said once.
    ///
    /// # Errors
    /// The file cannot be written; it is as it was.
    fn keep(&mut self, inputs: &[SessionInput]) -> io::Result<Option<String>>;

    /// Removes what was written last.
    fn take_back(&mut self);

    /// Writes nothing any more.
    fn close(&mut self);
}

/// An input with its reply.
#[derive(Clone, Debug)]
struct RecordedInput {
    /// Whether it starts a game, and so a block.
    starts: bool,
    /// Whether its game stays in the recording if another one follows: it has plies or assertions.
    keeps_game: bool,
    /// The number of the line from which on it is left out, if it is.
    left_out_by: Option<usize>,
    prompt: String,
    input: String,
    text: String,
}

/// The recorded inputs, and the file they are written to.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionRecording {
    lines: Vec<RecordedInput>,
    file: Option<FileRef>,
    /// How many of the lines the file has.
    n_written: usize,
    /// How many of these were left out.
    n_left_out: usize,
    /// Whether the replies are those of other scripts than the current ones.
    is_outdated: bool,
    /// How the running input is recorded, if not as it was typed.
    spelled: Option<String>,
    /// The entries that the journal does not have yet, if there is one.
    log: Option<Vec<SessionInput>>,
    /// Why the last inputs could not be written.
    unkept: Option<Unkept>,
}

/// Why inputs cannot be written.
#[derive(Clone, Debug)]
pub(super) struct Unkept {
    pub message: String,
    pub place: UnkeptIn,
}

/// The file that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnkeptIn {
    Journal,
    Recording {
        /// Whether the journal has the inputs.
        is_journaled: bool,
    },
}

impl UnkeptIn {
    /// The advice.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Journal => {
                "nothing has changed; try again once it can be written, or `:journal off` plays \
                 on without a journal"
            }
            Self::Recording { .. } => {
                "nothing has changed; try again once it can be written, or `:record` alone ends \
                 the recording"
            }
        }
    }
}

impl SessionRecording {
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
        self.count_written();
        Ok(())
    }

    /// The recorded inputs as a file.
    pub fn whole(&self) -> String {
        format!("{TITLE}{}", closed_blocks(&self.lines))
    }

    /// Adds the recorded inputs of another recording.
    pub fn extend(&mut self, other: Self) {
        let lines = other.lines.into_iter().filter(|line| line.left_out_by.is_none());
        lines.for_each(|line| self.push(line));
    }

    /// The replies are those of other scripts from now on.
    pub const fn outdate(&mut self) {
        self.is_outdated = true;
    }

    /// Takes the inputs whose replies are those of other scripts, each with its prompt and whether
    /// it starts a game; `None` if the replies are right. They are left out from now on.
    pub fn take_outdated(&mut self) -> Option<Vec<(bool, String, String)>> {
        std::mem::take(&mut self.is_outdated).then(|| {
            let n_lines = self.lines.len();
            let written = self.lines.iter_mut().filter(|line| line.left_out_by.is_none());
            let inputs = written.map(|line| {
                line.left_out_by = Some(n_lines);
                (line.starts, line.prompt.clone(), line.input.clone())
            });
            inputs.collect()
        })
    }

    /// Whether this input is the last one.
    pub fn ends_with(&self, input: &str) -> bool {
        self.lines.last().is_some_and(|line| line.input == input)
    }

    /// Records an input with its prompt and reply, and whether it starts a game.
    pub fn note(&mut self, starts: bool, prompt: &str, input: &str, text: &str) {
        let [prompt, input] = [prompt, input].map(|line| {
            let line = line.replace(['\n', '\r'], " ");
            output::escape(&line).into_owned()
        });
        let (text, keeps_game, left_out_by) = (text.to_owned(), false, None);
        self.push(RecordedInput { starts, keeps_game, left_out_by, prompt, input, text });
    }

    /// Keeps the game of the last line even if another one follows.
    pub fn keep_game(&mut self) {
        self.lines.last_mut().into_iter().for_each(|line| line.keeps_game = true);
    }

    /// Adds a line. A game that it replaces is left out if nothing has been done in it.
    fn push(&mut self, line: RecordedInput) {
        if line.starts {
            let n_lines = self.lines.len();
            let game = self.last_game();
            if !game.iter().any(|line| line.keeps_game) {
                game.iter_mut().for_each(|line| _ = line.left_out_by.get_or_insert(n_lines));
            }
        }
        self.lines.push(line);
    }

    /// The lines of the last game.
    fn last_game(&mut self) -> &mut [RecordedInput] {
        let start = self.lines.iter().rposition(|line| line.starts).unwrap_or(self.lines.len());
        &mut self.lines[start..]
    }

    /// Ends the recording; returns the name of its file.
    pub fn end(&mut self) -> Option<String> {
        self.unkept.take_if(|unkept| unkept.place != UnkeptIn::Journal);
        self.file.take().map(|file| file.path().display().to_string())
    }

    /// Whether they are written to a file.
    pub const fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether inputs are written anywhere.
    pub const fn is_kept(&self) -> bool {
        self.log.is_some() || self.file.is_some()
    }

    /// The numbers of recorded lines, and of entries that the journal does not have.
    pub fn n_kept(&self) -> (usize, usize) {
        (self.lines.len(), self.log.as_ref().map_or(0, Vec::len))
    }

    /// Takes back what is beyond these numbers.
    pub fn shorten(&mut self, (n_lines, n_log): (usize, usize)) {
        self.lines.truncate(n_lines);
        let is_gone = |by: &mut usize| *by >= n_lines;
        self.lines.iter_mut().for_each(|line| _ = line.left_out_by.take_if(is_gone));
        self.log.iter_mut().for_each(|log| log.truncate(n_log));
        if self.n_written > n_lines {
            // The recording was begun by what is taken back.
            (self.file, self.n_written, self.n_left_out) = (None, 0, 0);
        }
    }

    /// Why the last inputs could not be written.
    pub fn unkept(&self) -> Option<&str> {
        self.unkept.as_ref().map(|unkept| unkept.message.as_str())
    }

    /// Writes what is new to the journal and to the recorded file; `None` if nothing is. Returns a
    /// notice of the journal.
    pub fn write(
        &mut self,
        keeper: Option<&mut (dyn Keeper + '_)>,
    ) -> Option<Result<Option<String>, Unkept>> {
        let (mut notice, mut is_journaled) = (None, false);
        let mut result = Ok(());
        if let Some(keeper) = keeper {
            match self.log.as_deref() {
                None => keeper.close(),
                Some([]) => {}
                Some(inputs) => match keeper.keep(inputs) {
                    Ok(said) => (notice, is_journaled) = (said, true),
                    Err(why) => {
                        let message = format!("the journal cannot be written: {why}");
                        result = Err(Unkept { message, place: UnkeptIn::Journal });
                    }
                },
            }
        }
        let is_recorded = self.file.is_none() || self.n_written == self.lines.len();
        if is_recorded && !is_journaled && result.is_ok() {
            return None;
        }
        let result = result.and_then(|()| {
            self.update().map_err(|why| {
                let name = self.file.as_ref().map(|file| file.path().display().to_string());
                let name = name.unwrap_or_default();
                let message = format!("the recording cannot be written: {name}: {why}");
                Unkept { message, place: UnkeptIn::Recording { is_journaled } }
            })
        });
        self.unkept = result.as_ref().err().cloned();
        if result.is_ok() {
            self.forget_log();
        }
        if notice.is_some() {
            self.log = None;
        }
        Some(result.map(|()| notice))
    }

    /// Forgets the entries of the log, which the journal has.
    pub fn forget_log(&mut self) {
        self.log.iter_mut().for_each(Vec::clear);
    }

    /// Appends what is new to the file, which ends with a closed block at all times, or writes it
    /// again if it has a game that is left out.
    fn update(&mut self) -> io::Result<()> {
        let whole = (self.n_left_out != self.n_left_out()).then(|| self.whole());
        let Some(file) = &mut self.file else { return Ok(()) };
        match (whole, self.n_written) {
            (Some(whole), _) => file.rewrite(&whole)?,
            (None, n) if n == self.lines.len() => return Ok(()),
            (None, 0) => file.append(&closed_blocks(&self.lines), "")?,
            (None, n) => file.append(&blocks(&self.lines[n..], true), CLOSING)?,
        }
        self.count_written();
        Ok(())
    }

    /// How many of the written lines are left out now.
    fn n_left_out(&self) -> usize {
        self.lines[..self.n_written].iter().filter(|line| line.left_out_by.is_some()).count()
    }

    fn count_written(&mut self) {
        self.n_written = self.lines.len();
        self.n_left_out = self.n_left_out();
    }

    pub fn start_log(&mut self) {
        self.log.get_or_insert_default();
    }

    /// The entries since the last call.
    pub fn take_log(&mut self) -> Vec<SessionInput> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Ends the log.
    pub fn stop_log(&mut self) {
        self.log = None;
        self.unkept.take_if(|unkept| unkept.place == UnkeptIn::Journal);
    }

    /// Whether the journal cannot be written.
    pub fn is_journal_failing(&self) -> bool {
        self.unkept.as_ref().is_some_and(|unkept| unkept.place == UnkeptIn::Journal)
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

/// Lines as the closed blocks of a session file.
fn closed_blocks(lines: &[RecordedInput]) -> String {
    let blocks = blocks(lines, false);
    let closing = if blocks.is_empty() { "" } else { CLOSING };
    format!("{blocks}{closing}")
}

/// The lines of a session file: of blocks, of which the last is not closed. Whether they follow the
/// lines of an open block.
fn blocks(lines: &[RecordedInput], mut is_open: bool) -> String {
    let mut text = String::new();
    for line in lines.iter().filter(|line| line.left_out_by.is_none()) {
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
