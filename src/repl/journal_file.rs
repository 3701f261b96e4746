//! The format of a journal: one JSON object per line, a header and the entries. Each line ends with
//! a checksum of what precedes it, so that damage is found and the other lines are still used.

use crate::files::{LineReader, MAX_BYTES};
use crate::shell::redo_log::RedoEntry;
use crate::transcript::{PROGRAM, short_hash};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, BufRead};
use std::path::PathBuf;

/// The format version.
const FORMAT: u32 = 2;

/// The longest line: one that loads a game has the text of its file.
const MAX_LINE: u64 = 2 * MAX_BYTES;

/// The last entry of a session that ended normally.
pub const LEAVE: &str = ":quit";

/// What precedes and follows the checksum of a line.
const SUM: (&str, &str) = (",\"sum\":\"", "\"}");
/// The length of both with the checksum.
const SUM_LENGTH: usize = SUM.0.len() + 16 + SUM.1.len();

/// The header of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The format version.
    pub journal: u32,
    /// The program that wrote it.
    pub program: String,
    /// The folder whose scripts and variants overlay the built-in ones.
    pub home: PathBuf,
    /// The requested variant: its id, or a file.
    pub variant: String,
    /// Whether the session was at a terminal.
    pub interactive: bool,
}

impl JournalHeader {
    /// Creates a header of the current version.
    #[must_use]
    pub fn new(home: PathBuf, variant: String, interactive: bool) -> Self {
        Self { journal: FORMAT, program: PROGRAM.to_owned(), home, variant, interactive }
    }
}

/// The contents of a journal.
#[derive(Debug)]
pub struct JournalText {
    /// The header.
    pub head: JournalHeader,
    /// The entries of the undamaged lines.
    pub kept: Vec<RedoEntry>,
    /// The damaged lines, if any.
    pub damage: Option<JournalDamage>,
}

/// The damaged lines of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalDamage {
    /// Their number.
    pub n_lines: usize,
    /// The number of entries before the first one.
    pub after: usize,
}

/// Parses a journal.
///
/// # Errors
/// The header cannot be read, or it is of another version.
pub fn read(input: impl BufRead) -> io::Result<JournalText> {
    let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let mut lines = LineReader::new(input, MAX_LINE);
    let first = lines.bytes()?.unwrap_or_default();
    let first = text(&first).unwrap_or_default();
    let head: JournalHeader = parsed(first).ok_or_else(|| wrong("not a session journal"))?;
    if head.journal != FORMAT {
        return Err(wrong(&format!("expected format {FORMAT}, found {}", head.journal)));
    }
    let head = checked(first).ok_or_else(|| wrong("the first line of the journal is damaged"))?;
    let (mut kept, mut damage) = (Vec::new(), None::<JournalDamage>);
    loop {
        let line = match lines.bytes() {
            Ok(None) => break,
            Err(why) if why.kind() == io::ErrorKind::InvalidData => Vec::new(),
            line => line?.unwrap_or_default(),
        };
        match text(&line).and_then(checked::<RedoEntry>) {
            Some(entry) if entry.input == LEAVE => {}
            Some(entry) => kept.push(entry),
            None => {
                let after = kept.len();
                damage.get_or_insert(JournalDamage { n_lines: 0, after }).n_lines += 1;
            }
        }
    }
    Ok(JournalText { head, kept, damage })
}

/// A complete line as text.
fn text(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line.strip_suffix(b"\n")?).ok()
}

/// Parses a line without looking at its checksum.
pub fn parsed<T: DeserializeOwned>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

/// Parses a line whose checksum is right.
fn checked<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (start, end) = line.split_at_checked(line.len().checked_sub(SUM_LENGTH)?)?;
    let sum = end.strip_prefix(SUM.0)?.strip_suffix(SUM.1)?;
    let body = format!("{start}}}");
    (short_hash(body.as_bytes()) == sum).then(|| parsed(&body))?
}

/// The lines of entries.
#[must_use]
pub fn lines(kept: &[RedoEntry]) -> String {
    kept.iter().map(line).collect()
}

/// An object as a line.
///
/// # Panics
/// Never: plain data is always JSON.
pub fn line(value: &impl Serialize) -> String {
    let body = serde_json::to_string(value).expect("plain data is always JSON");
    let sum = short_hash(body.as_bytes());
    let start = body.strip_suffix('}').unwrap_or(&body);
    format!("{start}{}{sum}{}\n", SUM.0, SUM.1)
}
