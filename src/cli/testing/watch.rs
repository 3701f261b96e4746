//! Reruns an action when a script, variant or session changes.

use super::super::print;
use crate::cli::failure::{CliError, CliResult};
use crate::repl::paint::{FAINT, paint};
use crate::session::suite::SessionTarget;
use crate::variant::Library;
use notify_debouncer_mini::notify::RecursiveMode;
use notify_debouncer_mini::{DebounceEventResult, new_debouncer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// Debounce interval: editors write a file in several steps.
const SETTLED: Duration = Duration::from_millis(150);

/// The extensions of watched files.
const ENDINGS: [&str; 3] = ["rhai", "json", "md"];

/// The folders of scripts, variants and sessions.
pub(super) fn folders(library: &Library, targets: &[SessionTarget]) -> Vec<PathBuf> {
    let sessions = targets.iter().filter_map(|target| match target.path.is_dir() {
        true => Some(target.path.clone()),
        false => target.path.parent().map(Path::to_path_buf),
    });
    let all: BTreeSet<PathBuf> = library.folders().iter().cloned().chain(sessions).collect();
    let named = |folder: PathBuf| if folder.as_os_str().is_empty() { ".".into() } else { folder };
    all.into_iter().map(named).collect()
}

/// Runs an action now and after each change, until the program is stopped.
///
/// # Errors
/// A folder cannot be watched, or the action fails.
pub(super) fn again(folders: &[PathBuf], mut what: impl FnMut() -> CliResult) -> CliResult {
    let mut seen = ModifiedTimes::new();
    let (changed, changes) = mpsc::channel();
    let mut debouncer = new_debouncer(SETTLED, move |result: DebounceEventResult| {
        let counts = match result {
            Ok(events) => events.iter().any(|event| counts(&event.path)),
            Err(_) => true,
        };
        if counts {
            // The receiver is gone when the program is about to end.
            let _ = changed.send(());
        }
    })
    .map_err(|error| CliError::Output(io::Error::other(error)))?;
    for folder in folders {
        let watched = debouncer.watcher().watch(folder, RecursiveMode::Recursive);
        watched
            .map_err(|error| CliError::Io(folder.display().to_string(), io::Error::other(error)))?;
    }
    loop {
        look(folders, &mut seen);
        // Errors in files are reported and can be fixed; a closed output ends the program.
        let code = match what() {
            Err(failure @ CliError::Output(_)) => return Err(failure),
            Err(failure) => failure.report(),
            Ok(code) => code,
        };
        print::talk_styled(&paint(FAINT, "waiting for a change; Ctrl-C stops"))?;
        // Reading a file is an event too.
        while !look(folders, &mut seen) {
            if changes.recv().is_err() {
                return Ok(code);
            }
        }
        print::text("\n")?;
    }
}

/// The modification time and length of each file.
type ModifiedTimes = BTreeMap<PathBuf, (SystemTime, u64)>;

/// Reads the state of all watched files and returns whether one has changed.
fn look(folders: &[PathBuf], seen: &mut ModifiedTimes) -> bool {
    let mut now = ModifiedTimes::new();
    let mut open = folders.to_vec();
    while let Some(folder) = open.pop() {
        // A deleted folder has no files and so counts as changed.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.metadata() {
                Ok(data) if data.is_dir() && !is_hidden(&path) => open.push(path),
                Ok(data) if counts(&path) => {
                    let written = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    now.insert(path, (written, data.len()));
                }
                _ => {}
            }
        }
    }
    let is_other = now != *seen;
    *seen = now;
    is_other
}

fn counts(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.contains(&ending) && !is_hidden(path)
}

/// Whether a file or folder is hidden or a build folder.
fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with('.') || name == "target"
}
