//! Parses expressions: code that is no script of its own.

use super::engine::parser;
use super::script_size::check_size;
use super::spec::Script;
use super::tree::ScriptSource;
use super::{fault, panics};
use crate::kernel::Fault;
use rhai::{Engine, Scope};

/// The code of a fault of a text that is no expression.
pub const NO_EXPRESSION: &str = "F0006";

/// The code of a fault because of a name that nothing declares.
pub const UNKNOWN_NAME: &str = "F0104";

/// Parses an expression, which is the script with this number; it may use names that it does not
/// declare.
///
/// # Errors
/// `F0006`, or `F0104` for a name that it does not know.
pub fn parse_expression<'n>(
    code: &str,
    number: u16,
    known: impl Iterator<Item = &'n str>,
) -> Result<ScriptSource, Fault> {
    parse_with(&parser(), code, number, known)
}

/// Parses an expression with an engine of its own.
///
/// # Errors
/// `F0006`, or `F0104` for a name that it does not know.
pub fn parse_with<'n>(
    engine: &Engine,
    code: &str,
    number: u16,
    known: impl Iterator<Item = &'n str>,
) -> Result<ScriptSource, Fault> {
    let script = Script { name: "expression".into(), text: code.into() };
    check_size(&script).map_err(|error| fault::of_expression(&error, NO_EXPRESSION, number))?;
    let mut scope = Scope::new();
    for name in known {
        scope.push_constant(name, ());
    }
    let ast = panics::caught(|| engine.compile_with_scope(&scope, code))
        .map_err(|said| Fault::new(NO_EXPRESSION, format!("Rhai fails to read it: {said}")))?
        .map_err(|error| {
            let is_unknown = matches!(error.err_type(), rhai::ParseErrorType::VariableUndefined(_));
            let code = if is_unknown { UNKNOWN_NAME } else { NO_EXPRESSION };
            fault::of_expression(&fault::of_parse(&error, &script), code, number)
        })?;
    Ok(ScriptSource::of(&script, &ast))
}
