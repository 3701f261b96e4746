//! Session files: Markdown in which each fenced `litterbox` block is a game that is played and
//! compared with what is printed there. A REPL session that is pasted into a file is a test.
//!
//! [`file`](mod@file) reads and writes the Markdown, [`run`](mod@run) plays a block through a
//! [`Shell`](crate::shell::Shell), [`compare`] knows wildcards, [`suite`] runs many
//! files at once, [`lockfile`] notes what they were played with when they held, [`coverage`] what
//! they exercise. [`playthrough`] writes whole games as such files, [`finding`] those that break.

pub mod compare;
pub mod coverage;
pub mod file;
pub mod finding;
pub mod lockfile;
pub mod play_to;
pub mod playthrough;
pub mod run;
pub mod suite;

use crate::error::Error;
use crate::variant::Library;
use run::{BlockFilter, CheckMode, SessionReport};

/// How session files are run.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// Write what was printed into the files.
    pub accept: bool,
    /// Judge refusals and assertions alone, not what is printed.
    pub expects: bool,
    /// Play each game anew from its transcript before each input.
    pub replaying: bool,
    /// Never write a file.
    pub read_only: bool,
    /// Let `:agent NAME exec:COMMAND` start programs.
    pub allow_exec: bool,
}

/// Runs one session text; `name` is what it is called in messages.
///
/// # Errors
/// The text is no session file.
pub fn run_text(
    name: &str,
    text: &str,
    library: &Library,
    options: SessionOptions,
) -> Result<SessionReport, Box<Error>> {
    run_chosen(name, text, library, options, &BlockFilter::default())
}

/// The same for some of its blocks.
///
/// # Errors
/// The text is no session file.
pub fn run_chosen(
    name: &str,
    text: &str,
    library: &Library,
    options: SessionOptions,
    choice: &BlockFilter,
) -> Result<SessionReport, Box<Error>> {
    let parsed = file::parse(name, text)?;
    let mode = if options.expects { CheckMode::Expects } else { CheckMode::Compare };
    Ok(run::run(parsed, library, mode, options, choice))
}
