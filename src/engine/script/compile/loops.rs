//! Loops: each turn costs something, and looks whether the run must end.

use super::machine::{Eval, Exit, Machine};
use super::tree::{At, Condition, ForLoop, Iterated, Piece};
use super::values;
use crate::kernel::{Transient, Value};

impl Machine<'_> {
    /// Runs the body of a loop once; returns whether the loop goes on.
    fn iterate(&mut self, body: &Piece, at: At) -> Eval<bool> {
        let may = self.charge(body.cost).and_then(|()| self.look_out());
        self.located(may, at)?;
        match self.eval(&body.node) {
            Ok(_) | Err(Exit::Continue) => Ok(true),
            Err(Exit::Break) => Ok(false),
            Err(exit) => Err(exit),
        }
    }

    /// Returns the value with which a loop has been left.
    fn left(&mut self) -> Eval {
        Ok(std::mem::take(&mut self.memory.returned))
    }

    #[inline(never)]
    pub(super) fn while_loop(
        &mut self,
        condition: Option<&Condition>,
        body: &Piece,
        at: At,
    ) -> Eval {
        loop {
            if let Some(condition) = condition
                && !self.condition(condition)?
            {
                return Ok(Value::Unit);
            }
            if !self.iterate(body, at)? {
                return self.left();
            }
        }
    }

    #[inline(never)]
    pub(super) fn for_loop(&mut self, parts: &ForLoop) -> Eval {
        let (list, range) = match &parts.over {
            Iterated::List(list) => {
                let list = self.eval(list)?;
                let list = match list {
                    Value::Text(_) | Value::Kind(_) => values::letters(&self.context.rules, &list),
                    list => list,
                };
                match &list {
                    Value::Transient(Transient::Range(range)) => {
                        let range = range.start..values::end(range);
                        (None, range)
                    }
                    list_of if values::is_list(list_of) => {
                        let n = values::length(list_of);
                        (Some(list), 0..n as i64)
                    }
                    _ => {
                        let message = "`for` expects a list, a text or a range";
                        let hint = "the cards of a pile are `pile.cards`; numbers are `0..n`";
                        return Err(self.fail_at("F0008", message, hint, parts.at));
                    }
                }
            }
            Iterated::Range(first, last, is_inclusive) => {
                let (first, last) = (self.eval(first)?, self.eval(last)?);
                let (Value::Int(first), Value::Int(last)) = (&first, &last) else {
                    let name = if *is_inclusive { "..=" } else { ".." };
                    return Err(self.no_function(name, &[first, last], parts.at));
                };
                (None, *first..last.saturating_add(i64::from(*is_inclusive)))
            }
        };
        self.each(parts, list.as_ref(), range)
    }

    fn each(&mut self, parts: &ForLoop, list: Option<&Value>, range: std::ops::Range<i64>) -> Eval {
        let ForLoop { variable, counter, shared, body, at, .. } = parts;
        self.share(shared);
        for (count, i) in (0..).zip(range) {
            if let Some(counter) = counter {
                *self.variable(*counter) = Value::Int(count);
            }
            let value = match list {
                Some(list) => values::element(list, i).unwrap_or_default(),
                None => Value::Int(i),
            };
            if shared.is_empty() {
                *self.slot(*variable) = value;
            } else {
                *self.variable(*variable) = value;
            }
            if !self.iterate(body, *at)? {
                return self.left();
            }
        }
        Ok(Value::Unit)
    }

    pub(super) fn do_loop(
        &mut self,
        body: &Piece,
        condition: &Condition,
        expected: bool,
        at: At,
    ) -> Eval {
        loop {
            let may = self.charge(body.cost).and_then(|()| self.look_out());
            self.located(may, at)?;
            match self.eval(&body.node) {
                Ok(_) => {}
                // As in Rhai, without a look at the condition.
                Err(Exit::Continue) => continue,
                Err(Exit::Break) => return self.left(),
                Err(exit) => return Err(exit),
            }
            if self.condition(condition)? != expected {
                return Ok(Value::Unit);
            }
        }
    }
}
