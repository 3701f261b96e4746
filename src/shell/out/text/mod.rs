//! Formats replies as text.

pub mod agents;
pub mod breakpoints;
pub mod catalogue;
pub mod causes;
pub mod chance;
pub mod diff;
pub mod error;
pub mod files;
pub mod game;
pub mod grid;
pub mod help;
pub mod io;
pub mod join;
pub mod line;
pub mod narration;
pub mod position;
pub mod question;
pub mod question_diff;
pub mod time;

use crate::debugger::reply::{Part, Reply};
use grid::PAGE_WIDTH;
use line::{Line, LineKind};

impl Reply {
    /// Formats the reply as text: [`reply`].
    #[must_use]
    pub fn text(&self) -> String {
        reply(self)
    }
}

/// Formats a reply as text without a final line end; empty if the reply is empty.
#[must_use]
pub fn reply(reply: &Reply) -> String {
    line::joined(&lines(reply))
}

/// Formats a reply as lines, with tables at the width of a page.
#[must_use]
pub fn lines(reply: &Reply) -> Vec<Line> {
    lines_within(reply, PAGE_WIDTH)
}

/// Formats a reply as lines, with tables of at most this many columns. Other lines are not wrapped.
#[must_use]
pub fn lines_within(reply: &Reply, columns: usize) -> Vec<Line> {
    let part = |part: &Part| match part {
        Part::Catalogue(reply) => {
            let lines = catalogue::lines(reply, columns);
            lines.iter().map(String::as_str).map(Line::from).collect()
        }
        part => self::part(part),
    };
    let mut lines: Vec<Line> = reply.parts.iter().flat_map(part).collect();
    if let Some(first) = lines.first_mut().filter(|_| reply.status.is_bad()) {
        first.kind = LineKind::Error;
    }
    lines.into_iter().map(Line::safe).collect()
}

/// The error and the hint of a failed input, without other output; `None` if nothing failed.
#[must_use]
pub fn problem(reply: &Reply) -> Option<String> {
    let problem = reply.parts.iter().find_map(|part| match part {
        Part::Refused { message, hint } => {
            let hint = hint.iter().map(|hint| format!("\n  {hint}"));
            Some(std::iter::once(message.clone()).chain(hint).collect())
        }
        Part::Errors { errors } => errors.first().map(|error| error.message.clone()),
        Part::Fault { error } => Some(error.message.clone()),
        Part::Assertion { expected, actual } => {
            Some(format!("expected {expected}, but found {actual}"))
        }
        _ => None,
    });
    let is_bad = reply.status.is_bad();
    problem.filter(|_| is_bad).or_else(|| is_bad.then(|| self::reply(reply)))
}

/// Formats one part of a reply.
#[must_use]
pub fn part(part: &Part) -> Vec<Line> {
    let lines = match part {
        Part::Picture { lines } => lines.clone(),
        Part::Events(list) => narration::narrate(&list.events),
        Part::Location(location) => vec![position::location(location)],
        Part::Decision(decision) => return question::decision(decision),
        Part::GameOver(outcome) => vec![position::game_over(Some(outcome))],
        Part::Causes(reply) => causes::lines(reply),
        Part::Next(next) => causes::next(next),
        Part::Breakpoints(reply) => breakpoints::lines(reply),
        Part::Time(reply) => return time::lines(reply),
        Part::Diff(reply) => diff::lines(reply),
        Part::Game(reply) => game::lines(reply, &lines),
        Part::Position(position) | Part::View { position, .. } => position::position(position),
        Part::Agents(reply) => agents::lines(reply),
        Part::Chance(reply) => chance::lines(reply),
        Part::Files(reply) => return files::lines(reply),
        Part::Io(reply) => return io::lines(reply, &lines),
        Part::Schema { schema } => vec![schema.to_string()],
        Part::Value { value } => vec![value.clone()],
        Part::Help(reply) => help::lines(reply),
        Part::Source(listing) => return help::listing(listing),
        Part::Catalogue(reply) => catalogue::lines(reply, PAGE_WIDTH),
        Part::Warning { message } => vec![format!("warning: {message}")],
        Part::Refused { message, hint } => {
            let hint = hint.iter().map(|hint| format!("  {hint}"));
            std::iter::once(format!("refused: {message}")).chain(hint).collect()
        }
        Part::Errors { errors } => return refused(error::errors(errors)),
        Part::Fault { error } => {
            let mut lines = error::error(error);
            lines.push("The game is as it was before.".into());
            return lines;
        }
        Part::Assertion { expected, actual } => {
            vec![format!("expected: {expected}"), format!("  actual: {actual}")]
        }
    };
    lines.iter().flat_map(|text| text.split('\n')).map(Line::from).collect()
}

fn refused(mut lines: Vec<Line>) -> Vec<Line> {
    if let Some(first) = lines.first_mut() {
        first.text.insert_str(0, "refused: ");
    }
    lines
}
