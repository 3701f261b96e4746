//! `litterbox guide`: the guides, readable without the source tree, through a pager.

use super::args::{Guide, GuideArgs};
use super::failure::{CliResult, OK};
use super::print;
use crate::output;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// The pager if `PAGER` is not set.
const PAGER: &str = "less -FRX";

const CARDS: &str = include_str!("../../scripts/README.md");

/// Runs the command.
///
/// # Errors
/// The output is closed.
pub fn run(args: &GuideArgs) -> CliResult {
    let text = output::escape(text(args.guide));
    if !io::stdout().is_terminal() || page(&text).is_err() {
        print::plain(&text)?;
    }
    Ok(OK)
}

/// The Markdown of a guide.
fn text(guide: Guide) -> &'static str {
    match guide {
        Guide::Cards => CARDS,
        Guide::Variants => include_str!("../../variants/README.md"),
        Guide::Measuring => include_str!("../sim/README.md"),
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

/// Shows a text in the pager that the user has chosen.
fn page(text: &str) -> io::Result<()> {
    let chosen = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let words = shell_words::split(chosen.as_deref().unwrap_or(PAGER)).map_err(io::Error::other)?;
    let [program, arguments @ ..] = words.as_slice() else { return Err(io::Error::other("empty")) };
    let mut pager = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = pager.stdin.take() {
        // The pager may be left before the end.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().map(|_| ())
}
