//! Runs lowered functions: what it holds, and its expressions and statements.

use super::access::Access;
use super::builtins::Operator;
use super::memory::Memory;
pub use super::memory::{Eval, Exit};
use super::tree::{At, Function, If, Node, Piece, Within};
use super::values;
use crate::base::Interrupt;
use crate::kernel::{IntRange, Owner, Transient, Value};
use crate::script::api::RulesetData;
use crate::script::meter::MAX_OPERATIONS;
use smallvec::SmallVec;
use std::sync::Arc;

/// The maximum number of arguments of a verb that are read where they are.
pub const MAX_ARGS: usize = 5;

/// A run of a hook.
pub struct Machine<'a> {
    pub functions: &'a [Function],
    /// The functions after them, of code that is not part of the scripts.
    pub more: &'a [Function],
    pub context: Access<'a>,
    pub data: &'a RulesetData,
    pub owner: Owner,
    /// The functions of the hook, the last script's first.
    pub(super) chain: &'a [u32],
    pub(super) interrupt: &'a Interrupt,
    /// The frames and results, so far only the arguments of the hook.
    pub memory: &'a mut Memory,
    pub(super) base: usize,
    pub(super) level: u32,
    /// Whether verbs run that change the table.
    pub(super) is_acting: bool,
    /// Whether each of these verbs is recorded: its position for the log, or its call for setups.
    pub(super) is_recorded: bool,
}

impl<'a> Machine<'a> {
    /// Creates a run of a hook whose arguments are on the stack.
    pub fn new(
        functions: &'a [Function],
        context: Access<'a>,
        data: &'a RulesetData,
        owner: Owner,
        chain: &'a [u32],
        interrupt: &'a Interrupt,
        memory: &'a mut Memory,
    ) -> Self {
        let is_acting = context.is_acting();
        let is_recorded = is_acting && context.log.records_verbs();
        Self {
            functions,
            more: &[],
            context,
            data,
            owner,
            chain,
            interrupt,
            memory,
            base: 0,
            level: 0,
            is_acting,
            is_recorded,
        }
    }

    /// Returns a function by its number.
    #[inline]
    pub(super) fn function_at(&self, number: u32) -> &'a Function {
        let (functions, more) = (self.functions, self.more);
        let number = number as usize;
        functions.get(number).unwrap_or_else(|| &more[number - functions.len()])
    }

    /// Runs the hook. What it returns is in [`Memory::returned`].
    #[inline(always)]
    pub fn hook(&mut self) -> Eval<()> {
        let function = self.function_at(self.chain[0]);
        self.look_out()?;
        if self.chain.len() > 1 {
            let Memory { depth, hook_args, stack, n_previous, .. } = &mut *self.memory;
            (*depth, *n_previous) = (0, 0);
            hook_args.clone_from(stack);
        }
        let value = match self.body(function) {
            Err(Exit::Return) => return Ok(()),
            value => value?,
        };
        values::discard(std::mem::replace(&mut self.memory.returned, value));
        Ok(())
    }

    /// Returns the values of variables of the function that has run, by their slots.
    pub fn values_of(&mut self, slots: impl Iterator<Item = u16>) -> Vec<Value> {
        slots.map(|slot| self.variable(slot).clone()).collect()
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
        if !function.shared.is_empty() {
            self.share(&function.shared);
        }
        self.eval(&function.body)
    }

    /// Counts operations.
    #[inline]
    pub(super) fn charge(&mut self, cost: u32) -> Eval<()> {
        let spent = &self.context.cost.n_operations;
        spent.set(spent.get() + u64::from(cost));
        if spent.get() > MAX_OPERATIONS { Err(self.too_many_operations()) } else { Ok(()) }
    }

    /// Counts the elements that a function looks at, or the bytes of a text by 8.
    pub fn charge_elements(&mut self, n: usize) -> Eval<()> {
        self.charge((n / 32) as u32)
    }

    /// Ends an interrupted run.
    #[inline]
    pub(super) fn look_out(&mut self) -> Eval<()> {
        if self.interrupt.is_set() { Err(self.interrupted()) } else { Ok(()) }
    }

    /// Puts a value into a slot.
    #[inline]
    pub(super) fn store(&mut self, slot: u16, value: Value) {
        values::discard(std::mem::replace(self.slot(slot), value));
    }

    #[inline]
    pub(super) fn slot(&mut self, slot: u16) -> &mut Value {
        &mut self.memory.stack[self.base + slot as usize]
    }

    /// Returns the variable in a slot, which closures may share.
    pub(super) fn variable(&mut self, slot: u16) -> &mut Value {
        let Memory { stack, shared, .. } = &mut *self.memory;
        match &mut stack[self.base + slot as usize] {
            Value::Transient(Transient::Cell(number)) => &mut shared[*number as usize],
            value => value,
        }
    }

    /// Makes variables of slots that closures share.
    pub(super) fn share(&mut self, slots: &[u16]) {
        for slot in slots {
            let value = std::mem::take(self.slot(*slot));
            let number = self.memory.shared.len() as u32;
            self.memory.shared.push(value);
            *self.slot(*slot) = Value::Transient(Transient::Cell(number));
        }
    }

    /// Evaluates a node: a jump to what does it, never inlined, so no frame lies in between.
    #[inline(never)]
    pub fn eval(&mut self, node: &Node) -> Eval {
        match node {
            Node::Verb(call) => self.verb(call),
            Node::Constant(value) => Ok(value.clone()),
            Node::Local(slot) => Ok(self.slot(*slot).clone()),
            Node::Take(slot) => Ok(std::mem::take(self.slot(*slot))),
            Node::Block(nodes) => self.block(nodes),
            Node::If(parts) => self.branch(parts),
            Node::Store(slot, value) => self.store_value(*slot, value),
            Node::Binary(operator, operands, at) => self.binary(*operator, operands, *at),
            Node::After(first, last) => self.after(first, last),
            Node::Within(within) => self.within(within),
            Node::Constants(call) => self.constant(call),
            Node::SeatCounter(number, call) => self.seat_counter(*number, call),
            Node::Index(parts, at) => self.index(&parts.0, &parts.1, *at),
            Node::Call(call) => self.call(call),
            Node::ListCall(call) => self.list_call(call),
            Node::Return(value) => self.leave(value.as_deref(), Exit::Return),
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::IsText(_) => self.boolean(node),
            Node::Update(operator, slot, value) => self.update_slot(*operator, *slot, value),
            Node::While(parts, at) => self.while_loop(parts.0.as_ref(), &parts.1, *at),
            Node::For(parts) => self.for_loop(parts),
            Node::Switch(switch) => self.switch(switch),
            Node::Change(change) => self.change(change),
            Node::Assign(assign) => self.assign(assign),
            node => self.eval_rare(node),
        }
    }

    /// Runs a part of a function.
    #[inline]
    pub(super) fn piece(&mut self, piece: &Piece) -> Eval {
        self.charge(piece.cost)?;
        self.eval(&piece.node)
    }

    #[inline(never)]
    fn block(&mut self, nodes: &[Node]) -> Eval {
        let Some((last, nodes)) = nodes.split_last() else { return Ok(Value::Unit) };
        for node in nodes {
            values::discard(self.eval(node)?);
        }
        self.eval(last)
    }

    #[inline(never)]
    fn branch(&mut self, parts: &If) -> Eval {
        let is_true = self.condition(&parts.condition)?;
        self.piece(if is_true { &parts.then } else { &parts.other })
    }

    #[inline(never)]
    fn store_value(&mut self, slot: u16, value: &Node) -> Eval {
        let value = self.eval(value)?;
        self.store(slot, value);
        Ok(Value::Unit)
    }

    /// Evaluates arguments into slots, then the value.
    #[inline(never)]
    fn after(&mut self, first: &[(u16, Node)], last: &Node) -> Eval {
        for (slot, value) in first {
            let value = self.eval(value)?;
            self.store(*slot, value);
        }
        self.eval(last)
    }

    /// Does `name op= value`.
    #[inline(never)]
    fn update_slot(&mut self, operator: Operator, slot: u16, value: &(Node, At)) -> Eval {
        let (value, at) = (self.eval(&value.0)?, value.1);
        let mut variable = std::mem::take(self.variable(slot));
        self.update(operator, &mut variable, value, at)?;
        *self.variable(slot) = variable;
        Ok(Value::Unit)
    }

    /// Runs the body of a function in place of a call.
    #[inline(never)]
    fn within(&mut self, within: &Within) -> Eval {
        let result = self.eval(&within.body);
        if let Err(Exit::Fault) = result {
            self.called_by(&within.name, within.at);
        }
        result
    }

    /// Leaves a loop or a function with a value.
    #[inline(never)]
    fn leave(&mut self, value: Option<&Node>, exit: Exit) -> Eval {
        self.memory.returned = match value {
            Some(value) => self.eval(value)?,
            None => Value::Unit,
        };
        Err(exit)
    }

    #[inline(never)]
    fn eval_rare(&mut self, node: &Node) -> Eval {
        match node {
            Node::TableCounter(slot, place) => {
                self.at(*place);
                Ok(Value::Int(self.context.table.counters[usize::from(*slot)]))
            }
            Node::Shared(slot) => Ok(self.variable(*slot).clone()),
            Node::Negate(value, at) => {
                let value = self.eval(value)?;
                self.negative(&value, *at)
            }
            Node::Coalesce(nodes) => {
                for node in nodes {
                    let value = self.eval(node)?;
                    if value != Value::Unit {
                        return Ok(value);
                    }
                }
                Ok(Value::Unit)
            }
            Node::Array(nodes, at) => {
                let mut values = SmallVec::<[Value; 8]>::new();
                for node in nodes {
                    values.push(self.eval(node)?);
                }
                self.checked(Value::List(values.into_vec().into()), *at)
            }
            Node::Map(entries, at) => {
                let mut map = std::collections::BTreeMap::new();
                for (key, node) in entries {
                    map.insert(key.clone(), self.eval(node)?);
                }
                self.checked(Value::Transient(Transient::Map(Arc::new(map))), *at)
            }
            Node::Format(nodes, at) => {
                let mut text = String::new();
                for node in nodes {
                    let value = self.eval(node)?;
                    let result = self.format(&value, false, &mut text);
                    self.located(result, *at)?;
                }
                Ok(Value::Text(text.into()))
            }
            Node::Range(ends, is_inclusive, at) => {
                match (self.eval(&ends.0)?, self.eval(&ends.1)?) {
                    (Value::Int(start), Value::Int(end)) => {
                        let range = IntRange { start, end, is_inclusive: *is_inclusive };
                        Ok(Value::Transient(Transient::Range(Arc::new(range))))
                    }
                    (a, b) => {
                        let name = if *is_inclusive { "..=" } else { ".." };
                        Err(self.no_function(name, &[a, b], *at))
                    }
                }
            }
            Node::StoreNew(slot, value) => {
                let value = self.eval(value)?;
                *self.slot(*slot) = value;
                self.share(&[*slot]);
                Ok(Value::Unit)
            }
            Node::StoreShared(slot, value) => {
                let value = self.eval(value)?;
                *self.variable(*slot) = value;
                Ok(Value::Unit)
            }
            Node::Optional(parts) => {
                let (value, slot, rest) = &**parts;
                match self.eval(value)? {
                    Value::Unit => Ok(Value::Unit),
                    value => {
                        *self.slot(*slot) = value;
                        self.eval(rest)
                    }
                }
            }
            Node::Watched(statement, node) => {
                self.begin(statement);
                self.eval(node)
            }
            Node::Frame(function, node) => self.framed(function, node),
            Node::Closure(closure) => Ok(self.new_closure(closure)),
            Node::CallValue(call) => self.call_value(call),
            Node::Print(print) => self.print(print),
            Node::Throw(value, at) => {
                let value = value.as_ref().map(|value| self.eval(value)).transpose()?;
                Err(self.thrown(&value.unwrap_or_default(), *at))
            }
            Node::Do(parts, at) => self.do_loop(&parts.0, &parts.1, parts.2, *at),
            Node::Previous(args, at) => {
                let result = self.previous(&args.0, args.1);
                self.located(result, *at)
            }
            Node::Break(value) => self.leave(value.as_deref(), Exit::Break),
            Node::Continue => Err(Exit::Continue),
            _ => Ok(Value::Unit),
        }
    }
}
