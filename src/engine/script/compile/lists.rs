//! Loops, and functions of lists.

use super::machine::{Eval, Exit, Machine};
use super::tree::{
    Closure, ForLoop, Iterated, ListCall, ListChange, ListFunction, ListPlace, Node, Operator,
};
use super::values;
use super::verbs::Args;
use crate::kernel::Value;
use crate::script::engine::cards_verb;
use crate::script::functions::merge_sort;
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

    pub(super) fn do_loop(
        &mut self,
        body: &Node,
        condition: &Node,
        expected: bool,
        cost: u32,
    ) -> Eval {
        loop {
            self.charge(cost)?;
            if self.interrupt.is_set() {
                return Err(Exit::Bail);
            }
            match self.eval(body) {
                Ok(_) => {}
                // As in Rhai, without a look at the condition.
                Err(Exit::Continue) => continue,
                Err(Exit::Break) => break,
                Err(exit) => return Err(exit),
            }
            if self.condition(condition)? != expected {
                break;
            }
        }
        Ok(Value::Unit)
    }

    /// Returns the positions of a list within lists.
    fn indices(&mut self, place: &ListPlace) -> Eval<SmallVec<[i64; 2]>> {
        let mut indices = SmallVec::new();
        for index in &place.indices {
            let Value::Int(index) = self.eval(index)? else { return Err(Exit::Bail) };
            indices.push(index);
        }
        Ok(indices)
    }

    /// Calls a list function that changes the list.
    pub(super) fn change(&mut self, change: ListChange, place: &ListPlace, args: &[Node]) -> Eval {
        let indices = self.indices(place)?;
        let args = self.args(args, false)?;
        let rules = self.context.rules.clone();
        let change = |values: &mut Vec<Value>| values::change(&rules, change, values, &args);
        let changed = values::changed(self.slot(place.slot), &indices, change);
        let (list, result) = changed.ok_or(Exit::Bail)?;
        *self.slot(place.slot) = self.checked(list)?;
        Ok(result)
    }

    /// Assigns to an element of a list.
    pub(super) fn store_at(
        &mut self,
        operator: Option<Operator>,
        place: &ListPlace,
        value: &Node,
    ) -> Eval {
        let value = self.eval(value)?;
        let indices = self.indices(place)?;
        let (last, outer) = indices.split_last().ok_or(Exit::Bail)?;
        let Self { context, memory, base, .. } = self;
        let list = &memory.stack[*base + place.slot as usize];
        let store = |values: &mut Vec<Value>| {
            let i = values::position(*last, values.len())?;
            values[i] = match operator {
                Some(operator) => values::updated(context, operator, &values[i], &value)?,
                None => value,
            };
            Some(Value::Unit)
        };
        let changed = values::changed(list, outer, store);
        let (list, result) = changed.ok_or(Exit::Bail)?;
        *self.slot(place.slot) = self.checked(list)?;
        Ok(result)
    }

    /// Sorts the list in a slot by a closure of two elements.
    pub(super) fn sort(&mut self, slot: u16, closure: &Closure) -> Eval {
        let [a, b] = *closure.params else { return Err(Exit::Bail) };
        let values = values::to_vec(self.slot(slot)).ok_or(Exit::Bail)?;
        self.deeper(6)?;
        let sorted = merge_sort(&values, |left, right| {
            *self.slot(a) = left.clone();
            *self.slot(b) = right.clone();
            match self.run_closure(closure)? {
                Value::Int(order) => Ok(order > 0),
                Value::Bool(is_first) => Ok(!is_first),
                _ => Err(Exit::Bail),
            }
        });
        self.level -= 6;
        *self.slot(slot) = Value::List(sorted?.into());
        Ok(Value::Unit)
    }

    /// Calls a list function with a closure.
    pub(super) fn list_call(&mut self, call: &ListCall) -> Eval {
        let initial = match &call.initial {
            Some(initial) => self.eval(initial)?,
            None => Value::Unit,
        };
        let list = self.elements(call)?;
        self.deeper(6)?;
        let result = match call.function {
            ListFunction::Map => self.map(call, &list),
            ListFunction::Reduce => self.reduce(call, &list, initial),
            _ => self.select(call, &list),
        };
        self.level -= 6;
        result
    }

    fn map(&mut self, call: &ListCall, list: &Value) -> Eval {
        let mut values = SmallVec::<[Value; 16]>::new();
        let mut i = 0;
        while let Some(element) = values::element(list, i) {
            self.set_element(&call.closure.params, element, i);
            values.push(self.run_closure(&call.closure)?);
            i += 1;
        }
        self.checked(Value::List(values.into_vec().into()))
    }

    fn reduce(&mut self, call: &ListCall, list: &Value, initial: Value) -> Eval {
        let mut result = initial;
        let mut i = 0;
        while let Some(element) = values::element(list, i) {
            let mut params = &*call.closure.params;
            if let Some((param, others)) = params.split_first() {
                *self.slot(*param) = result;
                params = others;
            }
            self.set_element(params, element, i);
            result = self.run_closure(&call.closure)?;
            i += 1;
        }
        self.checked(result)
    }

    /// Calls a function that looks for elements for which the closure is true.
    fn select(&mut self, call: &ListCall, list: &Value) -> Eval {
        let mut kept = SmallVec::<[Value; 16]>::new();
        let mut i = 0;
        while let Some(element) = values::element(list, i) {
            self.set_element(&call.closure.params, element, i);
            match (self.is_selected(&call.closure)?, call.function) {
                (true, ListFunction::Filter) => kept.extend(values::element(list, i)),
                (true, ListFunction::Find) => {
                    return match values::element(list, i) {
                        Some(found) => self.checked(found),
                        None => Err(Exit::Bail),
                    };
                }
                (true, ListFunction::Some) | (false, ListFunction::All) => {
                    return Ok(Value::Bool(call.function == ListFunction::Some));
                }
                (true, ListFunction::IndexOf) => return Ok(Value::Int(i)),
                _ => {}
            }
            i += 1;
        }
        match call.function {
            ListFunction::Filter if matches!(list, Value::Cards(_)) => {
                let kept = kept.iter().filter_map(|value| match value {
                    Value::Card(card) => Some(*card),
                    _ => None,
                });
                Ok(Value::Cards(kept.collect()))
            }
            ListFunction::Filter => self.checked(Value::List(kept.into_vec().into())),
            ListFunction::Some => Ok(Value::Bool(false)),
            ListFunction::All => Ok(Value::Bool(true)),
            ListFunction::IndexOf => Ok(Value::Int(-1)),
            _ => Ok(Value::Unit),
        }
    }

    /// Returns the list that a function is called for.
    fn elements(&mut self, call: &ListCall) -> Eval {
        let list = self.eval(&call.list)?;
        match list {
            Value::List(_) | Value::Players(_) | Value::Cards(_) => Ok(list),
            Value::Zone(_)
                if matches!(call.function, ListFunction::Filter | ListFunction::Some)
                    && !call.takes_index =>
            {
                self.run(cards_verb(), Args::Values(std::slice::from_ref(&list)), call.place)
            }
            _ => Err(Exit::Bail),
        }
    }

    /// Stores an element and its index where a closure takes them.
    #[inline]
    fn set_element(&mut self, params: &[u16], element: Value, i: i64) {
        if let Some(param) = params.first() {
            *self.slot(*param) = element;
        }
        if let Some(param) = params.get(1) {
            *self.slot(*param) = Value::Int(i);
        }
    }

    /// Runs a closure whose arguments are in its slots.
    fn run_closure(&mut self, closure: &Closure) -> Eval {
        self.charge(closure.cost)?;
        match self.eval(&closure.body) {
            Err(Exit::Return) => Ok(std::mem::take(&mut self.memory.returned)),
            value => value,
        }
    }

    /// Does the same for a closure that must return a Boolean.
    fn is_selected(&mut self, closure: &Closure) -> Eval<bool> {
        self.charge(closure.cost)?;
        match self.condition(&closure.body) {
            Err(Exit::Return) => match std::mem::take(&mut self.memory.returned) {
                Value::Bool(is) => Ok(is),
                _ => Err(Exit::Bail),
            },
            result => result,
        }
    }
}
