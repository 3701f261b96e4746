//! The session files that a command selects, and their run.

use super::args::SessionArgs;
use crate::base::files::{FileKind, Files};
use crate::base::output::escape_line;
use crate::cli::failure::CliError;
use crate::cli::library;
use crate::disk::Typed;
use crate::session::suite::{FoundSessions, SessionTarget, SuiteOptions};
use crate::session::{SessionOptions, suite};
use crate::variant::Library;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The default folders of sessions.
pub(super) const FOLDERS: [&str; 2] = ["tests", "sessions"];

/// Runs the selected sessions; returns also whether the lockfile could be written.
pub(super) fn play(
    library: &Library,
    which: &SessionArgs,
    options: SessionOptions,
) -> Result<(FoundSessions, Vec<suite::FileResult>, io::Result<()>), CliError> {
    let (files, targets) = targets(which)?;
    let mut found = suite::find(&files, &targets);
    let here: Arc<dyn Files> = library::folder(Path::new("."))?;
    let plan = SuiteOptions { options, word: which.k.clone(), n_threads: which.n_threads() };
    let (mut outcomes, locked) = suite::test(&found.targets, library, &here, &plan)?;
    outcomes.append(&mut found.unreadable);
    let is_run = |one: &suite::FileResult| {
        one.went.as_ref().map_or(true, |went| !went.report.blocks.is_empty())
    };
    if !which.is_selection() || outcomes.iter().any(is_run) {
        return Ok((found, outcomes, locked));
    }
    let place = match which.paths.join(", ") {
        paths if paths.is_empty() => "here".to_owned(),
        paths => format!("in {}", escape_line(&paths)),
    };
    Err(CliError::Usage(match &which.k {
        Some(word) => format!("no session file or heading {place} contains `{word}`"),
        None => format!("there is no session {place}"),
    }))
}

/// The named targets, or else the default folder, with the files that they are part of.
pub(super) fn targets(
    which: &SessionArgs,
) -> Result<(Arc<dyn Files>, Vec<SessionTarget>), CliError> {
    if !which.paths.is_empty() {
        let targets = which.paths.iter().map(|path| SessionTarget::parse(path, &Typed)).collect();
        return Ok((Arc::new(Typed), targets));
    }
    let here = library::folder(Path::new("."))?;
    let Some(folder) = default_folder(here.as_ref()) else {
        let hint = "`litterbox test FILE` runs a session file";
        let what = format!("there is no folder `tests` or `sessions` here; {hint}");
        return Err(CliError::Usage(what));
    };
    Ok((here, vec![SessionTarget { path: folder.into(), line: None }]))
}

/// The folder of sessions, which may be one that cannot be opened.
pub fn default_folder(here: &dyn Files) -> Option<&'static str> {
    let is_there = |folder: &&str| matches!(here.kind(folder), Ok(Some(FileKind::Folder)) | Err(_));
    FOLDERS.into_iter().find(is_there)
}

/// Whether this is a CI run, where nobody would see written files.
pub(super) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}
