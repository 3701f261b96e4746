//! Runs many session files: finds them, runs them on several threads, and writes pending files.

use super::SessionOptions;
use super::blocks::PlayedBlock;
use super::file::{BlockRole, parse};
use super::lockfile::Lockfile;
use super::run::{BlockFilter, SessionReport, limited, run};
use crate::base::error::{Error, contained};
use crate::base::files::{FileKind, FileRef, Files, walk};
use crate::base::output;
use crate::base::{STACK_SIZE, thread_pool};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The extension of session files.
pub const ENDING: &str = ".session.md";

/// The additional extension of pending files, which contain the actual output.
pub const PENDING: &str = ".new";

/// A session file or a folder of them, optionally with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionTarget {
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

/// A session file that was found, optionally with lines.
#[derive(Clone, Debug)]
pub struct TestFile {
    pub file: FileRef,
    /// The lines, counted from 1; without any the whole file.
    pub lines: Vec<usize>,
}

impl SessionTarget {
    /// Parses `FILE` or `FILE:LINE`.
    pub fn parse(text: &str, files: &dyn Files) -> Self {
        let split = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        match split.filter(|_| !matches!(files.kind(text), Ok(Some(_)))) {
            Some((file, line)) => Self { path: file.into(), line: Some(line) },
            None => Self { path: text.into(), line: None },
        }
    }
}

impl TestFile {
    /// The blocks of the file that are selected, with this word in any case.
    pub(super) fn blocks(&self, word: Option<&str>) -> BlockFilter {
        BlockFilter { word: word.map(str::to_lowercase), lines: self.lines.clone() }
    }
}

/// The result of a file.
#[derive(Clone, Debug)]
pub struct FileResult {
    /// The name of the file in messages.
    pub name: String,
    /// Its result, or the rendered error if it cannot be read, parsed or written.
    pub went: Result<FileReport, String>,
}

/// The result of a readable file.
#[derive(Clone, Debug)]
pub struct FileReport {
    pub target: TestFile,
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
    pub fn passed(&self) -> bool {
        self.report.problems.is_empty() && self.left().next().is_none()
    }

    /// The differences that were not accepted.
    pub fn left(&self) -> impl Iterator<Item = &super::run::OutputDiff> {
        let all = self.report.differences.iter();
        all.filter(|difference| !(self.is_rewritten && self.is_meant(difference.line)))
    }

    /// The blocks without recorded output.
    pub fn new_blocks(&self) -> impl Iterator<Item = &PlayedBlock> {
        self.report.blocks.iter().filter(|block| block.is_new && !self.is_rewritten)
    }

    /// The blocks that fail as they should, with the reasons.
    pub fn known_failures(&self) -> impl Iterator<Item = (&PlayedBlock, &str)> {
        let fails = |block: &PlayedBlock| {
            self.report.problems.iter().all(|one| !block.lines.contains(&one.line))
        };
        self.report.blocks.iter().filter_map(move |block| match &block.role {
            BlockRole::KnownFailure(reason) if fails(block) => Some((block, reason.as_str())),
            _ => None,
        })
    }

    /// The blocks whose last answer leaves a question open.
    pub fn open_blocks(&self) -> impl Iterator<Item = &PlayedBlock> {
        self.report.blocks.iter().filter(|block| block.is_open)
    }

    /// Whether the target includes the difference at a line.
    pub fn is_meant(&self, line: usize) -> bool {
        let lines = &self.target.lines;
        lines.is_empty() || lines.iter().any(|meant| self.is_meant_by(*meant, line))
    }

    /// Whether a line of the target stands for the difference at a line.
    fn is_meant_by(&self, meant: usize, line: usize) -> bool {
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
    pub targets: Vec<TestFile>,
    pub unreadable: Vec<FileResult>,
    /// Pending files whose session file is gone.
    pub orphans: Vec<FileRef>,
    pub n_unnamed: usize,
}

/// Finds session files; in folders by extension. Several lines of a file are one target: each
/// target writes its file.
pub fn find(files: &Arc<dyn Files>, targets: &[SessionTarget]) -> FoundSessions {
    let mut found = FoundSessions::default();
    for SessionTarget { path, line } in targets {
        let name = path.to_string_lossy();
        let folder = match files.kind(&name) {
            Ok(Some(FileKind::Folder)) => files.folder(&name),
            Ok(Some(_)) => {
                let file = FileRef::new(Arc::clone(files), &name, path.clone());
                found.targets.push(TestFile { file, lines: line.iter().copied().collect() });
                continue;
            }
            // The error says why it cannot be read.
            Ok(None) => files.folder(&name),
            Err(error) => Err(error),
        };
        match folder {
            Ok(folder) => collect(&folder, path, &mut found),
            Err(error) => found.unreadable.push(unreadable(path, &error)),
        }
    }
    found.targets = merged(found.targets);
    found
}

/// Makes one target of several of the same file.
fn merged(targets: Vec<TestFile>) -> Vec<TestFile> {
    let mut merged: Vec<TestFile> = Vec::new();
    let mut places = BTreeMap::new();
    for target in targets {
        let place = *places.entry(shown(target.file.path())).or_insert(merged.len());
        match merged.get_mut(place) {
            None => merged.push(target),
            Some(same) if same.lines.is_empty() || target.lines.is_empty() => same.lines.clear(),
            Some(same) => same.lines.extend(target.lines),
        }
    }
    merged
}

fn collect(folder: &Arc<dyn Files>, path: &Path, found: &mut FoundSessions) {
    let pending = format!("{ENDING}{PENDING}");
    let is_wanted = |name: &str| name.ends_with(ENDING) || name.ends_with(&pending);
    let tree = walk::walk(folder.as_ref(), "", &is_wanted);
    found.n_unnamed += tree.n_unnamed;
    for name in tree.files {
        let file = FileRef::new(Arc::clone(folder), &name, path.join(&name));
        match name.strip_suffix(PENDING) {
            None => found.targets.push(TestFile { file, lines: Vec::new() }),
            Some(of) if matches!(folder.kind(of), Ok(None)) => {
                found.orphans.push(file);
            }
            Some(_) => {}
        }
    }
    let errors = tree.errors.iter();
    found.unreadable.extend(errors.map(|(name, error)| unreadable(&path.join(name), error)));
}

/// A path as displayed.
pub fn shown(path: &Path) -> String {
    let inner = path.strip_prefix(".").ok().filter(|inner| !inner.as_os_str().is_empty());
    output::path(inner.unwrap_or(path))
}

fn unreadable(path: &Path, error: &io::Error) -> FileResult {
    let name = shown(path);
    let why = error.to_string();
    let error = Error::new("T0203", format!("cannot read {name}: {}", output::escape_line(&why)))
        .hint(match path.to_str() {
            Some(word) if is_word(word) && error.kind() == io::ErrorKind::NotFound => {
                format!("`-k {word}` selects the files and headings that contain this word")
            }
            _ => "a session file ends in .session.md and is UTF-8 text".to_owned(),
        });
    FileResult { name, went: Err(error.to_string()) }
}

/// Whether a name looks like a word, not like a path.
fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// Options of a test run.
#[derive(Clone, Debug, Default)]
pub struct SuiteOptions {
    /// The checks, and which files are written.
    pub options: SessionOptions,
    /// The word that selects blocks.
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
    Ok(thread_pool(n_threads, STACK_SIZE)?.install(|| items.par_iter().map(work).collect()))
}

/// Runs session files and returns their results in order, and whether the lockfile, which is in the
/// folder `here`, could be written: no result depends on it.
///
/// # Errors
/// No thread can be started.
pub fn test(
    targets: &[TestFile],
    library: &Library,
    here: &Arc<dyn Files>,
    plan: &SuiteOptions,
) -> io::Result<(Vec<FileResult>, io::Result<()>)> {
    let options = plan.options;
    // The files of a thread share compiled rulesets.
    let begin = || Rc::new(RulesetCache::new(limited(options.limit)));
    let play = |rulesets: &mut Rc<RulesetCache>, target: &TestFile| {
        let played = play(target, library, plan, rulesets);
        played.unwrap_or_else(|error| unreadable(target.file.path(), &error))
    };
    let run = || targets.par_iter().map_init(begin, play).collect();
    let mut outcomes: Vec<FileResult> = thread_pool(plan.n_threads, STACK_SIZE)?.install(run);
    let mut lockfile = Lockfile::read(Arc::clone(here));
    // All are read before the first is written: one may be a link to another.
    let check = |outcome: &FileResult| match &outcome.went {
        Ok(went) if options.accept => check_unchanged(&went.target.file, &went.text),
        _ => Ok(()),
    };
    let checked: Vec<io::Result<()>> = outcomes.iter().map(check).collect();
    for (outcome, checked) in outcomes.iter_mut().zip(checked) {
        if let Ok(went) = &mut outcome.went
            && let Err(error) = settle(&outcome.name, went, checked, &mut lockfile, plan)
        {
            outcome.went = Err(format!("error: {error}"));
        }
    }
    let locked = if options.read_only { Ok(()) } else { lockfile.write() };
    Ok((outcomes, locked))
}

fn play(
    target: &TestFile,
    library: &Library,
    plan: &SuiteOptions,
    rulesets: &mut Rc<RulesetCache>,
) -> io::Result<FileResult> {
    let name = shown(target.file.path());
    let text = target.file.read()?;
    let choice = target.blocks(plan.word.as_deref());
    let options = plan.options;
    options.limit.iter().for_each(|limit| rulesets.control().interrupt.restart(*limit));
    let run = || {
        let file = parse(&name, &text)?;
        Ok(run(file, library, rulesets, options.mode(), options, &choice))
    };
    let went: Result<Result<_, Box<Error>>, _> = contained(&name, run);
    let went = match went {
        Err(error) => {
            *rulesets = Rc::new(RulesetCache::new(limited(options.limit)));
            Err(error.to_string())
        }
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

/// Writes the pending file of a file that was run, and the file itself with `--accept`, unless
/// somebody else has written it since.
fn settle(
    name: &str,
    went: &mut FileReport,
    checked: io::Result<()>,
    lockfile: &mut Lockfile,
    plan: &SuiteOptions,
) -> io::Result<()> {
    if !went.report.passed() {
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
            checked?;
            write(&went.target.file, Some(&text))?;
        }
    }
    let is_whole = plan.word.is_none() && went.target.lines.is_empty();
    if went.passed() && is_whole {
        lockfile.lock(name, &text, &went.report.used);
    }
    let pending = went.left().next().is_some().then(|| went.report.printed());
    let is_settled = || {
        let beside = went.target.file.beside(PENDING).and_then(|file| file.read());
        beside.is_ok_and(|beside| beside == text)
    };
    if is_whole || pending.is_some() || is_settled() {
        put_beside(&went.target.file, pending.as_deref())?;
    }
    Ok(())
}

/// The review of a file: each decision is written when it is made. Accepted differences are in the
/// file, undecided ones in the pending file.
#[derive(Debug)]
pub struct FileReview<'a> {
    name: &'a str,
    went: &'a FileReport,
    here: &'a Arc<dyn Files>,
    accepted: BTreeSet<usize>,
    /// The lines of the differences that may be accepted later.
    open: BTreeSet<usize>,
    /// The text of the file now.
    text: String,
}

impl<'a> FileReview<'a> {
    /// Begins with all differences undecided. The lockfile is in the folder `here`.
    pub fn new(name: &'a str, went: &'a FileReport, here: &'a Arc<dyn Files>) -> Self {
        let open = went.report.differences.iter().map(|difference| difference.line).collect();
        Self { name, went, here, accepted: BTreeSet::new(), open, text: went.text.clone() }
    }

    /// How many differences are accepted so far.
    pub fn n_accepted(&self) -> usize {
        self.accepted.len()
    }

    /// Accepts the difference at a line.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn accept(&mut self, line: usize) -> io::Result<()> {
        self.open.remove(&line);
        self.accepted.insert(line);
        self.write()
    }

    /// Rejects the difference at a line.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn reject(&mut self, line: usize) -> io::Result<()> {
        self.open.remove(&line);
        self.write()
    }

    /// Takes back what was decided about the difference at a line.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn reopen(&mut self, line: usize) -> io::Result<()> {
        self.accepted.remove(&line);
        self.open.insert(line);
        self.write()
    }

    /// Replaces an input by its number in the file, with its prompt, and ends the review; returns
    /// the new text. An input that is no longer there stays as it is.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn edit(mut self, number: usize, input: &str) -> io::Result<String> {
        self.write()?;
        let lines = parse(self.name, &self.text).map(|file| file.input_lines());
        let line = lines.ok().and_then(|lines| lines.get(number).copied());
        let mut text = String::new();
        for (at, old) in self.text.split_inclusive('\n').enumerate() {
            let body = old.trim_end();
            let indent = body.len() - body.trim_start_matches(' ').len();
            match Some(at + 1) == line {
                true => text += &format!("{:indent$}{input}{}", "", &old[body.len()..]),
                false => text += old,
            }
        }
        self.replace(text)?;
        Ok(self.text)
    }

    /// Ends the review; returns how many differences are accepted.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn end(mut self) -> io::Result<usize> {
        self.write()?;
        let report = &self.went.report;
        if report.problems.is_empty() && self.accepted.len() == report.differences.len() {
            let mut lockfile = Lockfile::read(Arc::clone(self.here));
            lockfile.lock(self.name, &self.text, &report.used);
            lockfile.write()?;
        }
        Ok(self.accepted.len())
    }

    fn write(&mut self) -> io::Result<()> {
        let report = &self.went.report;
        let text = report.accepting(|line| self.accepted.contains(&line));
        self.replace(text)?;
        let (file, report) = (&self.went.target.file, &self.went.report);
        let either = |line| self.accepted.contains(&line) || self.open.contains(&line);
        let pending = (!self.open.is_empty()).then(|| report.accepting(either));
        put_beside(file, pending.as_deref())
    }

    /// Writes the file, unless somebody else has.
    fn replace(&mut self, text: String) -> io::Result<()> {
        let file = &self.went.target.file;
        if text == self.text {
            return Ok(());
        }
        check_unchanged(file, &self.text)?;
        write(file, Some(&text))?;
        self.text = text;
        Ok(())
    }
}

/// Checks that nobody else has written a session file.
fn check_unchanged(file: &FileRef, text: &str) -> io::Result<()> {
    if file.read()? == text {
        return Ok(());
    }
    let why = "it has changed since its sessions were run; run them again";
    Err(io::Error::other(format!("cannot write {}: {why}", shown(file.path()))))
}

/// Writes or deletes the pending file of a session file.
fn put_beside(file: &FileRef, text: Option<&str>) -> io::Result<()> {
    write(&file.beside(PENDING)?, text)
}

/// Writes or deletes a file; an error names it.
fn write(file: &FileRef, text: Option<&str>) -> io::Result<()> {
    file.put(text).map_err(|error| {
        let name = shown(file.path());
        io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
    })
}
