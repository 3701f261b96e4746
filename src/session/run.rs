//! Playing the blocks of a session file.

use super::compare;
use super::file::{File, Input, Item, Part};
use crate::variant::Library;
use crate::workbench::{Reply, Verdict, Workbench, command};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything that is printed.
    Compare,
    /// Refusals and assertions.
    Expects,
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: Arc<str>,
    /// The number of the line.
    pub line: usize,
    /// The input.
    pub input: String,
    /// What is wrong.
    pub what: String,
    /// How many inputs of the block were not reached because of it.
    pub n_unreached: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.file, self.line, self.input)?;
        write!(f, "  {}", self.what.replace('\n', "\n  "))?;
        match self.n_unreached {
            0 => Ok(()),
            1 => write!(f, "\n  the input after it was not reached"),
            n => write!(f, "\n  {n} inputs after it were not reached"),
        }
    }
}

/// How a file went.
#[derive(Clone, Debug)]
pub struct Report {
    /// What does not hold.
    pub problems: Vec<Problem>,
    /// Whether what was printed is not what stands in the file.
    pub differs: bool,
    /// How many blocks there are.
    pub n_blocks: usize,
    /// The file with what was printed.
    pub printed: String,
}

/// Plays all blocks of a file.
#[must_use]
pub fn run(file: &File, library: &Library, mode: Mode, replaying: bool) -> Report {
    let mut runner =
        Runner { file, library, replaying, said: BTreeMap::new(), problems: Vec::new() };
    let mut n_blocks = 0;
    for part in &file.parts {
        if let Part::Block(items) = part {
            n_blocks += 1;
            runner.block(items);
        }
    }
    let Runner { said, problems, .. } = runner;
    let mut differs = false;
    let printed = file.print(|input| match said.get(&input.line) {
        Some(lines) => {
            differs |= !compare::holds(&input.printed, lines);
            compare::accepted(&input.printed, lines)
        }
        None => input.printed.clone(),
    });
    Report { problems, differs: differs && mode == Mode::Compare, n_blocks, printed }
}

struct Runner<'a> {
    file: &'a File,
    library: &'a Library,
    replaying: bool,
    /// What was said to the input of each line.
    said: BTreeMap<usize, Vec<String>>,
    problems: Vec<Problem>,
}

impl Runner<'_> {
    fn block(&mut self, items: &[Item]) {
        let inputs: Vec<&Input> = items
            .iter()
            .filter_map(|item| match item {
                Item::Input(input) => Some(input),
                Item::Comment(_) => None,
            })
            .collect();
        let mut workbench = Workbench::new(self.library.clone());
        workbench.replaying = self.replaying;
        for (i, input) in inputs.iter().enumerate() {
            let done = wrong_seat(&workbench, input).map_or_else(
                || {
                    let reply = workbench.input(&input.text);
                    let what = wrong(&reply, inputs.get(i + 1).copied());
                    let lines = reply.text.lines().map(str::to_owned).collect();
                    what.map_or(Ok(lines), Err)
                },
                Err,
            );
            match done {
                Ok(lines) => drop(self.said.insert(input.line, lines)),
                Err(what) => {
                    self.problems.push(Problem {
                        file: self.file.name.clone(),
                        line: input.line,
                        input: input.raw.clone(),
                        what,
                        n_unreached: inputs.len() - i - 1,
                    });
                    return;
                }
            }
        }
    }
}

/// What is wrong with the seat that a line names.
fn wrong_seat(workbench: &Workbench, input: &Input) -> Option<String> {
    let asked = workbench.asked();
    let is_answer = Workbench::is_answer(&input.text);
    match (input.seat.as_str(), asked) {
        ("", Some(asked)) if is_answer => {
            Some(format!("an answer names its seat: {asked} must answer here"))
        }
        ("", _) => None,
        (seat, Some(asked)) if seat == asked => None,
        (seat, Some(asked)) => Some(format!("{asked} must answer here, not {seat}")),
        (seat, None) => Some(format!("nobody must answer here, {seat} neither")),
    }
}

/// What is wrong with how an input went. A fault is in order where it is expected next.
fn wrong(reply: &Reply, next: Option<&Input>) -> Option<String> {
    match reply.verdict {
        Verdict::Done | Verdict::Quit => None,
        Verdict::Fault if next.is_some_and(expects_fault) => None,
        Verdict::Refused | Verdict::Failed | Verdict::Fault => Some(reply.text.clone()),
    }
}

fn expects_fault(input: &Input) -> bool {
    let mut words = input.text.split_whitespace();
    let command = words.next().and_then(|word| word.strip_prefix(':'));
    let is_expect =
        command.and_then(|word| command::find(word).ok()).is_some_and(|c| c.name == "expect");
    is_expect && words.next() == Some("fault")
}
