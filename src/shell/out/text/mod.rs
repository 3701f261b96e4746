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
pub mod join;
pub mod line;
pub mod narration;
pub mod position;
pub mod question;
pub mod question_diff;
pub mod time;

use crate::shell::reply::{Part, Reply};
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

/// Formats a reply as lines, which are not wrapped.
#[must_use]
pub fn lines(reply: &Reply) -> Vec<Line> {
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
        Part::Picture { lines } | Part::Note { lines } => lines.clone(),
        Part::Events(list) => narration::narrate(&list.events),
        Part::Location(location) => vec![position::location(location)],
        Part::Decision(decision) => return question::decision(decision),
        Part::GameOver(outcome) => vec![position::game_over(Some(outcome))],
        Part::Causes(reply) => causes::lines(reply),
        Part::Next(next) => causes::next(next),
        Part::Breakpoints(reply) => breakpoints::lines(reply),
        Part::Time(reply) => return time::lines(reply),
        Part::Diff(reply) => diff::lines(reply),
        Part::Game(reply) => game::lines(reply),
        Part::Position(position) | Part::View { position, .. } => position::position(position),
        Part::Agents(reply) => agents::lines(reply),
        Part::Chance(reply) => chance::lines(reply),
        Part::Files(reply) => return files::lines(reply),
        Part::Input { prompt, input, reply } => {
            return self::input(prompt.as_deref(), input, reply);
        }
        Part::Schema { schema } => vec![schema.to_string()],
        Part::Value { value } => vec![value.clone()],
        Part::Help(reply) => help::lines(reply),
        Part::Source(listing) => return help::listing(listing),
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

/// An input of a file, followed by its reply, or the reply to an input that was tried.
fn input(prompt: Option<&str>, input: &str, reply: &Reply) -> Vec<Line> {
    let Some(prompt) = prompt else { return lines(reply) };
    let indented = lines(reply).into_iter().map(Line::indented);
    std::iter::once(format!("{prompt}{input}").into()).chain(indented).collect()
}

fn refused(mut lines: Vec<Line>) -> Vec<Line> {
    if let Some(first) = lines.first_mut() {
        first.text.insert_str(0, "refused: ");
    }
    lines
}
