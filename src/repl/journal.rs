//! The journal: every entry is written before its reply is shown, so that a session can be resumed
//! after a crash, a kill or a closed window. The file has one JSON value per line: a header, then
//! the entries. It is append-only; each line is written by one call.

use super::history;
use crate::shell::command::CommandId;
use crate::shell::input_line::InputLine;
use crate::shell::redo_log::RedoEntry;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The format version that is written, and the newest that can be read.
const FORMAT: u32 = 1;

/// The maximum number of journals; the oldest are deleted first.
const MAX_FILES: usize = 100;

/// The last entry of a session that ended normally.
const LEAVE: &str = ":quit";

/// The header of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The format version.
    pub journal: u32,
    /// The folder whose scripts and variants overlay the built-in ones.
    pub home: PathBuf,
    /// The requested variant: its id, or a file.
    pub variant: String,
    /// Whether the session was at a terminal.
    #[serde(default = "typed")]
    pub interactive: bool,
}

/// Journals without this field are from sessions at a terminal.
const fn typed() -> bool {
    true
}

impl JournalHeader {
    /// Creates a header of the current version.
    #[must_use]
    pub const fn new(home: PathBuf, variant: String, interactive: bool) -> Self {
        Self { journal: FORMAT, home, variant, interactive }
    }
}

/// A journal read from its file.
#[derive(Debug)]
pub struct FoundJournal {
    /// The journal, open for appending.
    pub journal: Journal,
    /// Its header.
    pub head: JournalHeader,
    /// Its entries.
    pub kept: Vec<RedoEntry>,
    /// A notice about an unreadable end that was cut off.
    pub notice: Option<String>,
}

/// The journal of a session. The file is created with the second entry, so that only looking at the
/// start of a game leaves no file.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<File>,
    planned: Option<(PathBuf, String)>,
}

impl Journal {
    /// A journal that writes nothing.
    #[must_use]
    pub fn off() -> Self {
        Self::default()
    }

    /// Creates a journal for a new session with these entries.
    #[must_use]
    pub fn new(head: &JournalHeader, begun: &[RedoEntry]) -> Self {
        let text = format!("{}{}", line(head), lines(begun));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let name = format!("{now:013}-{}.jsonl", std::process::id());
        Self { file: None, planned: folder().map(|folder| (folder.join(name), text)) }
    }

    /// Appends entries.
    ///
    /// # Errors
    /// The file cannot be written; later entries are dropped.
    pub fn append(&mut self, kept: &[RedoEntry]) -> io::Result<()> {
        if kept.is_empty() { Ok(()) } else { self.write(&lines(kept)) }
    }

    /// Marks the session as ended by the user. Returns whether it can be resumed.
    pub fn end(&mut self) -> bool {
        let is_kept = self.file.is_some();
        if is_kept {
            let left = RedoEntry { input: LEAVE.into(), game: None, hash: None, ply: None };
            // Only marks the end as normal; nothing depends on it.
            let _ = self.append(&[left]);
        }
        is_kept
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some((path, begun)) = self.planned.take() {
            clear_out(path.parent().unwrap_or(&path));
            let mut file = OpenOptions::new().create_new(true).append(true).open(&path)?;
            file.lock()?;
            file.write_all(begun.as_bytes())?;
            self.file = Some(file);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(text.as_bytes());
        if written.is_err() {
            self.file = None;
        }
        written
    }

    /// Opens the journal of an earlier session, by default the last one at a terminal, and
    /// truncates an incomplete last line.
    ///
    /// # Errors
    /// There is none, it is in use, or it cannot be read.
    pub fn resume(path: Option<&Path>) -> io::Result<FoundJournal> {
        let none = || io::Error::new(io::ErrorKind::NotFound, "there is no session to resume");
        match path {
            Some(path) => open(path)?.ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::WouldBlock,
                    "this session is still open in another process",
                )
            }),
            None => {
                let mut paths = files(&folder().ok_or_else(none)?);
                paths.reverse();
                for path in paths {
                    if let Some(found) = open(&path)? {
                        return Ok(found);
                    }
                }
                Err(none())
            }
        }
    }
}

/// Whether the last session ended abnormally and is not in use.
#[must_use]
pub fn is_broken_off() -> bool {
    let last = folder().and_then(|folder| files(&folder).pop()).filter(|path| is_interactive(path));
    let Some(mut file) = last.and_then(|path| File::open(path).ok()) else { return false };
    let mut bytes = Vec::new();
    file.try_lock().is_ok()
        && file.read_to_end(&mut bytes).is_ok()
        && String::from_utf8_lossy(&bytes)
            .lines()
            .next_back()
            .is_some_and(|last| parsed::<RedoEntry>(last).is_none_or(|kept| kept.input != LEAVE))
}

/// The folder of journals.
fn folder() -> Option<PathBuf> {
    let folder = history::folder()?.join("sessions");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// A journal in a list.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The number of seconds since the last write.
    pub age: u64,
    /// The variant of its last game.
    pub variant: String,
    /// The current ply of that game; unknown in journals of older versions.
    pub ply: Option<usize>,
    /// The number of inputs.
    pub n_inputs: usize,
    /// Whether the session was at a terminal.
    pub interactive: bool,
    /// The file.
    pub path: PathBuf,
}

/// The journals that can be resumed, latest first.
#[must_use]
pub fn list() -> Vec<Listed> {
    let mut paths = folder().map(|folder| files(&folder)).unwrap_or_default();
    paths.reverse();
    let listed = |path: PathBuf| {
        let (head, kept, _) = read(&std::fs::read(&path).ok()?).ok()?;
        let written = path.metadata().and_then(|about| about.modified()).ok()?;
        let age = SystemTime::now().duration_since(written).unwrap_or_default().as_secs();
        let last = kept.iter().rev().find_map(|kept| variant_of(&kept.input));
        let variant = last.map_or(head.variant, str::to_owned);
        let ply = kept.last().and_then(|kept| kept.ply);
        let (n_inputs, interactive) = (kept.len(), head.interactive);
        Some(Listed { age, variant, ply, n_inputs, interactive, path })
    };
    paths.into_iter().filter_map(listed).collect()
}

/// The variant of the game that an input starts, if any.
fn variant_of(input: &str) -> Option<&str> {
    match InputLine::parse(input) {
        InputLine::Command { command, rest } if command.id == CommandId::New => {
            rest.split_whitespace().next()
        }
        _ => None,
    }
}

/// Whether the journal is of a session at a terminal.
fn is_interactive(path: &Path) -> bool {
    let mut first = String::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_line(&mut first));
    read.is_ok() && parsed::<JournalHeader>(&first).is_none_or(|head| head.interactive)
}

/// The files in the folder, by age, latest last; sessions at a terminal come after all others.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let written = |path: &PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    let mut dated: Vec<_> =
        paths.map(|path| (is_interactive(&path), written(&path), path)).collect();
    dated.sort();
    dated.into_iter().map(|(.., path)| path).collect()
}

/// Deletes the oldest files to allow one more.
fn clear_out(folder: &Path) {
    let paths = files(folder);
    let n_old = (paths.len() + 1).saturating_sub(MAX_FILES);
    for path in &paths[..n_old] {
        let is_free = File::open(path).is_ok_and(|file| file.try_lock().is_ok());
        if is_free {
            // A file that cannot be deleted is tried again next time.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Opens a journal for appending; `None` if it is in use.
fn open(path: &Path) -> io::Result<Option<FoundJournal>> {
    let mut file = OpenOptions::new().read(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let (head, kept, n_good) = read(&bytes)?;
    let notice = (n_good < bytes.len()).then(|| {
        let n_lines = bytes[n_good..].split(|byte| *byte == b'\n').filter(|l| !l.is_empty());
        match n_lines.count() {
            1 => "the last line is damaged and was cut off".to_owned(),
            n => format!("the last {n} lines are damaged and were cut off"),
        }
    });
    file.set_len(n_good as u64)?;
    file.seek(SeekFrom::End(0))?;
    let journal = Journal { file: Some(file), planned: None };
    Ok(Some(FoundJournal { journal, head, kept, notice }))
}

/// Parses a journal up to the first invalid line: the header, the entries, and their length in
/// bytes.
///
/// # Errors
/// The header cannot be read, or it is of a newer version.
pub fn read(bytes: &[u8]) -> io::Result<(JournalHeader, Vec<RedoEntry>, usize)> {
    let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let whole = |line: &&[u8]| line.ends_with(b"\n");
    let first = lines.next().filter(whole).unwrap_or_default();
    let text = std::str::from_utf8(first).unwrap_or_default();
    let head: JournalHeader = parsed(text).ok_or_else(|| wrong("not a session journal"))?;
    if head.journal > FORMAT {
        return Err(wrong("written by a newer version of the program"));
    }
    let mut n_good = first.len();
    let mut kept = Vec::new();
    for line in lines.take_while(whole) {
        let Some(done) = std::str::from_utf8(line).ok().and_then(parsed::<RedoEntry>) else {
            break;
        };
        n_good += line.len();
        if done.input != LEAVE {
            kept.push(done);
        }
    }
    Ok((head, kept, n_good))
}

fn parsed<T: DeserializeOwned>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

fn lines(kept: &[RedoEntry]) -> String {
    kept.iter().map(line).collect()
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is always JSON") + "\n"
}
