//! The command line: arguments, and one function per command.

pub mod api;
pub mod args;
pub mod batch;
pub mod cards;
pub mod check;
pub mod compare;
#[cfg(feature = "editor")]
mod dap;
mod definitions;
pub mod diff;
#[cfg(feature = "editor")]
mod editor;
pub mod explain;
pub mod failure;
pub mod fuzz;
pub mod guide;
pub mod library;
pub mod merge;
pub mod new;
pub mod print;
pub mod progress_bar;
pub mod raw_data;
pub mod repl;
pub mod replay;
mod report_page;
pub mod rules;
pub mod schema;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "serve")]
pub mod serve_args;
pub mod shards;
pub mod shared_args;
pub mod sheet;
pub mod sim;
pub mod sim_args;
pub mod startup;
pub mod sweep;
pub mod testing;
pub mod tournament;
pub mod tune;
mod typical_game;
pub mod until_args;
pub mod variants;
#[cfg(all(feature = "serve", feature = "editor"))]
mod workbench;
#[cfg(all(feature = "serve", feature = "editor"))]
mod workbench_args;

use crate::base::output::escape;
use crate::script::is_parsing;
use args::{Cli, CliCommand};
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory as _, Parser};
use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

/// Runs the command line.
pub fn run() -> ExitCode {
    report_panics();
    let cli = parsed();
    let outcome = match cli.command.unwrap_or_else(|| CliCommand::Repl(args::ReplArgs::default())) {
        CliCommand::Repl(args) => repl::run(&cli.shared, &args),
        CliCommand::Api(args) => api::run(&args),
        CliCommand::Variants(shape) => variants::run(&cli.shared, shape),
        CliCommand::Check(args) => check::run(&cli.shared, &args),
        CliCommand::Explain(args) => explain::run(&args),
        CliCommand::Guide(args) => guide::run(&args),
        CliCommand::New(command) => new::run(&cli.shared, &command),
        CliCommand::Schema(args) => schema::run(&args),
        CliCommand::Diff(args) => diff::run(&cli.shared, &args),
        CliCommand::Cards(args) => cards::run(&cli.shared, &args),
        #[cfg(feature = "editor")]
        CliCommand::Lsp => editor::serve(),
        #[cfg(feature = "editor")]
        CliCommand::Editor(args) => editor::run(&args),
        CliCommand::Rules(args) => rules::run(&cli.shared, &args),
        CliCommand::Print(args) => sheet::run(&cli.shared, &args),
        CliCommand::Replay(args) => replay::run(&cli.shared, &args),
        #[cfg(feature = "serve")]
        CliCommand::Serve(args) => serve::run(&cli.shared, &args),
        #[cfg(all(feature = "serve", feature = "editor"))]
        CliCommand::Workbench(args) => workbench::run(&cli.shared, &args),
        CliCommand::Sim(args) => sim::run(&cli.shared, &args),
        CliCommand::Merge(args) => merge::run(&cli.shared, &args),
        CliCommand::Compare(args) => compare::run(&cli.shared, &args),
        CliCommand::Tournament(args) => tournament::run(&cli.shared, &args),
        CliCommand::Tune(args) => tune::run(&cli.shared, &args),
        CliCommand::Batch(command) => batch::run(&cli.shared, &command),
        CliCommand::Fuzz(args) => fuzz::run(&cli.shared, &args),
        CliCommand::Test(args) => testing::run(&cli.shared, &args),
        CliCommand::Review(args) => testing::review::run(&cli.shared, &args),
        CliCommand::Debug(args) => testing::debug::run(&cli.shared, &args),
        #[cfg(feature = "editor")]
        CliCommand::Dap => dap::run(&cli.shared),
    };
    ExitCode::from(outcome.unwrap_or_else(|failure| failure.report()))
}

/// A panic of Rhai is not reported: it becomes the fault of a script.
fn report_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !is_parsing() {
            report(panic);
        }
    }));
}

/// Says of a number that cannot be read what is expected.
fn readable(mut error: clap::Error) -> clap::Error {
    let number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let Some(expected) = number.map(|number| match number.kind() {
        IntErrorKind::PosOverflow => "expected a smaller number",
        IntErrorKind::NegOverflow => "expected a number of at least 0",
        _ => "expected a whole number",
    }) else {
        return error;
    };
    let [option, value] = [ContextKind::InvalidArg, ContextKind::InvalidValue]
        .map(|kind| error.remove(kind).map_or_else(String::new, |value| value.to_string()));
    let message = format!(
        "invalid value '{value}' for '{option}': {expected}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(&Cli::command())
}

/// Parses the arguments; an invalid one ends the program.
fn parsed() -> Cli {
    let words: Vec<OsString> = std::env::args_os().collect();
    Cli::try_parse_from(&words).unwrap_or_else(|error| {
        // Errors quote the arguments: control characters in them must not reach a terminal.
        let words = words.iter().map(|word| escape(&word.to_string_lossy()).into_owned());
        readable(Cli::try_parse_from(words).err().unwrap_or(error)).exit()
    })
}
