//! Expressions in `players`: `players + 2`, `players <= 3 || players >= 8`. They use a restricted
//! engine: arithmetic, logic, `min` and `max`, no loops, few operations.

use super::interpreter;
use crate::error::Refusal;
use rhai::packages::{ArithmeticPackage, LogicPackage, Package};
use rhai::{Dynamic, Engine, Scope};

/// The maximum size of an expression.
const MAX_BYTES: usize = 1_000;

/// The engine of expressions.
pub struct Expressions {
    engine: Engine,
}

impl Default for Expressions {
    fn default() -> Self {
        let mut engine = Engine::new_raw();
        ArithmeticPackage::new().register_into_engine(&mut engine);
        LogicPackage::new().register_into_engine(&mut engine);
        engine.register_fn("min", |a: i64, b: i64| a.min(b));
        engine.register_fn("max", |a: i64, b: i64| a.max(b));
        engine
            .set_max_operations(1_000)
            .set_max_expr_depths(32, 1)
            .set_max_call_levels(4)
            .set_max_string_size(200)
            .set_max_array_size(16)
            .set_max_map_size(16)
            .set_max_variables(4)
            .set_allow_looping(false)
            .set_allow_shadowing(false)
            .set_strict_variables(true);
        for word in ["let", "const", "fn", "private", "import", "export", "eval", "print", "debug"]
        {
            engine.disable_symbol(word);
        }
        Self { engine }
    }
}

impl Expressions {
    /// Evaluates an expression to a number.
    ///
    /// # Errors
    /// The message, lower case, without a full stop.
    pub fn count(&self, text: &str, players: usize) -> Result<i64, Refusal> {
        let value = self.value(text, players)?;
        let number = value.as_int();
        Ok(number.map_err(|got| format!("it returns {}, not a whole number", named(got)))?)
    }

    /// Evaluates a condition.
    ///
    /// # Errors
    /// The message, lower case, without a full stop.
    pub fn holds(&self, text: &str, players: usize) -> Result<bool, Refusal> {
        let value = self.value(text, players)?;
        let holds = value.as_bool();
        Ok(holds.map_err(|got| format!("it returns {}, not true or false", named(got)))?)
    }

    fn value(&self, text: &str, players: usize) -> Result<Dynamic, Refusal> {
        if text.len() > MAX_BYTES {
            return Err(format!("it has more than {MAX_BYTES} bytes").into());
        }
        let mut scope = Scope::new();
        scope.push_constant("players", i64::try_from(players).unwrap_or(i64::MAX));
        let value = interpreter::caught(|| self.engine.eval_with_scope(&mut scope, text))
            .map_err(|said| format!("Rhai fails: {said}"))?;
        Ok(value.map_err(|error| super::fault::in_words(&error))?)
    }
}

/// Evaluates a literal: numbers, texts, lists and maps of them.
///
/// # Errors
/// The message, lower case, without a full stop.
pub fn literal(text: &str) -> Result<Dynamic, Refusal> {
    let mut engine = Engine::new_raw();
    engine
        .set_max_operations(10_000)
        .set_max_expr_depths(32, 1)
        .set_max_string_size(10_000)
        .set_max_array_size(1_000)
        .set_max_map_size(1_000)
        .set_strict_variables(true);
    let value = interpreter::caught(|| engine.eval_expression::<Dynamic>(text))
        .map_err(|said| format!("Rhai fails: {said}"))?;
    Ok(value.map_err(|error| super::fault::in_words(&error))?)
}

/// Returns the name of a Rhai type for messages.
fn named(rhai_type: &str) -> &str {
    match rhai_type {
        "bool" => "true or false",
        "i64" => "a whole number",
        "f64" => "a number with a fraction",
        "()" => "nothing",
        "string" | "char" => "a text",
        _ => "another value",
    }
}
