//! A run that the interpreter makes so that the tape grows: what it is handed, and which of its
//! values is which.

use super::shape::{count, is_row};
use super::tape::{Cursor, Operand};
use crate::kernel::Value;

/// Which opaque value of a run one is: the how-manieth value the run has seen, and the how-manieth
/// opaque one within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    value: u16,
    part: u16,
}

/// What no tape knows of.
pub const NO_REGISTER: Register = Register { value: u16::MAX, part: 0 };

/// How a value that a run has seen is referred to.
#[derive(Clone, Copy, Debug)]
enum Seen {
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
    /// Where the tape grows.
    pub cursor: Cursor,
    /// The results that are handed to the script again, the next one last.
    handed: Vec<Value>,
    /// The values the run has seen so far; none are counted where there is no tape.
    seen: Option<Vec<Seen>>,
    /// How many opaque values of the last one have got their registers.
    n_parts: u16,
}

impl Default for Recording {
    fn default() -> Self {
        Self { cursor: Cursor::Off, handed: Vec::new(), seen: None, n_parts: 0 }
    }
}

impl Recording {
    /// A recording that goes on where a run along the tape has stopped: the script is handed what
    /// the run has seen so far, the first result last.
    #[must_use]
    pub const fn new(cursor: Cursor, handed: Vec<Value>) -> Self {
        Self { cursor, handed, seen: Some(Vec::new()), n_parts: 0 }
    }

    /// Whether the run is put on a tape.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.cursor, Cursor::Off)
    }

    /// The result that the next call of a verb has already had, if the interpreter is still behind
    /// the tape.
    pub fn hand(&mut self) -> Option<Value> {
        self.handed.pop()
    }

    /// Notes a value that the script is about to see.
    pub fn saw(&mut self, value: &Value) {
        if let Some(seen) = &mut self.seen {
            seen.push(match value {
                _ if is_row(value) => Seen::Row(count(value)),
                Value::List(_) => Seen::Nested,
                _ => Seen::One,
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

    fn seen(&self, value: u16) -> Seen {
        self.seen.as_ref().map_or(Seen::Nested, |seen| seen[value as usize])
    }

    /// An opaque value: what it is of what the run has seen, or, if the ruleset told it, itself.
    #[must_use]
    pub fn opaque(&self, register: Register, value: &Value) -> Operand {
        if register == NO_REGISTER {
            return Operand::Constant(value.clone());
        }
        match self.seen(register.value) {
            Seen::One => Operand::Seen(register.value),
            Seen::Row(_) | Seen::Nested => Operand::Part(register.value, register.part),
        }
    }

    /// A list of operands, as the list the script has seen if it is one.
    #[must_use]
    pub fn list(&self, operands: Vec<Operand>) -> Operand {
        if let Some(Operand::Part(value, 0)) = operands.first()
            && let Seen::Row(len) = self.seen(*value)
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
                Seen::Row(len) => {
                    Operand::List((0..len as u16).map(|part| Operand::Part(value, part)).collect())
                }
                Seen::One | Seen::Nested => operand,
            },
            Operand::List(operands) => {
                Operand::List(operands.into_iter().map(|o| self.spelled_out(o)).collect())
            }
            Operand::Constant(_) | Operand::Part(..) => operand,
        }
    }
}
