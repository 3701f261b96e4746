//! `litterbox review`: accepts or rejects differences one at a time.

use super::super::{library, print};
use super::args::ReviewArgs;
use super::selection::{is_ci, play};
use super::{debug, text};
use crate::cli::failure::{CliError, CliResult, exit_code};
use crate::cli::shared_args::SharedArgs;
use crate::files::Files;
use crate::repl::keyboard::Console;
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::session::SessionOptions;
use crate::session::run::OutputDiff;
use crate::session::suite::{FileReport, FileReview, shown};
use crate::transcript::ruleset_cache::RulesetCache;
use crate::variant::Library;
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
    let (found, outcomes) = play(&library, &args.which, options)?;
    let n_all: usize = outcomes.iter().filter_map(|one| one.went.as_ref().ok()).map(n_left).sum();
    let mut reviewer = Reviewer {
        shared,
        library: &library,
        rulesets: Rc::default(),
        console: Console::open()?,
        here,
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
        let n = reviewer.file(&outcome.name, went)?;
        n_accepted += n;
        n_left += went.report.differences.len() - n;
        for problem in &went.report.problems {
            print::plain(&format!("{problem}\n  this failure cannot be accepted\n"))?;
            n_failed += 1;
        }
    }
    for orphan in &found.orphans {
        print::talk(&format!("{} belongs to no session file", shown(orphan.path())))?;
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
    console: Console,
    here: Arc<dyn Files>,
    n_all: usize,
    n_seen: usize,
    quit: bool,
}

impl Reviewer<'_> {
    /// Asks about each difference of a file, and writes each decision when it is made. Returns how
    /// many are accepted.
    fn file(&mut self, name: &str, went: &FileReport) -> Result<usize, CliError> {
        let here = Arc::clone(&self.here);
        let mut review = FileReview::new(name, went, &here);
        let mut all = false;
        for difference in &went.report.differences {
            self.n_seen += 1;
            if self.quit {
                continue;
            }
            let word = if all { ReviewChoice::Accept } else { self.ask(name, went, difference)? };
            match word {
                ReviewChoice::Accept => review.accept(difference.line)?,
                ReviewChoice::All => {
                    all = true;
                    review.accept(difference.line)?;
                }
                ReviewChoice::Reject | ReviewChoice::Debug => review.reject(difference.line)?,
                ReviewChoice::Skip => {}
                ReviewChoice::Quit => self.quit = true,
            }
        }
        Ok(review.end()?)
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
            let question = format!("{}? ", WORDS.map(ReviewChoice::typed).join(", "));
            let styled = WORDS.map(|word| paint(TYPED, &word.typed())).join(", ");
            let Some(line) = self.console.ask(&question, &format!("{styled}? "))? else {
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
                        &mut self.console,
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
