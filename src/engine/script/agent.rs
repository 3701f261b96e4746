//! Agents written in Rhai: `fn answer(position, decision)` returns the `id` of an option.
//!
//! Both arguments are maps, those of [`AgentQuestion`]. Besides the language itself,
//! scripts have `random(n)`, which returns a number from 0 to n - 1. No state is kept between
//! decisions.

use super::api::RulesetData;
use super::compile::{
    Access, AgentMemory, CodeNames, Definitions, Machine, Memory, Program, Vocabulary,
};
use super::control::Control;
use super::fault;
use super::functions::{ValueLimits, of_json};
use super::show::append;
use super::span::span_at;
use super::spec::Script;
use super::tree::syntax::find_function;
use super::tree::{KnownFunctions, Parser, annotate_all};
use crate::agent::{AgentError, AgentMessages};
use crate::base::Interrupt;
use crate::base::error::Error;
use crate::base::output::escape;
use crate::kernel::effect::EffectContext;
use crate::kernel::{Agent, Decision, Fault, Observation, Owner, Value, rng};
use crate::message::AgentQuestion;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The maximum number of entries of a value, and of bytes of its texts: questions have several for
/// each card.
const MAX_CELLS: usize = 65_536;

/// The maximum number of bytes that a script prints; the rest is dropped.
const MAX_PRINTED: usize = 65_536;

/// A compiled agent script. Not shared between threads.
pub struct AgentScript {
    script: Script,
    program: Program,
    /// The number of `answer`.
    answer: u32,
    data: RulesetData,
    /// There is no game: scripts see what they are asked.
    context: EffectContext,
    memory: RefCell<Memory>,
    interrupt: Interrupt,
    messages: AgentMessages,
    /// The number of bytes that may still be printed.
    n_left: Cell<usize>,
}

impl AgentScript {
    /// Compiles a script, which `control` can interrupt. What it prints becomes `messages`.
    ///
    /// # Errors
    /// All errors of the script; `S0110` if it has no `fn answer(position, decision)`.
    pub fn compile(
        script: &Script,
        control: &Control,
        messages: &AgentMessages,
    ) -> Result<Rc<Self>, Vec<Error>> {
        let mut source = Parser::default().read(script).map_err(|error| vec![*error])?;
        let (context, data) = (EffectContext::apart(), RulesetData::default());
        let functions = KnownFunctions::of_agents();
        annotate_all(std::slice::from_mut(&mut source), 0, &functions, &());
        let definitions = Definitions::new([source].into_iter(), 0);
        let names = CodeNames::new(&definitions, &data, &context.rules).within(Vocabulary::Agent);
        let Some(answer) = names.number(0, "answer", 2) else {
            let message = format!("{} has no `fn answer(position, decision)`", script.name);
            let hint = "`answer` returns the `id` of an option of `decision`";
            let span = span_at(script, 1, 1);
            return Err(vec![Error::new("S0110", message).at(Some(span)).hint(hint)]);
        };
        let interrupt = control.interrupt.clone();
        let program = Program::new(&names, &interrupt).ok_or_else(|| vec![fault::interrupted()])?;
        if !program.refused.is_empty() {
            let scripts = std::slice::from_ref(script);
            let refused = program.refused.iter();
            return Err(refused.map(|refusal| refusal.to_error(scripts)).collect());
        }
        let limits = ValueLimits { text: MAX_CELLS, list: MAX_CELLS, map: MAX_CELLS };
        let agent = AgentMemory { chance: rng::generator(0, 0), printed: Vec::new() };
        let mut memory = Memory::default();
        (memory.limits, memory.agent) = (limits, Some(Box::new(agent)));
        Ok(Rc::new(Self {
            script: script.clone(),
            program,
            answer,
            data,
            context,
            memory: RefCell::new(memory),
            interrupt,
            messages: messages.clone(),
            n_left: Cell::new(MAX_PRINTED),
        }))
    }

    /// Checks that a script compiles.
    ///
    /// # Errors
    /// Those of [`Self::compile`].
    pub fn check(script: &Script, control: &Control) -> Result<(), Vec<Error>> {
        Self::compile(script, control, &AgentMessages::default()).map(drop)
    }

    /// Answers a question with a generator of random numbers.
    fn answer(
        &self,
        observation: &Observation<'_>,
        decision: &Decision,
        chance: &mut Pcg64Mcg,
    ) -> Result<usize, Box<Error>> {
        let question = AgentQuestion::new(observation, decision);
        let value =
            self.run([data(&question.position), data(&question.decision)], chance).map_err(
                |fault| self.placed(fault::to_error(&fault, std::slice::from_ref(&self.script))),
            )?;
        let answer = match &value {
            Value::Text(answer) => Some(&**answer),
            _ => None,
        };
        question.chosen(answer).map_err(|expected| {
            let name = &self.script.name;
            let mut given = String::new();
            append(&self.context, &value, false, &mut given);
            let message = format!("{name} returned `{given}`: {expected}");
            let hint = "`decision.options[0].id` is the id of the first option";
            self.placed(Error::new("F0401", message).hint(hint))
        })
    }

    /// Runs `answer` with these values.
    fn run(&self, values: [Value; 2], chance: &mut Pcg64Mcg) -> Result<Value, Fault> {
        let context = &self.context;
        let mut memory = self.memory.borrow_mut();
        memory.clear();
        memory.stack.extend(values);
        swap_chance(&mut memory, chance);
        context.cost.n_operations.set(0);
        let result = Machine::new(
            &self.program.functions,
            Access::Read(context, context.reader()),
            &self.data,
            Owner::Rules,
            &[self.answer],
            &self.interrupt,
            &mut memory,
        )
        .hook();
        swap_chance(&mut memory, chance);
        let printed = memory.agent.as_mut().map(|agent| std::mem::take(&mut agent.printed));
        printed.into_iter().flatten().for_each(|(line, text)| self.tell(line, &text));
        memory.take_result(result)
    }

    /// Adds what the script prints to its messages, up to [`MAX_PRINTED`] bytes.
    fn tell(&self, line: Option<u16>, text: &str) {
        let name = &self.script.name;
        let place = line.map_or_else(String::new, |line| format!(":{line}"));
        for text in text.split('\n') {
            let line = escape(&format!("{name}{place}: {text}")).into_owned();
            match self.n_left.get() {
                0 => {}
                n if n < line.len() => {
                    self.n_left.set(0);
                    let more = format!("(more than {MAX_PRINTED} bytes: the rest is left out)");
                    self.messages.push(format!("{name}: {more}"));
                }
                n => {
                    self.n_left.set(n - line.len());
                    self.messages.push(line);
                }
            }
        }
    }

    /// Sets the position of an error that has none to that of `answer`.
    fn placed(&self, error: Error) -> Box<Error> {
        let span = error.span.clone().or_else(|| find_function(&self.script, "answer"));
        Box::new(error.at(span))
    }
}

/// Exchanges the generator of a run for another one.
fn swap_chance(memory: &mut Memory, chance: &mut Pcg64Mcg) {
    if let Some(agent) = &mut memory.agent {
        std::mem::swap(&mut agent.chance, chance);
    }
}

/// An agent that runs a script.
pub struct ScriptedAgent {
    script: Rc<AgentScript>,
    rng: Pcg64Mcg,
    error: AgentError,
}

impl ScriptedAgent {
    /// Creates an agent that is deterministic for a seed.
    pub fn new(script: Rc<AgentScript>, seed: u64, error: AgentError) -> Self {
        Self { script, rng: rng::generator(seed, 0), error }
    }
}

impl Agent for ScriptedAgent {
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        let answer = self.script.answer(observation, decision, &mut self.rng);
        answer.unwrap_or_else(|error| {
            *self.error.borrow_mut() = Some(error.to_string());
            usize::MAX
        })
    }
}

/// Plain data as a value of a script.
fn data(value: &impl Serialize) -> Value {
    of_json(&serde_json::to_value(value).unwrap_or_default()).unwrap_or_default()
}
