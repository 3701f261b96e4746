//! The outermost face of the shell: a terminal with a line editor, or a pipe.
//!
//! In here is how lines get in and how text gets out: editing, completion, history, colour,
//! Ctrl-C, the journal. What a line means is the shell's business alone.

pub mod colour;
pub mod helper;
pub mod history;
pub mod journal;
pub mod paint;
pub mod piped;
pub mod protocol;
pub mod terminal;
pub mod watch;
pub mod wrap;

use crate::debugger::reply::Part;
use crate::script;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell, Status};
use journal::Journal;

/// Gives an input to the shell, without the prompt that a pasted line may carry. What is done
/// is in the journal before anybody is told.
pub fn put(shell: &mut Shell, journal: &mut Journal, origin: Origin, input: &str) -> Reply {
    // A Ctrl-C that came too late for the input before must not stop this one.
    script::take_interrupt();
    put_on(shell, journal, origin, input)
}

/// The same where somebody may have interrupted this input already.
fn put_on(shell: &mut Shell, journal: &mut Journal, origin: Origin, input: &str) -> Reply {
    let mut reply = shell.pasted(origin, input);
    match journal.append(&shell.take_redo_log()) {
        Ok(()) => reply,
        Err(error) => {
            let message = format!("the journal cannot be written any more: {error}");
            reply.parts.push(Part::Warning { message });
            reply
        }
    }
}

/// Whether nothing came of an input.
#[must_use]
pub const fn is_bad(verdict: Status) -> bool {
    matches!(verdict, Status::Refused | Status::Failed | Status::Fault)
}
