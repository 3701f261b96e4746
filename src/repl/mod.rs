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
    shell.put(origin, prompt, input, journal)
}
