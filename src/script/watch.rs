//! Records the executed lines of a script and the values of its variables at each event, for the
//! debugger.
//!
//! The values at a verb call are those before the evaluation of the call or its last argument.

use super::api::RulesetData;
use super::show::show;
use super::values::Type;
use crate::kernel::effect::EffectContext;
use crate::kernel::{ScriptLine, Value};
use rhai::Dynamic;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A variable and its value.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub value: Value,
    /// The value as text, formatted at that time.
    pub text: String,
}

/// An executed line: the number of the next event, and the line.
pub type LineRun = (u32, ScriptLine);

/// The recorded lines and variables.
#[derive(Clone, Default)]
pub struct ExecutionWatch {
    pub(super) scope: Rc<RefCell<Vec<(String, Dynamic)>>>,
    pub(super) seen: Rc<RefCell<BTreeMap<u32, Vec<Local>>>>,
    pub(super) lines: Rc<RefCell<Vec<Vec<LineRun>>>>,
}

impl ExecutionWatch {
    /// Begins a run of a hook.
    pub fn begin(&self) {
        self.lines.borrow_mut().push(Vec::new());
    }

    /// Records the values of the variables at a verb call, for the event that the call may emit.
    pub fn note(&self, context: &EffectContext, ruleset_data: &RulesetData) {
        let scope = self.scope.borrow();
        let mut locals: Vec<Local> = Vec::new();
        for (name, value) in scope.iter() {
            let Some(value) = ruleset_data.kinds.to_kernel(value, Type::Datum) else { continue };
            let text = show(context, &value);
            locals.retain(|other| other.name != *name);
            locals.push(Local { name: name.clone(), value, text });
        }
        self.seen.borrow_mut().insert(context.log.next, locals);
    }

    /// Takes the executed lines, one list per run of a hook.
    pub fn take_lines(&self) -> Vec<Vec<LineRun>> {
        let mut runs = self.lines.take();
        runs.retain(|run| !run.is_empty());
        runs
    }

    /// Takes the recorded variables, by the number of the event that followed.
    pub fn take(&self) -> BTreeMap<u32, Vec<Local>> {
        self.seen.take()
    }
}
