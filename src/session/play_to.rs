//! A session played up to one of its inputs, to go on from there by hand.

use super::file::{SessionFile, SessionInput};
use super::run::{self, PlayedBlock};
use crate::shell::Shell;

/// How far a session was played.
#[derive(Clone, Debug)]
pub struct PlayedTo {
    /// The block.
    pub block: PlayedBlock,
    /// The line and text of the last input that was typed, with what was said.
    pub last: Option<(SessionInput, Vec<String>)>,
    /// The input that comes next.
    pub next: Option<SessionInput>,
    /// Why it went no further, where it stopped before the line that was meant.
    pub stopped: Option<String>,
}

/// Plays the block in which a line stands, up to the input of that line and without it. Nothing
/// where no block stands there.
#[must_use]
pub fn play_to(file: &SessionFile, line: usize, shell: &mut Shell) -> Option<PlayedTo> {
    let all = run::blocks(file);
    let (block, inputs) = all.into_iter().find(|(block, _)| block.lines.contains(&line))?;
    let n_before = inputs.iter().rposition(|input| input.line <= line).unwrap_or(0);
    let mut last = None;
    for (i, input) in inputs[..n_before].iter().enumerate() {
        match run::type_in(shell, input, inputs.get(i + 1)) {
            Ok(said) => last = Some((input.clone(), said)),
            Err(why) => {
                let (next, stopped) = (Some(input.clone()), Some(why));
                return Some(PlayedTo { block, last, next, stopped });
            }
        }
    }
    let next = inputs.get(n_before).cloned();
    Some(PlayedTo { block, last, next, stopped: None })
}
