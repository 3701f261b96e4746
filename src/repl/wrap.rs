//! Long lines at a narrow terminal.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// What stands between two options of a line: they are kept together where there is room.
const GAP: &str = "   ";

/// Stands for a space at which no line is broken.
const NO_BREAK: &str = "\u{a0}";

/// The lines that a line is shown as where there are so many columns: cut between words, what
/// follows indented further than its beginning.
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
