//! The outermost face of the workbench: a terminal with a line editor, or a pipe.
//!
//! In here is how lines get in and how text gets out: editing, completion, history, colour,
//! Ctrl-C, the journal. What a line means is the workbench's business alone.

pub mod helper;
pub mod history;
pub mod journal;
pub mod line;
pub mod paint;
pub mod piped;
pub mod terminal;

use crate::script;
use crate::workbench::{Reply, Verdict, Workbench};
use journal::Journal;

/// Gives an input to the workbench, without the prompt that a pasted line may carry. What is done
/// is in the journal before anybody is told.
pub fn put(bench: &mut Workbench, journal: &mut Journal, input: &str) -> Reply {
    let reply = pass_on(bench, input);
    match journal.append(&bench.take_kept()) {
        Ok(()) => reply,
        Err(error) => {
            let text = format!("{}\nThe journal cannot be written any more: {error}", reply.text);
            Reply { text: text.trim().to_owned(), ..reply }
        }
    }
}

fn pass_on(bench: &mut Workbench, input: &str) -> Reply {
    // A Ctrl-C that came too late for the input before must not stop this one.
    script::take_interrupt();
    let (prompt, line) = line::prompted(input);
    let seat = prompt.filter(|seat| !seat.is_empty() && Workbench::is_answer(line));
    if let Some(seat) = seat.filter(|seat| bench.asked() != Some(seat)) {
        let asked = bench
            .asked()
            .map_or("nobody is asked".to_owned(), |name| format!("it is {name} who is asked"));
        let text = format!("refused: this line answers for {seat}, but {asked}");
        return Reply { text, verdict: Verdict::Refused };
    }
    bench.input(line)
}

/// Whether nothing came of an input.
#[must_use]
pub const fn is_bad(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Refused | Verdict::Failed | Verdict::Fault)
}
