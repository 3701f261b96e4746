//! Records the executed statements of a script and the values of its variables, for the debugger.
//!
//! The values at a verb call are those before the evaluation of the call or its last argument.

use super::api::RulesetData;
use super::show::show;
use super::values::{Kinds, Type};
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::EffectContext;
use crate::kernel::rules::Call;
use crate::kernel::{ScriptLine, Value};
use rhai::{Array, Dynamic, Map};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The maximum number of statements that are recorded at a time.
const MAX_STATEMENTS: usize = 50_000;

/// The maximum size of the recorded values, in bytes of text.
const MAX_BYTES: usize = 10 << 20;

/// A variable and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    /// The value; none for one that cannot outlive the script.
    pub value: Option<Value>,
    /// The value as text, formatted at that time.
    pub text: MarkedText,
    /// The items of a list or a map.
    pub items: Vec<Self>,
}

/// A statement that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementRun {
    /// The number of the next event.
    pub next: u32,
    pub place: ScriptLine,
    /// The number of function calls around it, of other hooks too.
    pub depth: u16,
}

/// A run of a hook, with the runs of other hooks inside it.
#[derive(Clone, Debug)]
pub struct HookRun {
    pub call: Call,
    /// Whether a question or a fault has ended it.
    pub is_stopped: bool,
    pub statements: Vec<StatementRun>,
}

/// A function that was running at a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name; empty for a closure.
    pub function: String,
    /// The statement it has begun last.
    pub place: ScriptLine,
    pub locals: Vec<Local>,
}

/// A function that is running, with the values of its variables.
#[derive(Clone)]
pub(super) struct RunningFunction {
    pub function: String,
    pub place: ScriptLine,
    pub scope: Vec<(String, Dynamic)>,
}

/// A statement by the number of its run and its number there.
pub(super) type StatementNumber = (usize, usize);

/// The functions that were running at some statements.
#[derive(Default)]
struct Capture {
    wanted: BTreeSet<StatementNumber>,
    /// The running functions by their depths. Native functions have none.
    running: Vec<Option<RunningFunction>>,
    frames: BTreeMap<StatementNumber, Vec<Frame>>,
    /// The size of their variables.
    n_bytes: usize,
}

/// The recorded statements and variables.
#[derive(Clone, Default)]
pub struct ExecutionWatch(Rc<Recording>);

#[derive(Default)]
struct Recording {
    scope: RefCell<Vec<(String, Dynamic)>>,
    seen: RefCell<BTreeMap<u32, Vec<Local>>>,
    /// The size of what was seen.
    n_bytes: Cell<usize>,
    runs: RefCell<Vec<HookRun>>,
    n_statements: Cell<usize>,
    /// The depth of the calls around the innermost run; none while no hook runs.
    base: Cell<Option<usize>>,
    depth: Cell<usize>,
    capture: RefCell<Capture>,
}

impl ExecutionWatch {
    /// Begins a run of a hook; returns the depth around it, for [`ExecutionWatch::end`].
    pub fn begin(&self, call: &Call) -> Option<usize> {
        let outer = self.begin_inner();
        if outer.is_none() {
            self.0.base.set(Some(0));
            let run = HookRun { call: call.clone(), is_stopped: false, statements: Vec::new() };
            self.0.runs.borrow_mut().push(run);
        }
        outer
    }

    /// Begins a call within a run that Rhai does not count as one.
    pub fn begin_inner(&self) -> Option<usize> {
        let outer = self.0.base.get();
        self.0.base.set(outer.map(|_| self.0.depth.get()));
        outer
    }

    /// Ends a run of a hook.
    pub fn end_run(&self, outer: Option<usize>, is_stopped: bool) {
        self.end(outer);
        if let (None, Some(run)) = (outer, self.0.runs.borrow_mut().last_mut()) {
            run.is_stopped = is_stopped;
        }
    }

    /// Ends what was begun.
    pub fn end(&self, outer: Option<usize>) {
        self.0.base.set(outer);
    }

    /// Notes the variables at an expression or statement of a query.
    pub(super) fn look(&self, now: RunningFunction) {
        self.0.scope.replace(now.scope);
    }

    /// The same of a hook that acts. `n_calls` counts the calls that Rhai knows of; a statement
    /// that is begun is recorded.
    pub(super) fn reach(
        &self,
        now: RunningFunction,
        n_calls: usize,
        is_statement: bool,
        context: &EffectContext,
    ) {
        let Recording { base, depth, runs, n_statements, capture, .. } = &*self.0;
        depth.set(base.get().unwrap_or_default() + n_calls);
        let place = now.place;
        let mut capture = capture.borrow_mut();
        if !capture.wanted.is_empty() {
            capture.enter(depth.get(), now.clone(), is_statement);
            let runs = runs.borrow();
            let here = runs.last().map(|run| (runs.len() - 1, run.statements.len()));
            if let Some(here) = here.filter(|here| is_statement && capture.wanted.remove(here)) {
                capture.note(here, context);
            }
        }
        self.0.scope.replace(now.scope);
        if !is_statement {
            return;
        }
        if n_statements.get() < MAX_STATEMENTS
            && let Some(run) = runs.borrow_mut().last_mut()
        {
            let (next, depth) = (context.log.next, depth.get() as u16);
            run.statements.push(StatementRun { next, place, depth });
        }
        n_statements.set(n_statements.get() + 1);
    }

    /// Records the values of the variables at a verb call, for the event that the call may emit.
    pub fn note(&self, context: &EffectContext, ruleset_data: &RulesetData) {
        let scope = self.0.scope.borrow();
        let kept = scope
            .iter()
            .filter(|(_, value)| ruleset_data.kinds.to_kernel(value, Type::Datum).is_some());
        let mut n_bytes = self.0.n_bytes.get();
        let locals = locals(context, kept, &mut n_bytes);
        self.0.n_bytes.set(n_bytes);
        self.0.seen.borrow_mut().insert(context.log.next, locals);
    }

    /// Takes the runs of hooks, and whether further statements were not recorded.
    pub fn take_runs(&self) -> (Vec<HookRun>, bool) {
        (self.0.runs.take(), self.0.n_statements.take() > MAX_STATEMENTS)
    }

    /// Takes the recorded variables, by the number of the event that followed.
    pub fn take(&self) -> BTreeMap<u32, Vec<Local>> {
        self.0.n_bytes.take();
        self.0.seen.take()
    }

    /// Sets the statements at which the running functions are captured.
    pub(super) fn want(&self, wanted: BTreeSet<StatementNumber>) {
        self.0.capture.replace(Capture { wanted, ..Capture::default() });
    }

    /// Takes the captured functions, innermost first.
    pub(super) fn take_frames(&self) -> BTreeMap<StatementNumber, Vec<Frame>> {
        self.0.capture.take().frames
    }
}

impl Capture {
    /// Notes where a function at a depth is.
    fn enter(&mut self, depth: usize, mut now: RunningFunction, is_statement: bool) {
        let same = self.running.get(depth).and_then(Option::as_ref);
        if let Some(same) = same.filter(|same| !is_statement && same.function == now.function) {
            now.place = same.place;
        }
        self.running.truncate(depth);
        self.running.resize_with(depth, || None);
        self.running.push(Some(now));
    }

    fn note(&mut self, here: StatementNumber, context: &EffectContext) {
        let Self { running, n_bytes, .. } = self;
        let frames = running.iter().rev().flatten().map(|now| Frame {
            function: now.function.clone(),
            place: now.place,
            locals: locals(context, now.scope.iter(), n_bytes),
        });
        let frames = frames.collect();
        self.frames.insert(here, frames);
    }
}

/// Formats variables; a later one hides an earlier one of the same name. `n_bytes` counts the
/// recorded bytes: what does not fit is left out.
fn locals<'s>(
    context: &EffectContext,
    scope: impl DoubleEndedIterator<Item = &'s (String, Dynamic)>,
    n_bytes: &mut usize,
) -> Vec<Local> {
    let mut locals: Vec<Local> = Vec::new();
    for (name, value) in scope {
        locals.retain(|other| other.name != *name);
        locals.push(local(context, name.clone(), value, n_bytes));
    }
    locals
}

fn local(context: &EffectContext, name: String, value: &Dynamic, n_bytes: &mut usize) -> Local {
    if *n_bytes > MAX_BYTES {
        return Local { name, value: None, text: "…".into(), items: Vec::new() };
    }
    let of_kernel = Kinds::default().to_kernel(value, Type::Datum);
    let array = value.read_lock::<Array>();
    let map = value.read_lock::<Map>();
    let mut item = |name: String, value: &Dynamic| local(context, name, value, n_bytes);
    let items: Vec<Local> = match (&array, &map) {
        (Some(array), _) => (0..).zip(&**array).map(|(i, v)| item(format!("{i}"), v)).collect(),
        (_, Some(map)) => map.iter().map(|(name, v)| item(name.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    let text = show(context, value);
    *n_bytes += text.n_bytes();
    Local { name, value: of_kernel, text, items }
}
