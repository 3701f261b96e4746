//! The welcome of the REPL, for a terminal of any width.

use super::paint::{STRONG, TYPED, paint};
use super::wrap::wrap;
use crate::shell::render::text::line::Line;
use crate::shell::{Shell, positions};
use unicode_width::UnicodeWidthStr;

/// The column in which the explanations of inputs begin.
const ABOUT: usize = 38;

/// Returns the lines above the position.
pub fn title(columns: usize) -> Vec<String> {
    let title = "Litterbox: take an exploding-cat card game apart.";
    let mut lines = wrap(&title.into(), columns);
    lines.iter_mut().for_each(|line| *line = paint(STRONG, line));
    lines.extend(wrap(&"Nothing can break: every input can be undone.".into(), columns));
    lines.push(String::new());
    lines
}

/// Returns the lines below the position: what can be tried in it.
pub fn suggestions(shell: &Shell, columns: usize, is_broken_off: bool) -> Vec<String> {
    let cards = shell.complete("play ");
    let card = cards.first().and_then(|card| card.text.split(' ').next()).unwrap_or("draw");
    let card = format!("?{card}");
    let table = shell.debugger().and_then(positions::example).unwrap_or_default();
    let mut lines = vec![String::new(), "Things to try:".to_owned()];
    for (input, about) in [
        ("draw", "an answer; Tab shows all that can be answered now"),
        (":back", "go back; an empty line repeats the command"),
        (&card, "what a card does; with ?? its script"),
        (&table, "set up a position; play the card, answer it, then `:why`"),
        (":why", "why this happened: the script line, the play, the answers"),
    ] {
        // Wide characters take two columns.
        let gap = (ABOUT - 4).saturating_sub(input.width());
        if columns < ABOUT + about.width() || gap == 0 {
            let input = wrap(&format!("  {input}").into(), columns);
            lines.extend(input.iter().map(|line| paint(TYPED, line)));
            lines.extend(wrap(&format!("      {about}").into(), columns));
        } else {
            lines.push(format!("  {}  {}{about}", paint(TYPED, input), " ".repeat(gap)));
        }
    }
    if is_broken_off {
        let (before, resume) = ("  The last session ended unexpectedly: ", RESUME);
        lines.extend(naming(before, resume, " resumes it.", columns));
    }
    lines.extend(naming("", ":help", " lists all commands, Ctrl-D exits.", columns));
    lines.push(String::new());
    lines
}

/// The command that resumes a session.
const RESUME: &str = "litterbox repl --resume";

/// The lines of a sentence that names an input, which stays together where it fits.
fn naming(before: &str, input: &str, after: &str, columns: usize) -> Vec<String> {
    let mut line = Line::from(format!("{before}{input}{after}").as_str());
    line.items.push(before.len()..before.len() + input.len());
    let lines = wrap(&line, columns);
    lines.iter().map(|line| line.replace(input, &paint(TYPED, input))).collect()
}
