//! Plays a case and checks it on the way.

use super::case::{Bounds, CaseFailure, Choose, FailureKind, RunLog};
use crate::base::error::Error;
use crate::base::requests::panic_message;
use crate::invariants;
use crate::invariants::{SpareDeal, Violation};
use crate::kernel::AnswerError;
use crate::kernel::{Decision, Fault, Game, Prompt, Seat, rng};
use crate::transcript;
use crate::transcript::Case;
use crate::transcript::{ApplyError, LoadedRuleset};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Plays a case with all checks.
pub fn play(
    loaded: &LoadedRuleset,
    case: &Case,
    choose: &mut Choose<'_>,
    bounds: &Bounds,
) -> RunLog {
    let mut run_log = RunLog::default();
    run_log.used.sizes = bounds.sizes;
    let played = catch_unwind(AssertUnwindSafe(|| {
        let game = play_on(loaded, case, choose, bounds, &mut run_log)?;
        invariants::check_table(&game).map_err(CaseFailure::unsound)?;
        match &bounds.again {
            Some(host) if !invariants::is_late(bounds.until) => {
                invariants::replayed(loaded, case, &run_log.inputs, host, &game)
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
        Err(panic) => {
            let message = panic_message(&*panic).to_owned();
            let name = message.lines().next().unwrap_or("panicked").to_owned();
            Some(CaseFailure { broken: FailureKind::Panic, name, message, shown_by: None })
        }
    };
    run_log
}

pub(super) fn play_on(
    loaded: &LoadedRuleset,
    case: &Case,
    choose: &mut Choose<'_>,
    bounds: &Bounds,
    run_log: &mut RunLog,
) -> Result<Game, Box<CaseFailure>> {
    let mut game = case.begin(loaded).map_err(|error| CaseFailure::of(&error))?;
    let mut chance = rng::generator(case.header.seed, 9);
    let name = |seat: Seat| loaded.notation.seat(seat).to_owned();
    let (mut table, mut spare) = (game.table().clone(), SpareDeal::default());
    let is_whole = |n_answers: usize| !bounds.is_incremental || n_answers.is_multiple_of(100);
    loop {
        let n_answers = run_log.inputs.len();
        if is_whole(n_answers) {
            invariants::check_table(&game).map_err(CaseFailure::unsound)?;
        }
        invariants::check_options(&game, &name).map_err(CaseFailure::unsound)?;
        let is_guessed = !bounds.is_incremental || n_answers.is_multiple_of(2);
        for _ in 0..if is_guessed { bounds.n_guesses.max(1) } else { 0 } {
            let checked = invariants::check_secrets(&game, &mut chance, &name, &mut spare);
            checked.map_err(CaseFailure::unsound)?;
        }
        for code in &bounds.always {
            holds(&game, loaded, code)?;
        }
        if game.decision().is_none() || invariants::is_late(bounds.until) {
            return Ok(game);
        }
        if run_log.inputs.len() >= bounds.limit {
            run_log.stopped = true;
            return Ok(game);
        }
        let index = choose(&game, &run_log.used, run_log.inputs.len());
        let Some(index) = index else { return Ok(game) };
        run_log.used.note_answer(&game, index);
        run_log.inputs.push(index);
        let n_before = game.events().len();
        game.answer(index).map_err(|error| match error {
            AnswerError::Fault(fault) => CaseFailure::of(&faulty(&fault, loaded)),
            AnswerError::Illegal => CaseFailure::unsound(Violation {
                what: "option refused",
                why: format!("option {} is offered but refused", index + 1),
            }),
        })?;
        let events = &game.events()[n_before..];
        run_log.used.note_events(events, game.table());
        let whole = is_whole(run_log.inputs.len());
        let followed = invariants::follow(&mut table, events, &game, whole);
        followed.map_err(CaseFailure::unsound)?;
        // Seldom: the log copies the table where its events begin.
        if whole {
            game.take_events();
        }
    }
}

/// Whether an expression is true, before an action of a turn or at the end of the game.
pub(super) fn holds(
    game: &Game,
    loaded: &LoadedRuleset,
    code: &str,
) -> Result<(), Box<CaseFailure>> {
    let is_between = |decision: &Decision| decision.prompt == Prompt::Turn;
    if !game.decision().is_none_or(is_between) {
        return Ok(());
    }
    let value = match transcript::eval(&mut game.fork(), loaded, code) {
        Ok(value) => value,
        Err(ApplyError::Fault(fault)) => fault.message.to_string(),
        Err(ApplyError::Impossible(why, _)) => why,
    };
    match value == "true" {
        true => Ok(()),
        false => Err(Box::new(CaseFailure::promise(code, &value))),
    }
}

/// Whether a case starts in a position in which all these expressions are true.
pub(super) fn is_given(case: &Case, loaded: &LoadedRuleset, given: &[String]) -> bool {
    let is_true = |game: &Game, code| {
        transcript::eval(&mut game.fork(), loaded, code).is_ok_and(|value| value == "true")
    };
    given.is_empty()
        || case.begin(loaded).is_ok_and(|game| given.iter().all(|code| is_true(&game, code)))
}

pub(super) fn faulty(fault: &Fault, loaded: &LoadedRuleset) -> Error {
    loaded.host.fault(fault)
}
