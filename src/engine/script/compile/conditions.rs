//! Conditions, and operators on numbers that are read where they are.

use super::builtins::Operator;
use super::machine::{Eval, Machine};
use super::tree::{At, Condition, Node, TextTest};
use super::values;
use crate::kernel::Value;

impl Machine<'_> {
    pub(super) fn condition(&mut self, condition: &Condition) -> Eval<bool> {
        self.is_true(&condition.node, condition.at)
    }

    /// Evaluates a node whose value must be a Boolean.
    #[inline(never)]
    fn is_true(&mut self, node: &Node, at: At) -> Eval<bool> {
        match node {
            Node::Not(operand) => self.is_not(operand),
            Node::And(conditions) => self.junction(conditions, false),
            Node::Or(conditions) => self.junction(conditions, true),
            Node::IsText(test) => self.is_text(test),
            _ => self.truth(node, at),
        }
    }

    #[inline(never)]
    fn truth(&mut self, node: &Node, at: At) -> Eval<bool> {
        if let Node::Binary(operator, operands, _) = node
            && let Some(Value::Bool(is)) = self.of_integers(*operator, operands)
        {
            return Ok(is);
        }
        let value = self.eval(node)?;
        values::truth(value).map_err(|value| self.mismatch("bool", &value, at))
    }

    /// Evaluates `!` with this operand.
    #[inline(never)]
    fn is_not(&mut self, Condition { node, at }: &Condition) -> Eval<bool> {
        if let Node::Not(_) | Node::And(_) | Node::Or(_) | Node::IsText(_) = node {
            return Ok(!self.is_true(node, *at)?);
        }
        let is = values::truth(self.eval(node)?);
        Ok(!is.map_err(|value| self.no_function("!", &[value], *at))?)
    }

    /// Evaluates an operator whose result is a Boolean, as no condition.
    #[inline(never)]
    pub(super) fn boolean(&mut self, node: &Node) -> Eval {
        Ok(Value::Bool(self.is_true(node, None)?))
    }

    /// Evaluates conditions until one has this result, or else returns the other one.
    #[inline(never)]
    fn junction(&mut self, conditions: &[Condition], end: bool) -> Eval<bool> {
        for condition in conditions {
            if self.condition(condition)? == end {
                return Ok(end);
            }
        }
        Ok(!end)
    }

    #[inline(never)]
    fn is_text(&mut self, test: &TextTest) -> Eval<bool> {
        let value = self.eval(&test.value)?;
        let is_equal = match (&value, test.kind) {
            (Value::Kind(kind), wanted) => Some(*kind) == wanted,
            (Value::Transient(_), _) => values::equal(&self.context.rules, &value, &test.text),
            (value, _) => *value == test.text,
        };
        values::discard(value);
        Ok(is_equal == test.is)
    }

    /// Returns the value of a node that only reads slots and counters, if it is an integer.
    #[inline(always)]
    fn integer(&self, node: &Node) -> Option<i64> {
        let value = match node {
            Node::Constant(value) => value,
            Node::Local(slot) | Node::Take(slot) => &self.memory.stack[self.base + *slot as usize],
            node => return self.read_integer(node),
        };
        if let Value::Int(n) = value { Some(*n) } else { None }
    }

    #[inline(never)]
    fn read_integer(&self, node: &Node) -> Option<i64> {
        let local = |slot: &u16| &self.memory.stack[self.base + *slot as usize];
        let value = match node {
            Node::TableCounter(slot, _) if !self.is_recorded => {
                return Some(self.context.table.counters[usize::from(*slot)]);
            }
            Node::SeatCounter(number, call) if !self.is_recorded => match &call.args[0] {
                Node::Local(slot) | Node::Take(slot) => match local(slot) {
                    Value::Player(seat) => return Some(self.counter_of(*seat, *number)),
                    _ => return None,
                },
                _ => return None,
            },
            Node::Binary(operator, operands, _) => &self.of_integers(*operator, operands)?,
            _ => return None,
        };
        if let Value::Int(n) = value { Some(*n) } else { None }
    }

    /// Returns the result of an operator whose operands only read slots and counters, if these are
    /// integers.
    #[inline(always)]
    fn of_integers(&self, operator: Operator, (a, b): &(Node, Node)) -> Option<Value> {
        values::integers(operator, self.integer(a)?, self.integer(b)?)
    }

    #[inline(never)]
    pub(super) fn binary(&mut self, operator: Operator, operands: &(Node, Node), at: At) -> Eval {
        if let Some(value) = self.of_integers(operator, operands) {
            return Ok(value);
        }
        let (a, b) = (self.eval(&operands.0)?, self.eval(&operands.1)?);
        let result = self.operate(operator, &a, &b, at);
        values::discard(a);
        values::discard(b);
        result
    }
}
