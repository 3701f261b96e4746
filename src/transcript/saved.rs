//! Saved games: JSON, one value per line. The header says the format and the program that wrote it;
//! a record per ply and the names of branches follow.

use super::{BranchNames, FORMAT, Header, PROGRAM, Record, Transcript};
use crate::error::Error;
use crate::kernel::card::MAX_SEATS;
use crate::output::json;
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
    #[must_use]
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
    #[must_use]
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
        let header: Header = serde_json::from_str(first).map_err(|why| fault(1, &why))?;
        check_header(&header).map_err(|why| fault(1, &why))?;
        let mut transcript = Self { header, records: Vec::new(), names: BranchNames::default() };
        for (i, line) in lines {
            if line.starts_with("{\"names\"") {
                let named: NamesLine =
                    serde_json::from_str(line).map_err(|why| fault(i + 1, &why))?;
                check_names(&named.names, transcript.records.len())
                    .map_err(|why| fault(i + 1, &why))?;
                transcript.names = named.names;
                continue;
            }
            let record: Record = serde_json::from_str(line).map_err(|why| fault(i + 1, &why))?;
            if record.after.is_some_and(|after| after > transcript.records.len()) {
                return Err(fault(i + 1, &"a ply follows a later ply"));
            }
            if transcript.records.len() == MAX_RECORDS {
                return Err(fault(i + 1, &format!("there are more than {MAX_RECORDS} plies")));
            }
            transcript.records.push(record);
        }
        Ok(transcript)
    }
}

fn fault(line: usize, why: &dyn Display) -> Box<Error> {
    let why = format!("line {line} of the saved game cannot be read: {why}");
    Box::new(Error::new("T0101", why).hint("`:save FILE` writes a game that can be loaded"))
}

fn check_header(header: &Header) -> Result<(), String> {
    if header.litterbox != FORMAT {
        return Err(format!("expected format {FORMAT}, found {}", header.litterbox));
    }
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
