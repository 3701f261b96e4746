//! Runs functions of the language: what they need of a run is the machine.

use super::machine::{Eval, Exit, Machine};
use super::values::is_small;
use super::verbs::Args;
use crate::kernel::{Fault, Rules, Transient, Value};
use crate::script::engine::cards_verb;
use crate::script::functions::{Failure, Limits, Native, Outcome, Runner};
use crate::script::meter::{MAX_LIST, MAX_TEXT};
use crate::script::show::append;

impl Runner for Machine<'_> {
    fn rules(&self) -> &Rules {
        &self.context.rules
    }

    fn limits(&self) -> Limits {
        Limits { text: MAX_TEXT, list: MAX_LIST }
    }

    fn call(&mut self, closure: &Value, args: &[Value]) -> Outcome {
        let Value::Transient(Transient::Closure(closure)) = closure else {
            return Err(self.ended(Exit::Bail));
        };
        self.enter_closure(closure, args).map_err(|exit| self.ended(exit))
    }

    fn write(&mut self, value: &Value, is_item: bool) -> Result<String, Failure> {
        let mut text = String::new();
        match append(self.context, value, is_item, &mut text) {
            Some(()) => Ok(text),
            None => Err(self.ended(Exit::Bail)),
        }
    }

    fn print(&mut self, _: &Value, _: bool) -> Result<(), Failure> {
        Err(self.ended(Exit::Bail))
    }

    fn cards(&mut self, pile: &Value) -> Outcome {
        let cards = self.run(cards_verb(), Args::Values(std::slice::from_ref(pile)), None);
        cards.map_err(|exit| self.ended(exit))
    }
}

impl Machine<'_> {
    /// Calls the first of these functions that takes the values, of which it may change the first.
    #[allow(dead_code, reason = "closures as values are written next")]
    pub(super) fn call_native(&mut self, natives: &[&Native], args: &mut [Value]) -> Eval {
        let Some(native) = natives.iter().find(|native| native.takes(args)) else {
            return Err(Exit::Bail);
        };
        self.charge(native.cost(args))?;
        let result = match (native.run)(self, args) {
            Ok(result) => result,
            Err(failure) => return Err(self.failed(failure)),
        };
        let is_small = |value: &Value| is_small(&self.context.rules, value);
        if !is_small(&result) || native.changes && !is_small(&args[0]) {
            return Err(self.failed(Failure::TooLarge));
        }
        Ok(result)
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
            Failure::Ended => self.memory.ended.take().unwrap_or(Exit::Bail),
            Failure::TooLarge => Exit::Bail,
            Failure::Fault(fault) => {
                self.memory.fault = Some(fault);
                Exit::Fault
            }
        }
    }

    /// Ends the run with a fault. Its place is added by what is running.
    #[cold]
    #[allow(dead_code, reason = "closures as values are written next")]
    pub fn fail(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Exit {
        self.memory.fault = Some(Box::new(Fault::new(code, message).hint(hint)));
        Exit::Fault
    }
}
