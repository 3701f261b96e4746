//! List functions with a closure that is a part of the function around it.

use super::builtins::ListFunction;
use super::machine::{Eval, Exit, Machine};
use super::tree::{CLOSURE, InlineClosure, ListCall};
use super::values;
use super::verbs::Args;
use crate::kernel::{Closure, Transient, Value};
use crate::script::api::{Verb, verbs};
use crate::script::values::nth;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Machine<'_> {
    /// Calls a list function with a closure.
    #[inline(never)]
    pub(super) fn list_call(&mut self, call: &ListCall) -> Eval {
        let initial = match &call.initial {
            Some(initial) => self.eval(initial)?,
            None => Value::Unit,
        };
        let list = self.eval(&call.list)?;
        let list = self.elements(call, list)?;
        let closure = &call.closure;
        let result = self.deeper().and_then(|()| match call.function {
            ListFunction::Map => self.map(closure, &list),
            ListFunction::Reduce => self.reduce(closure, &list, initial),
            _ => self.select(call.function, closure, &list),
        });
        self.level -= 1;
        if let Err(Exit::Fault) = result {
            self.called_in(&call.call.meanings.name, call.call.at);
        }
        let result = self.located(result, call.call.at)?;
        self.checked(result, call.call.at)
    }

    /// Returns the list that a function is called for.
    fn elements(&mut self, call: &ListCall, list: Value) -> Eval {
        match (&list, call.function) {
            (Value::List(_) | Value::Players(_) | Value::Cards(_), _) => Ok(list),
            (Value::Transient(Transient::Map(_)), ListFunction::Filter | ListFunction::Map) => {
                Ok(list)
            }
            (Value::Zone(_), ListFunction::Filter | ListFunction::Some) => {
                self.run(cards_verb(), Args::Values(std::slice::from_ref(&list)), call.call.at)
            }
            _ => {
                // Only its type matters.
                let closure = Closure { function: 0, n_params: 0, captured: Vec::new() };
                let closure = Value::Transient(Transient::Closure(Arc::new(closure)));
                Err(self.no_function(&call.call.meanings.name, &[list, closure], call.call.at))
            }
        }
    }

    /// Runs a closure with the first of these values, as many as it takes.
    #[inline(always)]
    fn call_back<const N: usize>(&mut self, closure: &InlineClosure, args: [Value; N]) -> Eval {
        for (i, arg) in args.into_iter().enumerate() {
            match closure.params.get(i) {
                Some(slot) => self.store(*slot, arg),
                None => values::discard(arg),
            }
        }
        if !closure.shared.is_empty() {
            self.share(&closure.shared);
        }
        let result = match self.deeper().and_then(|()| self.piece(&closure.body)) {
            Err(Exit::Return) => Ok(std::mem::take(&mut self.memory.returned)),
            value => value,
        };
        self.level -= 1;
        if let Err(Exit::Fault) = result {
            self.called_by(CLOSURE, closure.at);
        }
        result
    }

    fn map(&mut self, closure: &InlineClosure, list: &Value) -> Eval {
        if let Value::Transient(Transient::Map(map)) = list {
            let mut mapped = BTreeMap::new();
            for (key, value) in &**map {
                let args = [Value::Text(key.clone()), value.clone()];
                mapped.insert(key.clone(), self.call_back(closure, args)?);
            }
            return Ok(Value::Transient(Transient::Map(Arc::new(mapped))));
        }
        let mut values = SmallVec::<[Value; 16]>::new();
        for i in 0..values::length(list) {
            values.push(self.call_back(closure, [nth(list, i), Value::Int(i as i64)])?);
        }
        Ok(Value::List(values.into_vec().into()))
    }

    fn reduce(&mut self, closure: &InlineClosure, list: &Value, initial: Value) -> Eval {
        let mut result = initial;
        for i in 0..values::length(list) {
            result = self.call_back(closure, [result, nth(list, i), Value::Int(i as i64)])?;
        }
        Ok(result)
    }

    /// Calls a function that looks for elements for which the closure is true. Anything but `true`
    /// is as good as `false`.
    fn select(&mut self, function: ListFunction, closure: &InlineClosure, list: &Value) -> Eval {
        if let Value::Transient(Transient::Map(map)) = list {
            let mut kept = (**map).clone();
            for (key, value) in &**map {
                let args = [Value::Text(key.clone()), value.clone()];
                if self.call_back(closure, args)? != Value::Bool(true) {
                    kept.remove(key);
                }
            }
            return Ok(Value::Transient(Transient::Map(Arc::new(kept))));
        }
        let mut kept = SmallVec::<[usize; 16]>::new();
        for i in 0..values::length(list) {
            let answer = self.call_back(closure, [nth(list, i), Value::Int(i as i64)])?;
            match (matches!(answer, Value::Bool(true)), function) {
                (true, ListFunction::Filter) => kept.push(i),
                (true, ListFunction::Find) => return Ok(nth(list, i)),
                (true, ListFunction::Some) | (false, ListFunction::All) => {
                    return Ok(Value::Bool(function == ListFunction::Some));
                }
                (true, ListFunction::IndexOf) => return Ok(Value::Int(i as i64)),
                _ => {}
            }
        }
        Ok(match function {
            ListFunction::Filter => values::elements(list, &kept),
            ListFunction::Some => Value::Bool(false),
            ListFunction::All => Value::Bool(true),
            ListFunction::IndexOf => Value::Int(-1),
            _ => Value::Unit,
        })
    }
}

/// The verb that lists the cards of a pile.
pub fn cards_verb() -> &'static Verb {
    verbs().find(|verb| verb.name == "cards" && verb.group == "piles").expect("a verb")
}
