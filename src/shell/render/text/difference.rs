//! Formats where a replay goes another way.

use super::{narration, position, question};
use crate::debugger::reply::{EventInfo, PlyState, ReplayDifference};

/// The maximum number of lines shown of each side of a difference.
const MAX_LINES: usize = 4;

/// Formats the first ply that goes another way as lines.
pub fn lines(difference: &ReplayDifference) -> Vec<String> {
    let ReplayDifference { ply, input, old, new } = difference;
    let typed = input.as_ref().map_or("the start", |input| input.shown());
    let mut lines = vec![format!("From ply {ply} on, `{typed}`, the game differs:")];
    let (was, is) = (told(old), told(new));
    let is_same = was.iter().map(|(line, _)| line).eq(is.iter().map(|(line, _)| line));
    let (was, is) = if is_same { (state(old), state(new)) } else { (was, is) };
    lines.extend(only("-", &was, &is));
    lines.extend(only("+", &is, &was));
    lines
}

/// The lines that are in only one of the lists.
fn only(mark: &str, these: &[(String, String)], those: &[(String, String)]) -> Vec<String> {
    let is_new = |text: &str| !those.iter().any(|(other, _)| other == text);
    let only = these.iter().filter(|(text, _)| is_new(text)).take(MAX_LINES);
    only.map(|(text, at)| format!("  {mark} {text}{at}")).collect()
}

/// The narration of a ply, each sentence with its script line.
fn told(ply: &PlyState) -> Vec<(String, String)> {
    let at = |event: &EventInfo| {
        event.at.as_ref().map_or_else(String::new, |at| format!("  [{}:{}]", at.file, at.line))
    };
    let told = narration::narrate_each(&ply.events.events);
    told.into_iter().map(|(line, event)| (line, at(event))).collect()
}

/// The position and the question after a ply.
fn state(ply: &PlyState) -> Vec<(String, String)> {
    let mut lines = position::position(&ply.position);
    let asked = ply.decision.iter().flat_map(question::decision);
    lines.extend(asked.map(|line| line.text));
    lines.extend(ply.outcome.iter().map(|outcome| position::game_over(Some(outcome))));
    lines.into_iter().map(|line| (line, String::new())).collect()
}
