//! Converts faults to errors with source positions.

use super::span::span_at;
use super::spec::Script;
use super::tree::syntax::is_closure;
use crate::base::error::Error;
use crate::kernel::Fault;
use std::sync::Arc;

/// The code of a fault for too many operations.
pub const TOO_MANY_OPERATIONS: &str = "F0001";

/// The code of a fault because the run was interrupted.
pub const INTERRUPTED: &str = "F0004";

/// The error of loading that is interrupted.
pub fn interrupted() -> Error {
    Error::new(INTERRUPTED, "loading the scripts was interrupted")
}

/// Converts a fault to an error.
pub fn to_error(fault: &Fault, scripts: &[Script]) -> Error {
    let place = fault.place.and_then(|place| {
        let script = scripts.get(place.script as usize)?;
        Some(span_at(script, place.line as usize, place.column as usize))
    });
    let notes = fault.chain.iter().map(|(name, place)| {
        let at = place.and_then(|p| Some((scripts.get(p.script as usize)?.name.clone(), p.line)));
        let at = at
            .map_or_else(String::new, |(name, line): (Arc<str>, u16)| format!(" at {name}:{line}"));
        // The engine's names of closures mean nothing to an author.
        if is_closure(name) { format!("in a closure{at}") } else { format!("in `{name}`{at}") }
    });
    let (notes, hint) = (notes.collect(), fault.hint.clone());
    Error { notes, hint, ..Error::new(fault.code, fault.message.clone()).at(place) }
}
