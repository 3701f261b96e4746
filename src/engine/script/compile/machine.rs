//! Runs lowered functions.
//!
//! Where a run meets anything that Rhai may treat differently, it ends with [`Exit::Bail`], and the
//! interpreter runs the hook again: it gets the recorded results of verbs, so that nothing happens
//! twice, and reports faults with their call chains.

use super::tree::{Function, FunctionCall, Node, Operator, TextTest};
use super::values;
use crate::base::Interrupt;
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::{Closure, Fault, Owner, Transient, Value};
use crate::script::api::{Reads, RulesetData};
use crate::script::meter::MAX_OPERATIONS;
use crate::script::values::Type;
use smallvec::SmallVec;

/// The maximum depth of calls, below the one that Rhai allows.
const MAX_LEVELS: u32 = 24;

/// The maximum number of arguments of a verb that are read where they are.
pub const MAX_ARGS: usize = 4;

/// Why a part of a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The interpreter must run the hook.
    Bail,
    /// The fault is in [`Memory::fault`].
    Fault,
    /// A verb prompts a player, or the result of a probe is known.
    Asked,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`; the value is in [`Memory::returned`].
    Return,
}

/// The result of a part of a run.
pub type Eval<T = Value> = Result<T, Exit>;

/// The memory of a run, used again by later ones.
#[derive(Default)]
pub struct Memory {
    pub stack: Vec<Value>,
    /// The results of verbs, if the run may change the table.
    pub results: Vec<Value>,
    /// The fault of the last verb.
    pub fault: Option<Box<Fault>>,
    /// How a closure has ended the run that a function of the language called.
    pub ended: Option<Exit>,
    /// What the function that has returned last has returned.
    pub returned: Value,
    /// The place of the running function in a chain of several, and the arguments of its hook.
    depth: usize,
    hook_args: Vec<Value>,
}

impl Memory {
    /// Prepares it for another run.
    #[inline]
    pub fn clear(&mut self) {
        values::clear(&mut self.stack);
        values::clear(&mut self.results);
    }
}

/// A run of a hook.
pub struct Machine<'a> {
    pub functions: &'a [Option<Function>],
    pub context: &'a mut EffectContext,
    pub data: &'a RulesetData,
    pub owner: Owner,
    /// The functions of the hook, the last script's first.
    chain: &'a [u32],
    pub(super) interrupt: &'a Interrupt,
    /// The frames and results, so far only the arguments of the hook.
    pub memory: &'a mut Memory,
    /// What a run that changes nothing has read.
    pub reads: Reads,
    pub(super) base: usize,
    pub(super) level: u32,
    /// Whether verbs run that change the table.
    pub(super) is_acting: bool,
    /// Whether the position of each of these verbs is recorded for the log.
    pub(super) is_recorded: bool,
}

impl<'a> Machine<'a> {
    /// Creates a run of a hook whose arguments are on the stack.
    pub fn new(
        functions: &'a [Option<Function>],
        context: &'a mut EffectContext,
        data: &'a RulesetData,
        owner: Owner,
        chain: &'a [u32],
        interrupt: &'a Interrupt,
        memory: &'a mut Memory,
    ) -> Self {
        let is_acting = context.run.mode == RunMode::Act;
        let is_recorded = is_acting && context.log.is_kept();
        Self {
            functions,
            context,
            data,
            owner,
            chain,
            interrupt,
            memory,
            reads: Reads::default(),
            base: 0,
            level: 0,
            is_acting,
            is_recorded,
        }
    }

    /// Runs the hook. What it returns is in [`Memory::returned`].
    #[inline(always)]
    pub fn hook(&mut self) -> Eval<()> {
        let function = self.in_chain(0)?;
        if self.interrupt.is_set() || !fits_hook(function, &self.memory.stack) {
            return Err(Exit::Bail);
        }
        if self.chain.len() > 1 {
            let Memory { depth, hook_args, stack, .. } = &mut *self.memory;
            *depth = 0;
            hook_args.clone_from(stack);
        }
        match self.body(function) {
            Ok(value) => self.memory.returned = value,
            Err(Exit::Return) => {}
            Err(exit) => return Err(exit),
        }
        Ok(())
    }

    /// Returns a function of the chain.
    #[inline]
    fn in_chain(&self, depth: usize) -> Eval<&'a Function> {
        let number = *self.chain.get(depth).ok_or(Exit::Bail)?;
        self.functions[number as usize].as_ref().ok_or(Exit::Bail)
    }

    /// Runs the body of a function, whose frame begins at the base with its arguments. Ends with
    /// [`Exit::Return`] if the function does.
    #[inline(always)]
    pub(super) fn body(&mut self, function: &Function) -> Eval {
        self.charge(function.cost)?;
        let end = self.base + function.n_slots;
        while self.memory.stack.len() < end {
            self.memory.stack.push(Value::Unit);
        }
        self.eval(&function.body)
    }

    #[inline]
    pub(super) fn charge(&mut self, cost: u32) -> Eval<()> {
        let spent = &mut self.context.cost.n_operations;
        *spent += u64::from(cost);
        if *spent > MAX_OPERATIONS { Err(Exit::Bail) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn slot(&mut self, slot: u16) -> &mut Value {
        &mut self.memory.stack[self.base + slot as usize]
    }

    /// Evaluates a node whose value must be a Boolean.
    pub(super) fn condition(&mut self, node: &Node) -> Eval<bool> {
        match node {
            Node::Not(value) => Ok(!self.condition(value)?),
            Node::And(nodes) => Ok(!self.is_any(nodes, false)?),
            Node::Or(nodes) => self.is_any(nodes, true),
            Node::IsText(test) => self.is_text(test),
            Node::Binary(operator, operands) => match self.binary(*operator, operands)? {
                Value::Bool(is) => Ok(is),
                _ => Err(Exit::Bail),
            },
            node => match self.eval(node)? {
                Value::Bool(is) => Ok(is),
                _ => Err(Exit::Bail),
            },
        }
    }

    /// Evaluates a node, in place if it is a slot or a constant, as most arguments are.
    #[inline]
    pub(super) fn operand(&mut self, node: &Node) -> Eval {
        match node {
            Node::Local(slot) => Ok(self.slot(*slot).clone()),
            Node::Take(slot) => Ok(std::mem::take(self.slot(*slot))),
            Node::Constant(value) => Ok(value.clone()),
            node => self.eval(node),
        }
    }

    /// Returns the value of a node that needs no evaluation, if it is an integer.
    #[inline]
    fn integer(&self, node: &Node) -> Option<i64> {
        let value = match node {
            Node::Constant(value) => value,
            Node::Local(slot) => &self.memory.stack[self.base + *slot as usize],
            _ => return None,
        };
        if let Value::Int(n) = value { Some(*n) } else { None }
    }

    #[inline]
    pub fn eval(&mut self, node: &Node) -> Eval {
        match node {
            Node::Verb(call) => self.verb(call),
            node => self.eval_other(node),
        }
    }

    /// Evaluates a node that is no call of a verb.
    fn eval_other(&mut self, mut node: &Node) -> Eval {
        // What is evaluated last has the value of the whole: no need for another call.
        loop {
            match node {
                Node::Block(nodes) => {
                    let Some((last, nodes)) = nodes.split_last() else { return Ok(Value::Unit) };
                    for node in nodes {
                        self.eval(node)?;
                    }
                    node = last;
                }
                Node::If(parts) => {
                    let (condition, then, other) = &**parts;
                    node = if self.condition(condition)? { then } else { other };
                }
                Node::Verb(call) => return self.verb(call),
                node => return self.eval_one(node),
            }
        }
    }

    /// Evaluates a node that is no verb, block or `if`.
    #[inline(always)]
    fn eval_one(&mut self, node: &Node) -> Eval {
        match node {
            Node::Constant(value) => Ok(value.clone()),
            Node::Local(slot) => Ok(self.slot(*slot).clone()),
            Node::Take(slot) => Ok(std::mem::take(self.slot(*slot))),
            Node::Constants(call) => self.constant(call),
            Node::TableCounter(slot, place) => {
                self.at(*place);
                self.read_counter(*slot)
            }
            Node::SeatCounter(slot, call) => self.seat_counter(*slot, call),
            Node::Store(slot, value) => {
                let value = self.eval(value)?;
                *self.slot(*slot) = value;
                Ok(Value::Unit)
            }
            Node::Binary(operator, operands) => self.binary(*operator, operands),
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::IsText(_) => {
                Ok(Value::Bool(self.condition(node)?))
            }
            Node::Return(value) => {
                self.memory.returned = match value {
                    Some(value) => self.eval(value)?,
                    None => Value::Unit,
                };
                Err(Exit::Return)
            }
            Node::Call(call) => self.call(call),
            Node::ListCall(call) => self.list_call(call),
            Node::Index(parts) => self.index(&parts.0, &parts.1),
            node => self.eval_rare(node),
        }
    }

    #[inline]
    fn binary(&mut self, operator: Operator, (a, b): &(Node, Node)) -> Eval {
        if let (Some(a), Some(b)) = (self.integer(a), self.integer(b)) {
            return values::integers(operator, a, b).ok_or(Exit::Bail);
        }
        let a = self.operand(a)?;
        let b = self.operand(b)?;
        values::binary(self.context, operator, &a, &b).ok_or(Exit::Bail)
    }

    /// Evaluates conditions until one has this result; returns whether one has.
    fn is_any(&mut self, nodes: &[Node], wanted: bool) -> Eval<bool> {
        for node in nodes {
            if self.condition(node)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline]
    fn is_text(&mut self, test: &TextTest) -> Eval<bool> {
        let value = self.eval(&test.value)?;
        let is_equal = match (&value, test.kind) {
            (Value::Kind(kind), wanted) => Some(*kind) == wanted,
            (value, _) => *value == test.text,
        };
        Ok(is_equal == test.is)
    }

    #[inline(never)]
    fn eval_rare(&mut self, node: &Node) -> Eval {
        match node {
            Node::Negate(value) => match self.eval(value)? {
                Value::Int(n) => n.checked_neg().map(Value::Int).ok_or(Exit::Bail),
                _ => Err(Exit::Bail),
            },
            Node::Coalesce(nodes) => {
                for node in nodes {
                    let value = self.eval(node)?;
                    if value != Value::Unit {
                        return Ok(value);
                    }
                }
                Ok(Value::Unit)
            }
            Node::Array(nodes) => {
                let mut values = SmallVec::<[Value; 8]>::new();
                for node in nodes {
                    values.push(self.eval(node)?);
                }
                self.checked(Value::List(values.into_vec().into()))
            }
            Node::Format(nodes) => {
                let mut text = String::new();
                for node in nodes {
                    let value = self.eval(node)?;
                    values::format(self.context, &value, &mut text).ok_or(Exit::Bail)?;
                }
                Ok(Value::Text(text.into()))
            }
            Node::Update(operator, slot, value) => {
                let value = self.eval(value)?;
                let old = std::mem::take(self.slot(*slot));
                let new = values::updated(self.context, *operator, &old, &value);
                *self.slot(*slot) = new.ok_or(Exit::Bail)?;
                Ok(Value::Unit)
            }
            Node::After(first, node) => {
                for (slot, value) in first {
                    let value = self.eval(value)?;
                    *self.slot(*slot) = value;
                }
                self.eval(node)
            }
            Node::Change(change, place, args) => self.change(*change, place, args),
            Node::StoreAt(operator, place, value) => self.store_at(*operator, place, value),
            Node::Switch(switch) => self.switch(switch),
            Node::Sort(slot, closure) => self.sort(*slot, closure),
            Node::Do(parts) => self.do_loop(&parts.0, &parts.1, parts.2, parts.3),
            Node::While(parts) => self.while_loop(parts.0.as_ref(), &parts.1, parts.2),
            Node::For(parts) => self.for_loop(parts),
            Node::Previous(args) => self.previous(args),
            Node::Counted(number, node) => {
                self.data.probe.ran(*number);
                self.eval(node)
            }
            Node::Break => Err(Exit::Break),
            Node::Continue => Err(Exit::Continue),
            _ => Err(Exit::Bail),
        }
    }

    /// Returns a value that Rhai would check for its size.
    pub(super) fn checked(&self, value: Value) -> Eval {
        self.check_size(&value)?;
        Ok(value)
    }

    /// Checks a value that Rhai would check for its size.
    #[inline]
    pub(super) fn check_size(&self, value: &Value) -> Eval<()> {
        let may_be_large = matches!(value, Value::List(_) | Value::Text(_) | Value::Cards(_));
        if may_be_large && !values::is_small(&self.context.rules, value) {
            return Err(Exit::Bail);
        }
        Ok(())
    }

    /// Evaluates a list by reference where it is in a slot, and returns an element.
    fn index(&mut self, list: &Node, index: &Node) -> Eval {
        let Value::Int(index) = self.eval(index)? else { return Err(Exit::Bail) };
        let found = match list {
            Node::Local(slot) => values::element(self.slot(*slot), index),
            list => values::element(&self.eval(list)?, index),
        };
        found.ok_or(Exit::Bail)
    }

    fn call(&mut self, call: &FunctionCall) -> Eval {
        let function = self.functions[call.function as usize].as_ref().ok_or(Exit::Bail)?;
        let top = self.memory.stack.len();
        if call.args.is_empty() {
            return self.enter(function, top);
        }
        match self.push_args(&call.args, call.receiver_last) {
            Ok(()) => self.enter(function, top),
            Err(exit) => {
                self.memory.stack.truncate(top);
                Err(exit)
            }
        }
    }

    /// Evaluates arguments in Rhai's order onto the stack.
    fn push_args(&mut self, args: &[Node], receiver_last: bool) -> Eval<()> {
        let top = self.memory.stack.len();
        let (last, first) = args.split_at(usize::from(receiver_last && !args.is_empty()));
        for arg in first.iter().chain(last) {
            let value = self.operand(arg)?;
            self.memory.stack.push(value);
        }
        if !last.is_empty() {
            self.memory.stack[top..].rotate_right(1);
        }
        Ok(())
    }

    /// Runs a function on a frame that begins at `top` with its arguments.
    pub(super) fn enter(&mut self, function: &Function, top: usize) -> Eval {
        self.deeper(2)?;
        let base = std::mem::replace(&mut self.base, top);
        let result = match self.body(function) {
            Err(Exit::Return) => Ok(std::mem::take(&mut self.memory.returned)),
            result => result,
        };
        self.base = base;
        self.memory.stack.truncate(top);
        self.level -= 2;
        result
    }

    /// Runs the function of a closure.
    #[allow(dead_code, reason = "closures as values are written next")]
    pub(super) fn enter_closure(&mut self, closure: &Closure, args: &[Value]) -> Eval {
        let function = self.functions[closure.function as usize].as_ref().ok_or(Exit::Bail)?;
        let top = self.memory.stack.len();
        let cells = closure.captured.iter();
        self.memory.stack.extend(cells.map(|cell| Value::Transient(Transient::Cell(*cell))));
        self.memory.stack.extend_from_slice(args);
        self.enter(function, top)
    }

    pub(super) fn deeper(&mut self, levels: u32) -> Eval<()> {
        self.level += levels;
        if self.level > MAX_LEVELS || self.interrupt.is_set() { Err(Exit::Bail) } else { Ok(()) }
    }

    /// Runs the hook of the script before the running one.
    fn previous(&mut self, args: &[Node]) -> Eval {
        let args = self.args(args, false)?;
        let function = self.in_chain(self.memory.depth + 1)?;
        let args =
            if args.is_empty() { self.memory.hook_args.iter().cloned().collect() } else { args };
        if !fits(function, &args) {
            return Err(Exit::Bail);
        }
        // Rhai allows many calls of `previous`, but not in a loop without end.
        self.charge(MAX_OPERATIONS as u32 / 50)?;
        let outer = std::mem::replace(&mut self.memory.hook_args, args.to_vec());
        self.memory.depth += 1;
        self.deeper(4)?;
        let top = self.memory.stack.len();
        self.memory.stack.extend(args);
        let result = self.enter(function, top);
        self.level -= 4;
        self.memory.depth -= 1;
        self.memory.hook_args = outer;
        result
    }
}

/// Whether the arguments that the kernel gives to a hook, `me` first, have the number and the types
/// that it relies on.
#[inline]
fn fits_hook(function: &Function, args: &[Value]) -> bool {
    let is_me_only = function.n_params == 1 && args.len() == 1;
    is_me_only || fits(function, args)
}

/// Whether the arguments have the number and the types that a hook relies on.
fn fits(function: &Function, args: &[Value]) -> bool {
    let fits = |(i, arg): (usize, &Value)| match function.types.get(i) {
        None | Some(None) => true,
        Some(Some(Type::Player)) => matches!(arg, Value::Player(_)),
        Some(Some(wanted)) => wanted.fits(arg),
    };
    args.len() == function.n_params && args.iter().enumerate().all(fits)
}
