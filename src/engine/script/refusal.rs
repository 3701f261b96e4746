//! Forms that scripts cannot use, although the parser takes them.

use super::span::span_at;
use super::spec::Script;
use crate::base::error::Error;
use crate::kernel::ScriptLine;

/// Something that scripts cannot use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    pub message: String,
    pub hint: String,
    pub at: Option<ScriptLine>,
}

impl Unsupported {
    /// Returns the error of one of these scripts.
    pub fn to_error(&self, scripts: &[Script]) -> Error {
        let Self { message, hint, at } = self;
        let span = at.and_then(|at| {
            let script = scripts.get(usize::from(at.script))?;
            Some(span_at(script, at.line.into(), at.column.into()))
        });
        Error::new("S0101", message.clone()).at(span).hint(hint.clone())
    }
}
