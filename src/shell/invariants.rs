//! `:expect sound` and `:expect ends`: invariants of every game, independent of the cards.

use crate::base::error::plural;
use crate::debugger::Debugger;
use crate::invariants;
use crate::invariants::{Violation, stalled};
use crate::kernel::{Seat, rng};
use crate::sim::LIMIT;
use crate::transcript::Case;
use crate::transcript::Input;
use crate::variant::notation::position;

/// The number of random reassignments of hidden cards.
const N_GUESSES: usize = 20;

/// The violated invariant of the game so far; `None` if there is none.
pub fn violation(debugger: &Debugger) -> Option<String> {
    let mut chance = rng::generator(debugger.timeline.ply() as u64, 9);
    let name = |seat: Seat| debugger.notation().seat(seat).to_owned();
    let here = (0..N_GUESSES)
        .try_for_each(|_| invariants::check_invariants(&debugger.game, &mut chance, &name));
    let held = here.and_then(|()| last_events(debugger)).and_then(|()| in_place(debugger));
    held.err().map(|unsound| format!("{}: {}", unsound.what, unsound.why))
}

/// Checks that the events of the last ply account for all changes.
fn last_events(debugger: &Debugger) -> Result<(), Violation> {
    let ply = debugger.timeline.ply();
    let before = ply.checked_sub(1).and_then(|ply| debugger.timeline.entry(ply));
    let Some((before, now)) = before.zip(debugger.timeline.entry(ply)) else { return Ok(()) };
    let is_answer =
        now.record.as_ref().is_some_and(|record| matches!(record.input, Input::Answers(_)));
    if !is_answer || debugger.timeline.inside().is_some() {
        return Ok(());
    }
    invariants::events(before.snapshot.committed().clone(), &now.events, &debugger.game)
}

/// Checks that agents with the same answers reach the same position, if the game consists of
/// answers only, except for a position laid out at its start.
fn in_place(debugger: &Debugger) -> Result<(), Violation> {
    let mut case = Case { header: debugger.header.clone(), layout: None, inputs: Vec::new() };
    for (i, entry) in debugger.timeline.path().filter_map(|entry| entry.record.as_ref()).enumerate()
    {
        match &entry.input {
            Input::Answers(given) => case.inputs.extend(given.iter().map(|given| given.index)),
            Input::Table(spec) if i == 0 => {
                case.layout = position::parse(spec, debugger.notation()).ok();
            }
            _ => return Ok(()),
        }
    }
    invariants::in_place(&debugger.loaded, &case, &case.inputs, &debugger.loaded.host)
}

/// Why the game seems non-terminating; `None` if it ends.
///
/// # Errors
/// A number is missing, or the games were interrupted.
pub fn ends(debugger: &Debugger, words: &[&str]) -> Result<Option<String>, String> {
    let limit = match words {
        [] => LIMIT,
        [word] => word.parse().map_err(|_| format!("`{word}` is not a number of answers"))?,
        _ => return Err("write `ends` or `ends N`".into()),
    };
    let stop = &debugger.loaded.host.control().interrupt;
    let is_stopped = || stop.is_set() || stop.is_late();
    let ends = invariants::ends(&debugger.game, limit, &is_stopped);
    if is_stopped() {
        return Err("whether random games end is not known: it was interrupted".into());
    }
    Ok((!ends).then(|| {
        let why = stalled::why(&debugger.game);
        format!("random games go on beyond {}: {why}", plural(limit, "answer"))
    }))
}
