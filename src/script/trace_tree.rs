//! Traces: recorded runs of hooks that are replayed instead of interpreting the script again.
//!
//! A script is deterministic, and players, cards, piles and actions are opaque to it: all it can
//! do with them is to call verbs. So what a run does next depends on nothing but the plain values
//! (texts, numbers, truth values, the lengths of lists) that verbs have returned so far. The trace
//! of a hook is the tree of these: a node is a call of a verb, with operands that are constants or
//! values the run has seen so far; an edge is the shape of what the call returned; a leaf is what
//! the hook returned.
//!
//! Values that depend on the ruleset alone (options, parameters, which pile is the draw pile) are
//! constants in the trace.
//!
//! A run follows its trace and calls the verbs directly. Where no edge matches, the interpreter
//! runs the script from its start with the results so far replayed instead of calling the verbs
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

/// The values that a run has seen. Most runs see none that owns anything, so that nothing need be
/// done for each of them in the end.
#[derive(Default)]
struct SeenValues {
    values: SmallVec<[SeenValue; 8]>,
    /// Whether there is a text or a list among them.
    owns: bool,
}

impl SeenValues {
    /// Adds what a hook is given, `me` first.
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

/// More nodes than this are not kept.
const MAX_NODES: usize = 100_000;

/// More ways than this to go on from a call are not kept.
const MAX_EDGES: usize = 64;

/// An argument of a call. The values that a run sees are numbered: what the hook is given, `me`
/// first, then what each call returned.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The same each time.
    Constant(Value),
    /// A value as the run has seen it.
    Seen(u16),
    /// An opaque value within a list that the run has seen: which list, and the how-manieth in it.
    Part(u16, u16),
    /// A list put together by the script.
    List(Box<[Operand]>),
}

/// The arguments of a call of a verb.
#[derive(Clone, Copy)]
pub enum CallArgs<'a> {
    /// One after the other.
    Plain(&'a [Value]),
    /// What the operands of a trace refer to, given the values seen so far. Those that are no value
    /// of the past lie in `made`, each at its place.
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
    /// Whether the argument must be put together first.
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
    /// Shared, so that the traces are free while the verb asks.
    operands: Rc<[Operand]>,
    /// Whether some argument must be put together first.
    makes: bool,
    /// Whether there is something to choose, if the verb asks and is given a list of it.
    offers: Option<bool>,
    place: Option<ScriptLine>,
    edges: Vec<(Guard, TraceStep)>,
}

/// The start of a hook.
#[derive(Debug)]
struct TraceRoot {
    /// What the ruleset tells depends on the number of players.
    n_seats: usize,
    /// What the hook is given beside `me`.
    given: Box<[Guard]>,
    step: TraceStep,
}

/// What comes after an edge.
#[derive(Clone, Debug)]
enum TraceStep {
    /// Nobody has got there yet.
    Unknown,
    /// A call.
    Call(u32),
    /// The hook returns.
    Return(Box<[Operand]>),
}

/// Where the trace grows.
#[derive(Clone, Copy, Debug)]
pub enum TraceCursor {
    /// Nowhere: the run is not traced.
    Off,
    /// At the start of a hook.
    Root(u32),
    /// After an edge of a call.
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

/// How a run along the trace ended.
pub enum ReplayResult {
    /// The hook returned.
    Returned,
    /// It asked a question.
    Asked,
    /// The trace ends here: the interpreter must go on.
    Unknown(Recording),
}

/// Runs a hook along its trace as far as it is known, and puts what it returns into the context.
///
/// The traces are free while a verb asks, since an agent may play on the same host before it
/// answers.
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
        let result = if verb.effect == Effect::Prompt {
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
            // Where there are too many ways to go on from here, the run goes on without a trace.
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

/// Calls a verb; `makes` says whether some argument must be put together first.
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
    /// The edge for what the call returned.
    #[inline]
    fn edge(&self, value: &Value) -> Option<u16> {
        Guard::find(&self.edges, value).map(|edge| edge as u16)
    }
}

impl TraceTree {
    /// The root for a hook and what it is given.
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

    /// Finds or makes the root for a call.
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

    /// What a query or a probe would find out, where the trace tells: it is followed as long as
    /// verbs only look.
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
                Effect::Prompt | Effect::Write => return None,
            }
            let mut cx = Context { effects: context, data: ruleset_data, owner };
            let result = run(node.verb, &node.operands, node.makes, &mut cx, &seen.values);
            let value = result.ok()?;
            step = &node.edges[Guard::find(&node.edges, &value)?].1;
            seen.push(value);
        }
    }

    /// What is to be done at a point of the trace.
    #[inline]
    fn step(&self, cursor: TraceCursor) -> &TraceStep {
        match cursor {
            TraceCursor::Edge(node, edge) => &self.nodes[node as usize].edges[edge as usize].1,
            TraceCursor::Root(root) => &self.roots[root as usize].step,
            TraceCursor::Off => &TraceStep::Unknown,
        }
    }

    /// Finds or makes the edge for what a call returned; nowhere when there are too many.
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

    /// Notes that the interpreter calls a verb.
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
        let offers = match values.get(2) {
            Some(Value::List(list)) => Some(!list.is_empty()),
            Some(Value::Players(seats)) => Some(!seats.is_empty()),
            _ => None,
        };
        self.nodes.push(TraceNode { verb, operands, makes, offers, place, edges: Vec::new() });
    }

    /// Notes what that verb returned.
    pub fn returned(&mut self, recording: &mut Recording, value: &Value) {
        if let TraceCursor::Edge(number, _) = recording.cursor {
            recording.cursor = self.edge(number, value);
        }
    }

    /// Notes that the hook returned.
    pub fn finish(&mut self, recording: &Recording, values: Box<[Operand]>) {
        if let Some(step @ TraceStep::Unknown) = self.step_mut(recording.cursor) {
            *step = TraceStep::Return(values);
        }
    }
}

/// A place for the traces of a hook.
const fn hook_slot(owner: Owner, hook: Hook) -> usize {
    let owner = match owner {
        Owner::Rules => 0,
        Owner::Kind(kind) => 1 + 2 * kind.index(),
        Owner::Combo(combo) => 2 + 2 * combo.index(),
    };
    owner * 16 + hook as usize
}
