//! Why an input was not carried out, and what a command answers when it was.

use crate::debugger::reply::{Part, Reply, Status};
use crate::error::Error;

/// Why an input was not carried out.
pub(crate) enum CommandError {
    /// It is refused: why, and what to do.
    Refused(String, Option<String>),
    /// It is refused because files are wrong.
    Errors(Vec<Error>),
    /// It failed: what there is to say.
    Failed(Vec<Part>),
    /// A script is wrong.
    Fault(Box<Error>),
    /// The person wants to leave.
    Quit,
}

impl CommandError {
    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into(), None)
    }

    pub(super) fn hinted(why: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Refused(why.into(), Some(hint.into()))
    }

    pub(super) fn errors(errors: &[Error]) -> Self {
        Self::Errors(errors.to_vec())
    }

    /// A failure that is told in lines.
    pub(super) fn failed(text: impl Into<String>) -> Self {
        Self::Failed(vec![text_part(&text.into())])
    }

    /// The reply that says so.
    pub(super) fn reply(self) -> Reply {
        match self {
            Self::Refused(message, hint) => {
                Reply::new(Status::Refused, vec![Part::Refused { message, hint }])
            }
            Self::Errors(errors) => Reply::new(Status::Refused, vec![Part::Errors { errors }]),
            Self::Failed(parts) => Reply::new(Status::Failed, parts),
            Self::Fault(error) => Reply::new(Status::Fault, vec![Part::Fault { error }]),
            Self::Quit => Reply::new(Status::Quit, Vec::new()),
        }
    }
}

pub(super) fn text_part(text: &str) -> Part {
    Part::Text { lines: text.lines().map(str::to_owned).collect() }
}

/// The parts of a text that is not data yet.
pub(super) fn text_parts(text: &str) -> Vec<Part> {
    if text.is_empty() { Vec::new() } else { vec![text_part(text)] }
}

/// What a command answers when it is carried out.
pub(super) type CommandResult = Result<Vec<Part>, CommandError>;

/// The same for a command whose replies are not data yet.
pub(super) type TextResult = Result<String, CommandError>;
