//! `litterbox test`, `review` and `debug`: session files.

pub mod args;
mod coverage;
pub mod debug;
mod formats;
mod playthroughs;
pub mod review;
mod text;
mod watch;

use super::args::SharedArgs;
use super::failure::UNREADABLE;
use super::{CliError, CliResult, FOUND, OK, library, print};
use crate::files::{FileKind, Files, Typed};
use crate::repl::paint::typed;
use crate::session::SessionOptions;
use crate::session::suite::{self, FoundSessions, SuiteOptions, Target};
use crate::variant::Library;
use args::{SessionArgs, TestArgs, TestFormat};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use text::FileTally;

/// The default folders of sessions.
const FOLDERS: [&str; 2] = ["tests", "sessions"];

/// Runs `test`.
///
/// # Errors
/// There is nothing to run, a file cannot be written, the output is closed.
pub fn run(shared: &SharedArgs, args: &TestArgs) -> CliResult {
    if args.playthroughs {
        return playthroughs::run(&library::open(shared)?, args);
    }
    if args.watch {
        let folders = watch::folders(&library::open(shared)?, &targets(&args.which)?.1);
        return watch::again(&folders, || once(shared, args));
    }
    once(shared, args)
}

fn once(shared: &SharedArgs, args: &TestArgs) -> CliResult {
    let library = library::open(shared)?;
    let options = SessionOptions {
        accept: args.accept,
        expects: args.expects,
        read_only: is_ci(),
        allow_exec: shared.allow_exec,
        limit: Some(Duration::from_secs(args.timeout)),
        ..SessionOptions::default()
    };
    let (found, outcomes) = play(&library, &args.which, options)?;
    let tally = FileTally::of(&outcomes);
    match args.format {
        TestFormat::Text => {
            outcomes.iter().try_for_each(|outcome| print::text(&text::outcome(outcome)))?;
            print::text(&tally.summary())?;
        }
        TestFormat::Json => print::json(&formats::json(&outcomes))?,
        TestFormat::Junit => print::plain(&formats::junit(&outcomes))?,
        TestFormat::Tap => print::plain(&formats::tap(&outcomes))?,
    }
    if args.coverage || args.lcov.is_some() {
        coverage::run(&library, &found.targets, args)?;
    }
    for orphan in &found.orphans {
        print::talk(&format!("{orphan} belongs to no session file"))?;
    }
    if options.accept && options.read_only {
        print::talk("nothing was written: CI is set")?;
    } else if tally.n_differences > 0 {
        let hint =
            "`litterbox review` shows each difference, `litterbox test --accept` accepts them all";
        print::talk(&typed(hint))?;
    } else if tally.n_new > 0 && !options.read_only {
        print::talk(&typed("`litterbox test --accept` records the output of new sessions"))?;
    }
    Ok(exit_code(tally.n_unreadable, tally.n_failed))
}

/// Runs the selected sessions.
fn play(
    library: &Library,
    which: &SessionArgs,
    options: SessionOptions,
) -> Result<(FoundSessions, Vec<suite::FileResult>), CliError> {
    let (files, targets) = targets(which)?;
    let mut found = suite::find(&files, &targets);
    let here: Arc<dyn Files> = library::folder(Path::new("."))?;
    let word = which.k.as_ref().map(|word| word.to_lowercase());
    let plan = SuiteOptions { options, word, n_threads: which.jobs };
    let mut outcomes = suite::test(&found.targets, library, &here, &plan)?;
    outcomes.append(&mut found.unreadable);
    let is_run = |one: &suite::FileResult| {
        one.went.as_ref().map_or(true, |went| !went.report.blocks.is_empty())
    };
    let is_selection = which.k.is_some() || !which.paths.is_empty();
    if !is_selection || outcomes.iter().any(is_run) {
        return Ok((found, outcomes));
    }
    let place = match which.paths.join(", ") {
        paths if paths.is_empty() => "here".to_owned(),
        paths => format!("in {paths}"),
    };
    Err(CliError::Usage(match &which.k {
        Some(word) => format!("no session file or heading {place} contains `{word}`"),
        None => format!("there is no session {place}"),
    }))
}

/// The named targets, or else the default folder, with the files that they are part of.
fn targets(which: &SessionArgs) -> Result<(Arc<dyn Files>, Vec<Target>), CliError> {
    if !which.paths.is_empty() {
        let targets = which.paths.iter().map(|path| Target::parse(path, &Typed)).collect();
        return Ok((Arc::new(Typed), targets));
    }
    let here = library::folder(Path::new("."))?;
    let Some(folder) = default_folder(here.as_ref()) else {
        let hint = "`litterbox test FILE` runs a session file";
        let what = format!("there is no folder `tests` or `sessions` here; {hint}");
        return Err(CliError::Usage(what));
    };
    Ok((here, vec![Target { path: folder.into(), line: None }]))
}

/// The folder of sessions, which may be one that cannot be opened.
fn default_folder(here: &dyn Files) -> Option<&'static str> {
    let is_there = |folder: &&str| matches!(here.kind(folder), Ok(Some(FileKind::Folder)) | Err(_));
    FOLDERS.into_iter().find(is_there)
}

/// Whether this is a CI run, where nobody would see written files.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// The exit code for this many unreadable files and failures.
const fn exit_code(n_unreadable: usize, n_failed: usize) -> u8 {
    match (n_unreadable, n_failed) {
        (0, 0) => OK,
        (0, _) => FOUND,
        _ => UNREADABLE,
    }
}
