//! Reruns an action when a script, variant or session changes.

use super::super::print;
use crate::base::output;
use crate::cli::failure::{CliError, CliResult};
use crate::repl::paint::{FAINT, paint};
use crate::repl::watch::{FileStamps, is_watched, look_after, watcher_of};
use crate::session::suite::SessionTarget;
use crate::variant::Library;
use notify_debouncer_mini::DebounceEventResult;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

/// The folders of scripts, variants and sessions. Only one that `is_typed` may be a link.
pub(super) fn folders(
    library: &Library,
    targets: &[SessionTarget],
    is_typed: bool,
) -> BTreeSet<PathBuf> {
    let sessions = targets.iter().map(|target| {
        let parent = target.path.parent().filter(|_| !target.path.is_dir());
        let folder = parent.unwrap_or(&target.path);
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        folder.canonicalize().ok().filter(|_| is_typed).unwrap_or_else(|| folder.to_owned())
    });
    library.folders().iter().cloned().chain(sessions).collect()
}

/// Runs an action now and after each change, until the program is stopped.
///
/// # Errors
/// A folder cannot be watched, or the action fails.
pub(super) fn again(folders: &BTreeSet<PathBuf>, mut what: impl FnMut() -> CliResult) -> CliResult {
    let (changed, changes) = mpsc::channel();
    let mut watcher = watcher_of(move |result: DebounceEventResult| {
        let counts = match result {
            Ok(events) => events.iter().any(|event| counts(&event.path)),
            Err(_) => true,
        };
        if counts {
            // The receiver is gone when the program is about to end.
            let _ = changed.send(());
        }
    })
    .map_err(CliError::Output)?;
    for folder in folders {
        let failed = |error| CliError::Io(output::path(folder), error);
        look_after(&mut watcher, folder).map_err(failed)?;
    }
    loop {
        let seen = FileStamps::of(folders);
        // Errors in files are reported and can be fixed; a closed output ends the program.
        let code = match what() {
            Err(failure @ CliError::Output(_)) => return Err(failure),
            Err(failure) => failure.report(),
            Ok(code) => code,
        };
        print::talk_styled(&paint(FAINT, "waiting for a change; Ctrl-C stops"))?;
        // Reading a file is an event too.
        while FileStamps::of(folders) == seen {
            if changes.recv().is_err() {
                return Ok(code);
            }
        }
        print::text("\n")?;
    }
}

/// Whether a watched file is named in an event.
fn counts(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(is_watched)
}
