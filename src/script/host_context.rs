//! Where the effect context lies while a hook runs, so that native functions can reach it.

use super::api::{RulesetData, Verb};
use super::recording::Recording;
use super::trace_tree::TraceTree;
use super::watch::ExecutionWatch;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::{Fault, Hook, Owner, ScriptLine, Stop, Value};
use rhai::{Array, Dynamic, NativeCallContext, Position};
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

/// The slot. A verb takes the context out and puts it back, so that nothing is borrowed while an
/// agent thinks.
pub struct HostContext {
    context: RefCell<Option<Box<EffectContext>>>,
    owner: Cell<Owner>,
    stopped: RefCell<Option<Stop>>,
    names: RefCell<Vec<Arc<str>>>,
    script: Cell<u16>,
    traces: RefCell<TraceTree>,
    pub(super) recording: RefCell<Recording>,
    /// What the variables of scripts hold, where somebody watches.
    pub(super) watch: OnceCell<ExecutionWatch>,
}

impl Default for HostContext {
    fn default() -> Self {
        Self {
            context: RefCell::default(),
            owner: Cell::new(Owner::Rules),
            stopped: RefCell::default(),
            names: RefCell::default(),
            script: Cell::new(0),
            traces: RefCell::default(),
            recording: RefCell::default(),
            watch: OnceCell::new(),
        }
    }
}

/// What a run displaced, to be put back after it: an agent may think by playing on the same host.
pub struct Displaced {
    context: Option<Box<EffectContext>>,
    owner: Owner,
    stopped: Option<Stop>,
    script: u16,
    recording: Recording,
}

impl HostContext {
    /// Takes what a context holds, for a hook of a script.
    pub fn enter(
        &self,
        context: &mut EffectContext,
        owner: Owner,
        script: u16,
        recording: Recording,
    ) -> Displaced {
        let idle = EffectContext::idle(context.rules.clone());
        let lent = Box::new(std::mem::replace(context, idle));
        Displaced {
            context: self.context.replace(Some(lent)),
            owner: self.owner.replace(owner),
            stopped: self.stopped.replace(None),
            script: self.script.replace(script),
            recording: self.recording.replace(recording),
        }
    }

    /// Gives it back. Returns what stopped the run.
    pub fn leave(&self, context: &mut EffectContext, displaced: Displaced) -> Option<Stop> {
        let lent = self.context.replace(displaced.context);
        *context = *lent.expect("every verb puts the context back");
        let stopped = self.stopped.replace(displaced.stopped);
        self.owner.set(displaced.owner);
        self.script.set(displaced.script);
        self.recording.replace(displaced.recording);
        stopped
    }

    /// The result that the next call of a verb has already had.
    pub fn hand(&self) -> Option<Value> {
        self.recording.borrow_mut().hand()
    }

    /// Puts a call on the trace.
    pub fn note_call(
        &self,
        verb: &'static Verb,
        args: &[&mut Dynamic],
        values: &[Value],
        ruleset_data: &RulesetData,
        ctx: &NativeCallContext<'_>,
    ) {
        let mut recording = self.recording.borrow_mut();
        if recording.is_on() {
            let operands = args.iter().zip(values);
            let operands =
                operands.map(|(arg, value)| ruleset_data.kinds.operand(arg, value, &recording));
            let operands = operands.collect();
            let arguments = (operands, values);
            self.traces.borrow_mut().call(&mut recording, verb, arguments, self.place(ctx));
        }
    }

    /// Puts what it returned on the trace.
    pub fn note_return(&self, value: &Value) {
        let mut recording = self.recording.borrow_mut();
        if recording.is_on() {
            self.traces.borrow_mut().returned(&mut recording, value);
        }
    }

    /// Puts what the hook returned on the trace, and with it the end of the run.
    pub fn note_finish(
        &self,
        ruleset_data: &RulesetData,
        hook: Hook,
        value: &Dynamic,
        values: &[Value],
    ) {
        let recording = self.recording.borrow();
        if !recording.is_on() {
            return;
        }
        let operand = |arg: &Dynamic, value: &Value| {
            recording.spelled_out(ruleset_data.kinds.operand(arg, value, &recording))
        };
        let operands = match (hook, value.read_lock::<Array>()) {
            (Hook::Announce, Some(array)) => {
                array.iter().zip(values).map(|(arg, value)| operand(arg, value)).collect()
            }
            _ => values.iter().map(|one| operand(value, one)).collect(),
        };
        self.traces.borrow_mut().finish(&recording, operands);
    }

    /// A value for the script, its opaque parts numbered.
    pub fn to_script(&self, ruleset_data: &RulesetData, value: &Value) -> Dynamic {
        let mut recording = self.recording.borrow_mut();
        recording.saw(value);
        ruleset_data.kinds.to_script(value, &mut || recording.register())
    }

    /// The traces.
    pub const fn traces(&self) -> &RefCell<TraceTree> {
        &self.traces
    }

    /// Takes the context out for a verb.
    pub fn take(&self) -> Box<EffectContext> {
        self.context.take().expect("verbs run one at a time, within a hook")
    }

    /// Puts it back.
    pub fn put(&self, context: Box<EffectContext>) {
        *self.context.borrow_mut() = Some(context);
    }

    /// The number of the next event, where a hook runs that may act.
    pub fn next_event(&self) -> Option<u32> {
        let context = self.context.borrow();
        let acts = |context: &&EffectContext| {
            context.log.is_kept() && matches!(context.run.mode, RunMode::Act)
        };
        context.as_deref().filter(acts).map(|context| context.log.next)
    }

    /// Whose hook is running.
    pub fn owner(&self) -> Owner {
        self.owner.get()
    }

    /// Whether something has ended the run; no verb may work any more then.
    pub fn is_stopped(&self) -> bool {
        self.stopped.borrow().is_some()
    }

    /// Ends the run.
    pub fn stop(&self, stop: Stop, ctx: &NativeCallContext<'_>) {
        let stop = match stop {
            Stop::Fault(fault) if fault.place.is_none() => {
                Stop::Fault(Box::new(Fault { place: self.place(ctx), ..*fault }))
            }
            stop => stop,
        };
        *self.stopped.borrow_mut() = Some(stop);
    }

    /// Names the scripts, in the order they are numbered.
    pub fn set_names(&self, names: Vec<Arc<str>>) {
        *self.names.borrow_mut() = names;
    }

    /// The place of a call.
    pub fn place(&self, ctx: &NativeCallContext<'_>) -> Option<ScriptLine> {
        self.place_at(ctx.call_source(), ctx.call_position())
    }

    /// A position of a source; the running script where no source is named.
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
