//! What is wrong with a script, as plain data; drawn with source and caret further out.

use super::event::Place;
use std::sync::Arc;

/// A script did something it must not. The game is as it was before the input that ran it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable code, for instance `F0104`.
    pub code: &'static str,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Where, if a script line is known.
    pub place: Option<Place>,
    /// The calls that led there, innermost first: function name and place of the call.
    pub chain: Vec<(String, Option<Place>)>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault without a place: the host adds the one of the running script line.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, chain: Vec::new(), hint: None }
    }

    /// The same, with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Why a hook has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asks a question that has no answer yet: the context holds the decision.
    Asked,
    /// It is wrong.
    Fault(Box<Fault>),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// A shared text, cheap to clone.
pub type Text = Arc<str>;
