//! The error and the result of a command.

use super::reply::{Part, Reply, Status};
use crate::base::error::Error;
use crate::debugger::Debugger;
use crate::transcript::ApplyError;
use std::io;

/// The error of an input.
pub(crate) enum CommandError {
    /// Refused: the reason, and a hint.
    Refused(String, Option<String>),
    /// Refused because files have errors.
    Errors(Vec<Error>),
    /// Failed, with the parts of the reply.
    Failed(Vec<Part>),
    Fault(Box<Error>),
    /// The user wants to leave.
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

    /// Converts it to a reply.
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

/// The result of a command.
pub(super) type CommandResult = Result<Vec<Part>, CommandError>;

/// The hint when the viewer sees too little.
pub(super) const SHOW_ALL: &str = "`:as` shows everything again";

pub(super) fn no_game() -> CommandError {
    CommandError::hinted("there is no game", "`:new classic ann bob cat` starts one")
}

pub(super) fn command_error(debugger: &Debugger, error: ApplyError) -> CommandError {
    match error {
        ApplyError::Impossible(why, hint) => CommandError::Refused(why, hint),
        ApplyError::Fault(fault) => {
            CommandError::Fault(Box::new(debugger.loaded.host.fault(&fault)))
        }
    }
}

/// The error of a file that cannot be written.
pub(super) fn unwritable(name: &str, why: &io::Error) -> CommandError {
    CommandError::refused(format!("cannot write {name}: {why}"))
}
