//! The command line: arguments -> one function per command.

pub mod api;
pub mod args;
pub mod cards;
pub mod check;
pub mod compare;
mod definitions;
pub mod diff;
pub mod explain;
pub mod failure;
pub mod fuzz;
pub mod new;
pub mod opening;
pub mod print;
pub mod repl;
pub mod schema;
pub mod shelf;
pub mod sim;
pub mod sim_args;
pub mod test;
pub mod variants;

use args::{Cli, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

/// All is well.
const OK: u8 = 0;
/// Something was found: a mistake, a difference, a refused input.
const FOUND: u8 = 1;

/// What a command comes to: its exit code.
type Outcome = Result<u8, Failure>;

/// Does what the command line says.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command.unwrap_or_else(|| Command::Repl(args::ReplArgs::default())) {
        Command::Repl(args) => repl::run(&cli.shared, &args),
        Command::Api(args) => api::run(&args),
        Command::Variants(shape) => variants::run(&cli.shared, shape),
        Command::Check(args) => check::run(&cli.shared, &args),
        Command::Explain(args) => explain::run(&args),
        Command::New(command) => new::run(&cli.shared, &command),
        Command::Schema(args) => schema::run(&args),
        Command::Diff(args) => diff::run(&cli.shared, &args),
        Command::Cards(args) => cards::run(&cli.shared, &args),
        Command::Sim(args) => sim::run(&cli.shared, &args),
        Command::Merge(args) => sim::merge(&args),
        Command::Compare(args) => compare::run(&cli.shared, &args),
        Command::Fuzz(args) => fuzz::run(&cli.shared, &args),
        Command::Test(args) => test::run(&cli.shared, &args),
        Command::Review(args) => test::review::run(&cli.shared, &args),
        Command::Debug(args) => test::debug::run(&cli.shared, &args),
    };
    ExitCode::from(outcome.unwrap_or_else(|failure| failure.report()))
}
