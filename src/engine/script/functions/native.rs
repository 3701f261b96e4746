//! Functions of the language. A function knows nothing of the machine that runs scripts: what it
//! needs of it is a [`Runner`].

use crate::kernel::{Fault, Rules, Transient, Value};
use crate::script::meter::{CELLS_PER_OPERATION, MAX_LIST, MAX_MAP, MAX_TEXT};
use crate::script::values::{is_list, length};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The run that calls a function of the language, as far as the function needs it.
pub trait Runner {
    /// The rules of the game; empty ones where there is none.
    fn rules(&self) -> &Rules;

    /// The limits of its values.
    fn limits(&self) -> ValueLimits;

    /// Calls a closure with these values, as many as it takes.
    fn call(&mut self, closure: &Value, args: &[Value]) -> Outcome;

    /// Returns the text of a value, in quotation marks as an item of a list.
    ///
    /// # Errors
    /// The hook must not read a card that the text names.
    fn write(&mut self, value: &Value, is_item: bool) -> Result<String, Failure>;

    /// Prints a value, with its quotation marks.
    ///
    /// # Errors
    /// As those of [`Runner::write`].
    fn print(&mut self, value: &Value, is_quoted: bool) -> Result<(), Failure>;

    /// Returns a number below `n` from the generator of an agent; `n` is above 0.
    fn random(&mut self, n: u32) -> u32;

    /// Returns the cards of a pile.
    ///
    /// # Errors
    /// The hook must not read the pile.
    fn cards(&mut self, pile: &Value) -> Outcome;
}

/// The largest values of a run.
#[derive(Clone, Copy, Debug)]
pub struct ValueLimits {
    /// The number of bytes of a text.
    pub text: usize,
    /// The number of entries of a list.
    pub list: usize,
    /// The number of entries of a map.
    pub map: usize,
}

impl Default for ValueLimits {
    fn default() -> Self {
        Self { text: MAX_TEXT, list: MAX_LIST, map: MAX_MAP }
    }
}

/// Why a function returns no value.
#[derive(Debug)]
pub enum Failure {
    /// A fault without a place: that of the call.
    Fault(Box<Fault>),
    /// A value is larger than the limits.
    TooLarge,
    /// The run has ended in a part of it that the function called; the runner knows why.
    Ended,
}

/// The result of a function.
pub type Outcome<T = Value> = Result<T, Failure>;

/// A function of the language for values of certain types.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// The types of its values, the receiver first.
    pub params: &'static [Of],
    pub returned: Of,
    /// Whether it changes its first value, which is put back where it comes from.
    pub changes: bool,
    /// Whether its cost grows with the number of entries of its values.
    pub is_per_entry: bool,
    /// Runs it. It may take its values, and change the first one in place.
    pub run: fn(&mut dyn Runner, &mut [Value]) -> Outcome,
}

/// The type of a value that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Any,
    /// `()`.
    Nothing,
    Bool,
    Int,
    /// A text or a kind.
    Text,
    Char,
    List,
    Map,
    Range,
    Closure,
    Pile,
}

/// The entries of a map.
pub type Entries = BTreeMap<Arc<str>, Value>;

impl Of {
    /// Whether a value has this type.
    pub fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _)
            | (Self::Nothing, Value::Unit)
            | (Self::Bool, Value::Bool(_))
            | (Self::Int, Value::Int(_))
            | (Self::Text, Value::Text(_) | Value::Kind(_))
            | (Self::Pile, Value::Zone(_))
            | (Self::Char, Value::Transient(Transient::Char(_)))
            | (Self::Map, Value::Transient(Transient::Map(_)))
            | (Self::Range, Value::Transient(Transient::Range(_)))
            | (Self::Closure, Value::Transient(Transient::Closure(_))) => true,
            (Self::List, value) => is_list(value),
            _ => false,
        }
    }
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any => "value",
            Self::Nothing => "()",
            Self::Bool => "bool",
            Self::Int => "number",
            Self::Text => "text",
            Self::Char => "character",
            Self::List => "list",
            Self::Map => "map",
            Self::Range => "range",
            Self::Closure => "closure",
            Self::Pile => "pile",
        })
    }
}

impl Native {
    /// Whether it takes values of these types.
    pub fn takes(&self, args: &[Value]) -> bool {
        self.params.len() == args.len()
            && self.params.iter().zip(args).all(|(of, value)| of.fits(value))
    }

    /// The cost of a call, besides that of the call itself: 1 for 32 entries that it looks at.
    pub fn cost(&self, args: &[Value]) -> u32 {
        let n_entries: usize = match self.is_per_entry {
            true => args.iter().map(n_cells).sum(),
            false => 0,
        };
        (n_entries / CELLS_PER_OPERATION) as u32
    }
}

/// A fault that is reported at the call.
pub fn fault<T>(code: &'static str, message: String, hint: &str) -> Outcome<T> {
    Err(Failure::Fault(Box::new(Fault::new(code, message).hint(hint))))
}

/// The number of entries of a value, 8 bytes of a text as one.
fn n_cells(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len() / 8,
        Value::Transient(Transient::Map(entries)) => entries.len(),
        list => length(list),
    }
}
