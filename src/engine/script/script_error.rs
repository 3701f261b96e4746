//! Errors of the host that pass through Rhai.

use rhai::{Dynamic, EvalAltResult, Position};

/// An error of the host passing through Rhai: a code, a message and a hint.
#[derive(Clone)]
pub struct ScriptError(pub &'static str, pub String, pub String);

/// Creates an error with a code.
pub fn script_error(
    code: &'static str,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> EvalAltResult {
    let error = ScriptError(code, message.into(), hint.into());
    EvalAltResult::ErrorRuntime(Dynamic::from(error), Position::NONE)
}
