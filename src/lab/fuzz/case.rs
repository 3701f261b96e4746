//! How a game is played with all checks, and how it fails.

use super::coverage_points::CoverageHits;
use crate::base::error::{Error, plural};
use crate::invariants::Violation;
use crate::kernel::Game;
use crate::script::Host;
use std::fmt;
use std::rc::Rc;
use std::time::Instant;

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    Script,
    /// An invariant of every decision is violated.
    Unsound,
    /// An `--always` expression is false.
    Promise,
    /// The game does not end.
    Endless,
    Panic,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFailure {
    pub broken: FailureKind,
    /// A short description and the location: failures with equal names are one finding.
    pub name: String,
    pub message: String,
    /// The input that shows the failure and its expected output; `None` if the last answer shows
    /// it.
    pub shown_by: Option<(String, String)>,
}

/// The result of a played case.
#[derive(Clone, Debug, Default)]
pub struct RunLog {
    pub inputs: Vec<usize>,
    /// The failure, if any.
    pub failure: Option<CaseFailure>,
    /// Whether it was stopped at the limit of answers.
    pub stopped: bool,
    /// The coverage points it reached.
    pub used: CoverageHits,
}

/// How a case is played.
#[derive(Clone, Default)]
pub struct Bounds {
    /// The maximum number of answers.
    pub limit: usize,
    /// The smallest and the largest number of players, for coverage.
    pub sizes: (usize, usize),
    /// Whether only what has changed of the table is checked, except at each hundredth decision
    /// and at the end, and what players can know at every other one. Otherwise all is checked.
    pub is_incremental: bool,
    /// If set, a finished game is replayed with agents on these scripts, and must take the same
    /// course.
    pub again: Option<Rc<Host>>,
    /// Expressions that must be true before each action of a turn and at the end of the game.
    pub always: Vec<String>,
    /// The number of random reassignments of hidden cards per decision to detect leaks; at least 1.
    pub n_guesses: usize,
    /// The deadline, after which the game is left.
    pub until: Option<Instant>,
}

/// Chooses an option; `None` ends the game.
pub type Choose<'a> = dyn FnMut(&Game, &CoverageHits, usize) -> Option<usize> + 'a;

/// The name of a script fault: its code and line.
fn fault_name(error: &Error) -> String {
    match &error.span {
        Some(span) => format!("{} at {}:{}", error.code, span.file, span.line),
        None => error.code.to_owned(),
    }
}

impl CaseFailure {
    pub(super) fn of(error: &Error) -> Self {
        let (broken, name) = (FailureKind::Script, fault_name(error));
        Self { broken, name, message: error.to_string(), shown_by: None }
    }

    /// The failure of a game that does not end within this many answers.
    pub fn endless(limit: u64) -> Self {
        Self {
            broken: FailureKind::Endless,
            name: "game does not end".to_owned(),
            message: format!(
                "random games from here do not end within {}",
                plural(limit, "answer")
            ),
            shown_by: Some((format!(":expect ends {limit}"), String::new())),
        }
    }

    pub(super) fn promise(code: &str, value: &str) -> Self {
        Self {
            broken: FailureKind::Promise,
            name: "--always failed".to_owned(),
            message: format!("`{code}` is {value}"),
            shown_by: Some((format!("= {code}"), "true".to_owned())),
        }
    }

    /// The failure of a violated invariant.
    pub fn unsound(unsound: Violation) -> Self {
        let Violation { what, why } = unsound;
        Self {
            broken: FailureKind::Unsound,
            name: what.to_owned(),
            message: why,
            shown_by: Some((":expect sound".to_owned(), String::new())),
        }
    }
}

impl fmt::Display for CaseFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.message)
    }
}

impl std::error::Error for CaseFailure {}
