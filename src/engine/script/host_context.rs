//! Holds the effect context while a hook runs, so that native functions can access it.

use super::compile::Memory;
use super::compiled_script::CompiledScript;
use super::interpreter;
use super::meter::{MAX_LIST, Meter};
use crate::base::Interrupt;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::{Fault, Owner, ScriptLine, Stop, Value};
use rhai::{NativeCallContext, Position, Scope};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What the verbs of a compiled run returned: the interpreter that repeats it does not call them
/// again.
#[derive(Debug, Default)]
pub struct Replay {
    /// The results, in order; the first one last while they are replayed.
    pub results: Vec<Value>,
    /// The fault of the verb after them.
    pub fault: Option<Box<Fault>>,
}

impl Replay {
    /// Puts the results in the order in which they are replayed.
    pub fn reversed(mut self) -> Self {
        self.results.reverse();
        self
    }
}
/// The maximum number of entries of the value of a variable: twice those of a list, so that lists
/// are limited where they are made.
const MAX_CELLS: usize = 2 * MAX_LIST;

/// The context of the running hook. A verb takes the effect context out and puts it back, so that
/// nothing is borrowed while an agent decides.
pub struct HostContext {
    context: RefCell<Option<Box<EffectContext>>>,
    owner: Cell<Owner>,
    stopped: RefCell<Option<Stop>>,
    names: RefCell<Vec<Arc<str>>>,
    script: Cell<u16>,
    replay: RefCell<Replay>,
    /// What the verbs of this run have returned.
    returned: RefCell<Vec<Value>>,
    /// Memory for a compiled run.
    pub(super) memory: Cell<Option<Box<Memory>>>,
    /// The compiled scripts, by number; unset until all are compiled.
    pub(super) units: OnceCell<Rc<[CompiledScript]>>,
    /// The names that an expression knows, its functions too.
    pub(super) known_names: RefCell<Scope<'static>>,
    /// The operations of the run.
    pub(super) meter: Rc<Meter>,
}

impl HostContext {
    /// Creates a context in which no hook runs.
    pub fn new(interrupt: Interrupt) -> Self {
        Self {
            context: RefCell::default(),
            owner: Cell::new(Owner::Rules),
            stopped: RefCell::default(),
            names: RefCell::default(),
            script: Cell::new(0),
            replay: RefCell::default(),
            returned: RefCell::default(),
            memory: Cell::default(),
            units: OnceCell::new(),
            known_names: RefCell::default(),
            meter: Meter::new(MAX_CELLS, interrupt),
        }
    }
}

/// The state displaced by a run and restored after it: an agent may run playouts on the same host.
pub struct Displaced {
    context: Option<Box<EffectContext>>,
    owner: Owner,
    stopped: Option<Stop>,
    script: u16,
    replay: Replay,
    returned: Vec<Value>,
}

impl HostContext {
    /// Stores an effect context and starts a run of a hook.
    pub fn enter(
        &self,
        context: &mut EffectContext,
        owner: Owner,
        script: u16,
        replay: Replay,
    ) -> Displaced {
        let idle = EffectContext::idle(context.rules.clone());
        let active = Box::new(std::mem::replace(context, idle));
        self.meter.set_spent(active.cost.n_operations);
        Displaced {
            context: self.context.replace(Some(active)),
            owner: self.owner.replace(owner),
            stopped: self.stopped.replace(None),
            script: self.script.replace(script),
            replay: self.replay.replace(replay),
            returned: self.returned.take(),
        }
    }

    /// Restores the displaced state. Returns the reason the run stopped, if any.
    pub fn leave(&self, context: &mut EffectContext, displaced: Displaced) -> Option<Stop> {
        let active = self.context.replace(displaced.context);
        *context = *active.expect("every verb puts the context back");
        context.cost.n_operations = self.meter.spent();
        let stopped = self.stopped.replace(displaced.stopped);
        self.owner.set(displaced.owner);
        self.script.set(displaced.script);
        self.replay.replace(displaced.replay);
        self.returned.replace(displaced.returned);
        stopped
    }

    /// Begins the run again in the script with this number: its verbs are not called again.
    pub fn begin_again(&self, script: u16) {
        let results = self.returned.take();
        self.replay.replace(Replay { results, fault: None }.reversed());
        self.script.set(script);
        self.stopped.replace(None);
    }

    /// Records what a verb returns.
    pub fn record(&self, value: &Value) {
        self.returned.borrow_mut().push(value.clone());
    }

    /// Returns the recorded result of the next verb call, if the interpreter repeats a run.
    pub fn replayed(&self) -> Option<Result<Value, Stop>> {
        let mut replay = self.replay.borrow_mut();
        let value = replay.results.pop().map(Ok);
        value.or_else(|| replay.fault.take().map(|fault| Err(Stop::Fault(fault))))
    }

    /// Takes the effect context out for a verb.
    pub fn take(&self) -> Box<EffectContext> {
        let mut context = self.context.take().expect("verbs run one at a time, within a hook");
        context.cost.n_operations = self.meter.spent();
        interpreter::set_interpreting(false);
        context
    }

    /// Puts the effect context back.
    pub fn put(&self, context: Box<EffectContext>) {
        interpreter::set_interpreting(true);
        self.meter.set_spent(context.cost.n_operations);
        *self.context.borrow_mut() = Some(context);
    }

    /// Calls `look` with the effect context of the running hook, and whether it may change the
    /// table.
    pub fn inspect(&self, look: impl FnOnce(&EffectContext, bool)) {
        if let Some(context) = self.context.borrow().as_deref() {
            look(context, context.run.mode == RunMode::Act);
        }
    }

    /// Whether the running hook may change the table.
    pub fn is_acting(&self) -> bool {
        let context = self.context.borrow();
        context.as_deref().is_some_and(|context| context.run.mode == RunMode::Act)
    }

    /// Returns the owner of the running hook.
    pub fn owner(&self) -> Owner {
        self.owner.get()
    }

    /// Returns whether the run has been stopped; verbs must not work after that.
    pub fn is_stopped(&self) -> bool {
        self.stopped.borrow().is_some()
    }

    pub fn stop(&self, stop: Stop, ctx: &NativeCallContext<'_>) {
        let stop = match stop {
            Stop::Fault(fault) if fault.place.is_none() => {
                Stop::Fault(Box::new(Fault { place: self.place(ctx), ..*fault }))
            }
            stop => stop,
        };
        *self.stopped.borrow_mut() = Some(stop);
    }

    /// Sets the names of the scripts, in the order of their numbers.
    pub fn set_names(&self, names: Vec<Arc<str>>) {
        *self.names.borrow_mut() = names;
    }

    /// Whether a call prints a text that stands in the script.
    pub fn prints_literal(&self, place: ScriptLine) -> bool {
        let unit = self.units.get().and_then(|units| units.get(place.script as usize));
        unit.is_some_and(|unit| unit.printed_literals.contains(&(place.line, place.column)))
    }

    /// Returns the script line of a call.
    pub fn place(&self, ctx: &NativeCallContext<'_>) -> Option<ScriptLine> {
        self.place_at(ctx.call_source(), ctx.call_position())
    }

    /// Converts a position in a source; without a source, the running script.
    pub fn place_at(&self, source: Option<&str>, position: Position) -> Option<ScriptLine> {
        let names = self.names.borrow();
        let running = self.script.get();
        let script = match source {
            None => running,
            Some(s) if names.get(running as usize).is_some_and(|n| **n == *s) => running,
            Some(s) => names.iter().position(|n| **n == *s).map_or(running, |i| i as u16),
        };
        let line = position.line()? as u16;
        Some(ScriptLine { script, line, column: position.position().unwrap_or(1) as u16 })
    }
}
