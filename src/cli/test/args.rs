//! The arguments of the commands that have to do with session files.

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

/// Which sessions are meant.
#[derive(Clone, Debug, Default, Args)]
pub struct SessionArgs {
    /// Files, folders with *.session.md in them, or FILE:LINE for the session that stands there
    /// [default: tests, or sessions]
    pub paths: Vec<String>,
    /// Only files or headings with this word in them
    #[arg(short, value_name = "WORD")]
    pub k: Option<String>,
    /// Run on so many threads [default: as many as there are processors]
    #[arg(short, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
}

/// The arguments of `test`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox test
  litterbox test tests/sessions/classic -k nope
  litterbox test --accept my_card.session.md        write down what is printed now
  litterbox test --accept my_card.session.md:12     only below the input in line 12

A session file is Markdown; its blocks marked `litterbox` hold inputs and what they print. The
REPL command :record writes one while you play. Where something else is printed, the whole is put
into a file beside it (*.session.md.new); `litterbox review` goes through it step by step.

The folder .litterbox notes with which scripts and variants each file held last, so that a
difference can name what has changed since; it can be deleted at any time. With CI set nothing is
written.")]
pub struct TestArgs {
    /// Which sessions.
    #[command(flatten)]
    pub which: SessionArgs,
    /// Rewrite the files with what was printed (never where CI is set)
    #[arg(long, conflicts_with_all = ["expects", "watch"])]
    pub accept: bool,
    /// Judge only refusals, :expect and :refuse, not what is printed
    #[arg(long)]
    pub expects: bool,
    /// Show what of the scripts the sessions exercise, and warn of what they do not
    #[arg(long)]
    pub coverage: bool,
    /// Write that into a file in the format of lcov
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Play a whole game of each variant and compare it with the golden file in tests/playthroughs;
    /// with --accept, write it
    #[arg(long, conflicts_with_all = ["expects", "watch", "coverage", "lcov", "paths", "k"])]
    pub playthroughs: bool,
    /// Run again whenever a script, a variant or a session changes
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

Each difference is shown by itself, and a word says what becomes of it; its first letter will do:
  accept   write down what is printed now
  reject   leave the file as it is
  skip     decide later
  debug    open the REPL right before this input; :quit comes back
  quit     decide the rest later
`all` accepts this one and all that follow in the file.")]
pub struct ReviewArgs {
    /// Which sessions.
    #[command(flatten)]
    pub which: SessionArgs,
}

/// The arguments of `debug`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  litterbox debug tests/my_card.session.md:12     right before the input in line 12
  litterbox debug tests/my_card.session.md        right before the first that does not hold")]
pub struct DebugArgs {
    /// The step: FILE:LINE, or a FILE in which something does not hold
    pub step: String,
}
