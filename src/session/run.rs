//! Playing the blocks of a session file.

use super::file::{Item, Section, SessionFile, SessionInput};
use super::lockfile::UsedFiles;
use super::{SessionOptions, compare};
use crate::shell::disk::FileAccess;
use crate::shell::{Reply, Shell, Status, command, why};
use crate::variant::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMode {
    /// Everything that is printed.
    Compare,
    /// Refusals and assertions.
    Expects,
}

/// Which blocks of a file are played.
#[derive(Clone, Debug, Default)]
pub struct BlockFilter {
    /// Those below a heading that has this in it, in lower case; all, where the name of the file
    /// has it.
    pub word: Option<String>,
    /// The one in which this line stands, counted from 1.
    pub line: Option<usize>,
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

/// An input below which something else was printed than stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputDiff {
    /// The number of the line of the input.
    pub line: usize,
    /// The input.
    pub input: String,
    /// What stands below it.
    pub expected: Vec<String>,
    /// What was printed, with the wildcards that still fit.
    pub printed: Vec<String>,
    /// The first event that is not in the file, with its number and script line.
    pub event: Option<String>,
}

/// A block that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedBlock {
    /// The heading above it; empty without one.
    pub title: String,
    /// The lines it stands in, from its first input on.
    pub lines: std::ops::Range<usize>,
    /// Whether it has no recorded output at all, though something was printed: refusals, faults and
    /// assertions are judged, what was printed is not.
    pub is_new: bool,
}

/// How a file went.
#[derive(Clone, Debug)]
pub struct SessionReport {
    file: SessionFile,
    /// What was said to the input of each line.
    said: BTreeMap<usize, Vec<String>>,
    /// The blocks that were played.
    pub blocks: Vec<PlayedBlock>,
    /// What does not hold.
    pub problems: Vec<Problem>,
    /// Where something else was printed; empty where output is not judged.
    pub differences: Vec<OutputDiff>,
    /// Whether something else was printed somewhere.
    pub differs: bool,
    /// The cards and combos that were played, by id.
    pub played: BTreeSet<String>,
    /// What variants, titles and scripts the games were played with.
    pub used: UsedFiles,
}

impl SessionReport {
    /// Whether all in the file holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.problems.is_empty() && !self.differs
    }

    /// The file with what was printed at the differences whose line is chosen.
    pub fn accepting(&self, chosen: impl Fn(usize) -> bool) -> String {
        self.file.print(|input| match self.said.get(&input.line) {
            Some(lines) if chosen(input.line) => compare::accepted(&input.printed, lines),
            _ => input.printed.clone(),
        })
    }

    /// The file with everything that was printed.
    #[must_use]
    pub fn printed(&self) -> String {
        self.accepting(|_| true)
    }
}

/// Plays the chosen blocks of a file.
#[must_use]
pub fn run(
    file: SessionFile,
    library: &Library,
    mode: CheckMode,
    options: SessionOptions,
    choice: &BlockFilter,
) -> SessionReport {
    let mut runner = Runner {
        library,
        mode,
        options,
        report: SessionReport {
            file,
            said: BTreeMap::new(),
            blocks: Vec::new(),
            problems: Vec::new(),
            differences: Vec::new(),
            differs: false,
            played: BTreeSet::new(),
            used: UsedFiles::default(),
        },
    };
    for (mut played, inputs) in blocks(&runner.report.file) {
        if choice.fits(&runner.report.file.name, &played) {
            let is_bare = inputs.iter().all(|input| input.printed.is_empty());
            runner.mode = if is_bare { CheckMode::Expects } else { mode };
            runner.block(&inputs);
            let said = &runner.report.said;
            let prints =
                |input: &SessionInput| said.get(&input.line).is_some_and(|said| !said.is_empty());
            played.is_new = is_bare && mode == CheckMode::Compare && inputs.iter().any(prints);
            runner.report.blocks.push(played);
        }
    }
    runner.report
}

impl BlockFilter {
    fn fits(&self, file: &str, block: &PlayedBlock) -> bool {
        let has = |text: &str, word: &String| text.to_lowercase().contains(word.as_str());
        let named =
            self.word.as_ref().is_none_or(|word| has(file, word) || has(&block.title, word));
        named && self.line.is_none_or(|line| block.lines.contains(&line))
    }
}

/// The blocks of a file with the headings above them, those without an input left out.
#[must_use]
pub fn blocks(file: &SessionFile) -> Vec<(PlayedBlock, Vec<SessionInput>)> {
    let mut title = String::new();
    let mut in_fence = false;
    let mut found = Vec::new();
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
            Section::Block(items) => {
                let inputs: Vec<SessionInput> =
                    items.iter().filter_map(Item::input).cloned().collect();
                let Some((first, last)) = inputs.first().zip(inputs.last()) else { continue };
                let lines = first.line..last.line + last.printed.len() + 1;
                let title = title.clone();
                found.push((PlayedBlock { title, lines, is_new: false }, inputs));
            }
        }
    }
    found
}

struct Runner<'a> {
    library: &'a Library,
    mode: CheckMode,
    options: SessionOptions,
    report: SessionReport,
}

impl Runner<'_> {
    fn block(&mut self, inputs: &[SessionInput]) {
        let mut shell = Shell::new(self.library.clone());
        shell.replaying = self.options.replaying;
        shell.allow_exec = self.options.allow_exec;
        shell.files = FileAccess::Memory(BTreeMap::new());
        for (i, input) in inputs.iter().enumerate() {
            match type_in(&mut shell, input, inputs.get(i + 1)) {
                Ok(lines) => self.note(&shell, input, lines),
                Err(what) => {
                    self.report.problems.push(Problem {
                        file: self.report.file.name.clone(),
                        line: input.line,
                        input: input.raw.clone(),
                        what,
                        n_unreached: inputs.len() - i - 1,
                    });
                    self.report.used.note(&shell);
                    return;
                }
            }
        }
    }

    /// Notes what was said to an input.
    fn note(&mut self, shell: &Shell, input: &SessionInput, said: Vec<String>) {
        self.report.used.note(shell);
        if let Some(debugger) = shell.debugger() {
            self.report.played.extend(debugger.played());
        }
        if self.mode == CheckMode::Compare && !compare::holds(&input.printed, &said) {
            self.report.differs = true;
            self.report.differences.push(OutputDiff {
                line: input.line,
                input: input.raw.clone(),
                expected: input.printed.clone(),
                printed: compare::accepted(&input.printed, &said),
                event: first_event(shell, input),
            });
        }
        self.report.said.insert(input.line, said);
    }
}

/// The first event an input led to that is not told below it.
fn first_event(shell: &Shell, input: &SessionInput) -> Option<String> {
    let debugger = shell.debugger()?;
    let is_ply =
        debugger.timeline.now().record.as_ref().is_some_and(|record| record.typed == input.text);
    let told = if is_ply { why::told(debugger, debugger.timeline.ply()) } else { Vec::new() };
    let mut expected = input.printed.as_slice();
    for (line, event) in told {
        match expected.iter().position(|pattern| compare::fits(pattern, &line)) {
            Some(at) => expected = &expected[at + 1..],
            None => return Some(event),
        }
    }
    None
}

/// Types an input of a session; says what was printed.
///
/// # Errors
/// What is wrong with it, in words.
pub fn type_in(
    shell: &mut Shell,
    input: &SessionInput,
    next: Option<&SessionInput>,
) -> Result<Vec<String>, String> {
    if let Some(wrong) = wrong_seat(shell, input) {
        return Err(wrong);
    }
    let reply = shell.input(&input.text);
    match wrong(&reply, next) {
        Some(what) => Err(what),
        None => Ok(shell.rendered(&reply).lines().map(str::to_owned).collect()),
    }
}

/// What is wrong with the seat that a line names.
fn wrong_seat(shell: &Shell, input: &SessionInput) -> Option<String> {
    let asked = shell.asked();
    let is_answer = Shell::is_answer(&input.text);
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
fn wrong(reply: &Reply, next: Option<&SessionInput>) -> Option<String> {
    match reply.status {
        Status::Done | Status::Quit => None,
        Status::Fault if next.is_some_and(expects_fault) => None,
        Status::Refused | Status::Failed | Status::Fault => Some(reply.text().clone()),
    }
}

fn expects_fault(input: &SessionInput) -> bool {
    let mut words = input.text.split_whitespace();
    let command = words.next().and_then(|word| word.strip_prefix(':'));
    let is_expect =
        command.and_then(|word| command::find(word).ok()).is_some_and(|c| c.name == "expect");
    let form = words.next();
    is_expect && (form == Some("fault") || form == Some("any") && words.any(|word| word == "fault"))
}
