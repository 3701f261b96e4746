//! Loops, and functions of lists.

use super::machine::{Eval, Exit, Machine};
use super::tree::{ForLoop, Iterated, ListCall, ListChange, ListFunction, Node};
use super::values;
use crate::kernel::Value;
use crate::script::engine::cards_verb;
use smallvec::SmallVec;

impl Machine<'_> {
    /// Runs the body of a loop once; returns whether the loop goes on.
    fn iterate(&mut self, body: &Node, cost: u32) -> Eval<bool> {
        self.charge(cost)?;
        if self.interrupt.is_set() {
            return Err(Exit::Bail);
        }
        match self.eval(body) {
            Ok(_) | Err(Exit::Continue) => Ok(true),
            Err(Exit::Break) => Ok(false),
            Err(exit) => Err(exit),
        }
    }

    pub(super) fn while_loop(&mut self, condition: Option<&Node>, body: &Node, cost: u32) -> Eval {
        loop {
            if let Some(condition) = condition
                && !self.condition(condition)?
            {
                break;
            }
            if !self.iterate(body, cost)? {
                break;
            }
        }
        Ok(Value::Unit)
    }

    pub(super) fn for_loop(&mut self, parts: &ForLoop) -> Eval {
        let ForLoop { variable, counter, over, body, cost } = parts;
        let (list, range) = match over {
            Iterated::List(list) => {
                let list = self.eval(list)?;
                let n = match &list {
                    Value::List(values) => values.len(),
                    Value::Players(seats) => seats.len(),
                    Value::Cards(cards) => cards.len(),
                    _ => return Err(Exit::Bail),
                };
                (Some(list), 0..n as i64)
            }
            Iterated::Range(first, last, is_inclusive) => {
                let (first, last) = (self.eval(first)?, self.eval(last)?);
                let (Value::Int(first), Value::Int(last)) = (first, last) else {
                    return Err(Exit::Bail);
                };
                let last = last.checked_add(i64::from(*is_inclusive)).ok_or(Exit::Bail)?;
                (None, first..last)
            }
        };
        for (count, i) in (0..).zip(range) {
            if let Some(counter) = counter {
                *self.slot(*counter) = Value::Int(count);
            }
            let value = match &list {
                Some(list) => values::element(list, i).ok_or(Exit::Bail)?,
                None => Value::Int(i),
            };
            *self.slot(*variable) = value;
            if !self.iterate(body, *cost)? {
                break;
            }
        }
        Ok(Value::Unit)
    }

    pub(super) fn change(&mut self, change: ListChange, slot: u16, args: &[Node]) -> Eval {
        let args = self.args(args, false)?;
        let mut values = values::to_vec(self.slot(slot)).ok_or(Exit::Bail)?;
        let result = match (change, args.first()) {
            (ListChange::Push, Some(value)) => {
                values.push(value.clone());
                Value::Unit
            }
            (ListChange::Pop, _) => values.pop().unwrap_or_default(),
            (ListChange::Shift, _) if values.is_empty() => Value::Unit,
            (ListChange::Shift, _) => values.remove(0),
            (ListChange::Remove, Some(Value::Int(index))) => {
                let index = usize::try_from(*index).map_err(|_| Exit::Bail)?;
                if index < values.len() { values.remove(index) } else { return Err(Exit::Bail) }
            }
            _ => return Err(Exit::Bail),
        };
        let list = self.checked(Value::List(values.into()))?;
        *self.slot(slot) = list;
        Ok(result)
    }

    /// Calls a list function with a closure.
    pub(super) fn list_call(&mut self, call: &ListCall) -> Eval {
        let mut result = match &call.initial {
            Some(initial) => self.eval(initial)?,
            None => Value::Unit,
        };
        let list = self.elements(call)?;
        self.deeper(6)?;
        let mut kept = SmallVec::<[Value; 16]>::new();
        for i in 0.. {
            let Some(element) = values::element(&list, i) else { break };
            let value = self.call_closure(call, &element, &mut result)?;
            match (call.function, value) {
                (ListFunction::Map, value) => kept.push(value),
                (ListFunction::Reduce, value) => result = value,
                (ListFunction::Filter, Value::Bool(is)) => kept.extend(is.then_some(element)),
                (ListFunction::Find, Value::Bool(true)) => {
                    result = element;
                    break;
                }
                (ListFunction::Some, Value::Bool(true))
                | (ListFunction::All, Value::Bool(false)) => {
                    self.level -= 6;
                    return Ok(Value::Bool(call.function == ListFunction::Some));
                }
                (_, Value::Bool(_)) => {}
                _ => return Err(Exit::Bail),
            }
        }
        self.level -= 6;
        match call.function {
            ListFunction::Filter if matches!(list, Value::Cards(_)) => {
                let kept = kept.iter().filter_map(|value| match value {
                    Value::Card(card) => Some(*card),
                    _ => None,
                });
                Ok(Value::Cards(kept.collect()))
            }
            ListFunction::Filter | ListFunction::Map => {
                self.checked(Value::List(kept.as_slice().into()))
            }
            ListFunction::Some => Ok(Value::Bool(false)),
            ListFunction::All => Ok(Value::Bool(true)),
            ListFunction::Find | ListFunction::Reduce => self.checked(result),
        }
    }

    /// Returns the list that a function is called for.
    fn elements(&mut self, call: &ListCall) -> Eval {
        let list = self.eval(&call.list)?;
        match list {
            Value::List(_) | Value::Players(_) | Value::Cards(_) => Ok(list),
            Value::Zone(_)
                if matches!(call.function, ListFunction::Filter | ListFunction::Some) =>
            {
                self.run(cards_verb(), std::slice::from_ref(&list), call.place)
            }
            _ => Err(Exit::Bail),
        }
    }

    /// Calls a closure with an element and, for `reduce`, the result so far.
    fn call_closure(&mut self, call: &ListCall, element: &Value, result: &mut Value) -> Eval {
        let mut params = call.closure.params.iter();
        if call.function == ListFunction::Reduce
            && let Some(param) = params.next()
        {
            *self.slot(*param) = std::mem::take(result);
        }
        if let Some(param) = params.next() {
            *self.slot(*param) = element.clone();
        }
        self.charge(call.closure.cost)?;
        match self.eval(&call.closure.body) {
            Err(Exit::Return) => Ok(std::mem::take(&mut self.returned)),
            value => value,
        }
    }
}
