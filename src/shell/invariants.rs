//! `:expect sound` and `:expect ends`: what must hold of every game, whatever the cards do.

use crate::debugger::Debugger;
use crate::kernel::{Seat, rng};
use crate::script::Host;
use crate::sim::LIMIT;
use crate::sim::fuzz::{Case, checks};
use crate::transcript::{Input, position};

/// Hidden cards change places so many times.
const N_GUESSES: usize = 20;

/// What does not hold of the game so far; nothing where it is sound.
pub fn violation(debugger: &Debugger) -> Option<String> {
    let mut chance = rng::generator(debugger.timeline.ply() as u64, 9);
    let name = |seat: Seat| debugger.notation().seat(seat).to_owned();
    let here = (0..N_GUESSES)
        .try_for_each(|_| checks::check_invariants(&debugger.game, &mut chance, &name));
    let held = here.and_then(|()| last_events(debugger)).and_then(|()| in_place(debugger));
    held.err().map(|unsound| format!("{}: {}", unsound.what, unsound.why))
}

/// Whether the events of the last ply tell all that has changed.
fn last_events(debugger: &Debugger) -> Result<(), checks::Violation> {
    let ply = debugger.timeline.ply();
    let before = ply.checked_sub(1).and_then(|ply| debugger.timeline.entry(ply));
    let Some((before, now)) = before.zip(debugger.timeline.entry(ply)) else { return Ok(()) };
    let is_answer =
        now.record.as_ref().is_some_and(|record| matches!(record.input, Input::Answers(_)));
    if !is_answer || debugger.timeline.inside().is_some() {
        return Ok(());
    }
    checks::events(before.snapshot.committed().clone(), &now.events, &debugger.game)
}

/// Whether agents who answer the same come to the same position, where the game is made of answers
/// alone, but for a position laid out at its beginning.
fn in_place(debugger: &Debugger) -> Result<(), checks::Violation> {
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
    let Ok(host) = Host::untraced(&debugger.loaded.ruleset.spec) else { return Ok(()) };
    checks::in_place(&debugger.loaded, &case, &case.inputs, &host)
}

/// Why the game seems to have no end; nothing where it ends.
///
/// # Errors
/// A number is needed.
pub fn ends(debugger: &Debugger, words: &[&str]) -> Result<Option<String>, String> {
    let limit = match words {
        [] => LIMIT,
        [word] => word.parse().map_err(|_| format!("`{word}` is no number of answers"))?,
        _ => return Err("write `ends` or `ends N`".into()),
    };
    let ends = debugger.game.is_over() || checks::ends(&debugger.game, limit);
    Ok((!ends).then(|| format!("random games go on beyond {limit} answers")))
}
