//! `litterbox guide`: the guides, readable without the source tree, through a pager.

use super::failure::{CliResult, OK};
use super::print;
use crate::base::output;
use crate::repl::pager;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};

/// The pager if `PAGER` is not set.
const PAGER: &str = "less -FRX";

/// The arguments of `guide`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal, the guide is shown by the pager of the environment variable PAGER, else by less.

Examples:
  litterbox guide           list the guides
  litterbox guide cards
  litterbox guide programs > programs.md")]
pub struct GuideArgs {
    /// Which guide [default: list them]
    #[arg(value_enum, hide_possible_values = true)]
    pub guide: Option<Guide>,
}

/// The guides.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Guide {
    /// The first card: write it, try it, test it
    Cards,
    /// Complete answers to common questions: cards, combos, rules, a variant
    Recipes,
    /// Hooks and constants of scripts, values, the end of a game, limits
    Reference,
    /// Errors while you type, and a debugger that steps back, in your editor
    Editors,
    /// Writing variants, and the list of the built-in ones
    Variants,
    /// Simulations, their statistics and raw data
    Measuring,
    /// Agents as scripts and programs, and the protocol for programs
    Programs,
    /// The limits of files that others have written
    Security,
    /// Playing, stepping and testing with sessions
    Sessions,
}

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(args: &GuideArgs) -> CliResult {
    let Some(guide) = args.guide else {
        print::plain(&list())?;
        return Ok(OK);
    };
    let text = output::escape(text(guide));
    if !io::stdout().is_terminal() || pager::start(&text, Some(PAGER)).is_err() {
        print::plain(&text)?;
    }
    Ok(OK)
}

/// The guides with what they are about.
fn list() -> String {
    let guides = Guide::value_variants().iter().filter_map(Guide::to_possible_value);
    let line = |guide: PossibleValue| {
        let about = guide.get_help().map(ToString::to_string).unwrap_or_default();
        format!("litterbox guide {:10} {about}\n", guide.get_name())
    };
    guides.map(line).collect()
}

/// The Markdown of a guide.
fn text(guide: Guide) -> &'static str {
    match guide {
        Guide::Cards => include_str!("../../scripts/README.md"),
        Guide::Recipes => include_str!("../../scripts/RECIPES.md"),
        Guide::Reference => include_str!("../../scripts/REFERENCE.md"),
        Guide::Editors => include_str!("../../scripts/EDITORS.md"),
        Guide::Variants => include_str!("../../variants/README.md"),
        Guide::Measuring => include_str!("../lab/sim/README.md"),
        Guide::Programs => include_str!("../../scripts/PROGRAMS.md"),
        Guide::Security => include_str!("../../.github/SECURITY.md"),
        Guide::Sessions => include_str!("../../tests/README.md"),
    }
}
