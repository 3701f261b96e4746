//! Watched runs: what coverage, the debugger and `:why` see of the machine that runs scripts.
//!
//! The functions of a host that is watched say where they are; those of other hosts have nothing
//! of it, so that being watched costs only those who watch.

use crate::kernel::effect::EffectContext;
use crate::kernel::{ScriptLine, Transient, Value};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A statement of a function that is watched.
#[derive(Debug)]
pub struct StatementMark {
    /// Its number among the statements that are counted or recorded.
    pub number: usize,
    pub place: ScriptLine,
    /// The variables that it may name, innermost last, with their slots.
    pub variables: Box<[(Arc<str>, u16)]>,
}

/// A function or closure that is running.
#[derive(Debug)]
pub struct OpenFrame {
    pub function: Arc<str>,
    /// The place of its first slot on the stack.
    pub base: usize,
    /// The statement that it has begun last.
    pub statement: Option<Arc<StatementMark>>,
}

/// A function that has returned, and its result.
#[derive(Debug)]
pub struct ReturnedValue {
    pub function: Arc<str>,
    pub value: Value,
    /// The number of functions that were running after it.
    pub depth: usize,
}

/// A run at the beginning of a statement or before a call of a verb.
#[derive(Clone, Copy)]
pub struct RunView<'m> {
    /// The running functions, innermost last.
    pub frames: &'m [OpenFrame],
    pub stack: &'m [Value],
    /// The variables that closures share.
    pub shared: &'m [Value],
    /// The function that the running one has called last since its statement before.
    pub returned: Option<&'m ReturnedValue>,
    pub context: &'m EffectContext,
    /// Whether it asks and changes, and does not only answer a query or list an option.
    pub is_acting: bool,
}

/// Sees what scripts do while they run. Runs of other hooks may begin within a run.
pub trait Watch {
    /// A statement begins.
    fn statement(&self, statement: &StatementMark, run: RunView<'_>);

    /// A verb is called in a run that changes the table and is logged.
    fn verb(&self, run: RunView<'_>);
}

/// The watch of the scripts of a host, if it is watched.
#[derive(Clone, Default)]
pub struct Watcher(pub Option<Rc<dyn Watch>>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.0.is_some()).finish()
    }
}

impl RunView<'_> {
    /// Returns the variables that a running function sees, with their values; one that is hidden by
    /// another of its name is left out.
    pub fn variables(self, frame: &OpenFrame) -> Vec<(Arc<str>, Value)> {
        let names = frame.statement.iter().flat_map(|statement| &statement.variables);
        let mut variables: Vec<(Arc<str>, Value)> = Vec::new();
        for (name, slot) in names {
            variables.retain(|(other, _)| other != name);
            let value = self.stack.get(frame.base + usize::from(*slot));
            variables.push((name.clone(), self.value(value)));
        }
        variables
    }

    fn value(self, value: Option<&Value>) -> Value {
        match value {
            Some(Value::Transient(Transient::Cell(number))) => {
                self.shared.get(*number as usize).cloned().unwrap_or_default()
            }
            value => value.cloned().unwrap_or_default(),
        }
    }
}
