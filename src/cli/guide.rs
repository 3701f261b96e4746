//! `litterbox guide`: the guides, readable without the source tree, through a pager.

use super::args::{Guide, GuideArgs};
use super::failure::{CliResult, OK};
use super::print;
use crate::output;
use crate::repl::pager;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io::{self, IsTerminal};

/// The pager if `PAGER` is not set.
const PAGER: &str = "less -FRX";

const CARDS: &str = include_str!("../../scripts/README.md");

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
        Guide::Cards => CARDS,
        Guide::Variants => include_str!("../../variants/README.md"),
        Guide::Measuring => include_str!("../lab/sim/README.md"),
        Guide::Programs => section(CARDS, "## Programs\n"),
        Guide::Security => include_str!("../../.github/SECURITY.md"),
        Guide::Sessions => include_str!("../../tests/README.md"),
    }
}

/// The section of a text with this heading.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let start = text.find(heading).unwrap_or_default();
    let after = start + heading.len();
    let end = text[after..].find("\n## ").map_or(text.len(), |end| after + end + 1);
    &text[start..end]
}
