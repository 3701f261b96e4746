//! `litterbox guide`: the guides, readable without the source tree, through a pager.

use super::failure::{CliResult, OK};
use super::print;
use crate::base::output;
use crate::repl::pager;
use crate::shell::render::text::grid::terminal_width;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use textwrap::{Options, WordSeparator, WordSplitter};

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
    if !io::stdout().is_terminal() {
        print::plain(&text)?;
        return Ok(OK);
    }
    let text = terminal_width().map_or_else(|| text.to_string(), |columns| filled(&text, columns));
    if pager::start(&text, Some(PAGER)).is_err() {
        print::plain(&text)?;
    }
    Ok(OK)
}

/// Fills the paragraphs and the items of lists of a Markdown text, so that no line of them is wider
/// than a terminal. Code, tables and headings stay as they are.
pub fn filled(markdown: &str, columns: usize) -> String {
    let (mut out, mut block, mut is_code) = (String::new(), String::new(), false);
    let fill = |block: &mut String| {
        let begins = block.trim_start();
        let indent = " ".repeat(block.len() - begins.len() + marker(begins));
        let options = Options::new(columns)
            .subsequent_indent(&indent)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        let filled = textwrap::fill(block, options);
        block.clear();
        if filled.is_empty() { filled } else { filled + "\n" }
    };
    for line in markdown.lines() {
        let begins = line.trim_start();
        let is_fence = begins.starts_with("```");
        if is_fence || is_code || begins.is_empty() || begins.starts_with(['#', '|']) {
            is_code ^= is_fence;
            out += &format!("{}{line}\n", fill(&mut block));
            continue;
        }
        if block.is_empty() || marker(begins) > 0 {
            out += &fill(&mut block);
            block = line.to_owned();
        } else {
            block += &format!(" {begins}");
        }
    }
    out += &fill(&mut block);
    out
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

/// The length of what begins an item of a list: `- ` or `1. `.
fn marker(line: &str) -> usize {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = line.len() - number.len();
    match number.get(..2) {
        Some(". ") if n_digits > 0 => n_digits + 2,
        Some("- ") if n_digits == 0 => 2,
        _ => 0,
    }
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
