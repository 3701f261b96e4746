//! Transcripts as files: JSON, one value per line. The header says the format, the program that
//! wrote it and the game; a record per ply and the names of branches follow. A journal is a
//! transcript that is appended to: its header says the session, too.

use super::{BranchNames, FORMAT, Header, PROGRAM, Record, Transcript, WRONG};
use crate::base::error::{Error, SourceText, Span};
use crate::base::files::OutputType;
use crate::base::lines::unmarked;
use crate::base::output::{escape, json};
use crate::kernel::card::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The maximum numbers of plies, branches and marks, and options of `--set`.
const MAX_RECORDS: usize = 1_000_000;
const MAX_NAMES: usize = 10_000;
const MAX_SET: usize = 1_000;

/// A file with a saved game.
pub const SAVED_FILE: OutputType =
    OutputType { name: "a saved game", endings: &[], is_head: Transcript::is_saved };

/// The last line of a saved game with branches.
#[derive(Serialize, Deserialize)]
struct NamesLine {
    names: BranchNames,
}

impl Transcript {
    /// The transcript as JSON, one value per line: the header, the plies, and the names if any.
    pub fn to_json_lines(&self) -> String {
        let program = PROGRAM.to_owned();
        let header = Header { litterbox: FORMAT, program, ..self.header.clone() };
        let header = json::compact(&header);
        let records = self.records.iter().map(json::compact);
        let names = (self.names != BranchNames::default())
            .then(|| json::compact(&NamesLine { names: self.names.clone() }));
        let lines = std::iter::once(header).chain(records).chain(names);
        lines.map(|line| line + "\n").collect()
    }

    /// Whether a text begins like the output of [`Transcript::to_json_lines`].
    pub fn is_saved(text: &str) -> bool {
        unmarked(text).starts_with("{\"litterbox\":")
    }

    /// Parses the output of [`Transcript::to_json_lines`].
    ///
    /// # Errors
    /// `T0101` with the line that cannot be read.
    pub fn from_json_lines(text: &str) -> Result<Self, Box<Error>> {
        Self::from_saved("the saved game", text)
    }

    /// Parses the text of a file with this name, which errors have.
    ///
    /// # Errors
    /// `T0101` with the line that cannot be read.
    #[doc(hidden)]
    pub fn from_saved(name: &str, text: &str) -> Result<Self, Box<Error>> {
        let fault = |line: usize, why: LineFault| Box::new(why.at(line, name, text));
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| fault(0, "the file is empty".into()))?;
        let mut transcript = Self::begun(unmarked(first)).map_err(|why| fault(at, why))?;
        if transcript.header.session.is_some() {
            let why = "it is a journal, which `litterbox repl --resume=FILE` continues";
            return Err(fault(at, why.into()));
        }
        for (at, line) in lines {
            transcript.add(line).map_err(|why| fault(at, why))?;
        }
        Ok(transcript)
    }

    /// Gives errors of what the header of a saved game says, and which have no place, its line.
    #[doc(hidden)]
    pub fn placed(errors: Vec<Error>, name: &str, text: &str) -> Vec<Error> {
        let at = text.lines().position(|line| !line.trim().is_empty()).unwrap_or_default();
        let is_of_header = |error: &Error| error.span.is_none() && error.code == WRONG;
        let placed = |error: Error| match is_of_header(&error) {
            true => error.at(Some(span((name, text), at, 0))),
            false => error,
        };
        errors.into_iter().map(placed).collect()
    }

    /// A transcript without plies, by the line of its header.
    pub(super) fn begun(line: &str) -> Result<Self, LineFault> {
        /// The fields that the headers of all versions have.
        #[derive(Deserialize)]
        struct Version {
            #[serde(alias = "journal")]
            litterbox: u32,
            #[serde(default)]
            program: String,
        }
        let version: Version = serde_json::from_str(line)?;
        if version.litterbox != FORMAT {
            let Version { litterbox: found, program } = version;
            let by =
                if program.is_empty() { "the program that wrote it" } else { program.as_str() };
            let new = format!("load it in {} and `:record` it as a session", escape(by));
            return Err(format!("expected format {FORMAT}, found {found}: {new}").into());
        }
        let header: Header = serde_json::from_str(line)?;
        check_header(&header)?;
        Ok(Self { header, records: Vec::new(), names: BranchNames::default() })
    }

    /// Adds what a line after the header says of the game.
    pub(super) fn add(&mut self, line: &str) -> Result<(), LineFault> {
        if line.starts_with("{\"names\"") {
            let named: NamesLine = serde_json::from_str(line)?;
            check_names(&named.names, self.records.len())?;
            self.names = named.names;
            return Ok(());
        }
        let record: Record = serde_json::from_str(line)?;
        if record.after.is_some_and(|after| after > self.records.len()) {
            return Err("a ply follows a later ply".into());
        }
        if self.records.len() == MAX_RECORDS {
            return Err(format!("there are more than {MAX_RECORDS} plies").into());
        }
        self.records.push(record);
        Ok(())
    }
}

/// Why a line cannot be read.
#[derive(Debug)]
pub(super) struct LineFault {
    why: String,
    /// The byte of the line, counted from 0.
    byte: usize,
}

impl LineFault {
    /// The error of a line, counted from 0, of a file.
    fn at(&self, line: usize, name: &str, text: &str) -> Error {
        let why = format!("line {} of the saved game cannot be read: {self}", line + 1);
        let hint = "`:save FILE` writes a game that can be loaded";
        Error::new(WRONG, why).hint(hint).at(Some(span((name, text), line, self.byte)))
    }
}

impl From<String> for LineFault {
    fn from(why: String) -> Self {
        Self { why, byte: 0 }
    }
}

impl From<&str> for LineFault {
    fn from(why: &str) -> Self {
        why.to_owned().into()
    }
}

impl From<serde_json::Error> for LineFault {
    /// The line of the error is 1: only one was read.
    fn from(error: serde_json::Error) -> Self {
        let why = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let why = why.strip_suffix(&place).unwrap_or(&why).to_owned();
        Self { why, byte: error.column().saturating_sub(1) }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// The place of a byte of a line, both counted from 0, in the text of a file.
fn span((name, text): (&str, &str), line: usize, byte: usize) -> Span {
    let (name, source): (Arc<str>, SourceText) = (name.into(), text.into());
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let length = text[start..].lines().next().map_or(0, str::len);
    let mut bytes = (start..=start + byte.min(length)).rev();
    let at = bytes.find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    Span::of(&name, &source, &(at..at))
}

fn check_header(header: &Header) -> Result<(), String> {
    if header.names.len() > MAX_SEATS {
        return Err(format!("{} players; at most {MAX_SEATS} can play", header.names.len()));
    }
    if header.set.len() > MAX_SET {
        return Err(format!("{} options; at most {MAX_SET} can be set", header.set.len()));
    }
    if let Some(name) = header.tried.keys().find(|name| name.contains(char::is_control)) {
        return Err(format!("`{}` is not the name of a script", escape(name)));
    }
    Ok(())
}

fn check_names(names: &BranchNames, n_records: usize) -> Result<(), String> {
    let BranchNames { marks, branches, branch, .. } = names;
    if marks.len().max(branches.len()) > MAX_NAMES {
        return Err(format!("more than {MAX_NAMES} branches or marks"));
    }
    let mut numbers = marks.values().chain(branches.iter().map(|(_, tip)| tip));
    if let Some(number) = numbers.find(|number| **number > n_records) {
        return Err(format!("there is no ply {number}"));
    }
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    if let Some((name, _)) = branches.iter().find(|(name, _)| !seen.insert(name)) {
        return Err(format!("two branches have the name `{name}`"));
    }
    if !branches.is_empty() && branches.iter().all(|(name, _)| name != branch) {
        return Err(format!("there is no branch `{branch}`"));
    }
    Ok(())
}
