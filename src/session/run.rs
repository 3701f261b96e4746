//! Runs the blocks of a session file.

use super::blocks::{PlayedBlock, blocks};
use super::compare;
use super::file::{BlockRole, SessionFile, SessionInput, parse};
use super::lockfile::UsedFiles;
use crate::base::Interrupt;
use crate::base::error::{Error, plural};
use crate::debugger::reply::EventInfo;
use crate::kernel::{Decision, Prompt};
use crate::script::Control;
use crate::shell::command::{Command, Property};
use crate::shell::input_line::{InputForm, InputLine};
use crate::shell::render::text::narration;
use crate::shell::trust::{FileAccess, Origin};
use crate::shell::{Reply, Shell, Status};
use crate::transcript::answer_parser::{addressee, answer};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Options for running session files.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// Record the actual output in the files.
    pub accept: bool,
    /// Check only refusals and assertions, not the output.
    pub expects: bool,
    /// Replay each game from its transcript before each input.
    pub replaying: bool,
    /// Never write a file.
    pub read_only: bool,
    /// Allow `:agent NAME exec:COMMAND`.
    pub allow_exec: bool,
    /// The maximum time of a file; unlimited without it.
    pub limit: Option<Duration>,
}

/// Runs one session text; `name` is used in messages.
///
/// # Errors
/// The text is not a session file.
pub fn run_text(
    name: &str,
    text: &str,
    library: &Library,
    options: SessionOptions,
) -> Result<SessionReport, Box<Error>> {
    run_chosen(name, text, library, options, &BlockFilter::default())
}

/// Runs selected blocks of a session text.
///
/// # Errors
/// The text is not a session file.
pub fn run_chosen(
    name: &str,
    text: &str,
    library: &Library,
    options: SessionOptions,
    choice: &BlockFilter,
) -> Result<SessionReport, Box<Error>> {
    let rulesets = Rc::new(RulesetCache::new(limited(options.limit)));
    Ok(run(parse(name, text)?, library, &rulesets, options.mode(), options, choice))
}

/// Ends scripts that run longer than this.
pub(super) fn limited(limit: Option<Duration>) -> Control {
    let interrupt = limit.map_or_else(Interrupt::default, Interrupt::after);
    Control { interrupt, ..Control::default() }
}

impl SessionOptions {
    pub(super) const fn mode(&self) -> CheckMode {
        if self.expects { CheckMode::Expects } else { CheckMode::Compare }
    }
}

/// The kinds of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMode {
    Compare,
    /// Refusals and assertions only.
    Expects,
}

/// The blocks to run.
#[derive(Clone, Debug, Default)]
pub struct BlockFilter {
    /// Blocks whose heading contains this, in lower case; all if the file name contains it.
    pub word: Option<String>,
    /// The blocks at these lines, counted from 1; without any all.
    pub lines: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub file: Arc<str>,
    /// The number of the line.
    pub line: usize,
    pub input: String,
    pub what: String,
    /// The number of inputs of the block that were skipped because of it.
    pub n_unreached: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.file, self.line, self.input)?;
        write!(f, "  {}", self.what.replace('\n', "\n  "))?;
        match self.n_unreached {
            0 => Ok(()),
            n => write!(f, "\n  skipped {} after it", plural(n, "input")),
        }
    }
}

/// An input whose output differs from the recorded output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputDiff {
    /// The number of the line of the input.
    pub line: usize,
    pub input: String,
    pub expected: Vec<String>,
    /// The actual output, with the wildcards that still match.
    pub printed: Vec<String>,
    /// The first event that differs, with its number and script line.
    pub event: Option<EventInfo>,
}

/// The result of a file.
#[derive(Clone, Debug)]
pub struct SessionReport {
    file: SessionFile,
    /// The output to record for the input of each line.
    recorded: BTreeMap<usize, Vec<String>>,
    /// The blocks that were run.
    pub blocks: Vec<PlayedBlock>,
    pub problems: Vec<Problem>,
    /// The differences in output; empty if output is not checked.
    pub differences: Vec<OutputDiff>,
    /// Whether any output differs.
    pub differs: bool,
    /// The cards and combos that were played, by id.
    pub played: BTreeSet<String>,
    /// The variants, titles and scripts of the games.
    pub used: UsedFiles,
}

impl SessionReport {
    /// Whether the file passed.
    pub fn passed(&self) -> bool {
        self.problems.is_empty() && !self.differs
    }

    /// The file with the actual output of the selected differences.
    pub fn accepting(&self, chosen: impl Fn(usize) -> bool) -> String {
        self.file.print(|input| match self.recorded.get(&input.line) {
            Some(lines) if chosen(input.line) => lines.clone(),
            _ => input.printed.clone(),
        })
    }

    /// The file with all actual output.
    pub fn printed(&self) -> String {
        self.accepting(|_| true)
    }
}

/// Runs the selected blocks of a file.
pub fn run(
    file: SessionFile,
    library: &Library,
    rulesets: &Rc<RulesetCache>,
    mode: CheckMode,
    options: SessionOptions,
    choice: &BlockFilter,
) -> SessionReport {
    let mut runner = SessionRunner {
        library,
        rulesets,
        mode,
        options,
        report: SessionReport {
            file,
            recorded: BTreeMap::new(),
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
            runner.play(&mut played, &inputs, mode);
            runner.report.blocks.push(played);
        }
    }
    runner.report
}

impl BlockFilter {
    pub(super) fn fits(&self, file: &str, block: &PlayedBlock) -> bool {
        let has = |text: &str, word: &String| text.to_lowercase().contains(word.as_str());
        let named =
            self.word.as_ref().is_none_or(|word| has(file, word) || has(&block.title, word));
        let lines = &self.lines;
        named && (lines.is_empty() || lines.iter().any(|line| block.lines.contains(line)))
    }
}

struct SessionRunner<'a> {
    library: &'a Library,
    rulesets: &'a Rc<RulesetCache>,
    mode: CheckMode,
    options: SessionOptions,
    report: SessionReport,
}

impl SessionRunner<'_> {
    /// Plays a block.
    fn play(&mut self, played: &mut PlayedBlock, inputs: &[SessionInput], mode: CheckMode) {
        let own = || inputs.iter().filter(|input| played.lines.contains(&input.line));
        let is_bare = own().flat_map(|input| &input.printed).all(String::is_empty);
        self.mode = if is_bare { CheckMode::Expects } else { mode };
        let report = &self.report;
        let before = (report.problems.len(), report.differences.len(), report.differs);
        let start = Instant::now();
        let is_open = self.block(inputs, played);
        played.time = start.elapsed();
        let recorded = &self.report.recorded;
        let prints = |input: &SessionInput| {
            let lines = recorded.get(&input.line);
            lines.is_some_and(|lines| lines.iter().any(|line| !line.is_empty()))
        };
        played.is_new = is_bare && mode == CheckMode::Compare && own().any(prints);
        played.is_open = is_open;
        if let BlockRole::KnownFailure(reason) = &played.role {
            played.is_new = false;
            let first = own().next().cloned();
            self.judge_known_failure(reason, before, first);
        }
    }

    /// Takes the failures of a block that must fail out of the report, from these numbers of them
    /// on; without any, that is one.
    fn judge_known_failure(
        &mut self,
        reason: &str,
        (n_problems, n_differences, differs): (usize, usize, bool),
        first: Option<SessionInput>,
    ) {
        let report = &mut self.report;
        let has_failed =
            report.problems.len() > n_problems || report.differences.len() > n_differences;
        report.problems.truncate(n_problems);
        report.differences.truncate(n_differences);
        report.differs = differs;
        if let (false, Some(SessionInput { line, raw, .. })) = (has_failed, first) {
            let words = format!("known failure: {reason}");
            let what = format!("this known failure passes: remove `{words}` above the block");
            let file = report.file.name.clone();
            report.problems.push(Problem { file, line, input: raw, what, n_unreached: 0 });
        }
    }

    /// Types the inputs of a block, those of the setup first, and returns whether a question is
    /// left open.
    fn block(&mut self, inputs: &[SessionInput], played: &PlayedBlock) -> bool {
        let is_own = |input: &SessionInput| played.lines.contains(&input.line);
        let mut shell = Shell::new(self.library.clone()).with_rulesets(self.rulesets.clone());
        shell.replaying = self.options.replaying;
        shell.trust.allow_exec = self.options.allow_exec;
        shell.trust.files = FileAccess::memory();
        for (i, input) in inputs.iter().enumerate() {
            let typed = self.check_time().and_then(|()| {
                let said = type_in(&mut shell, input, &inputs[i + 1..]);
                self.check_time()?;
                said
            });
            match typed {
                Ok(_) if !is_own(input) => self.report.used.note(&shell),
                Ok(lines) => {
                    let is_known = matches!(played.role, BlockRole::KnownFailure(_));
                    self.note(&shell, input, (lines, !is_known), inputs.get(i + 1));
                }
                Err(what) => {
                    let own = inputs.iter().find(|input| is_own(input)).unwrap_or(input);
                    let what = match is_own(input) {
                        true => what,
                        false => format!("the setup, line {}: {}: {what}", input.line, input.raw),
                    };
                    let input = if is_own(input) { input } else { own };
                    self.report.problems.push(Problem {
                        file: self.report.file.name.clone(),
                        line: input.line,
                        input: input.raw.clone(),
                        what,
                        n_unreached: inputs.iter().filter(|one| one.line > input.line).count(),
                    });
                    self.report.used.note(&shell);
                    return false;
                }
            }
        }
        let is_question = |decision: &Decision| decision.prompt != Prompt::Turn;
        let decision = shell.debugger().and_then(|debugger| debugger.game.decision());
        inputs.last().is_some_and(|input| Shell::is_answer(&input.text))
            && decision.is_some_and(is_question)
    }

    /// Checks that the time of the file has not passed.
    fn check_time(&self) -> Result<(), String> {
        match self.options.limit.filter(|_| self.rulesets.control().interrupt.is_late()) {
            None => Ok(()),
            Some(limit) => {
                let seconds = plural(limit.as_secs(), "second");
                Err(format!("the file takes more than {seconds}: `--timeout` sets the limit"))
            }
        }
    }

    /// Compares the reply to an input, by what follows it, and records it if it may be accepted.
    fn note(
        &mut self,
        shell: &Shell,
        input: &SessionInput,
        (said, is_recorded): (Vec<String>, bool),
        next: Option<&SessionInput>,
    ) {
        self.report.used.note(shell);
        if let Some(debugger) = shell.debugger() {
            self.report.played.extend(debugger.played());
        }
        let printed = match next {
            Some(next) if is_replaced(input, next) => compare::shortened(&input.printed, &said),
            _ => compare::accepted(&input.printed, &said),
        };
        if self.mode == CheckMode::Compare && !compare::holds(&input.printed, &said) {
            self.report.differs = true;
            self.report.differences.push(OutputDiff {
                line: input.line,
                input: input.raw.clone(),
                expected: input.printed.clone(),
                printed: printed.clone(),
                event: first_event(shell, input),
            });
        }
        if is_recorded {
            self.report.recorded.insert(input.line, printed);
        }
    }
}

/// Whether an input starts a game whose deal the next one replaces.
fn is_replaced(input: &SessionInput, next: &SessionInput) -> bool {
    let lays_out = |command: &Command, rest: &str| {
        command.has(Property::StartsWith) && !rest.trim().is_empty()
    };
    let next = InputLine::parse(&next.text).form;
    InputLine::parse(&input.text).has(Property::Starts)
        && matches!(next, InputForm::Command(command, rest) if lays_out(command, rest))
}

/// The first event of an input that is not in the recorded output.
fn first_event(shell: &Shell, input: &SessionInput) -> Option<EventInfo> {
    let debugger = shell.debugger()?;
    let record = debugger.timeline.now().record.as_ref()?;
    if record.typed != input.text {
        return None;
    }
    let list = debugger.shown_events_of(debugger.timeline.ply());
    let mut expected = input.printed.as_slice();
    for (line, event) in narration::narrate_each(&list.events) {
        match expected.iter().position(|pattern| compare::fits(pattern, &line)) {
            Some(at) => expected = &expected[at + 1..],
            None => return Some(event.clone()),
        }
    }
    None
}

/// Types an input of a session and returns its output.
///
/// # Errors
/// The failure message.
pub fn type_in(
    shell: &mut Shell,
    input: &SessionInput,
    later: &[SessionInput],
) -> Result<Vec<String>, String> {
    let parsed = InputLine::parse(&input.text);
    if let Some(wrong) = wrong_seat(shell, &input.seat, &parsed) {
        return Err(wrong);
    }
    let reply = shell.run(Origin::Foreign, &parsed);
    match wrong(&reply, later) {
        Some(what) => Err(what),
        None => Ok(shell.lines(&reply).iter().map(|line| line.text.clone()).collect()),
    }
}

/// Checks the seat of an input line.
fn wrong_seat(shell: &Shell, seat: &str, input: &InputLine<'_>) -> Option<String> {
    match (seat, shell.asked()) {
        ("", Some(asked)) if input.is_answer() && addressee(input.text).is_none() => {
            Some(format!("expected the prompt `{asked}> `: {asked} must answer here"))
        }
        ("", _) => None,
        (seat, Some(asked)) if seat == asked => None,
        (seat, Some(asked)) => {
            let form = answer_form(shell, (seat, asked), input).unwrap_or_default();
            Some(format!("expected an answer from {asked}, not {seat}{form}"))
        }
        (_, None) if shell.debugger().is_none() => {
            let how = "`> :new VARIANT` or `> :table VARIANT NAME: CARDS | …`";
            Some(format!("there is no game here: a session begins with {how}"))
        }
        (seat, None) => Some(format!("nobody must answer here, not even {seat}")),
    }
}

/// How an answer names its seat, where another one is asked and all is shown.
fn answer_form(
    shell: &Shell,
    (seat, asked): (&str, &str),
    input: &InputLine<'_>,
) -> Option<String> {
    let debugger = shell.debugger().filter(|debugger| debugger.viewer.is_none())?;
    if !input.is_answer() || addressee(input.text).is_some() {
        return None;
    }
    let mut fork = debugger.fork();
    let line = format!("{seat}: {}", input.text);
    let other = match answer(&mut fork.game, &fork.loaded, &line) {
        Ok(_) => format!(", `{line}` for {seat}"),
        Err(_) => String::new(),
    };
    Some(format!(": `{asked}: ANSWER` answers for {asked}{other}"))
}

/// Checks the result of an input. A fault is accepted if an input before the next ply expects it.
fn wrong(reply: &Reply, later: &[SessionInput]) -> Option<String> {
    let mut checks = later.iter().take_while(|input| !InputLine::parse(&input.text).moves());
    match reply.status {
        Status::Done | Status::Quit => None,
        Status::Fault if checks.any(expects_fault) => None,
        Status::Refused | Status::Failed | Status::Fault => Some(reply.text()),
    }
}

fn expects_fault(input: &SessionInput) -> bool {
    let InputForm::Command(command, rest) = InputLine::parse(&input.text).form else {
        return false;
    };
    let mut words = rest.split_whitespace();
    let form = words.next();
    command.has(Property::Asserts)
        && (form == Some("fault") || form == Some("any") && words.any(|word| word == "fault"))
}
