//! The lowered form of a function: a tree of nodes that work on kernel values and slots.

use crate::kernel::{Kind, ScriptLine, Value};
use crate::script::api::Verb;
use crate::script::values::Type;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

#[derive(Debug)]
pub struct Function {
    /// The number of parameters, which are its first slots.
    pub n_params: usize,
    /// The types that the code relies on, by parameter.
    pub types: Box<[Option<Type>]>,
    /// The number of slots of its frame.
    pub n_slots: usize,
    pub body: Node,
    /// At least as many operations as Rhai counts for the body, loops and closures aside.
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
    /// A call of a verb or of a built-in function of Rhai, chosen by the types of the arguments.
    Verb(Box<VerbCall>),
    /// A call of a verb whose result depends only on the ruleset and the arguments.
    Constants(Box<ConstantCall>),
    /// A counter of the table, by its slot.
    TableCounter(u16, Option<ScriptLine>),
    /// A counter of a player, by its number.
    SeatCounter(u16, Box<VerbCall>),
    /// A call of a script function: its number and its arguments.
    Call(Box<FunctionCall>),
    /// `previous(…)`.
    Previous(Box<[Self]>),
    /// A list function with a closure.
    ListCall(Box<ListCall>),
    /// A list function that changes a list.
    Change(ListChange, Box<ListPlace>, Box<[Self]>),
    /// `list[index] = value`, `list[index] op= value`.
    StoreAt(Option<Operator>, Box<ListPlace>, Box<Self>),
    /// `list.sort(…)` of the list in a slot.
    Sort(u16, Box<Closure>),
    /// `list[index]`: the list and the index.
    Index(Box<(Self, Self)>),
    /// `!value`.
    Not(Box<Self>),
    /// `-value`.
    Negate(Box<Self>),
    Binary(Operator, Box<(Self, Self)>),
    /// Whether a value is, or is not, this constant string.
    IsText(Box<TextTest>),
    /// `a && b`.
    And(Box<[Self]>),
    /// `a || b`.
    Or(Box<[Self]>),
    /// `a ?? b`.
    Coalesce(Box<[Self]>),
    /// `if`: condition, then, else.
    If(Box<(Self, Self, Self)>),
    /// `switch`.
    Switch(Box<Switch>),
    /// Statements; the value is that of the last one.
    Block(Box<[Self]>),
    /// `[a, b]`.
    Array(Box<[Self]>),
    Format(Box<[Self]>),
    /// Stores a value in a slot.
    Store(u16, Box<Self>),
    /// `slot op= value`.
    Update(Operator, u16, Box<Self>),
    /// Evaluates arguments into slots first, then the value.
    After(Box<[(u16, Self)]>, Box<Self>),
    /// A loop: condition (always true without one), body, cost of an iteration.
    While(Box<(Option<Self>, Self, u32)>),
    /// `do`: body, condition, the result of the condition that goes on, cost of an iteration.
    Do(Box<(Self, Self, bool, u32)>),
    /// `for`.
    For(Box<ForLoop>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Box<Self>>),
    /// A statement that is counted when it begins.
    Counted(usize, Box<Self>),
}

impl Node {
    /// Whether the value needs no evaluation.
    pub const fn is_placed(&self) -> bool {
        matches!(self, Self::Constant(_) | Self::Local(_) | Self::Take(_))
    }

    /// Whether an evaluation may change a slot that other nodes read.
    pub fn writes_slots(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Local(_) | Self::Take(_) | Self::TableCounter(..) => false,
            Self::Verb(call) | Self::SeatCounter(_, call) => any_writes(&call.args),
            Self::Constants(constant) => any_writes(&constant.call.args),
            Self::Call(call) => any_writes(&call.args),
            Self::ListCall(call) => {
                let nodes = [Some(&call.list), Some(&call.closure.body), call.initial.as_ref()];
                nodes.into_iter().flatten().any(Self::writes_slots)
            }
            Self::Index(nodes) | Self::Binary(_, nodes) => {
                nodes.0.writes_slots() || nodes.1.writes_slots()
            }
            Self::If(nodes) => [&nodes.0, &nodes.1, &nodes.2].into_iter().any(Self::writes_slots),
            Self::Not(node) | Self::Negate(node) => node.writes_slots(),
            Self::IsText(test) => test.value.writes_slots(),
            Self::And(nodes)
            | Self::Or(nodes)
            | Self::Coalesce(nodes)
            | Self::Array(nodes)
            | Self::Format(nodes) => any_writes(nodes),
            _ => true,
        }
    }
}

fn any_writes(nodes: &[Node]) -> bool {
    nodes.iter().any(Node::writes_slots)
}

/// A call of a verb or of a built-in function.
#[derive(Debug)]
pub struct VerbCall {
    /// The verbs with this name and number of arguments.
    pub verbs: Box<[&'static Verb]>,
    /// The only verb, if there is one.
    pub only: Option<&'static Verb>,
    /// The arguments that may not fit the only verb, by their index, with the types that it wants.
    pub unsure: Box<[(u8, Type)]>,
    /// How the arguments are passed to the only verb.
    pub passing: Passing,
    /// The built-in function with this name and number of arguments.
    pub builtin: Option<Builtin>,
    /// The arguments; for methods and properties the first is the receiver.
    pub args: Box<[Node]>,
    /// Whether the receiver is evaluated after the other arguments.
    pub receiver_last: bool,
    /// The position of the call.
    pub place: Option<ScriptLine>,
}

impl VerbCall {
    /// Returns the only verb, if the arguments are known to fit it.
    pub fn checked(&self) -> Option<&'static Verb> {
        self.only.filter(|_| self.unsure.is_empty())
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
}

/// A list that changes.
#[derive(Debug)]
pub struct ListPlace {
    pub slot: u16,
    /// The indices of the list within the list of the variable, `a[1][2]`.
    pub indices: Box<[Node]>,
}

/// A closure, whose body uses the frame of the function that contains it.
#[derive(Debug)]
pub struct Closure {
    /// The slots of the parameters.
    pub params: Box<[u16]>,
    pub body: Node,
    /// The cost of a call.
    pub cost: u32,
}

/// A call of a list function with a closure.
#[derive(Debug)]
pub struct ListCall {
    pub function: ListFunction,
    /// The list or pile.
    pub list: Node,
    pub closure: Closure,
    /// Whether the closure takes the index of the element, too.
    pub takes_index: bool,
    /// The initial value of `reduce`; `()` without one.
    pub initial: Option<Node>,
    /// The position of the call.
    pub place: Option<ScriptLine>,
}

/// `for`.
#[derive(Debug)]
pub struct ForLoop {
    /// The slot of the variable.
    pub variable: u16,
    /// The slot of the counter.
    pub counter: Option<u16>,
    pub over: Iterated,
    pub body: Node,
    /// The cost of an iteration.
    pub cost: u32,
}

/// What a `for` loop iterates.
#[derive(Debug)]
pub enum Iterated {
    List(Node),
    /// A range: first, last, and whether the last is included.
    Range(Node, Node, bool),
}

/// `switch`.
#[derive(Debug)]
pub struct Switch {
    pub value: Node,
    /// The conditions and values of the arms.
    pub arms: Box<[(Node, Node)]>,
    /// The arms of each value, by its hash, in order.
    pub cases: BTreeMap<u64, Vec<usize>>,
    /// The arms of ranges of integers, in order.
    pub ranges: Box<[(RangeInclusive<i64>, usize)]>,
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

/// A list function with a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFunction {
    /// `filter`.
    Filter,
    /// `map`.
    Map,
    /// `some`.
    Some,
    /// `all`.
    All,
    /// `find`.
    Find,
    /// `reduce`.
    Reduce,
    /// `index_of`.
    IndexOf,
}

/// A list function that changes the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListChange {
    /// `push`.
    Push,
    /// `pop`.
    Pop,
    /// `shift`.
    Shift,
    /// `remove`.
    Remove,
    /// `insert`.
    Insert,
    /// `append`.
    Append,
    /// `reverse`.
    Reverse,
    /// `truncate`.
    Truncate,
    /// `clear`.
    Clear,
    /// `sort` without a closure.
    Sort,
}

/// A built-in function of Rhai that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `len`.
    Len,
    /// `is_empty`.
    IsEmpty,
    /// `contains`, `in`.
    Contains,
    /// `index_of`.
    IndexOf,
    /// `pop` of a temporary list.
    Pop,
    /// `shift` of a temporary list.
    Shift,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `to_string`.
    ToText,
    /// `abs`.
    Abs,
    /// `starts_with`.
    StartsWith,
    /// `ends_with`.
    EndsWith,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl Operator {
    /// Whether the result is always a Boolean.
    pub const fn compares(self) -> bool {
        !matches!(
            self,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Remainder
        )
    }

    /// Returns the operator with this syntax.
    pub fn find(name: &str) -> Option<Self> {
        Some(match name {
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Remainder,
            _ => return None,
        })
    }
}

impl ListFunction {
    /// Returns the function with this name and number of arguments besides the closure.
    pub fn find(name: &str, n_others: usize) -> Option<Self> {
        Some(match (name, n_others) {
            ("filter", 0) => Self::Filter,
            ("map", 0) => Self::Map,
            ("some", 0) => Self::Some,
            ("all", 0) => Self::All,
            ("find", 0) => Self::Find,
            ("reduce", 0 | 1) => Self::Reduce,
            ("index_of", 0) => Self::IndexOf,
            _ => return None,
        })
    }
}

impl ListChange {
    /// Returns the function with this name and number of arguments after the list.
    pub fn find(name: &str, n_args: usize) -> Option<Self> {
        Some(match (name, n_args) {
            ("push", 1) => Self::Push,
            ("pop", 0) => Self::Pop,
            ("shift", 0) => Self::Shift,
            ("remove", 1) => Self::Remove,
            ("insert", 2) => Self::Insert,
            ("append", 1) => Self::Append,
            ("reverse", 0) => Self::Reverse,
            ("truncate", 1) => Self::Truncate,
            ("clear", 0) => Self::Clear,
            ("sort", 0) => Self::Sort,
            _ => return None,
        })
    }
}

impl Builtin {
    /// Returns the function with this name and number of arguments, the receiver included.
    pub fn find(name: &str, n_args: usize) -> Option<Self> {
        Some(match (name, n_args) {
            ("len", 1) => Self::Len,
            ("is_empty", 1) => Self::IsEmpty,
            ("contains", 2) => Self::Contains,
            ("index_of", 2) => Self::IndexOf,
            ("min", 2) => Self::Min,
            ("max", 2) => Self::Max,
            ("to_string", 1) => Self::ToText,
            ("abs", 1) => Self::Abs,
            ("starts_with", 2) => Self::StartsWith,
            ("ends_with", 2) => Self::EndsWith,
            _ => return None,
        })
    }
}
