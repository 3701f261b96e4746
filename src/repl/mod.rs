//! The outermost face of the workbench: a terminal with a line editor, or a pipe.
//!
//! In here is how lines get in and how text gets out: editing, completion, history, colour,
//! Ctrl-C, the journal. What a line means is the workbench's business alone.

pub mod colour;
pub mod helper;
pub mod history;
pub mod journal;
pub mod paint;
pub mod piped;
pub mod terminal;
pub mod watch;
pub mod wrap;

use crate::script;
use crate::workbench::trust::Origin;
use crate::workbench::{Reply, Verdict, Workbench};
use journal::Journal;

/// Gives an input to the workbench, without the prompt that a pasted line may carry. What is done
/// is in the journal before anybody is told.
pub fn put(bench: &mut Workbench, journal: &mut Journal, origin: Origin, input: &str) -> Reply {
    // A Ctrl-C that came too late for the input before must not stop this one.
    script::take_interrupt();
    let reply = bench.pasted(origin, input);
    match journal.append(&bench.take_redo_log()) {
        Ok(()) => reply,
        Err(error) => {
            let text = format!("{}\nThe journal cannot be written any more: {error}", reply.text);
            Reply { text: text.trim().to_owned(), ..reply }
        }
    }
}

/// Whether nothing came of an input.
#[must_use]
pub const fn is_bad(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Refused | Verdict::Failed | Verdict::Fault)
}
