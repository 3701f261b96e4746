//! Functions of the language on values: what a row of such a function is, and how one is called.

use super::machine::{Eval, Exit, Machine};
use super::values;
use crate::kernel::{Fault, Transient, Value};
use crate::script::api::type_of;

/// A function of lists, texts, numbers or maps.
pub struct Native {
    pub name: &'static str,
    /// The types of its values, the receiver first. Functions of one name are tried in their order.
    pub params: &'static [Of],
    /// Whether it changes its first value, which is then put back where it comes from.
    pub changes: bool,
    pub run: Run,
}

/// Runs a function. It may change its first value in place, [`values::list_mut`], and take the
/// others. Faults have no place: the call adds it.
pub type Run = fn(&mut Machine<'_>, &mut [Value]) -> Eval;

/// The type of a value that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Any,
    Unit,
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

impl Of {
    /// Whether a value has this type.
    pub fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _)
            | (Self::Unit, Value::Unit)
            | (Self::Bool, Value::Bool(_))
            | (Self::Int, Value::Int(_))
            | (Self::Text, Value::Text(_) | Value::Kind(_))
            | (Self::Pile, Value::Zone(_))
            | (Self::Char, Value::Transient(Transient::Char(_)))
            | (Self::Map, Value::Transient(Transient::Map(_)))
            | (Self::Range, Value::Transient(Transient::Range(_)))
            | (Self::Closure, Value::Transient(Transient::Closure(_))) => true,
            (Self::List, value) => values::is_list(value),
            _ => false,
        }
    }
}

impl Native {
    /// Whether it takes values of these types.
    pub fn takes(&self, args: &[Value]) -> bool {
        self.params.len() == args.len()
            && self.params.iter().zip(args).all(|(of, value)| of.fits(value))
    }
}

/// The tables of functions; each file beside this one has one.
const TABLES: &[&[Native]] = &[];

/// Returns the functions of a name.
pub fn named(name: &str) -> impl Iterator<Item = &'static Native> {
    TABLES.iter().copied().flatten().filter(move |native| native.name == name)
}

impl Machine<'_> {
    /// Calls a closure with as many of these values as it takes: one of `counts`.
    pub fn call_closure(&mut self, closure: &Value, args: &[Value], counts: &[usize]) -> Eval {
        let Value::Transient(Transient::Closure(closure)) = closure else {
            return Err(self.fail("F0102", "expected a closure", "write one: `|item| item.len`"));
        };
        let n = usize::from(closure.n_params);
        if !counts.contains(&n) {
            let given = args.iter().take(counts[0]).map(type_of);
            let given = given.collect::<Vec<_>>().join(", ");
            let message = format!("a closure cannot be called with ({given})");
            let hint = "it takes another number of values: `|a, b| …` takes two";
            return Err(self.fail("F0102", message, hint));
        }
        self.enter_closure(closure, &args[..n])
    }

    /// Ends the run with a fault. Its place is added by what is running.
    #[cold]
    pub fn fail(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Exit {
        self.memory.fault = Some(Box::new(Fault::new(code, message).hint(hint)));
        Exit::Fault
    }

    /// Charges for elements that a function looks at.
    pub fn charge_elements(&mut self, n: usize) -> Eval<()> {
        self.charge((n / 32) as u32)
    }
}
