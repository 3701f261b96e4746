//! Session files: Markdown in which each fenced `litterbox` block is a game that is played and
//! compared with what is printed there. A REPL session that is pasted into a file is a test.
//!
//! [`file`](mod@file) reads and writes the Markdown, [`run`](mod@run) plays a block through a
//! [`Workbench`](crate::workbench::Workbench), [`compare`] knows wildcards and differences.

pub mod compare;
pub mod file;
pub mod run;

use crate::error::Error;
use crate::variant::Library;
use run::{Mode, Report};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How session files are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Write what was printed into the files.
    pub accept: bool,
    /// Judge refusals and assertions alone, not what is printed.
    pub expects: bool,
    /// Play each game anew from its transcript before each input.
    pub replaying: bool,
    /// Never write a file.
    pub read_only: bool,
}

/// Runs one session text; `name` is what it is called in messages.
///
/// # Errors
/// The text is no session file.
pub fn run_text(
    name: &str,
    text: &str,
    library: &Library,
    options: Options,
) -> Result<Report, Box<Error>> {
    let parsed = file::parse(name, text)?;
    let mode = if options.expects { Mode::Expects } else { Mode::Compare };
    Ok(run::run(&parsed, library, mode, options.replaying))
}

/// Runs session files, and those in folders, and says how they went. Returns the exit code: 0 all
/// hold, 1 a difference, 3 a file that cannot be read or parsed.
///
/// # Errors
/// `out` cannot be written to.
pub fn test(
    paths: &[PathBuf],
    library: &Library,
    options: Options,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let mut tally = Tally::default();
    let mut files = Vec::new();
    for path in paths {
        if let Err(error) = collect(path, path.is_dir(), &mut files) {
            tally.n_unreadable += 1;
            writeln!(out, "cannot read {}: {error}", path.display())?;
        }
    }
    for path in &files {
        tally.file(path, library, options, out)?;
    }
    tally.summary(options, out)?;
    Ok(tally.exit_code())
}

/// Puts a file, or the session files in a folder and below it, on the list.
fn collect(path: &Path, is_inside: bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        let is_session = path.to_string_lossy().ends_with(".session.md");
        if !is_inside || is_session {
            fs::metadata(path)?;
            files.push(path.to_owned());
        }
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.') && name != "target" {
            collect(&entry, true, files)?;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    n_files: usize,
    n_blocks: usize,
    n_failed: usize,
    n_accepted: usize,
    n_unreadable: usize,
}

impl Tally {
    fn file(
        &mut self,
        path: &Path,
        library: &Library,
        options: Options,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = path.display().to_string().replace('\\', "/");
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                self.n_unreadable += 1;
                return writeln!(out, "cannot read {name}: {error}");
            }
        };
        let report = match run_text(&name, &text, library, options) {
            Ok(report) => report,
            Err(error) => {
                self.n_unreadable += 1;
                return writeln!(out, "{error}");
            }
        };
        self.n_files += 1;
        self.n_blocks += report.n_blocks;
        let accepts = options.accept && !options.read_only && !options.expects;
        if accepts && report.printed != text {
            fs::write(path, &report.printed)?;
            self.n_accepted += 1;
            writeln!(out, "{name}: rewritten")?;
        }
        let differs = !accepts && report.differs;
        if differs || !report.problems.is_empty() {
            self.n_failed += 1;
        }
        if differs {
            write!(out, "{}", compare::diff(&name, &text, &report.printed))?;
        }
        for problem in &report.problems {
            writeln!(out, "{problem}")?;
        }
        Ok(())
    }

    fn summary(&self, options: Options, out: &mut dyn Write) -> io::Result<()> {
        let count = |n: usize, what: &str| match n {
            1 => format!("1 {what}"),
            n => format!("{n} {what}s"),
        };
        let ran = format!("{}, {}", count(self.n_files, "file"), count(self.n_blocks, "session"));
        match (self.n_failed, self.n_unreadable) {
            (0, 0) => writeln!(out, "{ran}: all hold")?,
            (failed, 0) => writeln!(out, "{ran}: {} differ", count(failed, "file"))?,
            (failed, unreadable) => {
                let unreadable = count(unreadable, "file");
                writeln!(out, "{ran}: {} differ, {unreadable} unreadable", count(failed, "file"))?;
            }
        }
        if options.accept && options.read_only {
            writeln!(out, "nothing was written: CI is set")?;
        }
        Ok(())
    }

    const fn exit_code(&self) -> u8 {
        match (self.n_unreadable, self.n_failed) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 3,
        }
    }
}
