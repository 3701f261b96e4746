//! The prompt before an input, as it is pasted or written in a session.

use crate::base::error::is_word;

/// Splits a line into its prompt, if it has one (`ann` of `ann> draw`, empty for `> :back`), and
/// the rest.
pub fn prompted(line: &str) -> (Option<&str>, &str) {
    match prompt_end(line) {
        0 => (None, line),
        end => (Some(&line[..end - 2]), &line[end..]),
    }
}

/// The byte offset of the end of the prompt; 0 without one.
pub(super) fn prompt_end(line: &str) -> usize {
    // Only the first word is read: commands may be nested thousands of times.
    let word = line.split([' ', '>']).next().unwrap_or_default();
    let has_prompt = is_word(word) && line[word.len()..].starts_with("> ");
    if has_prompt { word.len() + 2 } else { 0 }
}
