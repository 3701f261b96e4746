//! The folder of journals: which there are, in which order, and which are deleted.

use crate::base::lines::{LineReader, MAX_LINE};
use crate::base::output::json;
use crate::shell::input_line::InputLine;
use crate::transcript::{Header, JournalText, LEAVE, SessionInput};
use etcetera::BaseStrategy as _;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The maximum number of journals of finished sessions at a terminal, and of other finished ones;
/// the oldest are deleted first. A session that did not end normally is never deleted.
const MAX_FILES: usize = 100;

/// The length of the end of a file in which its last line is looked for.
const LAST_LINE: u64 = 1 << 16;

/// The state folder of this program; `None` without a home folder.
pub fn state_folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("litterbox"))
}

/// The folder of journals; it may not exist.
pub fn folder() -> Option<PathBuf> {
    Some(state_folder()?.join("sessions"))
}

/// Whether a journal is in this folder: any other may be a stranger's.
pub fn is_own(journal: &Path) -> bool {
    let own = folder().and_then(|folder| fs::canonicalize(folder).ok());
    fs::canonicalize(journal).is_ok_and(|journal| own.is_some_and(|own| journal.starts_with(own)))
}

/// A journal in a list.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The number of seconds since the last write.
    pub age: u64,
    /// The variant of its last game.
    pub variant: String,
    /// The current ply of that game, if one has begun.
    pub ply: Option<usize>,
    /// The number of inputs.
    pub n_inputs: usize,
    /// Whether the session was at a terminal.
    pub interactive: bool,
    #[serde(serialize_with = "json::path")]
    pub path: PathBuf,
}

/// The journals that can be resumed, latest first.
pub fn list() -> Vec<Listed> {
    let mut paths = folder().map(|folder| files(&folder)).unwrap_or_default();
    paths.reverse();
    let listed = |path: PathBuf| {
        let file = BufReader::new(File::open(&path).ok()?);
        let JournalText { session, inputs, .. } = JournalText::read(file).ok()?;
        let written = path.metadata().and_then(|about| about.modified()).ok()?;
        let age = SystemTime::now().duration_since(written).unwrap_or_default().as_secs();
        let last = inputs.iter().rev().find_map(|done| variant_of(&done.input));
        let variant = last.map_or(session.variant, str::to_owned);
        let ply = inputs.last().and_then(|done| done.ply);
        let (n_inputs, interactive) = (inputs.len(), session.interactive);
        Some(Listed { age, variant, ply, n_inputs, interactive, path })
    };
    paths.into_iter().filter_map(listed).collect()
}

/// The variant of the game that an input starts, if any.
pub fn variant_of(input: &str) -> Option<&str> {
    InputLine::parse(input).starts()?.split_whitespace().next()
}

/// Whether the last session at a terminal ended abnormally and is not in use.
pub fn is_broken_off() -> bool {
    let last = folder().and_then(|folder| files(&folder).pop()).filter(|path| is_interactive(path));
    last.is_some_and(|path| is_free(&path) && !is_finished(&path))
}

/// The files in the folder, by age, latest last; sessions at a terminal come after all others.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let written = |path: &PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    let mut dated: Vec<_> =
        paths.map(|path| (is_interactive(&path), written(&path), path)).collect();
    dated.sort();
    dated.into_iter().map(|(.., path)| path).collect()
}

/// Deletes the oldest finished sessions of a kind to allow one more of it.
pub fn clear_out(folder: &Path, interactive: bool) {
    let mut paths = files(folder);
    paths.retain(|path| is_interactive(path) == interactive && is_finished(path) && is_free(path));
    let n_old = (paths.len() + 1).saturating_sub(MAX_FILES);
    for path in &paths[..n_old] {
        // A file that cannot be deleted is tried again next time.
        let _ = fs::remove_file(path);
        let _ = fs::remove_file(links(path));
    }
}

/// The file with the key of the links of a game that was played in browsers.
pub fn links(journal: &Path) -> PathBuf {
    journal.with_extension("links")
}

/// The journal of the last game that was played in browsers and is not in use.
#[cfg(feature = "serve")]
pub fn last_served() -> Option<PathBuf> {
    let mut paths = files(&folder()?);
    paths.retain(|path| links(path).is_file() && is_free(path));
    paths.sort_by_key(|path| path.metadata().and_then(|about| about.modified()).ok());
    paths.pop()
}

/// Whether the journal is of a session at a terminal.
fn is_interactive(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let first = LineReader::new(BufReader::new(file), MAX_LINE).next().and_then(Result::ok);
    let session = first.and_then(|line| serde_json::from_str::<Header>(&line).ok()?.session);
    session.is_none_or(|session| session.interactive)
}

/// Whether no process uses the journal.
fn is_free(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Whether the session ended normally.
fn is_finished(path: &Path) -> bool {
    let last = last_line(path).unwrap_or_default();
    serde_json::from_str::<SessionInput>(&last).is_ok_and(|last| last.input == LEAVE)
}

fn last_line(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_LINE)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).lines().next_back().unwrap_or_default().to_owned())
}
