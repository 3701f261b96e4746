//! Parses expressions: code that is no script of its own.

use super::rejected::{UNDECLARED, of_parse};
use super::size::check_size;
use super::source::{Parser, ScriptSource};
use crate::base::error::Error;
use crate::kernel::{Fault, ScriptLine};
use crate::script::panics::caught;
use crate::script::spec::Script;
use rhai::{ParseErrorType, Scope};

/// The code of a fault of a text that is no expression.
pub const NO_EXPRESSION: &str = "F0006";

/// The code of a fault because of a name that nothing declares.
pub const UNKNOWN_NAME: &str = "F0104";

/// The hint for an unknown name in an expression.
const KNOWN: &str = "use `me`, the names of players, or variables declared with `let`";

/// Converts an error of an expression, which is the script with this number, to a fault.
fn fault(error: &Error, code: &'static str, number: u16) -> Fault {
    let hint = match &error.hint {
        Some(hint) if code == UNKNOWN_NAME && hint == UNDECLARED => Some(KNOWN.to_owned()),
        hint => hint.clone(),
    };
    let place = error.span.as_ref().and_then(|span| {
        let (line, column) = (span.line.try_into().ok()?, span.column.try_into().ok()?);
        Some(ScriptLine { script: number, line, column })
    });
    Fault { hint, place, ..Fault::new(code, error.message.clone()) }
}

impl Parser {
    /// Parses an expression, which is the script with this number; it may use these names, which
    /// it does not declare.
    ///
    /// # Errors
    /// `F0006`, or `F0104` for a name that it does not know.
    pub fn expression<'n>(
        &self,
        code: &str,
        number: u16,
        known: impl Iterator<Item = &'n str>,
    ) -> Result<ScriptSource, Fault> {
        let script = Script { name: "expression".into(), text: code.into() };
        check_size(&script).map_err(|error| fault(&error, NO_EXPRESSION, number))?;
        let mut scope = Scope::new();
        for name in known {
            scope.push_constant(name, ());
        }
        let ast = caught(|| self.engine.compile_with_scope(&scope, code))
            .map_err(|said| Fault::new(NO_EXPRESSION, format!("Rhai fails to read it: {said}")))?
            .map_err(|error| {
                let is_unknown = matches!(error.err_type(), ParseErrorType::VariableUndefined(_));
                let code = if is_unknown { UNKNOWN_NAME } else { NO_EXPRESSION };
                fault(&of_parse(&error, &script), code, number)
            })?;
        Ok(ScriptSource::of(&script, &ast))
    }
}
