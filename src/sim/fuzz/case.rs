//! A reproducible game, played with all checks.

use super::checks;
use super::coverage_points::CoverageHits;
use crate::error::{Error, plural};
use crate::kernel::game::AnswerError;
use crate::kernel::{Decision, Fault, Game, Layout, Prompt, Seat, rng};
use crate::script::Host;
use crate::transcript::{self, ApplyError, FORMAT, Header, LoadedRuleset, PROGRAM};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

/// A game: its start and the chosen options (each number is taken modulo the number of options).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its header.
    pub header: Header,
    /// The position laid out before the first answer; `None`: as dealt.
    pub layout: Option<Layout>,
    /// The answers.
    pub inputs: Vec<usize>,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// A script fault.
    Script,
    /// An invariant of every decision is violated.
    Unsound,
    /// The `--always` expression is false.
    Promise,
    /// The game does not end.
    Endless,
    /// The program panicked.
    Panic,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFailure {
    /// Its kind.
    pub broken: FailureKind,
    /// A short description and the location: failures with equal names are one finding.
    pub name: String,
    /// The complete message.
    pub message: String,
    /// The input that shows the failure and its expected output; `None` if the last answer shows
    /// it.
    pub shown_by: Option<(String, String)>,
}

/// The result of a played case.
#[derive(Clone, Debug, Default)]
pub struct RunLog {
    /// The chosen options.
    pub inputs: Vec<usize>,
    /// The failure, if any.
    pub failure: Option<CaseFailure>,
    /// Whether it was stopped at the limit of answers.
    pub stopped: bool,
    /// The coverage points it reached.
    pub used: CoverageHits,
}

/// How a case is played.
#[derive(Clone, Default)]
pub struct Bounds {
    /// The maximum number of answers.
    pub limit: usize,
    /// The smallest and the largest number of players, for coverage.
    pub sizes: (usize, usize),
    /// If set, a finished game is replayed with agents on these scripts, and must take the same
    /// course.
    pub again: Option<Rc<Host>>,
    /// An expression that must be true at the main decision of every turn.
    pub always: Option<String>,
    /// The number of random reassignments of hidden cards per decision to detect leaks; at least 1.
    pub n_guesses: usize,
    /// The deadline, after which the game is left.
    pub until: Option<Instant>,
}

/// Chooses an option; `None` ends the game.
pub type Choose<'a> = dyn FnMut(&Game, &CoverageHits, usize) -> Option<usize> + 'a;

impl Case {
    /// A game of a variant from the deal.
    #[must_use]
    pub fn new(variant: &str, set: &[(String, String)], players: usize, seed: u64) -> Self {
        let header = Header {
            litterbox: FORMAT,
            program: PROGRAM.to_owned(),
            variant: variant.to_owned(),
            set: set.to_vec(),
            names: (1..=players).map(|n| format!("p{n}")).collect(),
            seed,
            first: None,
            lang: None,
            ask_chance: false,
            rules: String::new(),
            scripts: BTreeMap::new(),
        };
        Self { header, layout: None, inputs: Vec::new() }
    }

    /// The number of players.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.header.names.len()
    }

    /// Returns the game before the first answer, on these scripts.
    ///
    /// # Errors
    /// A script fault during the setup.
    pub fn begin(&self, loaded: &LoadedRuleset) -> Result<Game, Box<Error>> {
        let mut game = self.header.start(loaded)?;
        if let Some(layout) = &self.layout {
            let laid = game.lay_out(layout.clone());
            laid.map_err(|fault| Box::new(loaded.host.fault(&fault)))?;
        }
        game.take_events();
        Ok(game)
    }

    /// Returns the game after all answers; `None` if one of them causes a fault.
    #[must_use]
    pub fn end(&self, loaded: &LoadedRuleset) -> Option<Game> {
        let mut game = self.begin(loaded).ok()?;
        for input in &self.inputs {
            let n_options = game.decision()?.options.len();
            game.answer(input % n_options).ok()?;
        }
        Some(game)
    }
}

/// The name of a script fault: its code and line.
fn fault_name(error: &Error) -> String {
    match &error.span {
        Some(span) => format!("{} at {}:{}", error.code, span.file, span.line),
        None => error.code.to_owned(),
    }
}

impl CaseFailure {
    fn of(error: &Error) -> Self {
        let (broken, name) = (FailureKind::Script, fault_name(error));
        Self { broken, name, message: error.to_string(), shown_by: None }
    }

    /// The failure of a game that does not end within this many answers.
    #[must_use]
    pub fn endless(limit: u64) -> Self {
        Self {
            broken: FailureKind::Endless,
            name: "game does not end".to_owned(),
            message: format!(
                "random games from here do not end within {}",
                plural(limit, "answer")
            ),
            shown_by: Some((format!(":expect ends {limit}"), String::new())),
        }
    }

    fn promise(code: &str, value: &str) -> Self {
        Self {
            broken: FailureKind::Promise,
            name: "--always failed".to_owned(),
            message: format!("`{code}` is {value}"),
            shown_by: Some((format!("= {code}"), "true".to_owned())),
        }
    }

    /// The failure of a violated invariant.
    #[must_use]
    pub fn unsound(unsound: checks::Violation) -> Self {
        let checks::Violation { what, why } = unsound;
        Self {
            broken: FailureKind::Unsound,
            name: what.to_owned(),
            message: why,
            shown_by: Some((":expect sound".to_owned(), String::new())),
        }
    }
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the work while panics are captured for [`play`] instead of printed.
///
/// # Panics
/// When the work does.
pub fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    let result = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        panic!("{}", text.unwrap_or("the work panicked"))
    })
}

/// Plays a case with all checks.
#[must_use]
pub fn play(
    loaded: &LoadedRuleset,
    case: &Case,
    choose: &mut Choose<'_>,
    bounds: &Bounds,
) -> RunLog {
    let mut run_log = RunLog::default();
    run_log.used.sizes = bounds.sizes;
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_on(loaded, case, choose, bounds, &mut run_log)?;
        match &bounds.again {
            Some(host) if !checks::is_late(bounds.until) => {
                checks::in_place(loaded, case, &run_log.inputs, host)
                    .map_err(|unsound| Box::new(CaseFailure::unsound(unsound)))
            }
            _ => Ok(()),
        }
    }));
    let is_laid = case.layout.is_some() && run_log.inputs.is_empty();
    run_log.failure = match played {
        // A laid-out position may violate the expression from the start.
        Ok(Err(failure)) if failure.broken == FailureKind::Promise && is_laid => None,
        Ok(Ok(())) => None,
        Ok(Err(failure)) => Some(*failure),
        Err(_) => {
            let message = PANIC.take();
            let name = message.lines().next().unwrap_or("panicked").to_owned();
            Some(CaseFailure { broken: FailureKind::Panic, name, message, shown_by: None })
        }
    };
    run_log
}

fn play_on(
    loaded: &LoadedRuleset,
    case: &Case,
    choose: &mut Choose<'_>,
    bounds: &Bounds,
    run_log: &mut RunLog,
) -> Result<(), Box<CaseFailure>> {
    let mut game = case.begin(loaded).map_err(|error| CaseFailure::of(&error))?;
    let mut chance = rng::generator(case.header.seed, 9);
    let name = |seat: Seat| loaded.notation.seat(seat).to_owned();
    loop {
        for _ in 0..bounds.n_guesses.max(1) {
            checks::check_invariants(&game, &mut chance, &name).map_err(CaseFailure::unsound)?;
        }
        if let Some(code) = &bounds.always {
            holds(&game, loaded, code)?;
        }
        if game.decision().is_none() || checks::is_late(bounds.until) {
            return Ok(());
        }
        if run_log.inputs.len() >= bounds.limit {
            run_log.stopped = true;
            return Ok(());
        }
        let Some(index) = choose(&game, &run_log.used, run_log.inputs.len()) else { return Ok(()) };
        run_log.used.note_answer(&game, index);
        run_log.inputs.push(index);
        let before = game.table().clone();
        game.answer(index).map_err(|error| match error {
            AnswerError::Fault(fault) => CaseFailure::of(&faulty(&fault, loaded)),
            AnswerError::Illegal(_) => CaseFailure::unsound(checks::Violation {
                what: "option refused",
                why: format!("option {} is offered but refused", index + 1),
            }),
        })?;
        let events = game.take_events();
        run_log.used.note_events(&events, game.table());
        checks::events(before, &events, &game).map_err(CaseFailure::unsound)?;
    }
}

/// Whether an expression is true at the main decision of a turn or at the end of the game.
fn holds(game: &Game, loaded: &LoadedRuleset, code: &str) -> Result<(), Box<CaseFailure>> {
    let is_between = |decision: &Decision| decision.prompt == Prompt::Turn;
    if !game.decision().is_none_or(is_between) {
        return Ok(());
    }
    match transcript::eval(&mut game.fork(), loaded, code) {
        Ok(value) if value == "true" => Ok(()),
        Ok(value) => Err(Box::new(CaseFailure::promise(code, &value))),
        Err(ApplyError::Fault(fault)) => Err(Box::new(CaseFailure::promise(code, &fault.message))),
        Err(ApplyError::Impossible(why, _)) => Err(Box::new(CaseFailure::promise(code, &why))),
    }
}

fn faulty(fault: &Fault, loaded: &LoadedRuleset) -> Error {
    loaded.host.fault(fault)
}
