//! The lowered form of a function: a tree of nodes that work on kernel values and slots.

use super::builtins::{ListFunction, Operator};
use crate::kernel::{Kind, ScriptLine, Value};
use crate::script::api::{Form, Verb};
use crate::script::functions::Native;
use crate::script::values::Type;
use crate::script::watch::StatementMark;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A position in a script.
pub type At = Option<ScriptLine>;

/// The greatest number of values, and of bytes in each, of a list that is a constant.
pub const MAX_CONSTANT: usize = 32;

/// The name of closures in chains of calls.
pub const CLOSURE: &str = "anon$";

#[derive(Debug, Default)]
pub struct Function {
    pub name: Arc<str>,
    /// The number of parameters, which are its first slots; those of captured variables first.
    pub n_params: usize,
    /// The parameters that its closures share.
    pub shared: Box<[u16]>,
    /// The number of slots of its frame.
    pub n_slots: usize,
    pub body: Node,
    /// The operations of the body, without what its branches, loops and closures do.
    pub cost: u32,
}

/// An expression or statement.
#[derive(Debug)]
pub enum Node {
    Constant(Value),
    /// The value of a slot.
    Local(u16),
    /// The value of a slot that is read only once.
    Take(u16),
    /// The value of a variable that closures share.
    Shared(u16),
    /// A call of a verb or of a function of the language, chosen by the types of the arguments.
    Verb(Box<VerbCall>),
    /// A call of a verb whose result depends only on the ruleset and the arguments.
    Constants(Box<ConstantCall>),
    /// A counter of the table, by its slot.
    TableCounter(u16, At),
    /// A counter of a player, by its number.
    SeatCounter(u16, Box<VerbCall>),
    /// A call of a script function: its number and its arguments.
    Call(Box<FunctionCall>),
    /// `previous(…)`.
    /// Its values, and whether the first one is evaluated last.
    Previous(Box<(Box<[Self]>, bool)>, At),
    /// A list function with a closure.
    ListCall(Box<ListCall>),
    /// A function that changes a variable or a part of it.
    Change(Box<Change>),
    /// `place = value`, `place op= value` for a part of a variable.
    Assign(Box<Assign>),
    /// `list[index]`: the list and the index.
    Index(Box<(Self, Self)>, At),
    /// `!value`.
    Not(Box<Condition>),
    /// `-value`.
    Negate(Box<Self>, At),
    Binary(Operator, Box<(Self, Self)>, At),
    /// Whether a value is, or is not, this constant string.
    IsText(Box<TextTest>),
    /// `a && b`.
    And(Box<[Condition]>),
    /// `a || b`.
    Or(Box<[Condition]>),
    /// `a ?? b`.
    Coalesce(Box<[Self]>),
    If(Box<If>),
    /// `switch`.
    Switch(Box<Switch>),
    /// Statements; the value is that of the last one.
    Block(Box<[Self]>),
    /// `[a, b]`.
    Array(Box<[Self]>, At),
    /// `#{ a: b }`.
    Map(Box<[(Arc<str>, Self)]>, At),
    Format(Box<[Self]>, At),
    /// `a..b` and `a..=b`.
    Range(Box<(Self, Self)>, bool, At),
    /// A closure as a value.
    Closure(Box<NewClosure>),
    /// `closure.call(…)`.
    CallValue(Box<CallValue>),
    /// `value?.rest`: the value, its slot, and the rest of the chain, which takes it from there.
    Optional(Box<(Self, u16, Self)>),
    /// `print` and `debug`.
    Print(Box<Print>),
    Throw(Option<Box<Self>>, At),
    /// Stores a value in a slot.
    Store(u16, Box<Self>),
    /// Makes a variable that closures share.
    StoreNew(u16, Box<Self>),
    /// Stores a value in a variable that closures share.
    StoreShared(u16, Box<Self>),
    /// `name op= value`.
    Update(Operator, u16, Box<(Self, At)>),
    /// Evaluates arguments into slots first, then the value.
    After(Box<[(u16, Self)]>, Box<Self>),
    /// The body of a function in place of a call.
    Within(Box<Within>),
    /// A loop: condition (always true without one), body.
    While(Box<(Option<Condition>, Piece)>, At),
    /// `do`: body, condition, the result of the condition that goes on.
    Do(Box<(Piece, Condition, bool)>, At),
    /// `for`.
    For(Box<ForLoop>),
    /// `break`.
    Break(Option<Box<Self>>),
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Box<Self>>),
    /// A statement that is seen when it begins.
    Watched(Arc<StatementMark>, Box<Self>),
    /// The body of a function or closure that is seen.
    Frame(Arc<str>, Box<Self>),
}

/// A part of a function that may run or not, or more than once.
#[derive(Debug)]
pub struct Piece {
    pub node: Node,
    /// Its operations.
    pub cost: u32,
}

/// A value that must be a Boolean.
#[derive(Debug)]
pub struct Condition {
    pub node: Node,
    pub at: At,
}

#[derive(Debug)]
pub struct If {
    pub condition: Condition,
    pub then: Piece,
    pub other: Piece,
}

impl Default for Node {
    fn default() -> Self {
        Self::UNIT
    }
}

impl Node {
    pub const UNIT: Self = Self::Constant(Value::Unit);

    /// Whether the value needs no evaluation.
    pub const fn is_placed(&self) -> bool {
        matches!(self, Self::Constant(_) | Self::Local(_) | Self::Take(_))
    }

    /// Whether it is a variable or a part of one.
    pub fn is_path(&self) -> bool {
        match self {
            Self::Local(_) | Self::Shared(_) => true,
            Self::Index(parts, _) => parts.0.is_path(),
            Self::Verb(call) => {
                call.meanings.form == Form::Property && call.args.first().is_some_and(Self::is_path)
            }
            _ => false,
        }
    }

    /// Whether an evaluation may change a slot that other nodes read.
    pub fn writes_slots(&self) -> bool {
        match self {
            Self::Constant(_)
            | Self::Local(_)
            | Self::Take(_)
            | Self::Shared(_)
            | Self::TableCounter(..) => false,
            Self::Verb(call) | Self::SeatCounter(_, call) => any_writes(&call.args),
            Self::Constants(constant) => any_writes(&constant.call.args),
            Self::Call(call) => any_writes(&call.args),
            Self::ListCall(call) => {
                let closure = &call.closure.body.node;
                let nodes = [Some(&call.list), Some(closure), call.initial.as_ref()];
                nodes.into_iter().flatten().any(Self::writes_slots)
            }
            Self::Index(nodes, _) | Self::Binary(_, nodes, _) => {
                nodes.0.writes_slots() || nodes.1.writes_slots()
            }
            Self::If(parts) => {
                let If { condition, then, other } = &**parts;
                [&condition.node, &then.node, &other.node].into_iter().any(Self::writes_slots)
            }
            Self::Not(condition) => condition.node.writes_slots(),
            Self::Negate(node, _) => node.writes_slots(),
            Self::IsText(test) => test.value.writes_slots(),
            Self::And(conditions) | Self::Or(conditions) => {
                conditions.iter().any(|condition| condition.node.writes_slots())
            }
            Self::Coalesce(nodes) | Self::Array(nodes, _) | Self::Format(nodes, _) => {
                any_writes(nodes)
            }
            _ => true,
        }
    }
}

fn any_writes(nodes: &[Node]) -> bool {
    nodes.iter().any(Node::writes_slots)
}

/// A call of a verb or of a function of the language.
#[derive(Debug)]
pub struct VerbCall {
    /// The only verb with this name and number of arguments, if there is one.
    pub only: Option<&'static Verb>,
    /// The arguments; for methods and properties the first is the receiver.
    pub args: Box<[Node]>,
    /// The arguments that may not fit the only verb, by their index, with the types that it wants.
    pub unsure: Box<[(u8, Type)]>,
    /// The position of the call.
    pub at: At,
    /// How the arguments are passed to the only verb.
    pub passing: Passing,
    /// Whether the receiver is evaluated after the other arguments.
    pub receiver_last: bool,
    pub meanings: Box<Meanings>,
}

/// The possible meanings of a call by name: apart from it, because most runs do not read them.
#[derive(Debug)]
pub struct Meanings {
    pub name: Arc<str>,
    /// How the call is written.
    pub form: Form,
    /// The verbs with this name and number of arguments.
    pub verbs: Box<[&'static Verb]>,
    /// The functions of the language with this name and number of arguments.
    pub natives: Box<[&'static Native]>,
    /// The message and the hint, if no function has this name.
    pub unknown: Option<(String, String)>,
}

impl VerbCall {
    /// Returns the only verb, if the arguments are known to fit it.
    pub fn checked(&self) -> Option<&'static Verb> {
        self.only.filter(|_| self.unsure.is_empty())
    }

    /// Whether it changes a value: a list, text or map.
    pub fn changes(&self, value: &Value) -> bool {
        let takes = |native: &&&Native| native.params.first().is_some_and(|of| of.fits(value));
        self.meanings.natives.iter().find(takes).is_some_and(|native| native.changes)
    }
}

/// How arguments are passed to a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Where they are: all are constants and slots.
    InPlace,
    /// The others are constants and slots, which the evaluation of this one does not change.
    AllButOne(u8),
    /// All are evaluated first.
    Evaluated,
}

/// A call of a verb that depends only on the ruleset, with the results so far.
#[derive(Debug)]
pub struct ConstantCall {
    pub call: VerbCall,
    /// The results by owner and number of players, and by arguments.
    pub known: RefCell<Vec<KnownResult>>,
}

/// A result of a verb that depends only on the ruleset.
#[derive(Debug)]
pub struct KnownResult {
    /// The owner and the number of players.
    pub key: u32,
    /// The arguments that are not constants.
    pub arg: Option<Value>,
    pub value: Value,
}

/// A call of a script function.
#[derive(Debug)]
pub struct FunctionCall {
    /// The number of the function.
    pub function: u32,
    pub args: Box<[Node]>,
    /// Whether the first argument is evaluated after the others.
    pub receiver_last: bool,
    pub at: At,
}

/// The body of a function that stands in place of a call.
#[derive(Debug)]
pub struct Within {
    pub name: Arc<str>,
    pub body: Node,
    pub at: At,
}

/// A variable or a part of it.
#[derive(Debug)]
pub struct Path {
    pub slot: u16,
    pub steps: Box<[Step]>,
}

/// A step to a part of a value.
#[derive(Debug)]
pub struct Step {
    pub to: StepTo,
    pub at: At,
}

#[derive(Debug)]
pub enum StepTo {
    Index(Node),
    /// A property, whose call has no receiver: the entry of a map, or else what it returns.
    Property(Box<VerbCall>),
}

/// A call of a function that changes a variable or a part of it.
#[derive(Debug)]
pub struct Change {
    pub path: Path,
    /// The call; the first argument is missing.
    pub call: VerbCall,
    /// Whether the variable is a constant.
    pub is_constant: bool,
    /// Whether nothing is called for `()`.
    pub is_optional: bool,
}

/// An assignment to a part of a variable.
#[derive(Debug)]
pub struct Assign {
    pub path: Path,
    pub operator: Option<Operator>,
    pub value: Node,
    /// The name of the variable, if it is a constant.
    pub constant: Option<String>,
    pub at: At,
}

/// A closure whose body uses the frame of the function that contains it.
#[derive(Debug)]
pub struct InlineClosure {
    /// The slots of the parameters.
    pub params: Box<[u16]>,
    /// Those that other closures share.
    pub shared: Box<[u16]>,
    pub body: Piece,
    pub at: At,
}

/// A closure that is made.
#[derive(Debug)]
pub struct NewClosure {
    /// The number of its function.
    pub function: u32,
    pub n_params: u8,
    /// The slots of the variables that it shares.
    pub captured: Box<[u16]>,
}

#[derive(Debug)]
pub struct CallValue {
    pub closure: Node,
    pub args: Box<[Node]>,
    pub at: At,
}

#[derive(Debug)]
pub struct Print {
    pub value: Node,
    /// Whether texts have quotation marks.
    pub is_quoted: bool,
    /// Whether the text stands in the script.
    pub is_literal: bool,
    pub at: At,
}

/// A call of a list function with a closure.
#[derive(Debug)]
pub struct ListCall {
    pub function: ListFunction,
    /// The list, pile or map.
    pub list: Node,
    pub closure: InlineClosure,
    /// The initial value of `reduce`; `()` without one.
    pub initial: Option<Node>,
    /// The call of the function with other values.
    pub call: VerbCall,
}

/// `for`.
#[derive(Debug)]
pub struct ForLoop {
    /// The slot of the variable.
    pub variable: u16,
    /// The slot of the counter.
    pub counter: Option<u16>,
    /// Which of them closures share.
    pub shared: Box<[u16]>,
    pub over: Iterated,
    pub body: Piece,
    pub at: At,
}

/// The values that a `for` loop iterates.
#[derive(Debug)]
pub enum Iterated {
    List(Node),
    /// A range: first, last, and whether the last is included.
    Range(Node, Node, bool),
}

/// `switch`.
#[derive(Debug, Default)]
pub struct Switch {
    pub value: Node,
    /// The conditions and values of the arms.
    pub arms: Box<[(Condition, Piece)]>,
    /// The arms of each value, in order.
    pub cases: HashMap<Value, Vec<usize>>,
    /// The arms of ranges of integers, in order.
    pub ranges: Vec<(RangeInclusive<i64>, usize)>,
    /// The arm of `_`.
    pub default: Option<usize>,
}

/// A comparison with a constant string.
#[derive(Debug)]
pub struct TextTest {
    pub value: Node,
    pub text: Value,
    /// The kind with this id.
    pub kind: Option<Kind>,
    /// The result if they are equal.
    pub is: bool,
}
