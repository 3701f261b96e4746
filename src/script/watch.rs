//! What the variables of a script hold at each thing it does, for whoever steps through it.
//!
//! The interpreter tells of a variable when it is read: what is known at a call of a verb is what
//! the last variable read before it showed.

use super::api::Lore;
use super::host::show;
use super::values::Type;
use crate::kernel::Desk;
use rhai::{AST, Dynamic, Engine};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A variable and what it holds, in words.
pub type Local = (String, String);

/// What was seen.
#[derive(Clone, Default)]
pub struct Watch {
    scope: Rc<RefCell<Vec<(String, Dynamic)>>>,
    seen: Rc<RefCell<BTreeMap<u32, Vec<Local>>>>,
}

impl Watch {
    /// Makes an engine tell of its variables.
    #[expect(deprecated, reason = "the interface is marked so for being volatile")]
    pub fn attend(&self, engine: &mut Engine) {
        let scope = self.scope.clone();
        engine.on_var(move |_, _, context| {
            let variables = context.scope().iter();
            let variables = variables.map(|(name, _, value)| (name.to_owned(), value));
            *scope.borrow_mut() = variables.collect();
            Ok(None)
        });
    }

    /// Begins a run of a function: all that is known are its arguments.
    pub fn begin(&self, ast: &AST, name: &str, args: &[Dynamic]) {
        let function =
            ast.iter_functions().find(|f| f.name == name && f.params.len() == args.len());
        let names = function.map(|function| function.params).unwrap_or_default();
        let known = names.into_iter().map(str::to_owned).zip(args.iter().cloned());
        *self.scope.borrow_mut() = known.collect();
    }

    /// Notes what the variables hold when a verb is called: for the event it may lead to.
    pub fn note(&self, desk: &Desk, lore: &Lore) {
        let scope = self.scope.borrow();
        let mut locals: Vec<Local> = Vec::new();
        for (name, value) in scope.iter() {
            let text = match lore.kinds.to_kernel(value, Type::Datum) {
                Some(value) => show(desk, &value),
                None => continue,
            };
            locals.retain(|(other, _)| other != name);
            locals.push((name.clone(), text));
        }
        self.seen.borrow_mut().insert(desk.n_events, locals);
    }

    /// Takes what was seen, by the numbers of the events that followed.
    #[must_use]
    pub fn take(&self) -> BTreeMap<u32, Vec<Local>> {
        self.seen.take()
    }
}
