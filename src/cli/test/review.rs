//! `litterbox review`: accepts or rejects differences one at a time.

use super::super::{library, print};
use super::args::ReviewArgs;
use super::selection::{is_ci, play};
use super::{debug, text};
use crate::cli::failure::{CliError, CliResult, exit_code};
use crate::cli::shared_args::SharedArgs;
use crate::files::{Files, LineReader, MAX_LINE};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::session::SessionOptions;
use crate::session::run::OutputDiff;
use crate::session::suite::{self, FileReport};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The answers to a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewChoice {
    Accept,
    Reject,
    Skip,
    All,
    Debug,
    Quit,
}

const WORDS: [ReviewChoice; 6] = [
    ReviewChoice::Accept,
    ReviewChoice::Reject,
    ReviewChoice::Skip,
    ReviewChoice::All,
    ReviewChoice::Debug,
    ReviewChoice::Quit,
];

impl ReviewChoice {
    fn typed(self) -> String {
        format!("{self:?}").to_lowercase()
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
    let (_, outcomes) = play(&library, &args.which, options)?;
    let n_all: usize = outcomes.iter().filter_map(|one| one.went.as_ref().ok()).map(n_left).sum();
    let mut reviewer = Reviewer {
        shared,
        library: &library,
        rulesets: Rc::default(),
        input: io::stdin().lock(),
        n_all,
        n_seen: 0,
        quit: false,
    };
    let (mut n_accepted, mut n_left, mut n_failed, mut n_unreadable) = (0, 0, 0, 0);
    for outcome in &outcomes {
        let went = match &outcome.went {
            Ok(went) => went,
            Err(why) => {
                print::plain(&format!("{why}\n"))?;
                n_unreadable += 1;
                continue;
            }
        };
        let (accepted, skipped) = reviewer.file(&outcome.name, went)?;
        suite::review(&outcome.name, went, &here, &accepted, &skipped)?;
        n_accepted += accepted.len();
        n_left += went.report.differences.len() - accepted.len();
        for problem in &went.report.problems {
            print::plain(&format!("{problem}\n  this failure cannot be accepted\n"))?;
            n_failed += 1;
        }
    }
    print::text(&format!("{n_accepted} accepted, {n_left} unchanged\n"))?;
    Ok(exit_code(n_unreadable, n_left + n_failed))
}

fn n_left(went: &FileReport) -> usize {
    went.report.differences.len()
}

struct Reviewer<'a> {
    shared: &'a SharedArgs,
    library: &'a Library,
    /// Shared by all that are opened: Ctrl-C interrupts the one that runs.
    rulesets: Rc<RulesetCache>,
    input: io::StdinLock<'static>,
    n_all: usize,
    n_seen: usize,
    quit: bool,
}

/// The lines of some differences.
type LineSet = BTreeSet<usize>;

impl Reviewer<'_> {
    /// Asks about each difference of a file: which are accepted, and which are decided later.
    fn file(&mut self, name: &str, went: &FileReport) -> Result<(LineSet, LineSet), CliError> {
        let (mut accepted, mut skipped) = (LineSet::new(), LineSet::new());
        let mut all = false;
        for difference in &went.report.differences {
            self.n_seen += 1;
            let word = match (self.quit, all) {
                (true, _) => ReviewChoice::Quit,
                (_, true) => ReviewChoice::Accept,
                _ => self.ask(name, went, difference)?,
            };
            match word {
                ReviewChoice::Accept => drop(accepted.insert(difference.line)),
                ReviewChoice::All => {
                    all = true;
                    accepted.insert(difference.line);
                }
                ReviewChoice::Skip => drop(skipped.insert(difference.line)),
                ReviewChoice::Quit => {
                    self.quit = true;
                    skipped.insert(difference.line);
                }
                ReviewChoice::Reject | ReviewChoice::Debug => {}
            }
        }
        Ok((accepted, skipped))
    }

    fn ask(
        &mut self,
        name: &str,
        went: &FileReport,
        difference: &OutputDiff,
    ) -> Result<ReviewChoice, CliError> {
        let count = format!("{} of {}", self.n_seen, self.n_all);
        print::text(&format!("\n{}\n", paint(STRONG, &count)))?;
        print::text(&text::difference(name, difference))?;
        print::text(&text::changed(went))?;
        loop {
            let words = WORDS.map(|word| paint(TYPED, &word.typed())).join(", ");
            print::text(&format!("{words}? "))?;
            let Some(line) = LineReader::new(&mut self.input, MAX_LINE).next().transpose()? else {
                print::text("\n")?;
                return Ok(ReviewChoice::Quit);
            };
            match meant(line.trim()) {
                Some(ReviewChoice::Debug) => {
                    let library = self.library.clone();
                    let (text, at) = (&went.text, difference.line);
                    debug::open(
                        self.shared,
                        library,
                        &self.rulesets,
                        (name, text, at),
                        &mut self.input,
                    )?;
                    print::text(&text::difference(name, difference))?;
                }
                Some(word) => return Ok(word),
                None => print::text(&paint(FAINT, "the first letter is enough; Ctrl-D quits\n"))?,
            }
        }
    }
}

/// Finds the first answer with this prefix.
fn meant(typed: &str) -> Option<ReviewChoice> {
    let typed = typed.to_lowercase();
    WORDS.into_iter().find(|word| !typed.is_empty() && word.typed().starts_with(&typed))
}
