//! Wraps long lines for narrow terminals.

use crate::shell::render::text::line::Line;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// A placeholder for a space at which a line is not broken.
const NO_BREAK: &str = "\u{a0}";

/// Wraps a line to a number of columns between words, with a hanging indent. Items are broken only
/// if they are longer than a line.
pub fn wrap(line: &Line, columns: usize) -> Vec<String> {
    let Line { text, items, .. } = line;
    if text.width() <= columns {
        return vec![text.clone()];
    }
    let indent = text[..text.len() - text.trim_start().len()].width().min(columns / 3);
    let (first, more) = (" ".repeat(indent), " ".repeat((indent + 2).min(columns / 3)));
    let mut kept = text.clone();
    // From the end, so that the ranges of the other items stay valid.
    for item in items.iter().rev() {
        let part = &text[item.clone()];
        if part.width() <= columns - more.len() {
            kept.replace_range(item.clone(), &part.replace(' ', NO_BREAK));
        }
    }
    let options = Options::new(columns)
        .initial_indent(&first)
        .subsequent_indent(&more)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(kept.trim_start(), options);
    lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}
