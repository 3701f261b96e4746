//! The errors of commands and their exit codes.

use crate::base::error::{self, Error};
use crate::base::output::{escape, escape_line};
use crate::repl::streams::stderr;
use crate::script::INTERRUPTED;
use crate::shell::reply::{Part, Reply};
use crate::variant::{Library, SET};
use std::ffi::OsStr;
use std::io::{self, Write};

/// The exit code of success.
pub(super) const OK: u8 = 0;

/// The exit code of findings: an error, a difference, a refused input.
pub(super) const FOUND: u8 = 1;

/// The exit code of a command.
pub(super) type CliResult = Result<u8, CliError>;

/// The exit code of an invalid command line.
const USAGE: u8 = 2;
/// The exit code of a file that cannot be read or written.
pub const UNREADABLE: u8 = 3;

/// The exit code of a run that the user has stopped, as shells give it for Ctrl-C.
pub const STOPPED: u8 = 130;

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
    /// The user stopped it before there were results.
    Stopped,
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
    /// The errors of loading a variant: of the command line if the variant does not exist or the
    /// arguments do not fit it, otherwise of its files.
    pub fn of_variant(library: &Library, id: &str, errors: Vec<Error>) -> Self {
        let is_set = |error: &Error| error.span.as_ref().is_some_and(|at| &*at.file == SET);
        let is_usage = |error: &Error| {
            is_set(error) || matches!(error.code, "V0120" | "V0123" | "A0101" | "A0103" | "A0105")
        };
        let is_missing = library.variant(id).is_none()
            && library.why_unreadable(&format!("variants/{id}.json")).is_none();
        if is_missing || errors.iter().all(is_usage) {
            Self::Unknown(errors)
        } else {
            Self::Invalid(errors)
        }
    }

    /// The error of a word of the command line that is kept as text.
    pub fn not_unicode(word: &OsStr) -> Self {
        Self::Usage(format!("`{}` is not valid Unicode", word.to_string_lossy()))
    }

    /// Changes its errors.
    pub fn mapped(mut self, change: &dyn Fn(&mut Error)) -> Self {
        if let Self::Unknown(errors) | Self::Invalid(errors) = &mut self {
            errors.iter_mut().for_each(change);
        }
        self
    }

    /// The error of a run that the user has stopped: an interrupted script is no error of its own.
    pub fn of_stopped_run(self) -> Self {
        match self {
            Self::Unknown(errors) | Self::Invalid(errors)
                if errors.iter().all(|error| error.code == INTERRUPTED) =>
            {
                Self::Stopped
            }
            error => error,
        }
    }

    /// Why an input that the command line asks for was not carried out.
    pub fn refused(reply: &Reply) -> Self {
        let errors = reply.parts.iter().find_map(|part| match part {
            Part::Errors { errors } => Some(errors.clone()),
            Part::Fault { error } => Some(vec![(**error).clone()]),
            _ => None,
        });
        match errors {
            Some(errors) => Self::Unknown(errors),
            None => Self::Usage(reply.problem().unwrap_or_default()),
        }
    }

    /// Turns it into errors that can be drawn.
    pub fn errors(self) -> Vec<Error> {
        match self {
            Self::Unknown(errors) | Self::Invalid(errors) => errors,
            Self::Usage(message) => vec![Error::new("C0001", message)],
            Self::Io(what, error) => vec![Error::new("C0002", failed(&what, &error))],
            Self::Output(error) => vec![Error::new("C0002", error.to_string())],
            Self::Stopped => Vec::new(),
        }
    }

    /// Prints it to stderr and returns the exit code. A closed output is not an error.
    pub fn report(&self) -> u8 {
        let (text, code) = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Usage(message) => (format!("error: {}", escape(message)), USAGE),
            Self::Unknown(errors) => (error::render(errors, true), USAGE),
            Self::Invalid(errors) => (error::render(errors, true), UNREADABLE),
            Self::Io(what, error) => (format!("error: {}", failed(what, error)), UNREADABLE),
            Self::Output(error) => (format!("error: {error}"), UNREADABLE),
            Self::Stopped => ("the run was stopped: there are no results yet".into(), STOPPED),
        };
        // A closed stderr is ignored.
        let _ = writeln!(stderr(), "{text}");
        code
    }
}

/// Why a file, whose name may be anybody's, cannot be read or written.
fn failed(what: &str, error: &io::Error) -> String {
    escape_line(&format!("{what}: {error}")).into_owned()
}

/// The exit code for this many unreadable files and failures.
pub(super) const fn exit_code(n_unreadable: usize, n_failed: usize) -> u8 {
    match (n_unreadable, n_failed) {
        (0, 0) => OK,
        (0, _) => FOUND,
        _ => UNREADABLE,
    }
}
