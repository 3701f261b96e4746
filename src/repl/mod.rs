//! The REPL: a terminal with a line editor, or a pipe.
//!
//! Handles input and output only: editing, completion, history, colours, Ctrl-C, the journal. The
//! shell interprets the lines.

pub mod colour;
pub mod helper;
pub mod history;
pub mod journal;
pub mod journal_folder;
pub mod keyboard;
pub mod pager;
pub mod paint;
pub mod piped;
pub mod protocol;
pub mod streams;
pub mod terminal;
pub mod watch;
pub mod wrap;

use crate::shell::input_line::InputLine;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell};
use journal::Journal;

/// Runs an input, with the prompt of a pasted line if it has one. The journal is written before the
/// reply is returned.
pub fn put(
    shell: &mut Shell,
    journal: &mut Journal,
    origin: Origin,
    prompt: Option<&str>,
    input: &InputLine<'_>,
) -> Reply {
    // Discards a Ctrl-C that arrived after the previous input.
    shell.interrupt().take();
    let reply = shell.run_for(origin, prompt, input);
    journaled(shell, journal, reply)
}

/// Runs an input of somebody else, which may start with its prompt.
pub fn put_pasted(shell: &mut Shell, journal: &mut Journal, input: &str) -> Reply {
    let reply = shell.pasted(Origin::Foreign, input);
    journaled(shell, journal, reply)
}

/// Writes what has been logged to the journal.
fn journaled(shell: &mut Shell, journal: &mut Journal, mut reply: Reply) -> Reply {
    if let Err(error) = journal.append(&shell.take_redo_log()) {
        let what = "the journal cannot be written, so this session cannot be resumed later";
        reply.warn(format!("{what}: {error}"));
    }
    reply
}
