//! Expressions in files of variants, such as `players <= 3 || players >= 8`: arithmetic, logic,
//! `min` and `max`, no loops. And the literals that a script declares in its constants.

use super::api::RulesetData;
use super::compile::{Access, Code, CodeNames, Definitions, Machine, Memory, Program, Vocabulary};
use super::functions::ValueLimits;
use super::tree::{Parser, ScriptSource};
use crate::base::Interrupt;
use crate::base::error::Refusal;
use crate::kernel::effect::EffectContext;
use crate::kernel::{Fault, Owner, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The maximum size of an expression.
const MAX_BYTES: usize = 1_000;

/// The largest values: options have texts that describe them.
const LIMITS: ValueLimits = ValueLimits { text: 65_536, list: 1_000, map: 1_000 };

/// Evaluates expressions.
pub struct Expressions {
    parser: Parser,
    context: EffectContext,
    /// The last text, read: most are evaluated for several numbers of players.
    last: RefCell<Option<(String, ScriptSource)>>,
}

impl Default for Expressions {
    fn default() -> Self {
        Self {
            parser: Parser::of_numbers(),
            context: EffectContext::apart(),
            last: RefCell::default(),
        }
    }
}

impl Expressions {
    /// Evaluates an expression to a number.
    ///
    /// # Errors
    /// The message, lower case, without a full stop.
    pub fn count(&self, text: &str, players: usize) -> Result<i64, Refusal> {
        match self.of_players(text, players)? {
            Value::Int(number) => Ok(number),
            value => Err(format!("it returns {}, not a whole number", named(&value)).into()),
        }
    }

    /// Evaluates a condition.
    ///
    /// # Errors
    /// The message, lower case, without a full stop.
    pub fn holds(&self, text: &str, players: usize) -> Result<bool, Refusal> {
        match self.of_players(text, players)? {
            Value::Bool(holds) => Ok(holds),
            value => Err(format!("it returns {}, not true or false", named(&value)).into()),
        }
    }

    fn of_players(&self, text: &str, players: usize) -> Result<Value, Refusal> {
        if text.len() > MAX_BYTES {
            return Err(format!("it has more than {MAX_BYTES} bytes").into());
        }
        let players = Value::Int(i64::try_from(players).unwrap_or(i64::MAX));
        self.value(text, BTreeMap::from([("players".to_owned(), players)]))
            .map_err(|fault| fault.message.into())
    }

    fn read(&self, text: &str, known: &BTreeMap<String, Value>) -> Result<ScriptSource, Fault> {
        let mut last = self.last.borrow_mut();
        if let Some((_, source)) = last.as_ref().filter(|(read, _)| read == text) {
            return Ok(source.clone());
        }
        let source = self.parser.expression(text, 0, known.keys().map(String::as_str))?;
        *last = Some((text.to_owned(), source.clone()));
        Ok(source)
    }

    fn value(&self, text: &str, known: BTreeMap<String, Value>) -> Result<Value, Fault> {
        let context = &self.context;
        let source = self.read(text, &known)?;
        let (definitions, data) = (Definitions::default(), RulesetData::default());
        let names = CodeNames::new(&definitions, &data, &context.rules);
        let names = names.within(Vocabulary::Numbers).with(source, known);
        let code = Code::new(&names, &Program::default(), 0)
            .map_err(|refusal| Fault::new("F0006", refusal.message))?;
        let (mut memory, interrupt) = (Memory::default(), Interrupt::default());
        memory.limits = LIMITS;
        context.cost.n_operations.set(0);
        let (owner, chain) = (Owner::Rules, [code.number]);
        let functions = &code.functions;
        let access = Access::Read(context, context.reader());
        let result =
            Machine::new(functions, access, &data, owner, &chain, &interrupt, &mut memory).hook();
        memory.take_result(result)
    }
}

/// Evaluates a literal: numbers, texts, lists and maps of them.
///
/// # Errors
/// The message, lower case, without a full stop.
pub fn literal(text: &str) -> Result<Value, Refusal> {
    let value = Expressions::default().value(text, BTreeMap::new());
    value.map_err(|fault| fault.message.into())
}

/// Returns the name of the type of a value for messages.
const fn named(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "true or false",
        Value::Int(_) => "a whole number",
        Value::Unit => "nothing",
        Value::Text(_) => "a text",
        _ => "another value",
    }
}
