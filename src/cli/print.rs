//! Prints results to stdout and messages to stderr, with colours only on terminals.

use crate::base::output;
use crate::repl::streams::{stderr, stdout};
use serde::Serialize;
use std::io::{self, Write};
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Prints a result with styles, in which the texts of others are escaped.
///
/// # Errors
/// The output is closed.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Prints a result that has no styles.
///
/// # Errors
/// The output is closed.
pub fn plain(text: &str) -> io::Result<()> {
    self::text(&output::escape(text))
}

/// Wraps the lines of a text that are longer than a terminal is wide, each below where its last
/// part begins: after two spaces or more.
pub fn wrapped(text: &str, columns: usize) -> String {
    let wrap = |line: &str| {
        if line.width() <= columns {
            return line.to_owned();
        }
        let begins = |(at, _): &(usize, &str)| line[..*at].width() <= columns / 2;
        let parts = line.match_indices("  ").map(|(at, gap)| (at + gap.len(), gap));
        let indent = parts.filter(begins).last().map_or(0, |(at, _)| {
            line[..at].width() + line[at..].len() - line[at..].trim_start().len()
        });
        let more = " ".repeat(indent.min(columns / 2));
        let options = Options::new(columns)
            .subsequent_indent(&more)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(line, options)
    };
    text.lines().map(|line| wrap(line) + "\n").collect()
}

/// Prints a JSON result.
///
/// # Errors
/// The output is closed.
pub fn json(result: &impl Serialize) -> io::Result<()> {
    text(&(output::json::pretty(result) + "\n"))
}

/// Prints a message that has no styles to stderr.
///
/// # Errors
/// The output is closed.
pub fn talk(text: &str) -> io::Result<()> {
    talk_styled(&output::escape(text))
}

/// Prints a message with styles to stderr, in which the texts of others are escaped.
///
/// # Errors
/// The output is closed.
pub fn talk_styled(text: &str) -> io::Result<()> {
    writeln!(stderr(), "{text}")
}
