//! Formats files and replays.

use super::join::and;
use super::line::Line;
use super::{narration, position, question};
use crate::debugger::reply::{
    EventInfo, FileReply, LeftOut, PlyState, ReplayDifference, ReplayReport,
};
use crate::error::plural;

/// The maximum number of lines shown of each side of a difference.
const MAX_LINES: usize = 4;

/// Formats a reply as lines.
#[must_use]
pub fn lines(reply: &FileReply) -> Vec<Line> {
    match reply {
        FileReply::Recording { file } => {
            vec![format!("recording to {file}: all inputs so far and all that follow").into()]
        }
        FileReply::Saved { file, n_plies, n_branches, n_marks } => {
            let branches = (*n_branches > 1).then(|| plural(*n_branches, "branch"));
            let marks = (*n_marks > 0).then(|| plural(*n_marks, "mark"));
            let parts = std::iter::once(plural(*n_plies, "ply"));
            let parts: Vec<String> = parts.chain(branches).chain(marks).collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            vec![format!("{} saved in {file}", and(&parts)).into()]
        }
        FileReply::LibraryRead => vec!["scripts and variants were read again".into()],
        FileReply::Replayed(report) => replayed(report),
        FileReply::Functions { sources } => sources.iter().map(|s| s.as_str().into()).collect(),
    }
}

fn replayed(report: &ReplayReport) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![match report.changed.as_slice() {
        [] => "Nothing has changed in the scripts and the variant.".into(),
        names => format!("Changed: {}.", names.join(", ")).into(),
    }];
    lines.extend(super::error::errors(&report.findings));
    lines.extend(report.divergence.iter().map(|differs| {
        let (ply, typed, what) = (differs.ply, &differs.typed, &differs.message);
        format!("The replay differs from the saved game: ply {ply}, `{typed}`: {what}").into()
    }));
    lines.extend(report.left_out.iter().flat_map(left_out));
    lines.extend(report.difference.iter().flat_map(difference));
    let question = report.question.iter().flat_map(super::question_diff::question_diff);
    lines.extend(question.map(Line::from));
    lines.extend(report.same.then(|| "The replay goes the same way.".into()));
    lines
}

/// The inputs that are no longer possible, and why.
fn left_out(left_out: &LeftOut) -> Vec<Line> {
    let LeftOut { ply, n_plies, consecutive, input, marks } = left_out;
    let plies = match n_plies {
        1 => format!("Ply {ply} is"),
        n if *consecutive => format!("Plies {ply} to {} are", ply + n - 1),
        n => format!("Ply {ply} and {} that follow are", n - 1),
    };
    let why = match input.get() {
        Some(input) => format!("`{}` is impossible now: {}", input.typed, input.message),
        None => "an input is impossible now".into(),
    };
    let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
    let marks = (!marks.is_empty()).then(|| format!("Left out with them: mark {}.", and(&marks)));
    let mut lines = vec![format!("{plies} left out: {why}.").into()];
    lines.extend(marks.map(Line::from));
    lines.push("The next `:reload` tries again.".into());
    lines
}

fn difference(difference: &ReplayDifference) -> Vec<Line> {
    let ReplayDifference { ply, input, old, new } = difference;
    let typed = input.as_ref().map_or("the start", |input| input.shown());
    let mut lines = vec![format!("From ply {ply} on, `{typed}`, the game differs:")];
    let (was, is) = (told(old), told(new));
    let is_same = was.iter().map(|(line, _)| line).eq(is.iter().map(|(line, _)| line));
    let (was, is) = if is_same { (state(old), state(new)) } else { (was, is) };
    lines.extend(only("-", &was, &is));
    lines.extend(only("+", &is, &was));
    lines.into_iter().map(Line::from).collect()
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
