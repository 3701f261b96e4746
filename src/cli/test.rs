//! `litterbox test`: runs session files.

use super::args::{Format, Shared, TestArgs};
use super::failure::UNREADABLE;
use super::{FOUND, Failure, OK, Outcome, print, shelf};
use crate::repl::paint::{BAD, FAINT, GOOD, paint};
use crate::session::{self, Options};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// Where sessions are looked for when nobody says.
const FOLDERS: [&str; 2] = ["tests", "sessions"];

/// Runs the command.
///
/// # Errors
/// There is nothing to run, the output is closed.
pub fn run(shared: &Shared, args: &TestArgs) -> Outcome {
    let library = shelf::open(shared)?;
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    let options = Options {
        accept: args.accept,
        expects: args.expects,
        read_only: is_ci,
        ..Options::default()
    };
    let mut tally = Tally::default();
    let mut list = Vec::new();
    session::test(&paths(args)?, &library, options, |outcome| {
        tally.count(&outcome);
        match args.shape.format {
            Format::Text => print::text(&as_text(&outcome)),
            Format::Json => {
                list.push(as_json(&outcome));
                Ok(())
            }
        }
    })?;
    match args.shape.format {
        Format::Text => print::text(&tally.summary())?,
        Format::Json => print::json(&Json::Array(list))?,
    }
    if options.accept && is_ci {
        print::talk("nothing was written: CI is set")?;
    }
    Ok(tally.code())
}

fn paths(args: &TestArgs) -> Result<Vec<PathBuf>, Failure> {
    if !args.paths.is_empty() {
        return Ok(args.paths.clone());
    }
    let found = FOLDERS.iter().map(Path::new).find(|folder| folder.is_dir());
    found.map(|folder| vec![folder.to_owned()]).ok_or_else(|| {
        let hint = "litterbox test FILE runs a session file";
        Failure::Usage(format!("there is no folder `tests` or `sessions` here; {hint}"))
    })
}

#[derive(Default)]
struct Tally {
    n_files: usize,
    n_sessions: usize,
    n_failed: usize,
    n_unreadable: usize,
}

impl Tally {
    fn count(&mut self, outcome: &session::Outcome) {
        match &outcome.went {
            Ok(went) => {
                self.n_files += 1;
                self.n_sessions += went.report.n_blocks;
                self.n_failed += usize::from(!went.holds());
            }
            Err(_) => self.n_unreadable += 1,
        }
    }

    fn summary(&self) -> String {
        let files = shelf::plural(self.n_files, "file");
        let sessions = shelf::plural(self.n_sessions, "session");
        let failed = match self.n_failed {
            0 if self.n_files > 0 => "all hold".to_owned(),
            0 => "nothing was run".to_owned(),
            1 => "1 file does not hold".to_owned(),
            n => format!("{n} files do not hold"),
        };
        let unreadable = match self.n_unreadable {
            0 => String::new(),
            n => format!(", {} cannot be read", shelf::plural(n, "file")),
        };
        format!("{files}, {sessions}: {failed}{unreadable}\n")
    }

    const fn code(&self) -> u8 {
        match (self.n_unreadable, self.n_failed) {
            (0, 0) => OK,
            (0, _) => FOUND,
            _ => UNREADABLE,
        }
    }
}

fn as_text(outcome: &session::Outcome) -> String {
    let went = match &outcome.went {
        Ok(went) => went,
        Err(why) => return format!("{why}\n"),
    };
    let mut text = String::new();
    if went.is_rewritten {
        text += &format!("{}: rewritten\n", outcome.name);
    }
    text.extend(went.diff.iter().flat_map(|diff| diff.lines()).map(coloured));
    text.extend(went.report.problems.iter().map(|problem| format!("{problem}\n")));
    text
}

/// A line of a difference.
fn coloured(line: &str) -> String {
    let style = match line.chars().next() {
        Some('-') => BAD,
        Some('+') => GOOD,
        Some('@') => FAINT,
        _ => return format!("{line}\n"),
    };
    paint(style, line) + "\n"
}

fn as_json(outcome: &session::Outcome) -> Json {
    match &outcome.went {
        Err(why) => json!({ "file": outcome.name, "unreadable": why }),
        Ok(went) => {
            let problems = went.report.problems.iter().map(|problem| {
                json!({ "line": problem.line, "input": problem.input, "what": problem.what })
            });
            json!({
                "file": outcome.name,
                "holds": went.holds(),
                "sessions": went.report.n_blocks,
                "rewritten": went.is_rewritten,
                "diff": went.diff,
                "problems": problems.collect::<Vec<_>>(),
            })
        }
    }
}
