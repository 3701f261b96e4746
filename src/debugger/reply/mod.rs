//! What the debugger and the shell answer: plain data that says everything and renders nothing.
//!
//! A [`Reply`] is a status and a list of [`Part`]s. Everything that not everybody may know is a
//! [`Secret`], which carries who may; [`Redact`] takes out what a viewer may not know before
//! anything is rendered. `shell::out` turns replies into text or JSON; nobody else makes sentences
//! of them, and nobody reads what was rendered.

mod error;
mod event;
mod location;
mod names;
mod position;
mod question;
mod secret;

pub use error::ErrorInfo;
pub use event::{EventData, EventInfo, EventList, MoveKind};
pub use location::{InputInfo, Location, Progress};
pub use names::{ActionInfo, Audience, KindName, SeatName, SubjectInfo, ValueInfo, ZoneInfo};
pub use position::{CounterInfo, Outcome, PileInfo, PositionInfo, SeatInfo, TurnInfo};
pub use question::{DecisionInfo, HandInfo, OptionData, OptionInfo, PromptInfo, QuestionInfo};
pub use secret::{Redact, Secret};
pub(crate) use secret::{public, redact_fields};

use crate::error::Error;
use crate::kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

/// What is answered to one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reply {
    /// What became of the input.
    pub status: Status,
    /// What there is to say, in order.
    pub parts: Vec<Part>,
}

/// One thing there is to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    /// Lines that are not data yet.
    Text {
        /// The lines.
        lines: Vec<String>,
    },
    /// What happened.
    Events(EventList),
    /// Where the game stands in its history.
    Location(Location),
    /// Who must choose what.
    Decision(DecisionInfo),
    /// The game is over.
    GameOver(Outcome),
    /// A position.
    Position(PositionInfo),
    /// A picture that the rules draw of the position.
    Picture {
        /// Its lines.
        lines: Vec<String>,
    },
    /// The value of an expression.
    Value {
        /// The value as a script would write it.
        value: String,
    },
    /// The JSON Schema of the machine protocol.
    Schema {
        /// The schema.
        schema: serde_json::Value,
    },
    /// Something went wrong beside the input.
    Warning {
        /// What.
        message: String,
    },
    /// The input was refused.
    Refused {
        /// Why.
        message: String,
        /// What to do.
        hint: Option<String>,
    },
    /// The input was refused because files are wrong.
    Errors {
        /// What is wrong.
        #[serde(serialize_with = "error::serialize_all")]
        #[schemars(with = "Vec<ErrorInfo>")]
        errors: Vec<Error>,
    },
    /// A script is wrong; the game is as it was before.
    Fault {
        /// What is wrong.
        #[serde(serialize_with = "error::serialize")]
        #[schemars(with = "ErrorInfo")]
        error: Box<Error>,
    },
    /// An assertion does not hold.
    Assertion {
        /// What was expected.
        expected: String,
        /// What is there.
        actual: String,
    },
}

impl Redact for Part {
    fn redact(&mut self, viewer: Seat) {
        match self {
            Self::Events(events) => events.redact(viewer),
            Self::Location(location) => location.redact(viewer),
            Self::Decision(decision) => decision.redact(viewer),
            Self::Position(position) => position.redact(viewer),
            Self::Text { .. }
            | Self::GameOver(_)
            | Self::Picture { .. }
            | Self::Value { .. }
            | Self::Schema { .. }
            | Self::Warning { .. }
            | Self::Refused { .. }
            | Self::Errors { .. }
            | Self::Fault { .. }
            | Self::Assertion { .. } => {}
        }
    }
}

/// A place in a script with the text of its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ScriptPlace {
    /// The script, `cards/favor.rhai`.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// What the line says, without its indentation.
    pub source: String,
}

impl Reply {
    /// A reply to an input that was carried out.
    #[must_use]
    pub const fn done(parts: Vec<Part>) -> Self {
        Self { status: Status::Done, parts }
    }

    /// A reply with this status.
    #[must_use]
    pub const fn new(status: Status, parts: Vec<Part>) -> Self {
        Self { status, parts }
    }
}

impl Status {
    /// Whether nothing came of the input.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Refused | Self::Failed | Self::Fault)
    }
}

redact_fields!(Reply: parts);
public!(ScriptPlace);
