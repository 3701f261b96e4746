//! Transcripts as files: JSON, one value per line. The header says the format, the program that
//! wrote it and the game; a record per ply and the names of branches follow. A journal is a
//! transcript that is appended to: its header says the session, too.

use super::{BranchNames, FORMAT, Header, PROGRAM, Record, Transcript};
use crate::base::error::Error;
use crate::base::output::{escape, json};
use crate::kernel::card::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Display;

/// The maximum numbers of plies, branches and marks, and options of `--set`.
const MAX_RECORDS: usize = 1_000_000;
const MAX_NAMES: usize = 10_000;
const MAX_SET: usize = 1_000;

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
        text.starts_with("{\"litterbox\":")
    }

    /// Parses the output of [`Transcript::to_json_lines`].
    ///
    /// # Errors
    /// `T0101` with the line that cannot be read.
    pub fn from_json_lines(text: &str) -> Result<Self, Box<Error>> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| fault(1, &"the file is empty"))?;
        let mut transcript = Self::begun(first).map_err(|why| fault(1, &why))?;
        if transcript.header.session.is_some() {
            return Err(fault(
                1,
                &"it is a journal, which `litterbox repl --resume=FILE` continues",
            ));
        }
        for (i, line) in lines {
            transcript.add(line).map_err(|why| fault(i + 1, &why))?;
        }
        Ok(transcript)
    }

    /// A transcript without plies, by the line of its header.
    pub(super) fn begun(line: &str) -> Result<Self, String> {
        /// The fields that the headers of all versions have.
        #[derive(Deserialize)]
        struct Version {
            #[serde(alias = "journal")]
            litterbox: u32,
            #[serde(default)]
            program: String,
        }
        let version: Version = serde_json::from_str(line).map_err(|why| why.to_string())?;
        if version.litterbox != FORMAT {
            let Version { litterbox: found, program } = version;
            let by =
                if program.is_empty() { "the program that wrote it" } else { program.as_str() };
            let new = format!("load it in {} and `:record` it as a session", escape(by));
            return Err(format!("expected format {FORMAT}, found {found}: {new}"));
        }
        let header: Header = serde_json::from_str(line).map_err(|why| why.to_string())?;
        check_header(&header)?;
        Ok(Self { header, records: Vec::new(), names: BranchNames::default() })
    }

    /// Adds what a line after the header says of the game.
    pub(super) fn add(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with("{\"names\"") {
            let named: NamesLine = serde_json::from_str(line).map_err(|why| why.to_string())?;
            check_names(&named.names, self.records.len())?;
            self.names = named.names;
            return Ok(());
        }
        let record: Record = serde_json::from_str(line).map_err(|why| why.to_string())?;
        if record.after.is_some_and(|after| after > self.records.len()) {
            return Err("a ply follows a later ply".to_owned());
        }
        if self.records.len() == MAX_RECORDS {
            return Err(format!("there are more than {MAX_RECORDS} plies"));
        }
        self.records.push(record);
        Ok(())
    }
}

fn fault(line: usize, why: &dyn Display) -> Box<Error> {
    let why = format!("line {line} of the saved game cannot be read: {why}");
    Box::new(Error::new("T0101", why).hint("`:save FILE` writes a game that can be loaded"))
}

fn check_header(header: &Header) -> Result<(), String> {
    if header.names.len() > MAX_SEATS {
        return Err(format!("{} players; at most {MAX_SEATS} can play", header.names.len()));
    }
    if header.set.len() > MAX_SET {
        return Err(format!("{} options; at most {MAX_SET} can be set", header.set.len()));
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
