//! Sessions of the shell without a terminal: a [`connection`](mod@connection) with a program, and
//! the journal that keeps every input.

pub mod connection;
pub mod journal;
pub mod journal_folder;

use crate::shell::input_line::InputLine;
use crate::shell::trust::Origin;
use crate::shell::{Reply, Shell};
use journal::Journal;

/// How a batch of inputs ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchResult {
    /// The number of inputs that were refused or failed.
    pub n_refused: usize,
    /// Whether an input quit.
    pub quit: bool,
}

impl std::ops::AddAssign for BatchResult {
    fn add_assign(&mut self, more: Self) {
        self.n_refused += more.n_refused;
        self.quit |= more.quit;
    }
}

/// Runs an input, with the prompt of a pasted line if it has one. The journal is written before the
/// reply is returned. An interrupt that comes before it begins is for this input: who waits for
/// inputs discards those of earlier ones.
pub fn put(
    shell: &mut Shell,
    journal: &mut Journal,
    origin: Origin,
    prompt: Option<&str>,
    input: &InputLine<'_>,
) -> Reply {
    let reply = shell.put(origin, prompt, input, journal);
    shell.interrupt().take();
    reply
}
