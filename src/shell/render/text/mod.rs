//! Formats replies as text.

pub mod advice;
pub mod catalogue;
pub mod causes;
pub mod diff;
pub mod difference;
pub mod error;
pub mod grid;
pub mod line;
pub mod narration;
pub mod odds;
pub mod position;
pub mod question;
pub mod question_diff;
pub mod rules;
pub mod stop;
pub mod time;

use crate::shell::reply::{Part, Reply};
use line::{Line, LineKind};

impl Reply {
    /// Formats the reply as text: [`reply`].
    pub fn text(&self) -> String {
        reply(self)
    }
}

/// Formats a reply as text without a final line end; empty if the reply is empty.
pub fn reply(reply: &Reply) -> String {
    line::joined(&lines(reply))
}

/// Formats a reply as lines, which are not wrapped.
pub fn lines(reply: &Reply) -> Vec<Line> {
    let mut lines: Vec<Line> = reply.parts.iter().flat_map(part).collect();
    if let Some(first) = lines.first_mut().filter(|_| reply.status.is_bad()) {
        first.kind = LineKind::Error;
        if let Some(Part::Errors { .. }) = reply.parts.first() {
            first.text.insert_str(0, "refused: ");
        }
    }
    lines.into_iter().map(Line::safe).collect()
}

/// The error and the hint of a failed input, without other output; `None` if nothing failed.
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
pub fn part(part: &Part) -> Vec<Line> {
    let lines = match part {
        Part::Started(started) => {
            let names = started.names.join(", ");
            vec![format!("{}: {names}; seed {}", started.title, started.seed)]
        }
        Part::Events(list) => narration::narrate(&list.events),
        Part::Listed { events, has_places } => causes::listed(events, *has_places),
        Part::Location(location) => vec![position::location(location)],
        Part::Decision(decision) => return question::decision(decision),
        Part::GameOver(outcome) => vec![position::game_over(Some(outcome))],
        Part::Causes(causes) => self::causes::causes(causes),
        Part::Change(change) => causes::change(change),
        Part::Next(next) => causes::next(next),
        Part::Frames { frames, is_whole: true } => frames.iter().flat_map(causes::frame).collect(),
        Part::Frames { frames, .. } => frames.first().map(causes::statement).unwrap_or_default(),
        Part::Stopped(stop) => stop::lines(stop),
        Part::Position(position) | Part::View { position, .. } => position::position(position),
        Part::Peek(peek) => return time::peek(peek),
        Part::Timeline(timeline) => time::timeline(timeline),
        Part::Diff(diff) => diff::lines(diff),
        Part::Difference(difference) => difference::lines(difference),
        Part::Picture(picture) => picture.lines.clone(),
        Part::Advice(advice) => advice::lines(advice),
        Part::Odds(odds) => odds::lines(odds),
        Part::Value { value } => vec![value.clone()],
        Part::Input { prompt, input, reply } => {
            return self::input(prompt.as_deref(), input, reply);
        }
        Part::Schema { schema } => vec![schema.to_string()],
        Part::Note { lines } => {
            let split = |line: &Line| {
                let texts = line.text.split('\n').map(|text| Line::new(line.kind, text));
                texts.collect::<Vec<_>>()
            };
            return lines.iter().flat_map(split).collect();
        }
        Part::Warning { message } => vec![format!("warning: {message}")],
        Part::Refused { message, hint } => {
            let hint = hint.iter().map(|hint| format!("  {hint}"));
            std::iter::once(format!("refused: {message}")).chain(hint).collect()
        }
        Part::Errors { errors } => return error::errors(errors),
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
