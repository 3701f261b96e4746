//! The tape: what a hook did the last time it saw the same, so that it need not be interpreted again.
//!
//! A script is deterministic, and players, cards, piles and actions are opaque to it: all it can do
//! with them is to call verbs. So what a run does next depends on nothing but the plain values (texts,
//! numbers, truth values, the lengths of lists) that verbs have returned so far. The tape of a hook
//! is the tree of these: a node is a call of a verb, with operands that are constants or *registers*
//! (the opaque values seen so far, in order); an edge is the shape of what the call returned; a leaf
//! is what the hook returned.
//!
//! A run follows its tape and calls the verbs themselves. Where no edge fits, the script is run by
//! the interpreter from its start, with the results so far handed to it instead of calling the verbs
//! a second time, and the tape grows by what it does from there on. A fault takes the same way, so
//! that it is reported with its chain of calls.

use super::api::{Context, Effect, Lore, Verb};
use super::engine::allowed;
use crate::kernel::desk::Desk;
use crate::kernel::value::Values;
use crate::kernel::{Owner, Place, Stop, Value};
use smallvec::SmallVec;
use std::cell::RefCell;

/// The number of an opaque value: the how-manieth the run has seen.
pub type Register = u16;

/// What no tape knows of.
pub const NO_REGISTER: Register = Register::MAX;

/// More nodes than this are not kept.
const MAX_NODES: usize = 100_000;

/// More ways than this to go on from a call are not kept.
const MAX_EDGES: usize = 64;

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The same each time.
    Constant(Value),
    /// An opaque value the run has seen.
    Register(Register),
    /// A list as a call returned it.
    Result(u16),
    /// A list put together by the script.
    List(SmallVec<[Box<Operand>; 4]>),
}

/// What a script can tell of a value.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// All of it.
    Plain(Value),
    /// A player, a card, a pile or an action: only which of these.
    Opaque(u8),
    /// A list of these.
    List(Vec<Shape>),
}

#[derive(Debug)]
struct Node {
    verb: &'static Verb,
    operands: SmallVec<[Operand; 4]>,
    place: Option<Place>,
    /// What it returns, where the ruleset alone decides it.
    told: Option<Value>,
    edges: SmallVec<[(Shape, Step); 2]>,
}

/// What comes after an edge.
#[derive(Clone, Debug)]
enum Step {
    /// Nobody has got there yet.
    Unknown,
    /// A call.
    Call(u32),
    /// The hook returns.
    Return(SmallVec<[Operand; 2]>),
}

/// Where the tape grows.
#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// Nowhere: the run is not taped.
    Off,
    /// At the start of a hook.
    Root(u32),
    /// After an edge of a call.
    Edge(u32, u16),
}

/// The tapes of all hooks of a host, for one number of players.
#[derive(Debug, Default)]
pub struct Tapes {
    n_seats: usize,
    /// For each hook, what it is given as plain values, and its first step.
    roots: Vec<(Vec<Shape>, Step)>,
    /// The roots of each hook, by [`Tapes::slot`].
    hooks: Vec<SmallVec<[u32; 2]>>,
    nodes: Vec<Node>,
}

/// What has happened in a run so far.
#[derive(Debug, Default)]
pub struct Past {
    registers: SmallVec<[Value; 16]>,
    results: SmallVec<[Value; 8]>,
}

/// The run being interpreted.
#[derive(Debug)]
pub struct Recording {
    cursor: Cursor,
    past: Past,
    /// How many results have been handed to the script again.
    n_handed: usize,
    n_registers: Register,
}

impl Default for Recording {
    fn default() -> Self {
        Self { cursor: Cursor::Off, past: Past::default(), n_handed: 0, n_registers: NO_REGISTER }
    }
}

const fn opaque(value: &Value) -> Option<u8> {
    match value {
        Value::Player(_) => Some(0),
        Value::Card(_) => Some(1),
        Value::Zone(_) => Some(2),
        Value::Action(_) => Some(3),
        _ => None,
    }
}

impl Shape {
    fn of(value: &Value) -> Self {
        match value {
            Value::List(values) => Self::List(values.iter().map(Self::of).collect()),
            value => opaque(value).map_or_else(|| Self::Plain(value.clone()), Self::Opaque),
        }
    }

    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::List(shapes), Value::List(values)) => {
                shapes.len() == values.len()
                    && shapes.iter().zip(values.iter()).all(|(s, v)| s.fits(v))
            }
            (Self::Opaque(tag), value) => opaque(value) == Some(*tag),
            (Self::Plain(plain), value) => plain == value,
            (Self::List(_), _) => false,
        }
    }
}

impl Past {
    /// Numbers the opaque values within a value.
    fn note(&mut self, value: &Value) {
        match value {
            Value::List(values) => values.iter().for_each(|value| self.note(value)),
            value if opaque(value).is_some() => self.registers.push(value.clone()),
            _ => {}
        }
    }

    fn resolve(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Constant(value) => value.clone(),
            Operand::Register(register) => self.registers[*register as usize].clone(),
            Operand::Result(result) => self.results[*result as usize].clone(),
            Operand::List(operands) => {
                Value::List(operands.iter().map(|operand| self.resolve(operand)).collect())
            }
        }
    }
}

/// What comes next on a tape, with its operands in place.
enum Next {
    Unknown,
    Return(Values),
    Told(u32, Value),
    Call { number: u32, verb: &'static Verb, args: SmallVec<[Value; 4]>, place: Option<Place> },
}

/// Runs a hook along its tape as far as it is known. The tapes are free while a verb works, since an
/// agent that is asked may play on the same host.
pub fn play(
    tapes: &RefCell<Tapes>,
    hook: usize,
    given: &[Value],
    owner: Owner,
    desk: &mut Desk,
    lore: &Lore,
) -> Played {
    let mut cursor = Cursor::Root(tapes.borrow_mut().root(desk.table.n_seats(), hook, given));
    let mut past = Past::default();
    given.iter().for_each(|value| past.note(value));
    loop {
        let next = tapes.borrow().next(cursor, &past);
        let (number, verb, args, place) = match next {
            Next::Unknown => return Played::Unknown(Recording::after(cursor, past)),
            Next::Return(values) => return Played::Returned(values),
            Next::Told(number, value) => {
                cursor = Cursor::Edge(number, 0);
                past.note(&value);
                past.results.push(value);
                continue;
            }
            Next::Call { number, verb, args, place } => (number, verb, args, place),
        };
        desk.place = place;
        let result = allowed(verb, desk.mode)
            .and_then(|()| (verb.run)(&mut Context { desk, lore, owner }, &args));
        match result {
            Err(Stop::Asked) => return Played::Asked,
            Err(Stop::Fault(_)) => return Played::Unknown(Recording::after(cursor, past)),
            Ok(value) => {
                past.note(&value);
                cursor = tapes.borrow_mut().edge(number, &value);
                past.results.push(value);
            }
        }
    }
}

/// How a run along the tape ended.
pub enum Played {
    /// The hook returned.
    Returned(Values),
    /// It asked a question.
    Asked,
    /// The tape ends here: the interpreter must go on.
    Unknown(Recording),
}

impl Tapes {
    /// Finds or makes the root for a hook and what it is given. A game with another number of
    /// players begins anew: what the ruleset tells depends on it.
    fn root(&mut self, n_seats: usize, hook: usize, given: &[Value]) -> u32 {
        if self.n_seats != n_seats {
            *self = Self { n_seats, ..Self::default() };
        }
        if self.hooks.len() <= hook {
            self.hooks.resize_with(hook + 1, SmallVec::new);
        }
        let fits = |root: &&u32| {
            let shapes = &self.roots[**root as usize].0;
            shapes.len() == given.len() && shapes.iter().zip(given).all(|(s, v)| s.fits(v))
        };
        if let Some(root) = self.hooks[hook].iter().find(fits) {
            return *root;
        }
        let root = self.roots.len() as u32;
        self.roots.push((given.iter().map(Shape::of).collect(), Step::Unknown));
        self.hooks[hook].push(root);
        root
    }

    /// What is to be done at a point of the tape.
    fn next(&self, cursor: Cursor, past: &Past) -> Next {
        let step = match cursor {
            Cursor::Root(root) => &self.roots[root as usize].1,
            Cursor::Edge(node, edge) => &self.nodes[node as usize].edges[edge as usize].1,
            Cursor::Off => return Next::Unknown,
        };
        match step {
            Step::Unknown => Next::Unknown,
            Step::Return(values) => Next::Return(values.iter().map(|o| past.resolve(o)).collect()),
            Step::Call(number) => {
                let node = &self.nodes[*number as usize];
                if let Some(value) = &node.told {
                    return Next::Told(*number, value.clone());
                }
                let args = node.operands.iter().map(|operand| past.resolve(operand)).collect();
                Next::Call { number: *number, verb: node.verb, args, place: node.place }
            }
        }
    }

    /// Finds or makes the edge for what a call returned; nowhere when there are too many.
    fn edge(&mut self, number: u32, value: &Value) -> Cursor {
        let edges = &mut self.nodes[number as usize].edges;
        if let Some(edge) = edges.iter().position(|(shape, _)| shape.fits(value)) {
            return Cursor::Edge(number, edge as u16);
        }
        if edges.len() >= MAX_EDGES {
            return Cursor::Off;
        }
        edges.push((Shape::of(value), Step::Unknown));
        Cursor::Edge(number, edges.len() as u16 - 1)
    }

    fn step(&mut self, cursor: Cursor) -> Option<&mut Step> {
        match cursor {
            Cursor::Off => None,
            Cursor::Root(root) => Some(&mut self.roots[root as usize].1),
            Cursor::Edge(node, edge) => Some(&mut self.nodes[node as usize].edges[edge as usize].1),
        }
    }

    /// Notes that the interpreter calls a verb.
    pub fn call(
        &mut self,
        recording: &mut Recording,
        verb: &'static Verb,
        args: &[Operand],
        place: Option<Place>,
    ) {
        let number = self.nodes.len() as u32;
        let is_full = self.nodes.len() >= MAX_NODES;
        let Some(step) = self.step(recording.cursor) else { return };
        match step {
            Step::Call(known) => {
                recording.cursor = Cursor::Edge(*known, u16::MAX);
                return;
            }
            Step::Return(_) => {
                recording.cursor = Cursor::Off;
                return;
            }
            Step::Unknown if is_full => {
                recording.cursor = Cursor::Off;
                return;
            }
            Step::Unknown => *step = Step::Call(number),
        }
        recording.cursor = Cursor::Edge(number, u16::MAX);
        self.nodes.push(Node {
            verb,
            operands: args.iter().cloned().collect(),
            place,
            told: None,
            edges: SmallVec::new(),
        });
    }

    /// Notes what that verb returned.
    pub fn returned(&mut self, recording: &mut Recording, value: &Value) {
        recording.past.results.push(value.clone());
        recording.n_handed += 1;
        if let Cursor::Edge(number, _) = recording.cursor {
            recording.cursor = self.edge(number, value);
            let node = &mut self.nodes[number as usize];
            let is_constant = |operand: &Operand| matches!(operand, Operand::Constant(_));
            if node.verb.effect == Effect::Tells && node.operands.iter().all(is_constant) {
                node.told = Some(value.clone());
            }
        }
    }

    /// Notes that the hook returned.
    pub fn finish(&mut self, recording: &Recording, values: SmallVec<[Operand; 2]>) {
        if let Some(step @ Step::Unknown) = self.step(recording.cursor) {
            *step = Step::Return(values);
        }
    }
}

impl Recording {
    fn after(cursor: Cursor, past: Past) -> Self {
        Self { cursor, past, n_handed: 0, n_registers: 0 }
    }

    /// Whether the run is put on a tape.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.cursor, Cursor::Off)
    }

    /// The result that the next call of a verb has already had, if the interpreter is still behind
    /// the tape.
    pub fn hand(&mut self) -> Option<Value> {
        let value = self.past.results.get(self.n_handed)?.clone();
        self.n_handed += 1;
        Some(value)
    }

    /// The number of the next opaque value.
    pub fn register(&mut self) -> Register {
        if self.n_registers == NO_REGISTER {
            return NO_REGISTER;
        }
        self.n_registers += 1;
        self.n_registers - 1
    }

    /// A list of operands, as the result it is if it is one.
    pub fn list(&self, operands: SmallVec<[Box<Operand>; 4]>) -> Operand {
        if let Some(Operand::Register(first)) = operands.first().map(|o| &**o) {
            let in_order = operands
                .iter()
                .enumerate()
                .all(|(i, o)| **o == Operand::Register(first.wrapping_add(i as u16)));
            if in_order && let Some(result) = self.whole(*first, operands.len()) {
                return Operand::Result(result);
            }
        }
        Operand::List(operands)
    }

    /// The result that is a list of exactly these registers.
    fn whole(&self, first: Register, len: usize) -> Option<u16> {
        let mut register = self.n_registers as usize;
        for (i, result) in self.past.results.iter().enumerate().rev() {
            register -= count(result);
            if register == first as usize {
                let fits = matches!(result, Value::List(values) if values.len() == len);
                return (fits && count(result) == len).then_some(i as u16);
            }
        }
        None
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.iter().map(count).sum(),
        value => usize::from(opaque(value).is_some()),
    }
}

/// A place for the tapes of a hook.
#[must_use]
pub fn hook_slot(owner: Owner, hook: crate::kernel::Hook) -> usize {
    let owner = match owner {
        Owner::Rules => 0,
        Owner::Kind(kind) => 1 + 2 * kind.index(),
        Owner::Combo(combo) => 2 + 2 * combo.index(),
    };
    owner * 16 + hook as usize
}
