//! The tape: what a hook did the last time it saw the same, so that it need not be interpreted again.
//!
//! A script is deterministic, and players, cards, piles and actions are opaque to it: all it can do
//! with them is to call verbs. So what a run does next depends on nothing but the plain values (texts,
//! numbers, truth values, the lengths of lists) that verbs have returned so far. The tape of a hook
//! is the tree of these: a node is a call of a verb, with operands that are constants or *registers*
//! (the opaque values seen so far, in order); an edge is the shape of what the call returned; a leaf
//! is what the hook returned.
//!
//! What the ruleset alone tells (options, parameters, which pile is the draw pile) is the same each
//! time and on no tape: it has become a constant.
//!
//! A run follows its tape and calls the verbs themselves. Where no edge fits, the script is run by
//! the interpreter from its start, with the results so far handed to it instead of calling the verbs
//! a second time, and the tape grows by what it does from there on. A fault takes the same way, so
//! that it is reported with its chain of calls.

use super::api::{Context, Lore, Verb};
use super::engine::allowed;
use super::shape::{Opaque, Shape, count, is_row, opaque};
use crate::kernel::desk::{Desk, Mode};
use crate::kernel::value::Values;
use crate::kernel::{Call, Hook, Owner, Place, Stop, Value};
use smallvec::SmallVec;
use std::cell::RefCell;

/// The number of an opaque value: the how-manieth the run has seen.
pub type Register = u16;

/// What no tape knows of.
pub const NO_REGISTER: Register = Register::MAX;

/// More nodes than this are not kept.
const MAX_NODES: usize = 100_000;

/// The most parameters a verb has.
const MAX_PARAMS: usize = 4;

/// More ways than this to go on from a call are not kept.
const MAX_EDGES: usize = 64;

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The same each time.
    Constant(Value),
    /// An opaque value the run has seen.
    Register(Register),
    /// A list of opaque values as the run has seen it: the how-manieth such list it was.
    Row(u16),
    /// A list put together by the script.
    List(SmallVec<[Box<Operand>; 4]>),
}

impl Operand {
    /// An opaque value: its register, or, if it has none because the ruleset told it, itself.
    #[must_use]
    pub fn of(register: Register, value: &Value) -> Self {
        if register == NO_REGISTER {
            Self::Constant(value.clone())
        } else {
            Self::Register(register)
        }
    }
}

#[derive(Debug)]
struct Node {
    verb: &'static Verb,
    operands: SmallVec<[Operand; 4]>,
    place: Option<Place>,
    edges: SmallVec<[(Shape, Step); 2]>,
    /// What it is reached from: by these a run can be told from its end to its start.
    behind: Cursor,
}

/// The start of a hook.
#[derive(Debug)]
struct Root {
    /// What the ruleset tells depends on the number of players.
    n_seats: usize,
    /// What the hook is given beside `me`.
    given: SmallVec<[Shape; 2]>,
    step: Step,
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

/// The tapes of all hooks of a host.
#[derive(Debug, Default)]
pub struct Tapes {
    roots: Vec<Root>,
    /// The roots of each hook, by [`slot`].
    hooks: Vec<SmallVec<[u32; 2]>>,
    nodes: Vec<Node>,
}

/// What has happened in a run so far.
#[derive(Debug, Default)]
pub struct Past {
    registers: SmallVec<[Opaque; 24]>,
    /// The lists of opaque values among what it has seen.
    rows: SmallVec<[Value; 2]>,
}

/// The run being interpreted.
#[derive(Debug)]
pub struct Recording {
    cursor: Cursor,
    /// The results that are handed to the script again, the next one last.
    handed: Vec<Value>,
    /// The lists of opaque values seen so far: the register each begins at, and its length.
    rows: Vec<(Register, usize)>,
    n_registers: Register,
}

impl Default for Recording {
    fn default() -> Self {
        Self { cursor: Cursor::Off, handed: Vec::new(), rows: Vec::new(), n_registers: NO_REGISTER }
    }
}

impl Past {
    /// The past of a run that begins: what the hook is given.
    fn of(call: &Call) -> Self {
        let mut past = Self::default();
        if call.hook != Hook::Setup {
            past.registers.push(Opaque::Player(call.me));
        }
        call.args.iter().for_each(|value| past.note(value));
        past
    }

    /// Numbers the opaque values within a value.
    fn note(&mut self, value: &Value) {
        match value {
            Value::Unit | Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Kind(_) => {}
            Value::List(_) | Value::Players(_) => {
                if is_row(value) {
                    self.rows.push(value.clone());
                }
                self.number(value);
            }
            _ => self.number(value),
        }
    }

    fn number(&mut self, value: &Value) {
        if let Value::List(values) = value {
            values.iter().for_each(|value| self.number(value));
        } else if let Value::Players(seats) = value {
            self.registers.extend(seats.iter().map(|seat| Opaque::Player(*seat)));
        } else if let Some(opaque) = opaque(value) {
            self.registers.push(opaque);
        }
    }

    fn resolve(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Register(register) => self.registers[*register as usize].value(),
            Operand::Constant(value) => value.clone(),
            Operand::Row(row) => self.rows[*row as usize].clone(),
            Operand::List(operands) => {
                Value::List(operands.iter().map(|operand| self.resolve(operand)).collect())
            }
        }
    }
}

/// What comes next on a tape.
enum Next {
    Unknown,
    Return(Values),
    Call { number: u32, verb: &'static Verb, n_args: usize, place: Option<Place> },
}

/// Runs a hook along its tape as far as it is known. The tapes are free while a verb works, since an
/// agent that is asked may play on the same host.
pub fn play(tapes: &RefCell<Tapes>, call: &Call, desk: &mut Desk, lore: &Lore) -> Played {
    let owner = call.owner;
    let mut past = Past::of(call);
    let mut args: [Value; MAX_PARAMS] = Default::default();
    let mut cursor = Tapes::root(tapes, call, desk.table.n_seats());
    let last = loop {
        let next = tapes.borrow().next(cursor, &past, &mut args);
        let (number, verb, n_args) = match next {
            Next::Unknown => break None,
            Next::Return(values) => return Played::Returned(values),
            Next::Call { number, verb, n_args, place } => {
                if desk.log.is_some() {
                    desk.place = place;
                }
                (number, verb, n_args)
            }
        };
        if desk.mode != Mode::Act
            && let Err(stop) = allowed(verb, desk.mode)
        {
            match stop {
                Stop::Asked => return Played::Asked,
                Stop::Fault(_) => break None,
            }
        }
        match (verb.run)(&mut Context { desk, lore, owner }, &args[..n_args]) {
            Err(Stop::Asked) => return Played::Asked,
            Err(Stop::Fault(_)) => break None,
            Ok(value) => {
                past.note(&value);
                let known = tapes.borrow().known_edge(number, &value);
                cursor = known.unwrap_or_else(|| tapes.borrow_mut().edge(number, &value));
                if matches!(cursor, Cursor::Off) {
                    cursor = tapes.borrow().nodes[number as usize].behind;
                    break Some(value);
                }
            }
        }
    };
    let mut recording = tapes.borrow().recording(cursor, call, &past);
    if let Some(value) = last {
        // There are too many ways to go on from here: the run goes on without a tape.
        recording.handed.insert(0, value);
        recording.cursor = Cursor::Off;
    }
    Played::Unknown(recording)
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
    /// Finds or makes the root for a hook and what it is given.
    fn root(tapes: &RefCell<Self>, call: &Call, n_seats: usize) -> Cursor {
        let slot = slot(call.owner, call.hook);
        let known = tapes.borrow().known_root(slot, call, n_seats);
        known.unwrap_or_else(|| {
            let mut tapes = tapes.borrow_mut();
            let given = call.args.iter().map(Shape::of).collect();
            let root = tapes.roots.len() as u32;
            tapes.roots.push(Root { n_seats, given, step: Step::Unknown });
            if tapes.hooks.len() <= slot {
                tapes.hooks.resize_with(slot + 1, SmallVec::new);
            }
            tapes.hooks[slot].push(root);
            Cursor::Root(root)
        })
    }

    fn known_root(&self, slot: usize, call: &Call, n_seats: usize) -> Option<Cursor> {
        let fits = |number: &&u32| {
            let root = &self.roots[**number as usize];
            root.n_seats == n_seats
                && root.given.len() == call.args.len()
                && root.given.iter().zip(&call.args).all(|(shape, value)| shape.fits(value))
        };
        self.hooks.get(slot)?.iter().find(fits).map(|root| Cursor::Root(*root))
    }

    /// What is to be done at a point of the tape; the arguments of a call are put in place.
    fn next(&self, cursor: Cursor, past: &Past, args: &mut [Value; MAX_PARAMS]) -> Next {
        let step = match cursor {
            Cursor::Edge(node, edge) => &self.nodes[node as usize].edges[edge as usize].1,
            Cursor::Root(root) => &self.roots[root as usize].step,
            Cursor::Off => return Next::Unknown,
        };
        match step {
            Step::Unknown => Next::Unknown,
            Step::Return(values) => Next::Return(values.iter().map(|o| past.resolve(o)).collect()),
            Step::Call(number) => {
                let Node { verb, operands, place, .. } = &self.nodes[*number as usize];
                for (arg, operand) in args.iter_mut().zip(operands) {
                    *arg = past.resolve(operand);
                }
                Next::Call { number: *number, verb, n_args: operands.len(), place: *place }
            }
        }
    }

    /// The edge for what a call returned.
    fn known_edge(&self, number: u32, value: &Value) -> Option<Cursor> {
        let edges = &self.nodes[number as usize].edges;
        let edge = edges.iter().position(|(shape, _)| shape.fits(value))?;
        Some(Cursor::Edge(number, edge as u16))
    }

    /// Finds or makes the edge for what a call returned; nowhere when there are too many.
    fn edge(&mut self, number: u32, value: &Value) -> Cursor {
        if let Some(known) = self.known_edge(number, value) {
            return known;
        }
        let edges = &mut self.nodes[number as usize].edges;
        if edges.len() >= MAX_EDGES {
            return Cursor::Off;
        }
        edges.push((Shape::of(value), Step::Unknown));
        Cursor::Edge(number, edges.len() as u16 - 1)
    }

    fn step(&mut self, cursor: Cursor) -> Option<&mut Step> {
        match cursor {
            Cursor::Off => None,
            Cursor::Root(root) => Some(&mut self.roots[root as usize].step),
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
        let behind = recording.cursor;
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
            edges: SmallVec::new(),
            behind,
        });
    }

    /// Notes what that verb returned.
    pub fn returned(&mut self, recording: &mut Recording, value: &Value) {
        if let Cursor::Edge(number, _) = recording.cursor {
            recording.cursor = self.edge(number, value);
        }
    }

    /// Notes that the hook returned.
    pub fn finish(&mut self, recording: &Recording, values: SmallVec<[Operand; 2]>) {
        if let Some(step @ Step::Unknown) = self.step(recording.cursor) {
            *step = Step::Return(values);
        }
    }
}

impl Tapes {
    /// A recording that goes on where a run along the tape has stopped: the script is handed what
    /// the run has seen so far.
    fn recording(&self, cursor: Cursor, call: &Call, past: &Past) -> Recording {
        let mut shapes: SmallVec<[&Shape; 24]> = SmallVec::new();
        let mut at = cursor;
        while let Cursor::Edge(number, edge) = at {
            let node = &self.nodes[number as usize];
            shapes.push(&node.edges[edge as usize].0);
            at = node.behind;
        }
        let n_given = usize::from(call.hook != Hook::Setup);
        let n_given = n_given + call.args.iter().map(count).sum::<usize>();
        let mut registers = past.registers.iter().copied().skip(n_given);
        let mut handed: Vec<Value> =
            shapes.into_iter().rev().map(|shape| shape.value(&mut registers)).collect();
        handed.reverse();
        Recording { cursor, handed, rows: Vec::new(), n_registers: 0 }
    }
}

impl Recording {
    /// Whether the run is put on a tape.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        !matches!(self.cursor, Cursor::Off)
    }

    /// The result that the next call of a verb has already had, if the interpreter is still behind
    /// the tape.
    pub fn hand(&mut self) -> Option<Value> {
        self.handed.pop()
    }

    /// Notes a value that the script is about to see.
    pub fn saw(&mut self, value: &Value) {
        if self.n_registers != NO_REGISTER && is_row(value) {
            self.rows.push((self.n_registers, count(value)));
        }
    }

    /// The number of the next opaque value.
    pub fn register(&mut self) -> Register {
        if self.n_registers == NO_REGISTER {
            return NO_REGISTER;
        }
        self.n_registers += 1;
        self.n_registers - 1
    }

    /// A list of operands, as the list the script has seen if it is one.
    pub fn list(&self, operands: SmallVec<[Box<Operand>; 4]>) -> Operand {
        if let Some(Operand::Register(first)) = operands.first().map(|o| &**o) {
            let registers = (*first..).map(Operand::Register);
            let in_order = operands.iter().zip(registers).all(|(o, register)| **o == register);
            let row = self.rows.iter().position(|row| *row == (*first, operands.len()));
            if in_order && let Some(row) = row {
                return Operand::Row(row as u16);
            }
        }
        Operand::List(operands)
    }

    /// The same operand without reference to a whole list: what a hook returns is kept by the kernel,
    /// and a list of players that a verb has made must not differ from one that the script has.
    pub fn spelled_out(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Row(row) => {
                let (first, len) = self.rows[row as usize];
                let registers = (first..).take(len).map(|r| Box::new(Operand::Register(r)));
                Operand::List(registers.collect())
            }
            Operand::List(operands) => {
                let spelled = operands.into_iter().map(|o| Box::new(self.spelled_out(*o)));
                Operand::List(spelled.collect())
            }
            Operand::Constant(_) | Operand::Register(_) => operand,
        }
    }
}

/// A place for the tapes of a hook.
const fn slot(owner: Owner, hook: Hook) -> usize {
    let owner = match owner {
        Owner::Rules => 0,
        Owner::Kind(kind) => 1 + 2 * kind.index(),
        Owner::Combo(combo) => 2 + 2 * combo.index(),
    };
    owner * 16 + hook as usize
}
