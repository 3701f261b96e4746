//! Session files: Markdown in which each fenced `litterbox` block is a game with its expected
//! output. A REPL session pasted into a file is a test.
//!
//! [`file`](mod@file) parses and prints the Markdown, [`run`](mod@run) plays a block through a
//! [`Shell`](crate::shell::Shell), [`compare`] matches output with wildcards, [`suite`] runs many
//! files, [`lockfile`] records the scripts and variants they last passed with, [`coverage`]
//! measures script coverage. [`playthrough`] and [`finding`] write games as session files.

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
use std::time::Duration;

/// Options for running session files.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// Record the actual output in the files.
    pub accept: bool,
    /// Check only refusals and assertions, not the output.
    pub expects: bool,
    /// Replay each game from its transcript before each input.
    pub replaying: bool,
    /// Never write a file.
    pub read_only: bool,
    /// Allow `:agent NAME exec:COMMAND`.
    pub allow_exec: bool,
    /// The maximum time of a file; unlimited without it.
    pub limit: Option<Duration>,
}

/// Runs one session text; `name` is used in messages.
///
/// # Errors
/// The text is not a session file.
pub fn run_text(
    name: &str,
    text: &str,
    library: &Library,
    options: SessionOptions,
) -> Result<SessionReport, Box<Error>> {
    run_chosen(name, text, library, options, &BlockFilter::default())
}

/// Runs selected blocks of a session text.
///
/// # Errors
/// The text is not a session file.
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
