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
use std::io;
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

/// How a file went.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What the file is called in messages.
    pub name: String,
    /// What came of it; or, drawn, why it cannot be read or parsed.
    pub went: Result<Went, String>,
}

/// What came of a file that could be read.
#[derive(Clone, Debug)]
pub struct Went {
    /// What was printed, and what does not hold.
    pub report: Report,
    /// What was printed otherwise than the file says, unless it was accepted.
    pub diff: Option<String>,
    /// Whether the file was rewritten.
    pub is_rewritten: bool,
}

impl Went {
    /// Whether all in the file holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.diff.is_none() && self.report.problems.is_empty()
    }
}

/// Runs session files, and those in folders, and tells of each how it went.
///
/// # Errors
/// What `each` returns.
pub fn test(
    paths: &[PathBuf],
    library: &Library,
    options: Options,
    mut each: impl FnMut(Outcome) -> io::Result<()>,
) -> io::Result<()> {
    for path in paths {
        let mut files = Vec::new();
        if let Err(error) = collect(path, path.is_dir(), &mut files) {
            each(unreadable(path, &error))?;
        }
        for file in files {
            each(
                run_file(&file, library, options).unwrap_or_else(|error| unreadable(&file, &error)),
            )?;
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

fn unreadable(path: &Path, error: &io::Error) -> Outcome {
    let name = shown(path);
    let error = Error::new("T0203", format!("cannot read {name}: {error}"));
    Outcome { name, went: Err(error.to_string()) }
}

fn run_file(path: &Path, library: &Library, options: Options) -> io::Result<Outcome> {
    let name = shown(path);
    let text = fs::read_to_string(path)?;
    let report = match run_text(&name, &text, library, options) {
        Ok(report) => report,
        Err(error) => return Ok(Outcome { name, went: Err(error.to_string()) }),
    };
    let accepts = options.accept && !options.read_only && !options.expects;
    let is_rewritten = accepts && report.printed != text;
    if is_rewritten {
        fs::write(path, &report.printed)?;
    }
    let differs = report.differs && !accepts;
    let diff = differs.then(|| compare::diff(&name, &text, &report.printed));
    Ok(Outcome { name, went: Ok(Went { report, diff, is_rewritten }) })
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
