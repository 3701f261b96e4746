//! Rhai's parser, with the limits of scripts.

use super::rejected::{FORBIDDEN, MAX_FUNCTIONS, of_parse};
use super::size::check_size;
use crate::base::error::Error;
use crate::script::meter::{MAX_LIST, MAX_MAP, MAX_TEXT};
use crate::script::panics::caught;
use crate::script::span::span_at;
use crate::script::spec::Script;
use rhai::{AST, Engine, OptimizationLevel};

/// The maximum depth of expressions.
const MAX_DEPTH: usize = 64;

/// The maximum depth of expressions in files of variants.
const MAX_DEPTH_OF_NUMBERS: usize = 32;

/// Words that expressions in files of variants do not have.
const NOT_IN_NUMBERS: [&str; 9] =
    ["let", "const", "fn", "private", "import", "export", "eval", "print", "debug"];

/// The parser without an optimizer: an optimized tree has other closures and other costs.
fn unoptimized() -> Engine {
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    engine
}

/// The parser of scripts.
pub fn of_scripts() -> Engine {
    let mut engine = unoptimized();
    engine.set_max_expr_depths(MAX_DEPTH, MAX_DEPTH);
    engine.set_max_functions(MAX_FUNCTIONS);
    engine.set_max_modules(0);
    engine.set_max_string_size(MAX_TEXT);
    engine.set_max_array_size(MAX_LIST);
    engine.set_max_map_size(MAX_MAP);
    engine.set_strict_variables(true);
    engine.set_allow_shadowing(true);
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    engine
}

/// The parser of scripts with names that nothing defines.
pub fn of_parts() -> Engine {
    let mut engine = unoptimized();
    engine.set_max_expr_depths(MAX_DEPTH, MAX_DEPTH);
    engine
}

/// The parser of expressions in files of variants.
pub fn of_numbers() -> Engine {
    let mut engine = unoptimized();
    engine.set_max_expr_depths(MAX_DEPTH_OF_NUMBERS, 1);
    engine.set_allow_looping(false);
    engine.set_strict_variables(true);
    for word in NOT_IN_NUMBERS {
        engine.disable_symbol(word);
    }
    engine
}

/// Parses a script.
///
/// # Errors
/// `S0101`: the script is invalid or too long.
pub fn parse(engine: &Engine, script: &Script) -> Result<AST, Box<Error>> {
    check_size(script)?;
    let compiled = caught(|| engine.compile(&*script.text)).map_err(|said| {
        let error = Error::new("S0101", format!("Rhai fails to read the script: {said}"));
        Box::new(error.at(Some(span_at(script, 1, 1))).hint("find the part that it cannot read"))
    })?;
    compiled.map_err(|error| Box::new(of_parse(&error, script)))
}

/// Returns the definition files of the language for editors that support Rhai: names and contents.
pub fn language_definitions() -> Vec<(String, String)> {
    let files: Vec<_> = Engine::new_raw().definitions().iter_files().collect();
    files.into_iter().filter(|(name, _)| name.starts_with("__builtin")).collect()
}
