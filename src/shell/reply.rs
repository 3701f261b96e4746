//! The reply to an input: a [`Status`] and a list of [`Part`]s, which are data of the debugger or
//! what only a person reads. A new part is a variant with its lines in [`Part::text`] and in
//! `redact`; `render` formats whole replies as text or JSON. No code parses the formatted output.

use super::render::text::line::{Line, LineKind, joined};
use super::render::text::{
    advice, causes, diff, difference, error, narration, odds, position, question, stop, time,
};
use crate::base::error::Error;
use crate::debugger::reply::{
    AdviceInfo, Causes, ChangeInfo, DiffReply, EventInfo, EventList, FrameInfo, Location, NextInfo,
    OddsInfo, PeekInfo, ReplayDifference, StartedInfo, StopInfo, TimelineInfo, hidden_fault,
    redact_events, serialize_error, serialize_errors,
};
use crate::message::{
    DecisionInfo, OutcomeInfo, PictureInfo, PositionInfo, Redact, SeatName, Viewer, redact_fields,
};
use serde::{Serialize, Serializer};
use std::cell::OnceCell;

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was carried out.
    Done,
    /// It was not understood or is not possible; nothing changed.
    Refused,
    /// It asserted something that does not hold.
    Failed,
    /// A script is wrong; the game is as it was before.
    Fault,
    /// The person wants to leave.
    Quit,
}

/// The reply to one input.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The outcome of the input.
    pub status: Status,
    /// The parts of the reply, in order.
    pub parts: Vec<Part>,
    /// The lines it is shown as, once they are known.
    #[serde(skip)]
    rendered: OnceCell<Vec<Line>>,
}

impl PartialEq for Reply {
    fn eq(&self, other: &Self) -> bool {
        (self.status, &self.parts) == (other.status, &other.parts)
    }
}

impl Eq for Reply {}

/// One part of a reply: data for programs, or a note for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "part", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// A game was started.
    Started(StartedInfo),
    /// Events that happened.
    Events(EventList),
    /// Events one by one, with their numbers.
    Listed {
        /// The events, in order.
        events: Vec<EventInfo>,
        /// Whether their script lines are shown, too.
        #[serde(skip)]
        has_places: bool,
    },
    /// Where the game stands in its history.
    Location(Location),
    /// Who must choose what.
    Decision(DecisionInfo),
    /// The game is over.
    GameOver(OutcomeInfo),
    /// The causes of an event or of the decision.
    Causes(Box<Causes>),
    /// The change of a value.
    Change(Box<ChangeInfo>),
    /// The next event in the middle of a ply.
    Next(NextInfo),
    /// The functions of scripts that run where the game stands, innermost first.
    Frames {
        /// The functions.
        frames: Vec<FrameInfo>,
        /// Whether all of them are shown, not only the innermost one.
        #[serde(skip)]
        is_whole: bool,
    },
    /// Breakpoints and watches stopped the game.
    Stopped(Box<StopInfo>),
    /// A position.
    Position(PositionInfo),
    /// A position as the named seat knows it; the viewer of `:as` does not limit it.
    View {
        /// The seat.
        seat: SeatName,
        /// The position as it knows it.
        position: PositionInfo,
    },
    /// Another position; the game stays at the current one.
    Peek(Box<PeekInfo>),
    /// The plies of the current line.
    Timeline(TimelineInfo),
    /// The differences between two positions.
    Diff(DiffReply),
    /// The first ply that goes another way in a replay.
    Difference(Box<ReplayDifference>),
    /// A picture that the rules draw of the position.
    Picture(PictureInfo),
    /// The answer of a search.
    Advice(AdviceInfo),
    /// Inferences of a player about hidden cards.
    Odds(OddsInfo),
    /// The value of an expression.
    Value {
        /// The value as a script would write it.
        value: String,
    },
    /// An input on a copy of the game, or of a file, with its reply.
    Input {
        /// The prompt, where it is an input of a file.
        prompt: Option<String>,
        /// The input.
        input: String,
        /// Its reply, as much of it as the viewer then was shown.
        reply: Reply,
    },
    /// The JSON Schema of the machine protocol.
    Schema {
        /// The schema.
        schema: serde_json::Value,
    },
    /// A text that only a person reads.
    Note {
        /// Its lines.
        #[serde(serialize_with = "texts")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        lines: Vec<Line>,
    },
    /// Something went wrong beside the input.
    Warning {
        /// The message.
        message: String,
    },
    /// The input was refused.
    Refused {
        /// Why.
        message: String,
        /// The advice.
        hint: Option<String>,
    },
    /// The input was refused because files are wrong.
    Errors {
        /// The message.
        #[serde(serialize_with = "serialize_errors")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::debugger::reply::ErrorInfo>"))]
        errors: Vec<Error>,
    },
    /// A script is wrong; the game is as it was before.
    Fault {
        /// The message.
        #[serde(serialize_with = "serialize_error")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::debugger::reply::ErrorInfo"))]
        error: Box<Error>,
    },
    /// An assertion does not hold.
    Assertion {
        /// The expected text.
        expected: String,
        /// The actual value.
        actual: String,
    },
}

fn texts<S: Serializer>(lines: &[Line], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(lines.iter().map(|line| &line.text))
}

impl Redact for Part {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Events(events) => events.redact(viewer),
            Self::Listed { events, .. } => redact_events(events, viewer),
            Self::Location(location) => location.redact(viewer),
            Self::Decision(decision) => decision.redact(viewer),
            Self::Causes(causes) => causes.redact(viewer),
            Self::Change(change) => change.redact(viewer),
            Self::Next(next) => next.redact(viewer),
            Self::Frames { frames, .. } => frames.redact(viewer),
            Self::Stopped(stop) => stop.redact(viewer),
            Self::Position(position) => position.redact(viewer),
            Self::Peek(peek) => peek.redact(viewer),
            Self::Timeline(timeline) => timeline.redact(viewer),
            Self::Diff(diff) => diff.redact(viewer),
            Self::Difference(difference) => difference.redact(viewer),
            Self::Advice(advice) => advice.redact(viewer),
            Self::Fault { error } => **error = hidden_fault(),
            // `:view NAME` has its own viewer, independent of `:as`.
            Self::View { .. }
            | Self::Odds(_)
            | Self::Started(_)
            | Self::GameOver(_)
            | Self::Picture(_)
            | Self::Value { .. }
            // The reply to a nested input was redacted when it was given.
            | Self::Input { .. }
            | Self::Schema { .. }
            | Self::Note { .. }
            | Self::Warning { .. }
            | Self::Refused { .. }
            | Self::Errors { .. }
            | Self::Assertion { .. } => {}
        }
    }
}

impl Part {
    /// A note of one line.
    pub fn note(line: impl Into<String>) -> Self {
        Self::lines([line.into()])
    }

    /// A note of these lines.
    pub fn lines<L: Into<Line>>(lines: impl IntoIterator<Item = L>) -> Self {
        Self::Note { lines: lines.into_iter().map(Into::into).collect() }
    }

    /// Formats it as lines.
    pub fn text(&self) -> Vec<Line> {
        let lines = match self {
            Self::Started(started) => {
                let names = started.names.join(", ");
                vec![format!("{}: {names}; seed {}", started.title, started.seed)]
            }
            Self::Events(list) => narration::narrate(&list.events),
            Self::Listed { events, has_places } => causes::listed(events, *has_places),
            Self::Location(location) => vec![position::location(location)],
            Self::Decision(decision) => return question::decision(decision),
            Self::GameOver(outcome) => vec![position::game_over(Some(outcome))],
            Self::Causes(causes) => causes::causes(causes),
            Self::Change(change) => causes::change(change),
            Self::Next(next) => causes::next(next),
            Self::Frames { frames, is_whole: true } => {
                frames.iter().flat_map(causes::frame).collect()
            }
            Self::Frames { frames, .. } => {
                frames.first().map(causes::statement).unwrap_or_default()
            }
            Self::Stopped(stop) => stop::lines(stop),
            Self::Position(position) | Self::View { position, .. } => position::position(position),
            Self::Peek(peek) => return time::peek(peek),
            Self::Timeline(timeline) => time::timeline(timeline),
            Self::Diff(diff) => diff::lines(diff),
            Self::Difference(difference) => difference::lines(difference),
            Self::Picture(picture) => picture.lines.clone(),
            Self::Advice(advice) => advice::lines(advice),
            Self::Odds(odds) => odds::lines(odds),
            Self::Value { value } => vec![value.clone()],
            Self::Input { prompt, input, reply } => {
                return input_text(prompt.as_deref(), input, reply);
            }
            Self::Schema { schema } => vec![schema.to_string()],
            Self::Note { lines } => {
                let split = |line: &Line| {
                    let texts = line.text.split('\n').map(|text| Line::new(line.kind, text));
                    texts.collect::<Vec<_>>()
                };
                return lines.iter().flat_map(split).collect();
            }
            Self::Warning { message } => vec![format!("warning: {message}")],
            Self::Refused { message, hint } => {
                let hint = hint.iter().map(|hint| format!("  {hint}"));
                std::iter::once(format!("refused: {message}")).chain(hint).collect()
            }
            Self::Errors { errors } => return error::errors(errors),
            Self::Fault { error } => {
                let mut lines = error::error(error);
                lines.push("The game is as it was before.".into());
                return lines;
            }
            Self::Assertion { expected, actual } => {
                vec![format!("expected: {expected}"), format!("  actual: {actual}")]
            }
        };
        lines.iter().flat_map(|text| text.split('\n')).map(Line::from).collect()
    }
}

/// An input of a file, followed by its reply, or the reply to an input that was tried.
fn input_text(prompt: Option<&str>, input: &str, reply: &Reply) -> Vec<Line> {
    let Some(prompt) = prompt else { return reply.lines() };
    let indented = reply.lines().into_iter().map(Line::indented);
    std::iter::once(format!("{prompt}{input}").into()).chain(indented).collect()
}

impl Reply {
    /// A reply to an input that was carried out.
    pub const fn done(parts: Vec<Part>) -> Self {
        Self::new(Status::Done, parts)
    }

    /// Formats it as text without a final line end; empty if it is empty.
    pub fn text(&self) -> String {
        let lines = self.lines();
        joined(&lines)
    }

    /// Formats it as lines, which are not wrapped.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.parts.iter().flat_map(Part::text).collect();
        if let Some(first) = lines.first_mut().filter(|_| self.status.is_bad()) {
            first.kind = LineKind::Error;
            if let Some(Part::Errors { .. }) = self.parts.first() {
                first.text.insert_str(0, "refused: ");
            }
        }
        lines.into_iter().map(Line::safe).collect()
    }

    /// The error and the hint of a failed input, without other output; `None` if nothing failed.
    pub fn problem(&self) -> Option<String> {
        let problem = self.parts.iter().find_map(|part| match part {
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
        let is_bad = self.status.is_bad();
        problem.filter(|_| is_bad).or_else(|| is_bad.then(|| self.text()))
    }

    /// A reply with this status.
    pub const fn new(status: Status, parts: Vec<Part>) -> Self {
        Self { status, parts, rendered: OnceCell::new() }
    }

    /// Adds a warning.
    pub fn warn(&mut self, message: String) {
        self.add(Part::Warning { message });
    }

    /// Adds a part.
    pub fn add(&mut self, part: Part) {
        self.parts.push(part);
        self.rendered.take();
    }

    /// The lines it is shown as, which `render` makes at the first call.
    pub(super) fn rendered(&self, render: impl FnOnce(&Self) -> Vec<Line>) -> &[Line] {
        self.rendered.get_or_init(|| render(self))
    }
}

impl Status {
    /// Whether nothing came of the input.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Refused | Self::Failed | Self::Fault)
    }
}

redact_fields!(Reply: parts);
