//! `litterbox review`: accepts or rejects differences one at a time.

use super::super::{library, print};
use super::args::ReviewArgs;
use super::selection::{is_ci, play};
use super::{debug, text};
use crate::base::error::is_word;
use crate::base::files::Files;
use crate::base::output::escape;
use crate::cli::failure::{CliError, CliResult, exit_code};
use crate::cli::shared_args::SharedArgs;
use crate::repl::keyboard::Console;
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::session::file;
use crate::session::play_to::play_to;
use crate::session::run::{OutputDiff, Problem};
use crate::session::suite::{FileReport, FileReview, shown};
use crate::session::{SessionOptions, run_text};
use crate::shell::Shell;
use crate::shell::trust::FileAccess;
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The answers to a difference or a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewChoice {
    Accept,
    Reject,
    Edit,
    Skip,
    Back,
    All,
    Debug,
    Quit,
    /// This many differences, this one included, are accepted.
    Next(usize),
}

/// The answers to a difference, and to an input that fails.
const OF_DIFFERENCE: [ReviewChoice; 7] = [
    ReviewChoice::Accept,
    ReviewChoice::Reject,
    ReviewChoice::Skip,
    ReviewChoice::Back,
    ReviewChoice::All,
    ReviewChoice::Debug,
    ReviewChoice::Quit,
];
const OF_FAILURE: [ReviewChoice; 5] = [
    ReviewChoice::Edit,
    ReviewChoice::Skip,
    ReviewChoice::Back,
    ReviewChoice::Debug,
    ReviewChoice::Quit,
];

impl ReviewChoice {
    fn typed(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The key at a terminal: `*` for all, since `a` accepts.
    fn key(self) -> Option<char> {
        if self == Self::All { Some('*') } else { self.typed().chars().next() }
    }
}

/// Runs the command.
///
/// # Errors
/// CI is set, there is nothing to run, a file cannot be written, the output is closed.
pub fn run(shared: &SharedArgs, args: &ReviewArgs) -> CliResult {
    if is_ci() {
        return Err(CliError::Usage("`review` writes files, and CI is set".into()));
    }
    let library = library::open(shared)?;
    let options = SessionOptions {
        read_only: true,
        allow_exec: shared.allow_exec,
        ..SessionOptions::default()
    };
    let here: Arc<dyn Files> = library::folder(Path::new("."))?;
    let (found, outcomes, _) = play(&library, &args.which, options)?;
    let n_all: usize = outcomes.iter().filter_map(|one| one.went.as_ref().ok()).map(n_left).sum();
    let mut reviewer = Reviewer {
        shared,
        library: &library,
        rulesets: Rc::default(),
        console: Console::open()?,
        here,
        options,
        n_all,
        n_seen: 0,
        n_more: 0,
        rejected: BTreeSet::new(),
        quit: false,
    };
    let (mut all, mut n_unreadable) = (Reviewed::default(), 0);
    for outcome in &outcomes {
        let went = match &outcome.went {
            Ok(went) => went,
            Err(why) => {
                print::plain(&format!("{why}\n"))?;
                n_unreadable += 1;
                continue;
            }
        };
        let reviewed = reviewer.file(&outcome.name, went.clone())?;
        all.n_accepted += reviewed.n_accepted;
        all.n_edited += reviewed.n_edited;
        all.n_left += reviewed.n_left;
        all.n_failed += reviewed.n_failed;
    }
    library::warn_left_out(found.n_unnamed, "the sessions")?;
    for orphan in &found.orphans {
        print::talk(&format!("{} belongs to no session file", shown(orphan.path())))?;
    }
    let Reviewed { n_accepted, n_edited, n_left, n_failed } = all;
    let edited = if n_edited > 0 { format!("{n_edited} edited, ") } else { String::new() };
    print::text(&format!("{n_accepted} accepted, {edited}{n_left} unchanged\n"))?;
    Ok(exit_code(n_unreadable, n_left + n_failed))
}

fn n_left(went: &FileReport) -> usize {
    went.report.differences.len() + went.report.problems.len()
}

/// The counts of a reviewed file.
#[derive(Default)]
struct Reviewed {
    n_accepted: usize,
    /// The number of inputs that were written anew.
    n_edited: usize,
    n_left: usize,
    n_failed: usize,
}

/// A difference or a failure, with the number of its input in the file.
struct ReviewStep<'a> {
    number: usize,
    line: usize,
    what: Result<&'a OutputDiff, &'a Problem>,
}

/// The differences and failures of a file, in order.
fn steps<'a>(name: &str, went: &'a FileReport) -> Vec<ReviewStep<'a>> {
    let lines = file::parse(name, &went.text).map(|file| file.input_lines()).unwrap_or_default();
    let report = &went.report;
    let differences = report.differences.iter().map(|one| (one.line, Ok(one)));
    let problems = report.problems.iter().map(|one| (one.line, Err(one)));
    let step = |(line, what)| {
        let number = lines.iter().position(|known| *known == line).unwrap_or_default();
        ReviewStep { number, line, what }
    };
    let mut steps: Vec<ReviewStep<'_>> = differences.chain(problems).map(step).collect();
    steps.sort_by_key(|step| step.line);
    steps
}

struct Reviewer<'a> {
    shared: &'a SharedArgs,
    library: &'a Library,
    /// Shared by all that are opened: Ctrl-C interrupts the one that runs.
    rulesets: Rc<RulesetCache>,
    console: Console,
    here: Arc<dyn Files>,
    options: SessionOptions,
    n_all: usize,
    n_seen: usize,
    /// How many differences are still to be accepted without a question.
    n_more: usize,
    /// The numbers of the inputs of the file whose differences are rejected.
    rejected: BTreeSet<usize>,
    quit: bool,
}

impl Reviewer<'_> {
    /// Asks about each difference and failure of a file, and writes each decision when it is made.
    /// Once an input is edited, the file is run again, and the review goes on at that input.
    fn file(&mut self, name: &str, mut went: FileReport) -> Result<Reviewed, CliError> {
        let here = Arc::clone(&self.here);
        let (mut from, mut n_before, mut n_edited) = (0, 0, 0);
        self.rejected.clear();
        loop {
            let mut review = FileReview::new(name, &went, &here);
            let steps = steps(name, &went);
            for step in steps.iter().filter(|step| step.number < from && step.what.is_ok()) {
                if self.rejected.contains(&step.number) {
                    review.reject(step.line)?;
                }
            }
            let start = steps.iter().position(|step| step.number >= from).unwrap_or(steps.len());
            let Some((number, input)) =
                self.go_through((name, &went), &mut review, &steps, start)?
            else {
                let n_accepted = review.end()?;
                let n_left = went.report.differences.len() - n_accepted;
                let n_failed = went.report.problems.len();
                let n_accepted = n_before + n_accepted;
                return Ok(Reviewed { n_accepted, n_edited, n_left, n_failed });
            };
            n_before += review.n_accepted();
            n_edited += 1;
            let text = review.edit(number, &input)?;
            let report = run_text(name, &text, self.library, self.options);
            let report = report.map_err(|error| CliError::Invalid(vec![*error]))?;
            (from, went) = (number, FileReport { text, report, ..went });
            self.n_all = self.n_all.max(self.n_seen + n_from(name, &went, number));
        }
    }

    /// Asks about steps, from one of them on. Returns the number and the text of an input to edit.
    fn go_through(
        &mut self,
        (name, went): (&str, &FileReport),
        review: &mut FileReview<'_>,
        steps: &[ReviewStep<'_>],
        start: usize,
    ) -> Result<Option<(usize, String)>, CliError> {
        let mut at = start;
        while let Some(step) = steps.get(at) {
            at += 1;
            self.n_seen += 1;
            let choice = match (&step.what, self.n_more, self.quit) {
                (Ok(_), _, true) => ReviewChoice::Skip,
                (Err(problem), n_more, quit) if quit || n_more > 0 => {
                    print::plain(&format!("{problem}\n  this failure cannot be accepted\n"))?;
                    ReviewChoice::Skip
                }
                (Ok(_), 1.., _) => ReviewChoice::Next(self.n_more),
                _ => self.ask(name, went, step)?,
            };
            match (choice, step.what) {
                (ReviewChoice::Next(n), Ok(_)) => {
                    self.n_more = n.saturating_sub(1);
                    review.accept(step.line)?;
                }
                (ReviewChoice::Accept, Ok(_)) => review.accept(step.line)?,
                (ReviewChoice::Reject, Ok(_)) => {
                    self.rejected.insert(step.number);
                    review.reject(step.line)?;
                }
                (ReviewChoice::Back, _) => {
                    self.n_seen -= 1 + usize::from(at > 1);
                    at = at.saturating_sub(2);
                    if let Some(ReviewStep { line, number, what: Ok(_) }) = steps.get(at) {
                        self.rejected.remove(number);
                        review.reopen(*line)?;
                    }
                }
                (ReviewChoice::Edit, Err(_)) => {
                    if let Some(input) = self.edited(name, went, step)? {
                        self.n_seen -= 1;
                        return Ok(Some((step.number, input)));
                    }
                    self.n_seen -= 1;
                    at -= 1;
                }
                (ReviewChoice::Quit, _) => self.quit = true,
                _ => {}
            }
        }
        // `all` ends with the file.
        self.n_more = if self.n_more > MAX_NEXT { 0 } else { self.n_more };
        Ok(None)
    }

    /// Asks for another input in place of one that fails; `None` leaves it as it is.
    fn edited(
        &mut self,
        name: &str,
        went: &FileReport,
        step: &ReviewStep<'_>,
    ) -> Result<Option<String>, CliError> {
        let parsed = file::parse(name, &went.text);
        let parsed = parsed.map_err(|error| CliError::Invalid(vec![*error]))?;
        let mut shell = Shell::new(self.library.clone()).with_rulesets(self.rulesets.clone());
        shell.trust.files = FileAccess::memory();
        play_to(&parsed, step.line, &mut shell);
        let prompt = shell.asked().map_or_else(|| "> ".to_owned(), |_| shell.prompt());
        let typed = self.console.ask(&paint(TYPED, &prompt))?.unwrap_or_default();
        let typed = typed.trim();
        let has_prompt = typed.split_once("> ").is_some_and(|(seat, _)| is_word(seat));
        let prompt = match (has_prompt, Shell::is_answer(typed)) {
            (true, _) => "",
            (_, true) => &prompt,
            _ => "> ",
        };
        Ok((!typed.is_empty()).then(|| format!("{prompt}{typed}")))
    }

    fn ask(
        &mut self,
        name: &str,
        went: &FileReport,
        step: &ReviewStep<'_>,
    ) -> Result<ReviewChoice, CliError> {
        let (shown, choices) = match step.what {
            Ok(difference) => (text::difference(name, difference), &OF_DIFFERENCE[..]),
            Err(problem) => {
                let why = escape(&problem.to_string()).to_string();
                (format!("{why}\n  this failure cannot be accepted\n"), &OF_FAILURE[..])
            }
        };
        let count = format!("{} of {}", self.n_seen, self.n_all);
        print::text(&format!("\n{}\n", paint(STRONG, &count)))?;
        print::text(&shown)?;
        print::text(&text::changed(went))?;
        let words: Vec<String> = choices.iter().map(|word| word.typed()).collect();
        let styled: Vec<String> = words.iter().map(|word| paint(TYPED, word)).collect();
        let keys: String = choices.iter().filter_map(|word| word.key()).collect();
        loop {
            let question = format!("{}? ", styled.join(", "));
            let Some(line) = self.console.choose(&question, &keys)? else {
                print::text("\n")?;
                return Ok(ReviewChoice::Quit);
            };
            match meant(line.trim(), choices) {
                Some(ReviewChoice::Debug) => {
                    let library = self.library.clone();
                    let place = (name, went.text.as_str(), step.line);
                    debug::open(self.shared, library, &self.rulesets, place, &mut self.console)?;
                    print::text(&shown)?;
                }
                Some(word) => return Ok(word),
                None => print::text(&paint(FAINT, HOW))?,
            }
        }
    }
}

/// The number of differences and failures from an input on.
fn n_from(name: &str, went: &FileReport, number: usize) -> usize {
    steps(name, went).iter().filter(|step| step.number >= number).count()
}

/// The most differences that a number accepts.
const MAX_NEXT: usize = 9999;

/// Help after an unknown answer.
const HOW: &str =
    "the first letter is enough; a number and Enter accepts that many; Ctrl-D quits\n";

/// Finds the first of some answers with this prefix, or the number of differences to accept.
fn meant(typed: &str, choices: &[ReviewChoice]) -> Option<ReviewChoice> {
    let typed = typed.to_lowercase();
    let may_accept = choices.contains(&ReviewChoice::Accept);
    let number = typed.parse().ok().filter(|n| may_accept && (1..=MAX_NEXT).contains(n));
    let is_meant = |word: &&ReviewChoice| !typed.is_empty() && word.typed().starts_with(&typed);
    let word = || choices.iter().find(is_meant).copied();
    match number.map(ReviewChoice::Next).or_else(word) {
        Some(ReviewChoice::All) => Some(ReviewChoice::Next(usize::MAX)),
        None if may_accept && typed == "*" => Some(ReviewChoice::Next(usize::MAX)),
        meant => meant,
    }
}
