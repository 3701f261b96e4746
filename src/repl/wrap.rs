//! Wraps long lines for narrow terminals.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// The gap between two options of a line, which is broken last.
const GAP: &str = "   ";

/// A placeholder for a non-breaking space.
const NO_BREAK: &str = "\u{a0}";

/// Wraps a line to a number of columns between words, with a hanging indent.
#[must_use]
pub fn wrap(line: &str, columns: usize) -> Vec<String> {
    if line.width() <= columns {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let indent = line[..line.len() - text.len()].width().min(columns / 3);
    let (first, more) = (" ".repeat(indent), " ".repeat((indent + 2).min(columns / 3)));
    let room = columns - more.len();
    let keep = |part: &str| {
        let is_kept = text.contains(GAP) && part.width() <= room;
        if is_kept { part.replace(' ', NO_BREAK) } else { part.to_owned() }
    };
    let parts = text.split(GAP).map(|part| keep(part.trim())).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.collect();
    let options = Options::new(columns)
        .initial_indent(&first)
        .subsequent_indent(&more)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let text = parts.join(GAP);
    let lines = textwrap::wrap(&text, options);
    lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}
