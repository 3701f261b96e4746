//! Formats the history of a game.

use super::line::Line;
use super::{position, question};
use crate::base::error::plural;
use crate::debugger::reply::{InputInfo, PeekInfo, PlyInfo, TimelineInfo};

/// The maximum width of an input in a list of plies.
const WIDTH: usize = 60;

/// Formats the plies of a line as lines.
pub fn timeline(info: &TimelineInfo) -> Vec<String> {
    let mut lines = Vec::new();
    if info.n_branches > 1 {
        lines.push(format!("branch {}", info.branch));
    }
    let dots = |n: usize| (n > 0).then(|| format!("      … {}", plural(n, "ply")));
    let first = info.plies.first().map_or(0, |ply| ply.ply);
    let last = info.plies.last().map_or(info.last_ply, |ply| ply.ply);
    lines.extend(dots(first));
    lines.extend(info.plies.iter().map(|ply| {
        let here = match (ply.ply == info.ply, info.is_within) {
            (true, false) => "→",
            (true, true) => "↷",
            _ => " ",
        };
        self::ply(here, ply)
    }));
    lines.extend(dots(info.last_ply - last));
    lines
}

fn ply(here: &str, info: &PlyInfo) -> String {
    let marks = info.marks.iter().map(|name| format!("mark {name}"));
    let leaving = info.leaving.iter().map(|name| format!("branch {name} splits off here"));
    let notes: Vec<String> = marks.chain(leaving).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join(", ")) };
    format!("{here} {:>4}  {}{notes}", info.ply, input(info.input.as_ref()))
}

/// The input that made a ply, shortened.
pub fn input(input: Option<&InputInfo>) -> String {
    let Some(input) = input else { return "the start".into() };
    let seat = input.seat.as_deref().unwrap_or_default();
    let whole = input.shown();
    let typed: String = whole.chars().take(WIDTH).collect();
    let more = if typed.len() < whole.len() { "…" } else { "" };
    format!("{seat}> {typed}{more}")
}

/// Formats another position as lines.
pub fn peek(peek: &PeekInfo) -> Vec<Line> {
    let mut lines = vec![Line::from(position::location(&peek.location))];
    lines.extend(position::position(&peek.position).into_iter().map(Line::from));
    match (&peek.decision, &peek.outcome) {
        (Some(decision), _) => lines.extend(question::decision(decision)),
        (None, outcome) => lines.push(position::game_over(outcome.as_ref()).into()),
    }
    let current = position::location(&peek.current);
    let current = format!("{}{}", current[..1].to_lowercase(), &current[1..]);
    lines.push(format!("The game stays where it is: {current}").into());
    lines
}
