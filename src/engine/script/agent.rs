//! Agents written in Rhai: `fn answer(position, decision)` returns the `id` of an option.
//!
//! Both arguments are maps, those of [`AgentQuestion`]. Besides the language itself,
//! scripts have `random(n)`, which returns a number from 0 to n - 1. No state is kept between
//! decisions.

use super::control::Control;
use super::meter::Meter;
use super::script_error::script_error;
use super::show::in_text;
use super::spec::Script;
use super::syntax::find_function;
use super::{engine, fault, interpreter, span};
use crate::agent::{AgentError, AgentMessages};
use crate::error::Error;
use crate::kernel::{Agent, Decision, Observation, rng};
use crate::message::AgentQuestion;
use crate::output::escape;
use rand_pcg::Pcg64Mcg;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, ImmutableString, Scope};
use serde::Serialize;
use serde_json::Value as Json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of entries of the value of a variable: views have several for each card.
const MAX_CELLS: usize = 65_536;

/// The maximum number of bytes that a script prints; the rest is dropped.
const MAX_PRINTED: usize = 65_536;

/// A compiled agent script. Not shared between threads.
pub struct AgentScript {
    engine: Engine,
    ast: AST,
    script: Script,
    chance: Rc<RefCell<Pcg64Mcg>>,
    meter: Rc<Meter>,
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
        let meter = Meter::new(MAX_CELLS, control.interrupt.clone());
        let chance = Rc::new(RefCell::new(rng::generator(0, 0)));
        let mut engine = engine(&meter, chance.clone());
        show_prints(&mut engine, &script.name, messages);
        let ast = fault::compile(&engine, script).map_err(|error| vec![*error])?;
        if !ast.iter_functions().any(|f| f.name == "answer" && f.params.len() == 2) {
            let message = format!("{} has no `fn answer(position, decision)`", script.name);
            let hint = "`answer` returns the `id` of an option of `decision`";
            let span = span::span_at(script, 1, 1);
            return Err(vec![Error::new("S0110", message).at(Some(span)).hint(hint)]);
        }
        Ok(Rc::new(Self { engine, ast, script: script.clone(), chance, meter }))
    }

    #[doc(hidden)]
    pub const fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn answer(
        &self,
        observation: &Observation<'_>,
        decision: &Decision,
    ) -> Result<usize, Box<Error>> {
        let chance = self.chance.borrow().clone();
        let another = || engine(&self.meter, self.chance.clone());
        let question = AgentQuestion::new(observation, decision);
        let called = interpreter::run(&self.engine, another, |engine, _| {
            let data = (data(&question.position), data(&question.decision));
            let options = CallFnOptions::new().eval_ast(false);
            self.meter.set_spent(0);
            self.chance.borrow_mut().clone_from(&chance);
            let mut scope = Scope::new();
            engine.call_fn_with_options(options, &mut scope, &self.ast, "answer", data)
        });
        let value = called.map_err(|error| self.placed(fault::outside(&error, &self.script)))?;
        let answer = value.read_lock::<ImmutableString>();
        question.chosen(answer.as_ref().map(|answer| answer.as_str())).map_err(|expected| {
            let name = &self.script.name;
            let value = in_text(None, &value, false);
            let message = format!("{name} returned `{value}`: {expected}");
            let hint = "`decision.options[0].id` is the id of the first option";
            self.placed(Error::new("F0401", message).hint(hint))
        })
    }

    /// Sets the position of an error that has none to that of `answer`.
    fn placed(&self, error: Error) -> Box<Error> {
        let span = error.span.clone().or_else(|| find_function(&self.script, "answer"));
        Box::new(error.at(span))
    }
}

/// The engine of agent scripts, without verbs.
pub(super) fn engine(meter: &Rc<Meter>, chance: Rc<RefCell<Pcg64Mcg>>) -> Engine {
    let mut engine = engine::plain(meter);
    // A question is larger than what a card needs. The meter limits the value of a variable.
    engine.set_max_array_size(MAX_CELLS);
    engine.set_max_map_size(MAX_CELLS);
    engine.register_fn("random", move |n: i64| -> Result<i64, Box<EvalAltResult>> {
        let n = u32::try_from(n).ok().filter(|n| *n > 0);
        let n = n.ok_or_else(|| {
            let hint = "`random(6)` is a number from 0 to 5";
            script_error("F0115", "`random` expects a number above 0", hint)
        })?;
        Ok(i64::from(rng::below(&mut chance.borrow_mut(), n)))
    });
    engine
}

/// Adds what a script prints to `messages`, up to [`MAX_PRINTED`] bytes.
fn show_prints(engine: &mut Engine, script: &Arc<str>, messages: &AgentMessages) {
    let (script, messages) = (script.clone(), messages.clone());
    let n_left = Rc::new(Cell::new(MAX_PRINTED));
    let show_line = move |place: &str, text: &str| {
        let line = escape(&format!("{script}{place}: {text}")).into_owned();
        match n_left.get() {
            0 => {}
            n if n < line.len() => {
                n_left.set(0);
                let more = format!("(more than {MAX_PRINTED} bytes: the rest is left out)");
                messages.push(format!("{script}: {more}"));
            }
            n => {
                n_left.set(n - line.len());
                messages.push(line);
            }
        }
    };
    let show = Rc::new(move |place: &str, text: &str| {
        text.split('\n').for_each(|line| show_line(place, line));
    });
    let print = show.clone();
    engine.on_print(move |text| print("", text));
    engine.on_debug(move |text, _, at| {
        show(&at.line().map_or_else(String::new, |line| format!(":{line}")), text);
    });
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
        std::mem::swap(&mut *self.script.chance.borrow_mut(), &mut self.rng);
        let answer = self.script.answer(observation, decision);
        std::mem::swap(&mut *self.script.chance.borrow_mut(), &mut self.rng);
        answer.unwrap_or_else(|error| {
            *self.error.borrow_mut() = Some(error.to_string());
            usize::MAX
        })
    }
}

/// Plain data as a value of a script.
fn data(value: &impl Serialize) -> Dynamic {
    dynamic(&serde_json::to_value(value).unwrap_or_default())
}

fn dynamic(json: &Json) -> Dynamic {
    match json {
        Json::Null => Dynamic::UNIT,
        Json::Bool(on) => Dynamic::from(*on),
        Json::Number(number) => Dynamic::from(number.as_i64().unwrap_or_default()),
        Json::String(text) => Dynamic::from(text.clone()),
        Json::Array(values) => Dynamic::from_array(values.iter().map(dynamic).collect()),
        Json::Object(map) => {
            let entry = |(name, value): (&String, &Json)| (name.as_str().into(), dynamic(value));
            Dynamic::from_map(map.iter().map(entry).collect())
        }
    }
}
