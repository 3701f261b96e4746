//! Expressions on a ruleset, which a person evaluates, watches, expects or waits for: scripts of a
//! few statements that know the players by their names.

use super::compile::{Access, Code, CodeNames, Exit, Function, Machine};
use super::fault;
use super::host::Host;
use super::loaded::Loaded;
use super::recording::Local;
use super::show::show_value;
use super::spec::Script;
use super::tree::Parser;
use crate::base::error::Error;
use crate::kernel::decision::mark::MarkedText;
use crate::kernel::effect::EffectContext;
use crate::kernel::{Fault, Owner, Seat, Stop, Value};
use std::collections::BTreeMap;

/// The maximum length of an expression that is not part of a script, in bytes.
const MAX_EXPRESSION: usize = 64 << 10;

/// The code of a fault of an expression that does more than read.
pub const NOT_READING: &str = "F0201";

/// The rights of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// Call all verbs.
    All,
    /// Call those that read.
    Read,
}

impl Host {
    /// Evaluates an expression in a context with all verbs available. A fault of the expression has
    /// its position, which [`Host::fault_of`] shows.
    pub fn eval(&self, context: &mut EffectContext, code: &str) -> Result<MarkedText, Stop> {
        self.evaluate(context, code, (&[], Owner::Rules), Rights::All)
    }

    /// Evaluates an expression that only reads, with the variables of a script and the parameters
    /// of its owner.
    ///
    /// # Errors
    /// The reason the evaluation stopped; `F0201` before it begins if it does more than read.
    pub fn read_with(
        &self,
        context: &mut EffectContext,
        code: &str,
        (locals, owner): (&[Local], Owner),
    ) -> Result<MarkedText, Stop> {
        self.evaluate(context, code, (locals, owner), Rights::Read)
    }

    /// Evaluates an expression that is not part of the game; `name` is its file name in the error.
    pub fn try_eval(
        &self,
        context: &mut EffectContext,
        name: &str,
        code: &str,
    ) -> Result<Result<MarkedText, Error>, Stop> {
        match self.eval(context, code) {
            Err(Stop::Fault(fault)) => Ok(Err(self.fault_of(&fault, name, code))),
            value => value.map(Ok),
        }
    }

    /// Converts a fault of an expression to an error; `name` is its file name there.
    pub fn fault_of(&self, fault: &Fault, name: &str, code: &str) -> Error {
        let mut scripts = self.loaded.scripts.clone();
        scripts.push(Script { name: name.into(), text: code.into() });
        fault::to_error(fault, &scripts)
    }

    fn evaluate(
        &self,
        context: &mut EffectContext,
        code: &str,
        (locals, owner): (&[Local], Owner),
        rights: Rights,
    ) -> Result<MarkedText, Stop> {
        if code.len() > MAX_EXPRESSION {
            let message = format!("the expression has more than {MAX_EXPRESSION} bytes");
            return Err(Fault::new("F0003", message).hint("write a script instead").into());
        }
        let Loaded { definitions, ruleset_data, program, scripts, rules, .. } = &self.loaded;
        let known = known_names(context, locals);
        // The expression counts as one script more.
        let number = scripts.len() as u16;
        let source =
            Parser::default().expression(code, number, known.keys().map(String::as_str))?;
        let names = CodeNames::new(definitions, ruleset_data, rules)
            .after(program.functions.len() as u32)
            .calling(self.is_watched)
            .with(source, known);
        let lowered = Code::new(&names, program, number).map_err(|refusal| {
            let fault = Fault::new("F0006", refusal.message).hint(refusal.hint);
            Fault { place: refusal.at, ..fault }
        })?;
        if let (Rights::Read, Some(called)) = (rights, lowered.acts) {
            let does = called.verb.effect.in_words();
            let message =
                format!("`{}` {does}; here an expression may only read", called.verb.name);
            let fault = Fault::new(NOT_READING, message).hint("`= EXPRESSION` may do all");
            return Err(Fault { place: called.at, ..fault }.into());
        }
        context.cost.n_operations.set(0);
        let access = match rights {
            Rights::All => Access::Act(context),
            Rights::Read => Access::Read(context, context.reader()),
        };
        let value = self.run_code(access, &lowered.functions, (lowered.number, owner))?;
        Ok(show_value(context, &value))
    }

    /// Runs a function without values, which is one of the program or one of those after them.
    pub(super) fn run_code(
        &self,
        context: Access<'_>,
        more: &[Function],
        (number, owner): (u32, Owner),
    ) -> Result<Value, Stop> {
        let Loaded { program, ruleset_data, memory: spare, interrupt, .. } = &self.loaded;
        let mut memory = spare.take().unwrap_or_default();
        memory.clear();
        let chain = [number];
        let functions = &program.functions;
        let mut machine =
            Machine::new(functions, context, ruleset_data, owner, &chain, interrupt, &mut memory);
        machine.more = more;
        let result = machine.hook();
        let done = match result {
            Err(Exit::Asked) => Err(Stop::Asked),
            result => memory.take_result(result).map_err(Stop::from),
        };
        spare.set(Some(memory));
        done
    }
}

/// The players by their names, `me`, and the variables of a script, which hide them.
fn known_names(context: &EffectContext, locals: &[Local]) -> BTreeMap<String, Value> {
    let players = (0..).map(Seat).zip(context.players.names.iter());
    let players = players.map(|(seat, name)| (name.to_string(), Value::Player(seat)));
    let me = ("me".to_owned(), Value::Player(context.question.seat));
    let locals = locals.iter().filter_map(|l| Some((l.name.clone(), l.value.clone()?)));
    players.chain([me]).chain(locals).collect()
}
