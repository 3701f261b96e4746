//! A run that the interpreter makes so that the trace grows: what it is handed, and which of its
//! values is which.

use super::guard::{count, is_handle_list};
use super::trace_tree::{Operand, TraceCursor};
use crate::kernel::Value;

/// Which opaque value of a run one is: the how-manieth value the run has seen, and the how-manieth
/// opaque one within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    value: u16,
    part: u16,
}

/// What no trace knows of.
pub const NO_REGISTER: Register = Register { value: u16::MAX, part: 0 };

/// How a value that a run has seen is referred to.
#[derive(Clone, Copy, Debug)]
enum SeenAt {
    /// As a whole.
    One,
    /// As a whole, or one of so many opaque values in it.
    Row(usize),
    /// By the opaque values within it.
    Nested,
}

/// The run being interpreted.
#[derive(Debug)]
pub struct Recording {
    /// Where the trace grows.
    pub cursor: TraceCursor,
    /// The results that are handed to the script again, the next one last.
    replayed: Vec<Value>,
    /// The values the run has seen so far; none are counted where there is no trace.
    seen: Option<Vec<SeenAt>>,
    /// How many opaque values of the last one have got their registers.
    n_parts: u16,
}

impl Default for Recording {
    fn default() -> Self {
        Self { cursor: TraceCursor::Off, replayed: Vec::new(), seen: None, n_parts: 0 }
    }
}

impl Recording {
    /// A recording that goes on where a run along the trace has stopped: the script is handed what
    /// the run has seen so far, the first result last.
    #[must_use]
    pub const fn new(cursor: TraceCursor, replayed: Vec<Value>) -> Self {
        Self { cursor, replayed, seen: Some(Vec::new()), n_parts: 0 }
    }

    /// Whether the run is put on a trace.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.cursor, TraceCursor::Off)
    }

    /// The result that the next call of a verb has already had, if the interpreter is still behind
    /// the trace.
    pub fn hand(&mut self) -> Option<Value> {
        self.replayed.pop()
    }

    /// Notes a value that the script is about to see.
    pub fn saw(&mut self, value: &Value) {
        if let Some(seen) = &mut self.seen {
            seen.push(match value {
                _ if is_handle_list(value) => SeenAt::Row(count(value)),
                Value::List(_) => SeenAt::Nested,
                _ => SeenAt::One,
            });
            self.n_parts = 0;
        }
    }

    /// The register of the next opaque value within it.
    pub fn register(&mut self) -> Register {
        match &self.seen {
            None => NO_REGISTER,
            Some(seen) => {
                self.n_parts += 1;
                Register { value: seen.len() as u16 - 1, part: self.n_parts - 1 }
            }
        }
    }

    fn seen(&self, value: u16) -> SeenAt {
        self.seen.as_ref().map_or(SeenAt::Nested, |seen| seen[value as usize])
    }

    /// An opaque value: what it is of what the run has seen, or, if the ruleset told it, itself.
    #[must_use]
    pub fn opaque(&self, register: Register, value: &Value) -> Operand {
        if register == NO_REGISTER {
            return Operand::Constant(value.clone());
        }
        match self.seen(register.value) {
            SeenAt::One => Operand::Seen(register.value),
            SeenAt::Row(_) | SeenAt::Nested => Operand::Part(register.value, register.part),
        }
    }

    /// A list of operands, as the list the script has seen if it is one.
    #[must_use]
    pub fn list(&self, operands: Vec<Operand>) -> Operand {
        if let Some(Operand::Part(value, 0)) = operands.first()
            && let SeenAt::Row(len) = self.seen(*value)
            && len == operands.len()
            && operands.iter().zip(0..).all(|(o, part)| *o == Operand::Part(*value, part))
        {
            return Operand::Seen(*value);
        }
        Operand::List(operands.into())
    }

    /// The same operand without reference to a whole list: what a hook returns is kept by the
    /// kernel, and a list of players that a verb has made must not differ from one that the script
    /// has.
    #[must_use]
    pub fn spelled_out(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Seen(value) => match self.seen(value) {
                SeenAt::Row(len) => {
                    Operand::List((0..len as u16).map(|part| Operand::Part(value, part)).collect())
                }
                SeenAt::One | SeenAt::Nested => operand,
            },
            Operand::List(operands) => {
                Operand::List(operands.into_iter().map(|o| self.spelled_out(o)).collect())
            }
            Operand::Constant(_) | Operand::Part(..) => operand,
        }
    }
}
