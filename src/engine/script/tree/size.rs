//! The size of a script, which limits the time that Rhai's parser takes.

use super::syntax::declared;
use crate::base::error::{Error, Span};
use crate::script::meter::MAX_VARIABLES;
use crate::script::span::span_at;
use crate::script::spec::Script;

/// The maximum size of a script in bytes.
const MAX_BYTES: usize = 512 << 10;

/// The maximum number of arms of the `switch`es of a script: Rhai compares each with all others.
const MAX_ARMS: usize = 1_024;

/// Checks that the time of parsing is limited.
pub fn check_size(script: &Script) -> Result<(), Box<Error>> {
    let n_bytes = script.text.len();
    if n_bytes > MAX_BYTES {
        let message = format!("the script has {n_bytes} bytes; at most {MAX_BYTES} are possible");
        let error = Error::new("S0101", message).at(Some(span_at(script, 1, 1)));
        return Err(Box::new(error.hint("move a part of it to other scripts")));
    }
    if let Some((byte, _)) = script.text.match_indices("=>").nth(MAX_ARMS) {
        let at = script.text.index().position(&script.text, byte);
        let error = Error::new("S0101", format!("more than {MAX_ARMS} arms of `switch`"));
        let error = error.at(Some(Span::of_word(&script.name, &script.text, at)));
        return Err(Box::new(error.hint("find the value in a list or a map, or in `params`")));
    }
    let Some(at) = declared(&script.text, MAX_VARIABLES) else { return Ok(()) };
    let message = format!("more than {MAX_VARIABLES} variables in one function");
    let error = Error::new("S0101", message);
    let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
    let error = error.at(Some(span_at(script, line, column)));
    Err(Box::new(error.hint("use lists, or divide the function")))
}
