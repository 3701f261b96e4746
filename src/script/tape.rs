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
use crate::kernel::desk::Desk;
use crate::kernel::value::Values;
use crate::kernel::{ActionId, CardId, Owner, Place, Seat, Stop, Value, Zone};
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
    /// A list as a call returned it: the how-manieth list it was.
    Result(u16),
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

/// What a script can tell of a value.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// All of it.
    Plain(Value),
    /// A player, a card, a pile or an action: only which of these.
    Opaque(u8),
    /// A list of these.
    List(Vec<Shape>),
    /// So many players.
    Players(u8),
}

#[derive(Debug)]
struct Node {
    verb: &'static Verb,
    operands: SmallVec<[Operand; 4]>,
    place: Option<Place>,
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

/// An opaque value, small and without anything to drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opaque {
    Player(Seat),
    Card(CardId),
    Zone(Zone),
    Action(ActionId),
}

/// What has happened in a run so far.
#[derive(Debug, Default)]
pub struct Past {
    registers: SmallVec<[Opaque; 24]>,
    /// The lists among the results, with the register each begins at.
    lists: SmallVec<[(Register, Value); 2]>,
    /// The edges taken: together with the registers they tell every result.
    path: SmallVec<[(u32, u16); 24]>,
}

/// The run being interpreted.
#[derive(Debug)]
pub struct Recording {
    cursor: Cursor,
    /// The results that are handed to the script again, the next one last.
    handed: Vec<Value>,
    /// The lists among the results so far, with the register each begins at.
    lists: Vec<(Register, usize, u16)>,
    n_registers: Register,
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            cursor: Cursor::Off,
            handed: Vec::new(),
            lists: Vec::new(),
            n_registers: NO_REGISTER,
        }
    }
}

const fn opaque(value: &Value) -> Option<Opaque> {
    match value {
        Value::Player(seat) => Some(Opaque::Player(*seat)),
        Value::Card(card) => Some(Opaque::Card(*card)),
        Value::Zone(zone) => Some(Opaque::Zone(*zone)),
        Value::Action(action) => Some(Opaque::Action(*action)),
        _ => None,
    }
}

impl Opaque {
    const fn tag(self) -> u8 {
        match self {
            Self::Player(_) => 0,
            Self::Card(_) => 1,
            Self::Zone(_) => 2,
            Self::Action(_) => 3,
        }
    }

    const fn value(self) -> Value {
        match self {
            Self::Player(seat) => Value::Player(seat),
            Self::Card(card) => Value::Card(card),
            Self::Zone(zone) => Value::Zone(zone),
            Self::Action(action) => Value::Action(action),
        }
    }
}

impl Shape {
    fn of(value: &Value) -> Self {
        match value {
            Value::List(values) => Self::List(values.iter().map(Self::of).collect()),
            Value::Players(seats) => Self::Players(seats.len() as u8),
            value => {
                opaque(value).map_or_else(|| Self::Plain(value.clone()), |o| Self::Opaque(o.tag()))
            }
        }
    }

    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::List(shapes), Value::List(values)) => {
                shapes.len() == values.len()
                    && shapes.iter().zip(values.iter()).all(|(s, v)| s.fits(v))
            }
            (Self::Opaque(tag), value) => opaque(value).is_some_and(|o| o.tag() == *tag),
            (Self::Plain(plain), value) => plain == value,
            (Self::Players(n), Value::Players(seats)) => seats.len() == *n as usize,
            (Self::List(_) | Self::Players(_), _) => false,
        }
    }

    /// The value of this shape whose opaque parts are the next registers.
    fn value(&self, registers: &mut impl Iterator<Item = Opaque>) -> Value {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Opaque(_) => registers.next().map_or(Value::Unit, Opaque::value),
            Self::Players(n) => Value::Players(
                registers
                    .take(*n as usize)
                    .filter_map(|o| if let Opaque::Player(seat) = o { Some(seat) } else { None })
                    .collect(),
            ),
            Self::List(shapes) => Value::List(shapes.iter().map(|s| s.value(registers)).collect()),
        }
    }
}

impl Past {
    /// Numbers the opaque values within a value.
    fn note(&mut self, value: &Value) {
        if matches!(value, Value::List(_) | Value::Players(_)) {
            self.lists.push((self.registers.len() as Register, value.clone()));
        }
        self.number(value);
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
            Operand::Constant(value) => value.clone(),
            Operand::Register(register) => self.registers[*register as usize].value(),
            Operand::Result(list) => self.lists[*list as usize].1.clone(),
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
    let root = tapes.borrow_mut().root(desk.table.n_seats(), hook, given);
    let mut cursor = Cursor::Root(root);
    let mut past = Past::default();
    given.iter().for_each(|value| past.note(value));
    loop {
        let next = tapes.borrow().next(cursor, &past);
        let (number, verb, args, place) = match next {
            Next::Return(values) => return Played::Returned(values),
            Next::Call { number, verb, args, place } => (number, verb, args, place),
            Next::Unknown => break,
        };
        desk.place = place;
        let result = allowed(verb, desk.mode)
            .and_then(|()| (verb.run)(&mut Context { desk, lore, owner }, &args));
        match result {
            Err(Stop::Asked) => return Played::Asked,
            Err(Stop::Fault(_)) => break,
            Ok(value) => {
                past.note(&value);
                cursor = tapes.borrow_mut().edge(number, &value);
                match cursor {
                    Cursor::Edge(number, edge) => past.path.push((number, edge)),
                    _ => {
                        return Played::Unknown(tapes.borrow().behind(
                            cursor,
                            given,
                            &past,
                            Some(value),
                        ));
                    }
                }
            }
        }
    }
    Played::Unknown(tapes.borrow().behind(cursor, given, &past, None))
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
            edges: SmallVec::new(),
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
    /// the run has seen so far, and at last what no edge was found for.
    fn behind(
        &self,
        cursor: Cursor,
        given: &[Value],
        past: &Past,
        last: Option<Value>,
    ) -> Recording {
        let mut recording = Recording { cursor, n_registers: 0, ..Recording::default() };
        let n_given: usize = given.iter().map(count).sum();
        let mut registers = past.registers.iter().copied().skip(n_given);
        let shapes = past
            .path
            .iter()
            .map(|(node, edge)| &self.nodes[*node as usize].edges[*edge as usize].0);
        recording.handed = shapes.map(|shape| shape.value(&mut registers)).chain(last).collect();
        recording.handed.reverse();
        recording
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
        let len = match value {
            Value::List(values) => values.len(),
            Value::Players(seats) => seats.len(),
            _ => return,
        };
        if self.n_registers != NO_REGISTER {
            let list = self.lists.len() as u16;
            self.lists.push((self.n_registers, len, list));
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

    /// A list of operands, as the result it is if it is one.
    pub fn list(&self, operands: SmallVec<[Box<Operand>; 4]>) -> Operand {
        if let Some(Operand::Register(first)) = operands.first().map(|o| &**o) {
            let in_order = operands
                .iter()
                .enumerate()
                .all(|(i, o)| **o == Operand::Register(first.wrapping_add(i as u16)));
            let is_this =
                |list: &&(Register, usize, u16)| list.0 == *first && list.1 == operands.len();
            if in_order && let Some(list) = self.lists.iter().find(is_this) {
                return Operand::Result(list.2);
            }
        }
        Operand::List(operands)
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.iter().map(count).sum(),
        Value::Players(seats) => seats.len(),
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
