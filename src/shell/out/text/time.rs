//! Formats the history of a game.

use super::line::Line;
use super::question_diff::both_questions;
use super::{position, question};
use crate::debugger::reply::{
    BranchInfo, EditInfo, InputInfo, MarkInfo, PeekInfo, PlyInfo, ReplayEnd, TimeReply,
    TimelineInfo,
};
use crate::error::plural;

/// The maximum width of an input in a list of plies.
const WIDTH: usize = 60;

/// Formats the reply of a history command.
#[must_use]
pub fn lines(reply: &TimeReply) -> Vec<Line> {
    let lines = match reply {
        TimeReply::Timeline(info) => timeline(info),
        TimeReply::Branches { branches: list } => branches(list),
        TimeReply::OnBranch { branch } => vec![format!("On branch {branch}.")],
        TimeReply::BranchCreated { branch, ply, old_branch } => {
            vec![format!("On branch {branch} from ply {ply}; {old_branch} stays as it is.")]
        }
        TimeReply::Marks { marks } if marks.is_empty() => vec!["there are no marks".into()],
        TimeReply::Marks { marks } => {
            marks.iter().map(|MarkInfo { name, ply }| format!("{name}  ply {ply}")).collect()
        }
        TimeReply::Marked(MarkInfo { name, ply }) => vec![format!("ply {ply} is marked {name}")],
        TimeReply::MarkDeleted { name } => vec![format!("deleted mark {name}")],
        TimeReply::Peek(peek) => return self::peek(peek),
        TimeReply::Edited(edited) => edit(edited),
    };
    lines.into_iter().map(Line::from).collect()
}

fn timeline(info: &TimelineInfo) -> Vec<String> {
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
#[must_use]
pub fn input(input: Option<&InputInfo>) -> String {
    let Some(input) = input else { return "the start".into() };
    let seat = input.seat.as_deref().unwrap_or_default();
    let whole = input.shown();
    let typed: String = whole.chars().take(WIDTH).collect();
    let more = if typed.len() < whole.len() { "…" } else { "" };
    format!("{seat}> {typed}{more}")
}

fn branches(list: &[BranchInfo]) -> Vec<String> {
    let width = list.iter().map(|branch| branch.name.chars().count()).max().unwrap_or(0);
    let line = |branch: &BranchInfo| {
        let BranchInfo { name, last_ply, leaves_after, ply, .. } = branch;
        let plies = plural(*last_ply, "ply");
        match ply {
            None => format!("  {name:width$}  {plies}; splits off after ply {leaves_after}"),
            Some(ply) if ply == last_ply => format!("→ {name:width$}  {plies}"),
            Some(ply) => format!("→ {name:width$}  {plies}; the game is at ply {ply}"),
        }
    };
    list.iter().map(line).collect()
}

fn peek(peek: &PeekInfo) -> Vec<Line> {
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

fn edit(info: &EditInfo) -> Vec<String> {
    let EditInfo { branch, old_branch, n_replayed, end, .. } = info;
    let head = format!("On branch {branch}; {old_branch} stays as it is.");
    let rest = match (end, n_replayed) {
        (Some(end), _) => replay_end(end),
        (None, 0) => vec!["Nothing came after it.".into()],
        (None, n) => vec![plies_after(*n, "replayed")],
    };
    std::iter::once(head).chain(rest).collect()
}

fn replay_end(end: &ReplayEnd) -> Vec<String> {
    let ply = end.ply;
    let left = match end.n_left_out {
        0 => String::new(),
        n => format!(" {}", plies_after(n, "left out")),
    };
    let Some(refused) = end.refused.get() else {
        return vec![format!("Ply {ply} is no longer possible.{left}")];
    };
    let (seat, typed) = (refused.seat.as_deref().unwrap_or_default(), &refused.typed);
    let why = &refused.why;
    let head = format!("Ply {ply}, {seat}> {typed}, is no longer possible: {why}.{left}");
    std::iter::once(head).chain(both_questions(&refused.old, &refused.new)).collect()
}

fn plies_after(n: usize, what: &str) -> String {
    match n {
        1 => format!("The ply after it is {what}."),
        n => format!("The {n} plies after it are {what}."),
    }
}
