//! Script faults as plain data; they are rendered with source and caret elsewhere.

use std::fmt;
use std::sync::Arc;

/// A line of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScriptLine {
    /// The number of the script in the host.
    pub script: u16,
    /// The line, counted from 1.
    pub line: u16,
    /// The column, counted from 1.
    pub column: u16,
}

/// An error in a script. The game is rolled back to before the input that ran it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable code, for instance `F0104`.
    pub code: &'static str,
    /// The message, lower case, without a full stop.
    pub message: String,
    /// The location, if a script line is known.
    pub place: Option<ScriptLine>,
    /// The call chain, innermost first: function name and call site.
    pub chain: Vec<(String, Option<ScriptLine>)>,
    /// How to fix it.
    pub hint: Option<String>,
}

impl Fault {
    /// Creates a fault without a location: the host adds the running script line.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message, place: None, chain: Vec::new(), hint: None }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.message)
    }
}

impl std::error::Error for Fault {}

/// Why a hook has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asks a question without a recorded answer: the context holds the decision.
    Asked,
    Fault(Box<Fault>),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("the hook waits for an answer"),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Stop {}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// A shared string, cheap to clone.
pub type Text = Arc<str>;
