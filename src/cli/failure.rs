//! Why a command could not do its work, and the exit code that says so.

use crate::debugger::reply::{Part, Reply};
use crate::error::{self, Error};
use crate::shell::out::text;
use std::io::{self, Write};

/// The command line is wrong.
const USAGE: u8 = 2;
/// Something cannot be read.
pub const UNREADABLE: u8 = 3;

/// Why a command stopped.
#[derive(Debug)]
pub enum CliError {
    /// The words of the command line make no sense together.
    Usage(String),
    /// The command line names something that there is not.
    Unknown(Vec<Error>),
    /// What it needs has mistakes.
    Mistakes(Vec<Error>),
    /// Reading or writing failed: what was tried, and why not.
    Io(String, io::Error),
    /// The output is closed or cannot be written.
    Output(io::Error),
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Vec<Error>> for CliError {
    fn from(errors: Vec<Error>) -> Self {
        Self::Mistakes(errors)
    }
}

impl CliError {
    /// Why an input that the command line asks for was not carried out.
    #[must_use]
    pub fn refused(reply: &Reply) -> Self {
        let errors = reply.parts.iter().find_map(|part| match part {
            Part::Errors { errors } => Some(errors.clone()),
            Part::Fault { error } => Some(vec![(**error).clone()]),
            _ => None,
        });
        match errors {
            Some(errors) => Self::Unknown(errors),
            None => Self::Usage(text::problem(reply).unwrap_or_default()),
        }
    }

    /// The same as errors that can be drawn.
    #[must_use]
    pub fn errors(self) -> Vec<Error> {
        match self {
            Self::Unknown(errors) | Self::Mistakes(errors) => errors,
            Self::Usage(message) => vec![Error::new("C0001", message)],
            Self::Io(what, error) => vec![Error::new("C0002", format!("{what}: {error}"))],
            Self::Output(error) => vec![Error::new("C0002", error.to_string())],
        }
    }

    /// Tells it on stderr and gives the exit code. That nobody reads on is no failure.
    #[must_use]
    pub fn report(&self) -> u8 {
        let (text, code) = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Usage(message) => (format!("error: {message}"), USAGE),
            Self::Unknown(errors) => (error::render(errors, true), USAGE),
            Self::Mistakes(errors) => (error::render(errors, true), UNREADABLE),
            Self::Io(what, error) => (format!("error: {what}: {error}"), UNREADABLE),
            Self::Output(error) => (format!("error: {error}"), UNREADABLE),
        };
        // Where stderr is closed too there is nobody left to tell.
        let _ = writeln!(anstream::stderr(), "{text}");
        code
    }
}
