//! The errors of commands and their exit codes.

use crate::error::{self, Error};
use std::io::{self, Write};

/// The exit code of an invalid command line.
const USAGE: u8 = 2;
/// The exit code of a file that cannot be read or written.
pub const UNREADABLE: u8 = 3;

/// The error of a command.
#[derive(Debug)]
pub enum CliError {
    /// The arguments are invalid.
    Usage(String),
    /// An argument names something that does not exist.
    Unknown(Vec<Error>),
    /// A file it needs has errors.
    Invalid(Vec<Error>),
    /// Reading or writing failed: what, and why.
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
        Self::Invalid(errors)
    }
}

impl CliError {
    /// Converts it to errors for rendering.
    #[must_use]
    pub fn errors(self) -> Vec<Error> {
        match self {
            Self::Unknown(errors) | Self::Invalid(errors) => errors,
            Self::Usage(message) => vec![Error::new("C0001", message)],
            Self::Io(what, error) => vec![Error::new("C0002", format!("{what}: {error}"))],
            Self::Output(error) => vec![Error::new("C0002", error.to_string())],
        }
    }

    /// Prints it to stderr and returns the exit code. A closed output is not an error.
    #[must_use]
    pub fn report(&self) -> u8 {
        let (text, code) = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Usage(message) => {
                // A refused input and a rendered error have prefixes of their own.
                let message = message.trim_start_matches("refused: ");
                let is_drawn = message.starts_with("error[");
                (format!("{}{message}", if is_drawn { "" } else { "error: " }), USAGE)
            }
            Self::Unknown(errors) => (error::render(errors, true), USAGE),
            Self::Invalid(errors) => (error::render(errors, true), UNREADABLE),
            Self::Io(what, error) => (format!("error: {what}: {error}"), UNREADABLE),
            Self::Output(error) => (format!("error: {error}"), UNREADABLE),
        };
        // A closed stderr is ignored.
        let _ = writeln!(anstream::stderr(), "{text}");
        code
    }
}
