//! Completion in sessions: the block is played up to the line.

use super::suggestion::{Suggestion, SuggestionSort, item};
use crate::base::Interrupt;
use crate::script::Control;
use crate::session::file::parse;
use crate::session::play_to::play_to;
use crate::shell::Shell;
use crate::shell::trust::FileAccess;
use crate::variant::Library;
use std::time::Duration;

/// Returns what can be typed next on a line, counted from 1, after this text of it; nothing outside
/// of blocks. The texts are whole words, as [`Shell::complete`] returns them. The block is played
/// within a time limit.
pub fn items(
    library: &Library,
    text: &str,
    (line, before): (usize, &str),
    limit: Duration,
) -> Vec<Suggestion> {
    let Some(at) = before.find("> ") else { return Vec::new() };
    let typed = &before[at + 2..];
    // What is typed so far may be no input yet.
    let mut lines: Vec<&str> = text.lines().collect();
    let Some(current) = lines.get_mut(line - 1) else { return Vec::new() };
    *current = "> :expect sound";
    let text = lines.join("\n") + "\n";
    // The block may not be closed yet.
    let file = parse("session", &text).or_else(|_| parse("session", &(text + "```\n")));
    let Ok(file) = file else { return Vec::new() };
    let interrupt = Interrupt::after(limit);
    let control = Control { interrupt, ..Control::default() };
    let mut shell = Shell::new(library.clone()).with_control(control);
    shell.trust.files = FileAccess::memory();
    if play_to(&file, line, &mut shell).is_none() {
        return Vec::new();
    }
    let completions = shell.complete(typed).into_iter();
    let items = completions.map(|found| {
        let kind = match found.text.starts_with(':') {
            true => SuggestionSort::Keyword,
            false => SuggestionSort::EnumMember,
        };
        item(&found.text, kind, found.about, "")
    });
    items.collect()
}
