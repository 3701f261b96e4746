//! Wraps long lines for narrow terminals.

use crate::shell::render::text::line::Line;
use std::borrow::Cow;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// A placeholder for a space at which a line is not broken.
const NO_BREAK: &str = "\u{a0}";

/// Wraps a line to a number of columns between words, with a hanging indent. Items are broken only
/// if they are longer than a line, and so are words.
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
    let lines = textwrap::wrap(kept.trim_start(), options.clone().break_words(false));
    let unbroken = |line: &Cow<'_, str>| match line.trim_start() {
        _ if line.width() <= columns => vec![line.to_string()],
        // A word that fits without its indent is not broken.
        word if word.width() <= columns => vec![word.to_owned()],
        word => textwrap::wrap(word, &options).into_iter().map(Cow::into_owned).collect(),
    };
    let lines = lines.iter().flat_map(unbroken);
    lines.map(|line| line.replace(NO_BREAK, " ")).collect()
}
