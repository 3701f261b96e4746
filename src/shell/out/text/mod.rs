//! Replies as text.

pub mod narration;
pub mod position;
pub mod question;

use crate::debugger::question_diff::{AskedAfter, QuestionDiff};
use crate::debugger::reply::{Part, Reply};
use crate::error;

impl Reply {
    /// The reply as text: [`reply`].
    #[must_use]
    pub fn text(&self) -> String {
        reply(self)
    }
}

/// A reply as text, without a line end after it; empty where there is nothing to say.
#[must_use]
pub fn reply(reply: &Reply) -> String {
    reply.parts.iter().flat_map(part).collect::<Vec<_>>().join("\n")
}

/// One part of a reply, line by line.
#[must_use]
pub fn part(part: &Part) -> Vec<String> {
    match part {
        Part::Text { lines } | Part::Picture { lines } => lines.clone(),
        Part::Events(list) => narration::narrate(&list.events),
        Part::Location(location) => vec![position::location(location)],
        Part::Decision(decision) => question::decision(decision),
        Part::GameOver(outcome) => vec![position::game_over(&outcome.winners)],
        Part::Position(position) => position::position(position),
        Part::Schema { schema } => vec![schema.to_string()],
        Part::Value { value } => vec![value.clone()],
        Part::Warning { message } => vec![format!("warning: {message}")],
        Part::Refused { message, hint } => {
            let hint = hint.iter().map(|hint| format!("  {hint}"));
            std::iter::once(format!("refused: {message}")).chain(hint).collect()
        }
        Part::Errors { errors } => vec![format!("refused: {}", error::render(errors, false))],
        Part::Fault { error } => vec![error.to_string(), "The game is as it was before.".into()],
        Part::Assertion { expected, actual } => {
            vec![format!("expected: {expected}"), format!("  actual: {actual}")]
        }
    }
}

/// Names in a row: `ann, bob and cat`.
#[must_use]
pub fn and(names: &[&str]) -> String {
    match names {
        [] => "nobody".into(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// A number of things: `1 ply`, `2 plies`.
#[must_use]
pub fn number_of(n: usize, one: &str, several: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {several}") }
}

/// A question that is another one than it was, where the viewer may know what others are asked.
#[must_use]
pub fn question_diff(diff: &QuestionDiff) -> Vec<String> {
    let QuestionDiff { ply, typed, old, new } = diff;
    let head = format!("After ply {ply}, `{typed}`, another question is asked:");
    [vec![head], both_questions(old, new)].concat()
}

/// Both questions, one below the other.
#[must_use]
pub fn both_questions(old: &AskedAfter, new: &AskedAfter) -> Vec<String> {
    [asked_after("old", old), asked_after("new", new)].concat()
}

fn asked_after(when: &str, asked: &AskedAfter) -> Vec<String> {
    let question = match (&asked.question, &asked.outcome) {
        (Some(question), _) => {
            format!("{} ({})", question::asked(question), question::option_list(&question.options))
        }
        (None, outcome) => {
            let winners = outcome.iter().flat_map(|outcome| &outcome.winners);
            let winners: Vec<&str> = winners.map(AsRef::as_ref).collect();
            format!("the game is over: {} has won", and(&winners))
        }
    };
    let at = asked.at.as_ref();
    let at = at.map(|at| format!("    by {}:{}: {}", at.file, at.line, at.source));
    std::iter::once(format!("  {when}: {question}")).chain(at).collect()
}
