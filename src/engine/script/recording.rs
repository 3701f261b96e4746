//! Records the executed statements of a script and the values of its variables, for the debugger.
//!
//! The values at a verb call are those at the beginning of the call.

use super::show::show_value;
use super::tree::syntax::is_closure;
use super::values::{Type, to_vec};
use super::watch::{RunView, StatementMark, Watch};
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::EffectContext;
use crate::kernel::rules::Call;
use crate::kernel::{ScriptLine, Transient, Value};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
    /// The number of functions and closures around it, of other hooks too.
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
    /// The variables, and the result of the function that it has called last: `name()`.
    pub locals: Vec<Local>,
}

/// A statement by the number of its run and its number there.
type StatementNumber = (usize, usize);

/// A running function with its variables.
struct RunningFunction {
    function: String,
    place: ScriptLine,
    variables: Vec<(Arc<str>, Value)>,
}

/// The functions that were running at some statements.
#[derive(Default)]
struct Capture {
    wanted: BTreeSet<StatementNumber>,
    /// The functions that wait for the verb that they have called, innermost last.
    waiting: Vec<RunningFunction>,
    frames: BTreeMap<StatementNumber, Vec<Frame>>,
    /// The size of their variables.
    n_bytes: usize,
}

/// Where the innermost run begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunStart {
    /// The number of runs, this one included; 0 while no hook runs.
    n_runs: usize,
    /// The number of functions around it.
    depth: usize,
    /// The number of those that are kept in [`Capture::waiting`].
    n_waiting: usize,
}

/// The recorded statements and variables.
#[derive(Default)]
pub struct Recording {
    seen: RefCell<BTreeMap<u32, Vec<Local>>>,
    /// The size of what was seen.
    n_bytes: Cell<usize>,
    runs: RefCell<Vec<HookRun>>,
    n_statements: Cell<usize>,
    run: Cell<RunStart>,
    /// The number of running functions.
    depth: Cell<usize>,
    capture: RefCell<Capture>,
}

impl Recording {
    /// Begins a run of a hook; returns the one around it, for [`Recording::end`].
    pub fn begin(&self, call: &Call) -> RunStart {
        let outer = self.run.get();
        if outer.n_runs == 0 {
            let run = HookRun { call: call.clone(), is_stopped: false, statements: Vec::new() };
            self.runs.borrow_mut().push(run);
            self.depth.set(0);
        }
        let n_waiting = self.capture.borrow().waiting.len();
        let depth = self.depth.get();
        self.run.set(RunStart { n_runs: outer.n_runs + 1, depth, n_waiting });
        outer
    }

    /// Ends a run of a hook.
    pub fn end(&self, outer: RunStart, is_stopped: bool) {
        let ended = self.run.replace(outer);
        self.capture.borrow_mut().waiting.truncate(ended.n_waiting);
        self.depth.set(ended.depth);
        if let (0, Some(run)) = (outer.n_runs, self.runs.borrow_mut().last_mut()) {
            run.is_stopped = is_stopped;
        }
    }

    /// Takes the runs of hooks, and whether further statements were not recorded.
    pub fn take_runs(&self) -> (Vec<HookRun>, bool) {
        (self.runs.take(), self.n_statements.take() > MAX_STATEMENTS)
    }

    /// Takes the recorded variables, by the number of the event that followed.
    pub fn take(&self) -> BTreeMap<u32, Vec<Local>> {
        self.n_bytes.take();
        self.seen.take()
    }

    /// Sets the statements at which the running functions are captured.
    pub(super) fn want(&self, wanted: BTreeSet<StatementNumber>) {
        self.capture.replace(Capture { wanted, ..Capture::default() });
    }

    /// Takes the captured functions, innermost first.
    pub(super) fn take_frames(&self) -> BTreeMap<StatementNumber, Vec<Frame>> {
        self.capture.take().frames
    }
}

impl Watch for Recording {
    fn statement(&self, statement: &StatementMark, run: RunView<'_>) {
        let context = run.context;
        if !run.is_acting || !context.log.is_kept() {
            return;
        }
        let start = self.run.get();
        let depth = start.depth + run.frames.len();
        self.depth.set(depth);
        let mut runs = self.runs.borrow_mut();
        let mut capture = self.capture.borrow_mut();
        if !capture.wanted.is_empty()
            && let Some(last) = runs.last()
        {
            capture.reach((runs.len() - 1, last.statements.len()), start, run);
        }
        if self.n_statements.get() < MAX_STATEMENTS
            && let Some(last) = runs.last_mut()
        {
            let (next, place) = (context.log.next, statement.place);
            last.statements.push(StatementRun { next, place, depth: depth as u16 });
        }
        self.n_statements.set(self.n_statements.get() + 1);
    }

    fn verb(&self, run: RunView<'_>) {
        let start = self.run.get();
        self.depth.set(start.depth + run.frames.len());
        let mut capture = self.capture.borrow_mut();
        if !capture.wanted.is_empty() {
            capture.waiting.truncate(start.n_waiting);
            capture.waiting.extend(running(run));
        }
        let variables = run.frames.last().map(|frame| run.variables(frame)).unwrap_or_default();
        let kept = variables.iter().filter(|(_, value)| Type::Datum.fits(value));
        let mut n_bytes = self.n_bytes.get();
        let locals = kept.map(|(name, value)| local(run.context, name, value, &mut n_bytes));
        let locals = locals.collect();
        self.n_bytes.set(n_bytes);
        self.seen.borrow_mut().insert(run.context.log.next, locals);
    }
}

/// The running functions of a run, innermost last.
fn running(run: RunView<'_>) -> impl Iterator<Item = RunningFunction> {
    run.frames.iter().filter_map(move |frame| {
        let function = if is_closure(&frame.function) { "" } else { &*frame.function };
        Some(RunningFunction {
            function: function.to_owned(),
            place: frame.statement.as_ref()?.place,
            variables: run.variables(frame),
        })
    })
}

impl Capture {
    /// Captures the running functions at a statement, if that is wanted.
    fn reach(&mut self, here: StatementNumber, start: RunStart, run: RunView<'_>) {
        if !self.wanted.remove(&here) {
            return;
        }
        let Self { waiting, n_bytes, .. } = self;
        let mut inner: Vec<RunningFunction> = running(run).collect();
        if let (Some(innermost), Some(returned)) = (inner.last_mut(), run.returned) {
            let name = format!("{}()", returned.function).into();
            innermost.variables.push((name, returned.value.clone()));
        }
        let all = inner.iter().rev().chain(waiting[..start.n_waiting].iter().rev());
        let frames = all.map(|now| Frame {
            function: now.function.clone(),
            place: now.place,
            locals: now
                .variables
                .iter()
                .map(|(name, value)| local(run.context, name, value, n_bytes))
                .collect(),
        });
        let frames = frames.collect();
        self.frames.insert(here, frames);
    }
}

/// Formats a variable. `n_bytes` counts the recorded bytes: what does not fit is left out.
fn local(context: &EffectContext, name: &str, value: &Value, n_bytes: &mut usize) -> Local {
    let name = name.to_owned();
    if *n_bytes > MAX_BYTES {
        return Local { name, value: None, text: "…".into(), items: Vec::new() };
    }
    // For scripts, a kind is the text of its id.
    let value = &as_text(context, value);
    let items = match value {
        Value::Transient(Transient::Map(map)) => {
            map.iter().map(|(name, value)| local(context, name, value, n_bytes)).collect()
        }
        list => {
            let items = to_vec(list).unwrap_or_default();
            let item = |(i, value): (usize, &Value)| local(context, &i.to_string(), value, n_bytes);
            items.iter().enumerate().map(item).collect()
        }
    };
    let text = show_value(context, value);
    *n_bytes += text.n_bytes();
    let value = Some(value.clone()).filter(|value| Type::Datum.fits(value));
    Local { name, value, text, items }
}

/// A value with texts in place of kinds.
fn as_text(context: &EffectContext, value: &Value) -> Value {
    match value {
        Value::Kind(kind) => Value::Text(context.rules.kind(*kind).id.clone()),
        Value::List(values) => {
            let values: Vec<Value> = values.iter().map(|value| as_text(context, value)).collect();
            Value::List(values.into())
        }
        value => value.clone(),
    }
}
