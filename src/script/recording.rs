//! An interpreted run that extends the trace: the results to replay, and the registers of its
//! opaque values.

use super::guard::{count, is_handle_list};
use super::trace_tree::{Operand, TraceCursor};
use crate::kernel::Value;

/// Identifies an opaque value of a run: the index of the value it was seen in, and its index among
/// the opaque values within that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    value: u16,
    part: u16,
}

/// An opaque value that is in no trace.
pub const NO_REGISTER: Register = Register { value: u16::MAX, part: 0 };

/// How operands refer to a value that the run has seen.
#[derive(Clone, Copy, Debug)]
enum SeenAt {
    /// As a whole.
    One,
    /// As a whole list, or as one of its opaque elements; holds their number.
    Row(usize),
    /// By the opaque values within it.
    Nested,
}

/// The recording of the current interpreted run.
#[derive(Debug)]
pub struct Recording {
    /// The position at which the trace is extended.
    pub cursor: TraceCursor,
    /// The results replayed to the script, the next one last.
    replayed: Vec<Value>,
    /// The values the run has seen so far; empty if the run is not traced.
    seen: Option<Vec<SeenAt>>,
    /// The number of opaque values of the last one that have been assigned registers.
    n_parts: u16,
}

impl Default for Recording {
    fn default() -> Self {
        Self { cursor: TraceCursor::Off, replayed: Vec::new(), seen: None, n_parts: 0 }
    }
}

impl Recording {
    /// Creates a recording that continues where a run along the trace stopped. `replayed` results
    /// are returned to the script again, the first one last.
    #[must_use]
    pub const fn new(cursor: TraceCursor, replayed: Vec<Value>) -> Self {
        Self { cursor, replayed, seen: Some(Vec::new()), n_parts: 0 }
    }

    /// Returns whether the run is traced.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.cursor, TraceCursor::Off)
    }

    /// Returns the recorded result of the next verb call while the interpreter is still replaying
    /// the trace.
    pub fn hand(&mut self) -> Option<Value> {
        self.replayed.pop()
    }

    /// Records a value that the script is about to see.
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

    /// Returns the register of the next opaque value within the last recorded value.
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

    /// Returns the operand for an opaque value: a reference to a value the run has seen, or a
    /// constant if it depends on the ruleset only.
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

    /// Returns the operand for a list: a reference if it equals a list that the script has seen.
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

    /// Returns the same operand without a reference to a whole list. The kernel stores what a hook
    /// returns, so a list of players returned by a verb must equal one built by the script.
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
