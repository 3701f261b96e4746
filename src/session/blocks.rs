//! The blocks of a session file, with the inputs of its setup.

use super::file::{BlockRole, Item, Section, SessionFile, SessionInput};
use crate::shell::Shell;
use crate::shell::command::Property;
use crate::shell::input_line::InputLine;
use std::time::Duration;

/// A block that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedBlock {
    /// The heading above it; empty without one.
    pub title: String,
    /// Its lines, from its first input on.
    pub lines: std::ops::Range<usize>,
    /// How long it took.
    pub time: Duration,
    /// Whether it has output but no recorded output: refusals, faults and assertions are checked,
    /// the output is not.
    pub is_new: bool,
    /// Its purpose.
    pub role: BlockRole,
    /// Whether its last input is an answer that leaves a question or a window open.
    pub is_open: bool,
}

/// The blocks of a file that have inputs, with their headings, and the inputs to type: those of the
/// setup above a block that starts no game come first. The lines of a block are its own only.
pub fn blocks(file: &SessionFile) -> Vec<(PlayedBlock, Vec<SessionInput>)> {
    let mut title = String::new();
    let mut in_fence = false;
    let mut found = Vec::new();
    let mut setup: Vec<SessionInput> = Vec::new();
    for part in &file.parts {
        match part {
            Section::Prose(lines) => {
                for line in lines {
                    let heading = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
                    if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~")
                    {
                        in_fence = !in_fence;
                    } else if let Some(heading) = heading.filter(|_| !in_fence) {
                        title = heading.trim().to_owned();
                    }
                }
            }
            Section::Block { role, items, .. } => {
                let own = items.iter().filter_map(Item::input);
                let Some((first, last)) = own.clone().next().zip(own.clone().next_back()) else {
                    continue;
                };
                let before = if starts_game(own.clone()) { &[][..] } else { &setup };
                let inputs: Vec<SessionInput> = before.iter().chain(own).cloned().collect();
                if *role == BlockRole::Setup {
                    setup.clone_from(&inputs);
                }
                let block = PlayedBlock {
                    title: title.clone(),
                    lines: first.line..last.line + last.printed.len() + 1,
                    time: Duration::ZERO,
                    is_new: false,
                    role: role.clone(),
                    is_open: false,
                };
                found.push((block, inputs));
            }
        }
    }
    found
}

/// Whether a block starts a game before its first answer.
fn starts_game<'a>(inputs: impl Iterator<Item = &'a SessionInput>) -> bool {
    let mut before = inputs.take_while(|input| !Shell::is_answer(&input.text));
    before.any(|input| {
        let line = InputLine::parse(&input.text);
        [Property::Starts, Property::StartsWith].iter().any(|property| line.has(*property))
    })
}
