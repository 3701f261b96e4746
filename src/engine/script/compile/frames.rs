//! Calls of functions and closures: their frames on the stack.

use super::machine::{Eval, Exit, Machine};
use super::memory::Memory;
use super::tree::{CLOSURE, CallValue, Function, FunctionCall, NewClosure, Node};
use super::values;
use crate::kernel::{Closure, Transient, Value};
use crate::script::meter::MAX_LEVELS;
use std::sync::Arc;

/// The maximum number of calls of `previous` in one run.
const MAX_PREVIOUS: u32 = 100;

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn call(&mut self, call: &FunctionCall) -> Eval {
        let function = self.function_at(call.function);
        let top = self.push_args(&call.args, call.receiver_last)?;
        let result = self.enter(function, top);
        if let Err(Exit::Fault) = result {
            self.called_by(&function.name, call.at);
        }
        result
    }

    /// Evaluates arguments in Rhai's order onto the stack. Returns where they begin.
    pub(super) fn push_args(&mut self, args: &[Node], receiver_last: bool) -> Eval<usize> {
        let top = self.memory.stack.len();
        let (last, first) = args.split_at(usize::from(receiver_last && !args.is_empty()));
        for arg in first.iter().chain(last) {
            match self.eval(arg) {
                Ok(value) => self.memory.stack.push(value),
                Err(exit) => {
                    values::truncate(&mut self.memory.stack, top);
                    return Err(exit);
                }
            }
        }
        if !last.is_empty() {
            self.memory.stack[top..].rotate_right(1);
        }
        Ok(top)
    }

    /// Runs a function on a frame that begins at `top` with its arguments.
    pub(super) fn enter(&mut self, function: &Function, top: usize) -> Eval {
        let base = std::mem::replace(&mut self.base, top);
        let result = match self.deeper().and_then(|()| self.body(function)) {
            Err(Exit::Return) => Ok(std::mem::take(&mut self.memory.returned)),
            result => result,
        };
        self.base = base;
        values::truncate(&mut self.memory.stack, top);
        self.level -= 1;
        result
    }

    pub(super) fn deeper(&mut self) -> Eval<()> {
        self.level += 1;
        if self.level > MAX_LEVELS {
            let hint = "check for infinite recursion";
            return Err(self.fail("F0002", "function calls are nested too deeply", hint));
        }
        self.look_out()
    }

    /// Makes a closure.
    pub(super) fn new_closure(&mut self, closure: &NewClosure) -> Value {
        let number = |slot: &u16| match self.memory.stack[self.base + *slot as usize] {
            Value::Transient(Transient::Cell(number)) => number,
            _ => 0,
        };
        let captured = closure.captured.iter().map(number).collect();
        let (function, n_params) = (closure.function, closure.n_params);
        Value::Transient(Transient::Closure(Arc::new(Closure { function, n_params, captured })))
    }

    /// Calls a closure: `closure.call(…)`.
    pub(super) fn call_value(&mut self, call: &CallValue) -> Eval {
        let mut args = self.args(&call.args, false)?;
        let value = self.eval(&call.closure)?;
        let closure = match &value {
            Value::Transient(Transient::Closure(closure)) => Some(closure.clone()),
            // A key of a map may be called so, too.
            value => self.entry_closure(value, "call"),
        };
        let Some(closure) = closure else {
            args.insert(0, value);
            return Err(self.no_function("call", &args, call.at));
        };
        let result = self.call_with(&closure, &args);
        self.located(result, call.at)
    }

    /// Returns the closure that is the entry of a map.
    pub(super) fn entry_closure(&self, map: &Value, key: &str) -> Option<Arc<Closure>> {
        let Value::Transient(Transient::Map(map)) = map else { return None };
        match map.get(key)? {
            Value::Transient(Transient::Closure(closure)) => Some(closure.clone()),
            _ => None,
        }
    }

    /// Calls a closure with all these values.
    pub(super) fn call_with(&mut self, closure: &Closure, args: &[Value]) -> Eval {
        if args.len() != usize::from(closure.n_params) {
            return Err(self.unfit_closure(args));
        }
        let function = self.function_at(closure.function);
        let top = self.memory.stack.len();
        let cells = closure.captured.iter();
        self.memory.stack.extend(cells.map(|cell| Value::Transient(Transient::Cell(*cell))));
        self.memory.stack.extend_from_slice(args);
        let result = self.enter(function, top);
        if let Err(Exit::Fault) = result {
            self.called_by(CLOSURE, None);
        }
        result
    }

    /// Runs the hook of the script before the running one.
    pub(super) fn previous(&mut self, args: &[Node], receiver_last: bool) -> Eval {
        let args = self.args(args, receiver_last)?;
        let next = (self.chain.len() > 1).then(|| self.chain.get(self.memory.depth + 1)).flatten();
        let Some(function) = next.map(|number| self.function_at(*number)) else {
            let hint =
                "call `previous` in a hook that a script before this one in the list defines";
            return Err(self.fail("F0205", "there is no previous hook here", hint));
        };
        self.memory.n_previous += 1;
        if self.level + 2 > MAX_LEVELS || self.memory.n_previous > MAX_PREVIOUS {
            let hint = format!("the limits are {MAX_PREVIOUS} calls, and a depth of {MAX_LEVELS}");
            return Err(self.fail("F0002", "too many calls of `previous` in one run", hint));
        }
        let passes_on = args.is_empty();
        let given = if passes_on { self.memory.hook_args.len() } else { args.len() };
        if given != function.n_params {
            let (name, wanted) = (&function.name, function.n_params);
            let message = format!(
                "the previous `{name}` takes {wanted} values, `me` included, but is called with \
                 {given}"
            );
            let hint = "`previous()` passes on all values; `previous(me, …)` passes these";
            return Err(self.fail("F0205", message, hint));
        }
        self.charge(1)?;
        let Memory { depth, hook_args, stack, .. } = &mut *self.memory;
        *depth += 1;
        let outer = (!passes_on).then(|| std::mem::replace(hook_args, args.into_vec()));
        let top = stack.len();
        stack.extend_from_slice(hook_args);
        self.level += 1;
        let result = self.enter(function, top);
        self.level -= 1;
        self.memory.depth -= 1;
        if let Some(outer) = outer {
            self.memory.hook_args = outer;
        }
        result
    }
}
