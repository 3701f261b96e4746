//! Runs functions of the language: what they need of a run is the machine.

use super::lists::cards_verb;
use super::machine::{Eval, Exit, Machine};
use super::values::excess;
use super::verbs::Args;
use crate::kernel::{Rules, Transient, Value};
use crate::script::functions::{Failure, Native, Of, Outcome, Runner, ValueLimits};
use rand::RngExt as _;

impl Runner for Machine<'_> {
    fn rules(&self) -> &Rules {
        &self.context.rules
    }

    fn limits(&self) -> ValueLimits {
        self.memory.limits
    }

    fn call(&mut self, closure: &Value, args: &[Value]) -> Outcome {
        let result = match closure {
            Value::Transient(Transient::Closure(closure)) => self.call_with(closure, args),
            _ => Err(self.unfit_closure(args)),
        };
        result.map_err(|exit| self.ended(exit))
    }

    fn write(&mut self, value: &Value, is_item: bool) -> Result<String, Failure> {
        let mut text = String::new();
        match self.format(value, is_item, &mut text) {
            Ok(()) => Ok(text),
            Err(exit) => Err(self.ended(exit)),
        }
    }

    fn print(&mut self, value: &Value, is_quoted: bool) -> Result<(), Failure> {
        let printed = self.print_value(value, (is_quoted, false), None);
        printed.map(drop).map_err(|exit| self.ended(exit))
    }

    fn random(&mut self, n: u32) -> u32 {
        let chance = self.memory.agent.as_mut().map(|agent| &mut agent.chance);
        chance.map_or(0, |chance| chance.random_range(0..n))
    }

    fn cards(&mut self, pile: &Value) -> Outcome {
        let cards = self.run(cards_verb(), Args::Values(std::slice::from_ref(pile)), None);
        cards.map_err(|exit| self.ended(exit))
    }
}

impl Machine<'_> {
    /// Calls a function, which may change the first of its values.
    pub(super) fn call_native(&mut self, native: &Native, args: &mut [Value]) -> Eval {
        self.charge(native.cost(args))?;
        let calls_closure = native.params.contains(&Of::Closure);
        if calls_closure {
            self.deeper()?;
        }
        let result = (native.run)(self, args);
        if calls_closure {
            self.level -= 1;
        }
        let result = result.map_err(|failure| self.failed(failure))?;
        let (rules, limits) = (&self.context.rules, &self.memory.limits);
        let changed = || excess(rules, limits, &args[0]).filter(|_| native.changes);
        match excess(rules, limits, &result).or_else(changed) {
            Some(what) => Err(self.too_large(what)),
            None => Ok(result),
        }
    }

    /// Notes why the run ends in a function of the language.
    fn ended(&mut self, exit: Exit) -> Failure {
        self.memory.ended = Some(exit);
        Failure::Ended
    }

    /// Returns how the run ends because of a function of the language.
    #[cold]
    fn failed(&mut self, failure: Failure) -> Exit {
        match failure {
            Failure::Ended => self.memory.ended.take().unwrap_or(Exit::Fault),
            Failure::TooLarge => self.too_large("a value"),
            Failure::Fault(fault) => {
                self.memory.fault = Some(fault);
                Exit::Fault
            }
        }
    }
}
