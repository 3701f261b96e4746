//! `litterbox review`: one difference at a time.

use super::super::args::Shared;
use super::super::{FOUND, Failure, OK, Outcome, print, shelf};
use super::args::ReviewArgs;
use super::{debug, is_ci, play, text};
use crate::repl::paint::{FAINT, STRONG, TYPED, paint};
use crate::session::Options;
use crate::session::run::Difference;
use crate::session::suite::{self, Went};
use crate::variant::Library;
use std::collections::BTreeSet;
use std::io::{self, BufRead};

/// What can be said to a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Accept,
    Reject,
    Skip,
    All,
    Debug,
    Quit,
}

const WORDS: [Word; 6] =
    [Word::Accept, Word::Reject, Word::Skip, Word::All, Word::Debug, Word::Quit];

impl Word {
    fn typed(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Runs the command.
///
/// # Errors
/// CI is set, there is nothing to run, something cannot be written, the output is closed.
pub fn run(shared: &Shared, args: &ReviewArgs) -> Outcome {
    if is_ci() {
        return Err(Failure::Usage("nothing is written where CI is set: review at home".into()));
    }
    let library = shelf::open(shared)?;
    let options = Options { read_only: true, allow_exec: shared.allow_exec, ..Options::default() };
    let (_, outcomes) = play(&library, &args.which, options)?;
    let n_all: usize = outcomes.iter().filter_map(|one| one.went.as_ref().ok()).map(n_left).sum();
    let mut reviewer = Reviewer {
        shared,
        library: &library,
        input: io::stdin().lock(),
        n_all,
        n_seen: 0,
        quit: false,
    };
    let (mut n_accepted, mut n_left, mut n_failed) = (0, 0, 0);
    for outcome in &outcomes {
        let went = match &outcome.went {
            Ok(went) => went,
            Err(why) => {
                print::text(&format!("{why}\n"))?;
                n_failed += 1;
                continue;
            }
        };
        let (accepted, skipped) = reviewer.file(&outcome.name, went)?;
        suite::review(&outcome.name, went, &accepted, &skipped)?;
        n_accepted += accepted.len();
        n_left += went.report.differences.len() - accepted.len();
        for problem in &went.report.problems {
            print::text(&format!("{problem}\n  this is no output that could be accepted\n"))?;
            n_failed += 1;
        }
    }
    print::text(&format!("{n_accepted} accepted, {n_left} left as they are\n"))?;
    Ok(if n_left + n_failed == 0 { OK } else { FOUND })
}

fn n_left(went: &Went) -> usize {
    went.report.differences.len()
}

struct Reviewer<'a> {
    shared: &'a Shared,
    library: &'a Library,
    input: io::StdinLock<'static>,
    n_all: usize,
    n_seen: usize,
    quit: bool,
}

/// The lines of some differences.
type Lines = BTreeSet<usize>;

impl Reviewer<'_> {
    /// Asks about each difference of a file: which are accepted, and which are decided later.
    fn file(&mut self, name: &str, went: &Went) -> Result<(Lines, Lines), Failure> {
        let (mut accepted, mut skipped) = (Lines::new(), Lines::new());
        let mut all = false;
        for difference in &went.report.differences {
            self.n_seen += 1;
            let word = match (self.quit, all) {
                (true, _) => Word::Quit,
                (_, true) => Word::Accept,
                _ => self.ask(name, went, difference)?,
            };
            match word {
                Word::Accept => drop(accepted.insert(difference.line)),
                Word::All => {
                    all = true;
                    accepted.insert(difference.line);
                }
                Word::Skip => drop(skipped.insert(difference.line)),
                Word::Quit => {
                    self.quit = true;
                    skipped.insert(difference.line);
                }
                Word::Reject | Word::Debug => {}
            }
        }
        Ok((accepted, skipped))
    }

    fn ask(&mut self, name: &str, went: &Went, difference: &Difference) -> Result<Word, Failure> {
        let count = format!("{} of {}", self.n_seen, self.n_all);
        print::text(&format!("\n{}\n", paint(STRONG, &count)))?;
        print::text(&text::difference(name, difference))?;
        print::text(&text::changed(went))?;
        loop {
            let words = WORDS.map(|word| paint(TYPED, &word.typed())).join(", ");
            print::text(&format!("{words}? "))?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                print::text("\n")?;
                return Ok(Word::Quit);
            }
            match meant(line.trim()) {
                Some(Word::Debug) => {
                    let library = self.library.clone();
                    let (text, at) = (&went.text, difference.line);
                    debug::open(self.shared, library, name, text, at, &mut self.input)?;
                    print::text(&text::difference(name, difference))?;
                }
                Some(word) => return Ok(word),
                None => print::text(&paint(FAINT, "the first letter will do; Ctrl-D quits\n"))?,
            }
        }
    }
}

/// The word that is meant: the first of those that begin so.
fn meant(typed: &str) -> Option<Word> {
    let typed = typed.to_lowercase();
    WORDS.into_iter().find(|word| !typed.is_empty() && word.typed().starts_with(&typed))
}
