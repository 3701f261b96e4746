//! Runs many session files: finds them, runs them on several threads, and writes pending files.

use super::lockfile::Lockfile;
use super::run::{BlockFilter, SessionReport};
use super::{SessionOptions, run_chosen};
use crate::error::{Error, contained};
use crate::files;
use crate::variant::Library;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The extension of session files.
pub const ENDING: &str = ".session.md";

/// The additional extension of pending files, which contain the actual output.
pub const PENDING: &str = ".new";

/// The stack size that the nesting limits of the script host require.
const STACK: usize = 256 << 20;

/// A session file, optionally with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

impl Target {
    /// Parses `FILE` or `FILE:LINE`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let split = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        match split.filter(|_| !Path::new(text).exists()) {
            Some((file, line)) => Self { path: file.into(), line: Some(line) },
            None => Self { path: text.into(), line: None },
        }
    }
}

/// The result of a file.
#[derive(Clone, Debug)]
pub struct FileResult {
    /// The name of the file in messages.
    pub name: String,
    /// Its result, or the rendered error if it cannot be read or parsed.
    pub went: Result<FileReport, String>,
}

/// The result of a readable file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub target: Target,
    /// Its text before anything was written.
    pub text: String,
    /// The output and the failures.
    pub report: SessionReport,
    /// The changes since it last passed, if known.
    pub changed: Vec<String>,
    /// Whether the file was rewritten.
    pub is_rewritten: bool,
}

impl FileReport {
    /// Whether the file passes now.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.report.problems.is_empty() && self.left().next().is_none()
    }

    /// The differences that were not accepted.
    pub fn left(&self) -> impl Iterator<Item = &super::run::OutputDiff> {
        let all = self.report.differences.iter();
        all.filter(|difference| !(self.is_rewritten && self.is_meant(difference.line)))
    }

    /// The blocks without recorded output.
    pub fn new_blocks(&self) -> impl Iterator<Item = &super::run::PlayedBlock> {
        self.report.blocks.iter().filter(|block| block.is_new && !self.is_rewritten)
    }

    /// Whether the target includes the difference at a line.
    #[must_use]
    pub fn is_meant(&self, line: usize) -> bool {
        let Some(meant) = self.target.line else { return true };
        let mut new = self.report.blocks.iter().filter(|block| block.is_new);
        if new.any(|block| block.lines.contains(&meant) && block.lines.contains(&line)) {
            return true;
        }
        let found = self.report.differences.iter().find(|difference| {
            (difference.line..=difference.line + difference.expected.len()).contains(&meant)
        });
        found.is_some_and(|difference| difference.line == line)
    }
}

/// The files found at some paths.
#[derive(Debug, Default)]
pub struct FoundSessions {
    /// The session files.
    pub targets: Vec<Target>,
    /// Unreadable files.
    pub unreadable: Vec<FileResult>,
    /// Pending files whose session file is gone.
    pub orphans: Vec<String>,
}

/// Finds session files; in folders by extension.
#[must_use]
pub fn find(targets: &[Target]) -> FoundSessions {
    let mut found = FoundSessions::default();
    for target in targets {
        if target.path.is_dir() {
            if let Err(error) = collect(&target.path, &mut found) {
                found.unreadable.push(unreadable(&target.path, &error));
            }
        } else if let Err(error) = fs::metadata(&target.path) {
            found.unreadable.push(unreadable(&target.path, &error));
        } else {
            found.targets.push(target.clone());
        }
    }
    found
}

fn collect(folder: &Path, found: &mut FoundSessions) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                collect(&path, found)?;
            }
        } else if name.ends_with(ENDING) {
            found.targets.push(Target { path, line: None });
        } else if name.ends_with(&format!("{ENDING}{PENDING}")) && !path.with_extension("").exists()
        {
            found.orphans.push(shown(&path));
        }
    }
    Ok(())
}

/// A path as displayed.
#[must_use]
pub fn shown(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

fn unreadable(path: &Path, error: &io::Error) -> FileResult {
    let name = shown(path);
    let error = Error::new("T0203", format!("cannot read {name}: {error}"))
        .hint("a session file ends in .session.md and is UTF-8 text");
    FileResult { name, went: Err(error.to_string()) }
}

/// Options of a test run.
#[derive(Clone, Debug, Default)]
pub struct SuiteOptions {
    /// The checks, and which files are written.
    pub options: SessionOptions,
    /// The word that selects blocks, in lower case.
    pub word: Option<String>,
    /// The number of threads; 0: one per core.
    pub n_threads: usize,
}

/// Runs `work` on all `items` in parallel; the results are in the order of the items.
///
/// # Errors
/// No thread can be started.
pub fn on_threads<T: Sync, R: Send>(
    n_threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync + Send,
) -> io::Result<Vec<R>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).stack_size(STACK).build();
    let pool = pool.map_err(io::Error::other)?;
    Ok(pool.install(|| items.par_iter().map(work).collect()))
}

/// Runs session files and returns their results in order.
///
/// # Errors
/// A file cannot be written.
pub fn test(
    targets: &[Target],
    library: &Library,
    plan: &SuiteOptions,
) -> io::Result<Vec<FileResult>> {
    let options = plan.options;
    let mut outcomes = on_threads(plan.n_threads, targets, |target| {
        play(target, library, plan).unwrap_or_else(|error| unreadable(&target.path, &error))
    })?;
    let mut lockfile = Lockfile::read(Path::new("."));
    for outcome in &mut outcomes {
        if let Ok(went) = &mut outcome.went {
            settle(&outcome.name, went, &mut lockfile, plan)?;
        }
    }
    if !options.read_only {
        lockfile.write()?;
    }
    Ok(outcomes)
}

fn play(target: &Target, library: &Library, plan: &SuiteOptions) -> io::Result<FileResult> {
    let name = shown(&target.path);
    let text = fs::read_to_string(&target.path)?;
    let choice = BlockFilter { word: plan.word.clone(), line: target.line };
    let run = || run_chosen(&name, &text, library, plan.options, &choice);
    let went = match contained(&name, run) {
        Err(error) => Err(error.to_string()),
        Ok(Ok(report)) => Ok(FileReport {
            target: target.clone(),
            text,
            report,
            changed: Vec::new(),
            is_rewritten: false,
        }),
        Ok(Err(error)) => Err(error.to_string()),
    };
    Ok(FileResult { name, went })
}

/// Writes the pending file of a file that was run, and the file itself with `--accept`.
fn settle(
    name: &str,
    went: &mut FileReport,
    lockfile: &mut Lockfile,
    plan: &SuiteOptions,
) -> io::Result<()> {
    if !went.report.holds() {
        went.changed = lockfile.changed(name, &went.text, &went.report.used);
    }
    let options = plan.options;
    if options.read_only || options.expects {
        return Ok(());
    }
    let mut text = went.text.clone();
    if options.accept {
        text = went.report.accepting(|line| went.is_meant(line));
        went.is_rewritten = text != went.text;
        if went.is_rewritten {
            files::write(&went.target.path, &text)?;
        }
    }
    let is_whole = plan.word.is_none() && went.target.line.is_none();
    if went.holds() && is_whole {
        lockfile.hold(name, &text, &went.report.used);
    }
    let pending = went.left().next().is_some().then(|| went.report.printed());
    if is_whole || pending.is_some() {
        put_beside(&went.target.path, pending.as_deref())?;
    }
    Ok(())
}

/// Applies a review: accepted differences are written to the file, skipped ones stay in the pending
/// file.
///
/// # Errors
/// A file cannot be written.
pub fn review(
    name: &str,
    went: &FileReport,
    accepted: &BTreeSet<usize>,
    skipped: &BTreeSet<usize>,
) -> io::Result<()> {
    let text = went.report.accepting(|line| accepted.contains(&line));
    if text != went.text {
        files::write(&went.target.path, &text)?;
    }
    if went.report.problems.is_empty() && accepted.len() == went.report.differences.len() {
        let mut lockfile = Lockfile::read(Path::new("."));
        lockfile.hold(name, &text, &went.report.used);
        lockfile.write()?;
    }
    let either = |line| accepted.contains(&line) || skipped.contains(&line);
    let pending = (!skipped.is_empty()).then(|| went.report.accepting(either));
    put_beside(&went.target.path, pending.as_deref())
}

/// Writes or deletes the pending file of a session file.
///
/// # Errors
/// It cannot be written or removed.
pub fn put_beside(path: &Path, text: Option<&str>) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(PENDING);
    match text {
        Some(text) => files::write(Path::new(&beside), text),
        None if Path::new(&beside).exists() => fs::remove_file(&beside),
        None => Ok(()),
    }
}
