//! The arguments of the session file commands.

use super::super::sim_args::n_threads;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How the results of tests are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    #[default]
    Text,
    Json,
    Junit,
    Tap,
}

/// The sessions to run.
#[derive(Clone, Debug, Default, Args)]
pub struct SessionArgs {
    /// Files, folders of *.session.md files, or FILE:LINE for the session at that line [default:
    /// tests, or sessions]
    pub paths: Vec<String>,
    /// Run only files or headings that contain this word
    #[arg(short, value_name = "WORD")]
    pub k: Option<String>,
    /// Number of threads [default: one per core]
    #[arg(short, value_name = "N", value_parser = n_threads)]
    pub jobs: Option<usize>,
}

impl SessionArgs {
    /// The number of threads; 0: one per core.
    pub fn n_threads(&self) -> usize {
        self.jobs.unwrap_or_default()
    }

    /// Whether only some of the sessions are run.
    pub const fn is_selection(&self) -> bool {
        self.k.is_some() || !self.paths.is_empty()
    }
}

/// The arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox test
  litterbox test tests/sessions/classic -k nope
  litterbox test --accept my_card.session.md        record the current output
  litterbox test --accept my_card.session.md:12     only for the input at line 12

A session file is Markdown with `litterbox` code blocks of inputs and their output. The REPL \
command :record writes one from the current game. If the output differs, the new version is \
written next to the file (*.session.md.new); `litterbox review` shows the differences one at a \
time.

The folder .litterbox records the scripts and variants with which each file last passed, so that \
a difference can name what has changed since; it is safe to delete. If CI is set, no files are \
written.

Exit code: 0 all passed, 1 differences or failures, 2 nothing matches, 3 a file cannot be read.")]
pub struct TestArgs {
    /// The sessions to run.
    #[command(flatten)]
    pub which: SessionArgs,
    /// Rewrite the files with the current output (not if CI is set)
    #[arg(long, conflicts_with_all = ["expects", "watch"])]
    pub accept: bool,
    /// Time limit for each file, in seconds
    #[arg(long, value_name = "S", default_value_t = 8,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// Check only refused inputs, :expect and :refuse, not the output
    #[arg(long)]
    pub expects: bool,
    /// Report script coverage, and warn about code of your scripts that no session runs; with
    /// PATHS or -k, only of the scripts that these sessions use
    #[arg(long)]
    pub coverage: bool,
    /// Write the coverage to a file in lcov format
    #[arg(long, value_name = "FILE.info|lcov")]
    pub lcov: Option<PathBuf>,
    /// Play a complete game of each variant with a golden file in tests/playthroughs and compare
    /// them; with --accept, write the file. PATHS are then names of variants
    #[arg(long, conflicts_with_all = ["expects", "watch", "coverage", "lcov", "k"])]
    pub playthroughs: bool,
    /// Run again when a script, variant or session changes
    #[arg(long)]
    pub watch: bool,
    /// How to print the result: text for people, json, junit or tap for programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub format: TestFormat,
}

/// The arguments of `review`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox review
  litterbox review tests/my_card.session.md

Answer each difference with one of these words, or its first letter, at a terminal without Enter:
  accept   record the current output
  reject   keep the file unchanged
  edit     write another input in place of one that fails now; the file is run again from there
  skip     decide later
  back     return to the difference before
  debug    open the REPL just before this input; :quit returns to the review
  quit     decide about the rest later
A number with Enter accepts that many differences, `all` (`*`) all that follow in the file. Each \
decision is written when it is made.

Exit code: 0 no differences are left, 1 differences or failures, 3 a file cannot be read.")]
pub struct ReviewArgs {
    /// The sessions to run.
    #[command(flatten)]
    pub which: SessionArgs,
}

/// The arguments of `debug`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox debug tests/my_card.session.md:12     just before the input at line 12
  litterbox debug tests/my_card.session.md        just before the first difference")]
pub struct DebugArgs {
    /// The step: FILE:LINE, or a FILE whose output differs
    pub step: String,
}
