//! Plays a session up to one of its inputs.

use super::blocks::{PlayedBlock, blocks};
use super::file::{SessionFile, SessionInput};
use super::run;
use crate::shell::Shell;

#[derive(Clone, Debug)]
pub struct PlayedTo {
    pub block: PlayedBlock,
    /// The last input, with its reply.
    pub last: Option<(SessionInput, Vec<String>)>,
    pub next: Option<SessionInput>,
    /// Why it stopped before the requested line, if it did.
    pub stopped: Option<String>,
}

/// Plays the block at a line up to, but not including, the input at that line. `None` without such
/// a block.
pub fn play_to(file: &SessionFile, line: usize, shell: &mut Shell) -> Option<PlayedTo> {
    let (block, inputs) = block_at(file, line)?;
    let n_before = inputs.iter().rposition(|input| input.line <= line).unwrap_or(0);
    Some(play(block, &inputs, n_before, shell))
}

/// Plays the whole block at a line. `None` without such a block.
pub fn play_block(file: &SessionFile, line: usize, shell: &mut Shell) -> Option<PlayedTo> {
    let (block, inputs) = block_at(file, line)?;
    Some(play(block, &inputs, inputs.len(), shell))
}

fn block_at(file: &SessionFile, line: usize) -> Option<(PlayedBlock, Vec<SessionInput>)> {
    blocks(file).into_iter().find(|(block, _)| block.lines.contains(&line))
}

/// Plays the first inputs of a block.
fn play(
    block: PlayedBlock,
    inputs: &[SessionInput],
    n_before: usize,
    shell: &mut Shell,
) -> PlayedTo {
    let mut last = None;
    for (i, input) in inputs[..n_before].iter().enumerate() {
        match run::type_in(shell, input, &inputs[i + 1..]) {
            Ok(said) => last = Some((input.clone(), said)),
            Err(why) => {
                let (next, stopped) = (Some(input.clone()), Some(why));
                return PlayedTo { block, last, next, stopped };
            }
        }
    }
    PlayedTo { block, last, next: inputs.get(n_before).cloned(), stopped: None }
}
