//! Traces: recorded runs of hooks that are replayed instead of interpreting the script again.
//!
//! A script is deterministic, and players, cards, piles and actions are opaque to it: it can only
//! pass them to verbs. The next call of a run therefore depends only on the plain values (strings,
//! numbers, Booleans, the lengths of lists) that verbs have returned so far. The trace of a hook is
//! a tree of runs: a node is a call of a verb, with operands that are constants or values the run
//! has seen; an edge is the guard of the call's result; a leaf is the result of the hook.
//!
//! Values that depend on the ruleset alone (options, parameters, which pile is the draw pile) are
//! constants in the trace.
//!
//! A run follows its trace and calls the verbs directly. Where no edge matches, the interpreter
//! runs the script from its start; recorded results are replayed instead of calling the verbs
//! again, and the trace is extended from there. Faults are handled in the same way, so that they
//! are reported with their call chains.

use super::api::{Context, Effect, RulesetData, Verb};
use super::engine::allowed;
use super::guard::{Guard, nth};
use super::recording::Recording;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::rules::FastQuery;
use crate::kernel::{Call, Hook, Owner, ScriptLine, Stop, Value};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

/// A value that a run has seen.
type SeenValue = ManuallyDrop<Value>;

/// The values that a run has seen. Most runs see only plain values that own no memory, so dropping
/// them is skipped.
#[derive(Default)]
struct SeenValues {
    values: SmallVec<[SeenValue; 8]>,
    /// Whether any of them is a string or a list.
    owns: bool,
}

impl SeenValues {
    /// Adds the arguments of a hook, `me` first.
    #[inline]
    fn given(&mut self, call: &Call) {
        if call.hook != Hook::Setup {
            self.push(Value::Player(call.me));
        }
        for value in &call.args {
            self.push(value.clone());
        }
    }

    #[inline]
    fn push(&mut self, value: Value) {
        self.owns |= matches!(value, Value::Text(_) | Value::List(_));
        self.values.push(SeenValue::new(value));
    }
}

impl Drop for SeenValues {
    #[inline]
    fn drop(&mut self) {
        if self.owns {
            self.values.drain(..).map(SeenValue::into_inner).for_each(drop);
        }
    }
}

/// The maximum number of nodes.
const MAX_NODES: usize = 100_000;

/// The maximum number of edges per node.
const MAX_EDGES: usize = 64;

/// An argument of a call. The values that a run sees are numbered: the arguments of the hook, `me`
/// first, then the result of each call.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The same value in every run.
    Constant(Value),
    /// A value that the run has seen.
    Seen(u16),
    /// An opaque value within a list that the run has seen: the value's number and the element's
    /// index.
    Part(u16, u16),
    /// A list built by the script.
    List(Box<[Operand]>),
}

/// The arguments of a call of a verb.
#[derive(Clone, Copy)]
pub enum CallArgs<'a> {
    /// A slice of values.
    Plain(&'a [Value]),
    /// The values that the operands of a trace refer to. Operands that are not a value already seen
    /// are in `made`, at the same index.
    Taped { operands: &'a [Operand], seen: &'a [SeenValue], made: &'a [Value] },
}

impl std::ops::Index<usize> for CallArgs<'_> {
    type Output = Value;

    #[inline]
    fn index(&self, i: usize) -> &Value {
        match self {
            Self::Plain(values) => &values[i],
            Self::Taped { operands, seen, made } => match &operands[i] {
                Operand::Constant(value) => value,
                Operand::Seen(number) => &seen[*number as usize],
                Operand::Part(..) | Operand::List(_) => &made[i],
            },
        }
    }
}

impl Operand {
    /// Whether the argument must be built first.
    const fn is_made(&self) -> bool {
        matches!(self, Self::Part(..) | Self::List(_))
    }

    #[inline]
    fn resolve(&self, seen: &[SeenValue]) -> Value {
        match self {
            Self::Constant(value) => value.clone(),
            Self::Seen(number) => Value::clone(&seen[*number as usize]),
            Self::Part(number, part) => nth(&seen[*number as usize], *part as usize),
            Self::List(operands) => {
                Value::List(operands.iter().map(|operand| operand.resolve(seen)).collect())
            }
        }
    }
}

#[derive(Debug)]
struct TraceNode {
    verb: &'static Verb,
    /// Shared, so that the trace tree is not borrowed while a verb prompts.
    operands: Rc<[Operand]>,
    /// Whether any argument must be built first.
    makes: bool,
    /// Whether there are any options, if the verb prompts with a list of them.
    offers: Option<bool>,
    place: Option<ScriptLine>,
    edges: Vec<(Guard, TraceStep)>,
}

/// The root of a hook's trace.
#[derive(Debug)]
struct TraceRoot {
    /// The number of players: constants of the ruleset depend on it.
    n_seats: usize,
    /// The guards of the hook's arguments, without `me`.
    given: Box<[Guard]>,
    step: TraceStep,
}

/// The target of an edge.
#[derive(Clone, Debug)]
enum TraceStep {
    /// Not recorded yet.
    Unknown,
    /// A call of a verb.
    Call(u32),
    /// The hook returns.
    Return(Box<[Operand]>),
}

/// The position at which the trace is extended.
#[derive(Clone, Copy, Debug)]
pub enum TraceCursor {
    /// None: the run is not traced.
    Off,
    /// At the root of a hook.
    Root(u32),
    /// At an edge of a call.
    Edge(u32, u16),
}

/// The traces of all hooks of a host.
#[derive(Debug, Default)]
pub struct TraceTree {
    roots: Vec<TraceRoot>,
    /// The roots of each hook, by [`hook_slot`].
    hooks: Vec<Vec<u32>>,
    nodes: Vec<TraceNode>,
}

/// The outcome of a run along the trace.
pub enum ReplayResult {
    /// The hook returned.
    Returned,
    /// A verb prompted a player.
    Asked,
    /// The trace ends here: the interpreter must continue.
    Unknown(Recording),
}

/// Runs a hook along its trace as far as it is recorded, and stores the result in the context.
///
/// The trace tree is not borrowed while an agent answers or another hook runs inside a verb.
pub fn replay(
    traces: &RefCell<TraceTree>,
    call: &Call,
    context: &mut EffectContext,
    ruleset_data: &RulesetData,
) -> ReplayResult {
    let mut seen = SeenValues::default();
    seen.given(call);
    let n_given = seen.values.len();
    let mut cursor = TraceTree::begin(traces, call, context.table.n_seats());
    let mut known = traces.borrow();
    let mut step = known.step(cursor);
    loop {
        let number = match step {
            TraceStep::Unknown => break,
            TraceStep::Call(number) => *number,
            TraceStep::Return(operands) => {
                for operand in operands {
                    context.run.returned.push(operand.resolve(&seen.values));
                }
                return ReplayResult::Returned;
            }
        };
        let node = &known.nodes[number as usize];
        if context.log.is_kept() {
            context.run.place = node.place;
        }
        let verb = node.verb;
        match allowed(verb, context.run.mode) {
            Ok(()) => {}
            Err(Stop::Asked) => return ReplayResult::Asked,
            Err(Stop::Fault(_)) => break,
        }
        let mut cx = Context { effects: context, data: ruleset_data, owner: call.owner };
        let runs_hooks = matches!(verb.effect, Effect::Prompt | Effect::Query)
            || cx.effects.rules.has_replacements();
        let result = if runs_hooks {
            let (operands, makes) = (node.operands.clone(), node.makes);
            drop(known);
            let result = run(verb, &operands, makes, &mut cx, &seen.values);
            known = traces.borrow();
            result
        } else {
            run(verb, &node.operands, node.makes, &mut cx, &seen.values)
        };
        let value = match result {
            Ok(value) => value,
            Err(Stop::Asked) => return ReplayResult::Asked,
            Err(Stop::Fault(_)) => break,
        };
        let edges = &known.nodes[number as usize].edges;
        if let Some(edge) = Guard::find(edges, &value) {
            cursor = TraceCursor::Edge(number, edge as u16);
            step = &edges[edge].1;
        } else {
            // At the maximum number of edges, the run continues without a trace.
            drop(known);
            cursor = traces.borrow_mut().edge(number, &value);
            known = traces.borrow();
            step = known.step(cursor);
        }
        seen.push(value);
    }
    ReplayResult::Unknown(Recording::new(
        cursor,
        seen.values.drain(n_given..).rev().map(SeenValue::into_inner).collect(),
    ))
}

/// Calls a verb; `makes` says whether any argument must be built first.
#[inline(always)]
fn run(
    verb: &Verb,
    operands: &[Operand],
    makes: bool,
    cx: &mut Context<'_>,
    seen: &[SeenValue],
) -> Result<Value, Stop> {
    if makes {
        run_with_made(verb, operands, cx, seen)
    } else {
        (verb.run)(cx, CallArgs::Taped { operands, seen, made: &[] })
    }
}

#[inline(never)]
fn run_with_made(
    verb: &Verb,
    operands: &[Operand],
    cx: &mut Context<'_>,
    seen: &[SeenValue],
) -> Result<Value, Stop> {
    let resolve = |o: &Operand| if o.is_made() { o.resolve(seen) } else { Value::Unit };
    let made: SmallVec<[Value; 4]> = operands.iter().map(resolve).collect();
    (verb.run)(cx, CallArgs::Taped { operands, seen, made: &made })
}

impl TraceNode {
    /// Finds the edge for the result of a call.
    #[inline]
    fn edge(&self, value: &Value) -> Option<u16> {
        Guard::find(&self.edges, value).map(|edge| edge as u16)
    }
}

impl TraceTree {
    /// Finds the root for a hook and its arguments.
    #[inline]
    fn root(&self, hook_slot: usize, given: &[Value], n_seats: usize) -> Option<TraceCursor> {
        for number in self.hooks.get(hook_slot)? {
            let root = &self.roots[*number as usize];
            if root.n_seats == n_seats && Guard::all_fit(&root.given, given) {
                return Some(TraceCursor::Root(*number));
            }
        }
        None
    }

    /// Finds or creates the root for a call.
    #[inline]
    fn begin(traces: &RefCell<Self>, call: &Call, n_seats: usize) -> TraceCursor {
        let known = traces.borrow().root(hook_slot(call.owner, call.hook), &call.args, n_seats);
        known.unwrap_or_else(|| traces.borrow_mut().new_root(call, n_seats))
    }

    fn new_root(&mut self, call: &Call, n_seats: usize) -> TraceCursor {
        let hook_slot = hook_slot(call.owner, call.hook);
        let given = call.args.iter().map(Guard::of).collect();
        let root = self.roots.len() as u32;
        self.roots.push(TraceRoot { n_seats, given, step: TraceStep::Unknown });
        if self.hooks.len() <= hook_slot {
            self.hooks.resize_with(hook_slot + 1, Vec::new);
        }
        self.hooks[hook_slot].push(root);
        TraceCursor::Root(root)
    }

    /// Returns the result of a query or probe if the trace determines it: follows the trace as long
    /// as its verbs only read.
    pub fn fast_query(
        &self,
        query: FastQuery,
        context: &mut EffectContext,
        ruleset_data: &RulesetData,
    ) -> Option<bool> {
        let action = query.action.map(Value::Action);
        let hook_slot = hook_slot(query.owner, query.hook);
        let root = self.root(hook_slot, action.as_slice(), context.table.n_seats())?;
        let step = self.step(root);
        if let TraceStep::Return(operands) = step
            && let Some(Operand::Constant(Value::Bool(answer))) = operands.first()
        {
            return Some(*answer || context.run.mode == RunMode::Probe);
        }
        let mut seen = SeenValues::default();
        seen.push(Value::Player(query.me));
        if let Some(action) = action {
            seen.push(action);
        }
        self.follow(step, query.owner, context, ruleset_data, &mut seen)
    }

    fn follow<'t>(
        &'t self,
        mut step: &'t TraceStep,
        owner: Owner,
        context: &mut EffectContext,
        ruleset_data: &RulesetData,
        seen: &mut SeenValues,
    ) -> Option<bool> {
        let is_probe = context.run.mode == RunMode::Probe;
        loop {
            let number = match step {
                TraceStep::Unknown => return None,
                TraceStep::Return(_) if is_probe => return Some(true),
                TraceStep::Return(operands) => {
                    let answer = match operands.first()? {
                        Operand::Constant(answer) => answer,
                        Operand::Seen(number) => &*seen.values[*number as usize],
                        Operand::Part(..) | Operand::List(_) => return None,
                    };
                    return match answer {
                        Value::Bool(answer) => Some(*answer),
                        _ => None,
                    };
                }
                TraceStep::Call(number) => *number,
            };
            let node = &self.nodes[number as usize];
            match node.verb.effect {
                Effect::Read | Effect::Const => {}
                Effect::Prompt if is_probe => return node.offers,
                Effect::Write if is_probe => return Some(true),
                Effect::Query | Effect::Prompt | Effect::Write => return None,
            }
            let mut cx = Context { effects: context, data: ruleset_data, owner };
            let result = run(node.verb, &node.operands, node.makes, &mut cx, &seen.values);
            let value = result.ok()?;
            step = &node.edges[Guard::find(&node.edges, &value)?].1;
            seen.push(value);
        }
    }

    /// Returns the step at a position of the trace.
    #[inline]
    fn step(&self, cursor: TraceCursor) -> &TraceStep {
        match cursor {
            TraceCursor::Edge(node, edge) => &self.nodes[node as usize].edges[edge as usize].1,
            TraceCursor::Root(root) => &self.roots[root as usize].step,
            TraceCursor::Off => &TraceStep::Unknown,
        }
    }

    /// Finds or creates the edge for the result of a call; `Off` at the maximum number of edges.
    fn edge(&mut self, number: u32, value: &Value) -> TraceCursor {
        if let Some(edge) = self.nodes[number as usize].edge(value) {
            return TraceCursor::Edge(number, edge);
        }
        let edges = &mut self.nodes[number as usize].edges;
        if edges.len() >= MAX_EDGES {
            return TraceCursor::Off;
        }
        edges.push((Guard::of(value), TraceStep::Unknown));
        TraceCursor::Edge(number, edges.len() as u16 - 1)
    }

    fn step_mut(&mut self, cursor: TraceCursor) -> Option<&mut TraceStep> {
        match cursor {
            TraceCursor::Off => None,
            TraceCursor::Root(root) => Some(&mut self.roots[root as usize].step),
            TraceCursor::Edge(node, edge) => {
                Some(&mut self.nodes[node as usize].edges[edge as usize].1)
            }
        }
    }

    /// Records a verb call made by the interpreter.
    pub fn call(
        &mut self,
        recording: &mut Recording,
        verb: &'static Verb,
        (operands, values): (Rc<[Operand]>, &[Value]),
        place: Option<ScriptLine>,
    ) {
        let number = self.nodes.len() as u32;
        let is_full = self.nodes.len() >= MAX_NODES;
        let Some(step) = self.step_mut(recording.cursor) else { return };
        match step {
            TraceStep::Call(known) => {
                recording.cursor = TraceCursor::Edge(*known, u16::MAX);
                return;
            }
            TraceStep::Return(_) => {
                recording.cursor = TraceCursor::Off;
                return;
            }
            TraceStep::Unknown if is_full => {
                recording.cursor = TraceCursor::Off;
                return;
            }
            TraceStep::Unknown => *step = TraceStep::Call(number),
        }
        recording.cursor = TraceCursor::Edge(number, u16::MAX);
        let makes = operands.iter().any(Operand::is_made);
        let is_pool = |value: &Value| matches!(value, Value::Zone(_) | Value::List(_));
        let offers = match values.get(2) {
            // Piles and lists may be empty themselves.
            Some(Value::List(list)) if list.iter().any(is_pool) => None,
            Some(Value::List(list)) => Some(!list.is_empty()),
            Some(Value::Players(seats)) => Some(!seats.is_empty()),
            _ => None,
        };
        self.nodes.push(TraceNode { verb, operands, makes, offers, place, edges: Vec::new() });
    }

    /// Records the result of that call.
    pub fn returned(&mut self, recording: &mut Recording, value: &Value) {
        if let TraceCursor::Edge(number, _) = recording.cursor {
            recording.cursor = self.edge(number, value);
        }
    }

    /// Records that the hook returned.
    pub fn finish(&mut self, recording: &Recording, values: Box<[Operand]>) {
        if let Some(step @ TraceStep::Unknown) = self.step_mut(recording.cursor) {
            *step = TraceStep::Return(values);
        }
    }
}

/// Returns the index of a hook's traces.
const fn hook_slot(owner: Owner, hook: Hook) -> usize {
    let owner = match owner {
        Owner::Rules => 0,
        Owner::Kind(kind) => 1 + 2 * kind.index(),
        Owner::Combo(combo) => 2 + 2 * combo.index(),
    };
    owner * Hook::ALL.len() + hook as usize
}
