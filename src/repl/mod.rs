//! The REPL: a terminal with a line editor, or a pipe.
//!
//! Handles input and output only: editing, completion, history, colours, Ctrl-C, the journal. The
//! shell interprets the lines.

pub mod colour;
pub mod helper;
pub mod history;
pub mod journal;
pub mod journal_file;
pub mod journal_folder;
pub mod paint;
pub mod piped;
pub mod protocol;
pub mod streams;
pub mod terminal;
pub mod watch;
pub mod wrap;

use crate::debugger::reply::Part;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell, Status};
use journal::Journal;

/// Runs an input, without the prompt of a pasted line. The journal is written before the reply is
/// returned.
pub fn put(shell: &mut Shell, journal: &mut Journal, origin: Origin, input: &str) -> Reply {
    // Discards a Ctrl-C that arrived after the previous input.
    shell.interrupt().take();
    put_on(shell, journal, origin, input)
}

/// The same, but a pending interrupt applies to this input.
fn put_on(shell: &mut Shell, journal: &mut Journal, origin: Origin, input: &str) -> Reply {
    let mut reply = shell.pasted(origin, input);
    match journal.append(&shell.take_redo_log()) {
        Ok(()) => reply,
        Err(error) => {
            let message = format!(
                "the journal cannot be written, so this session cannot be resumed later: {error}"
            );
            reply.parts.push(Part::Warning { message });
            reply
        }
    }
}

/// Whether an input did not succeed.
#[must_use]
pub const fn is_bad(verdict: Status) -> bool {
    matches!(verdict, Status::Refused | Status::Failed | Status::Fault)
}
