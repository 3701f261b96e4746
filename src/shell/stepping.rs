//! The commands that step through the game, in both directions.

use super::command::{Command, CommandGroup, Property};
use super::command_error::{CommandError, CommandResult};
use super::reply::Part;
use super::state::Shell;
use super::studied_game::{asked_part, stopped};
use crate::debugger::steps::TimelinePoint;

pub(super) const STEPPING: CommandGroup = CommandGroup {
    name: "Stepping",
    commands: &[
        Command::new("step", "[N]", "run to after the next event, also within an effect", step)
            .is(STEPS)
            .more(&["The reply shows the next event, its script line and the variables there."]),
        Command::new("next", "[N]", "run to the end of the ply", next).is(STEPS),
        Command::new("finish", "", "run to the end of the current play", finish).is(STEPS),
        Command::new("continue", "", "run to the next breakpoint or watch, or to the end", run_on)
            .is(STEPS),
        Command::new("rstep", "[N]", "go back by one event", rstep).is(STEPS),
        Command::new("rnext", "[N]", "go back to the start of the ply", rnext).is(STEPS),
        Command::new("rfinish", "", "go back to before the current play", rfinish).is(STEPS),
        Command::new(
            "rcontinue",
            "",
            "go back to the previous breakpoint or watch, or to the start",
            rrun,
        )
        .is(STEPS),
    ],
};

/// The maximum number of plies narrated on the way.
const MAX_NARRATED: usize = 3;

const STEPS: &[Property] = &[Property::Moves, Property::Repeats];

fn times(rest: &str) -> Result<usize, CommandError> {
    match rest {
        "" => Ok(1),
        _ => rest
            .parse()
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| CommandError::refused(format!("`{rest}` is not a number of times"))),
    }
}

fn at_the_end(shell: &Shell) -> CommandError {
    let is_over = shell.debugger().is_some_and(|debugger| debugger.asked().is_none());
    CommandError::refused(if is_over {
        "nothing left to step: the game is over"
    } else {
        "nothing left to step: the game waits for an answer"
    })
}

fn at_the_start() -> CommandError {
    CommandError::refused("this is the start of the game")
}

/// Runs forward to a point or the first stop before it; returns the events.
fn go_on(shell: &mut Shell, to: TimelinePoint) -> CommandResult {
    let (debugger, breakpoints) = shell.studied.runnable()?;
    let Some(way) = debugger.go_on(breakpoints, to) else {
        return Err(at_the_end(shell));
    };
    let (from, to) = (way.from, way.to);
    let mut parts = Vec::new();
    if to.ply <= from.ply + MAX_NARRATED {
        parts.extend(debugger.events_between(from, to).into_iter().map(Part::Events));
    }
    parts.extend(stopped(debugger, to, &way.hits));
    if debugger.timeline.inside().is_some() || to.ply > from.ply + 1 {
        parts.push(Part::Location(debugger.location_info()));
    }
    parts.push(asked_part(debugger));
    Ok(parts)
}

/// Runs backward to a point or the first stop before it.
fn go_back(shell: &mut Shell, to: TimelinePoint) -> CommandResult {
    let (debugger, breakpoints) = shell.studied.runnable()?;
    let way = debugger.go_back(breakpoints, to).ok_or_else(at_the_start)?;
    let stop = stopped(debugger, way.to, &way.hits);
    Ok(stop.into_iter().chain(shell.studied.standing()).collect())
}

fn step(shell: &mut Shell, rest: &str) -> CommandResult {
    let n = times(rest)?;
    let events = shell.game_mut()?.step(n);
    if events.is_empty() {
        return Err(at_the_end(shell));
    }
    let stepped = Part::Listed { events, has_places: false };
    Ok(std::iter::once(stepped).chain(shell.studied.standing()).collect())
}

fn rstep(shell: &mut Shell, rest: &str) -> CommandResult {
    let n = times(rest)?;
    if shell.game_mut()?.step_back(n) == 0 {
        Err(at_the_start())
    } else {
        Ok(shell.studied.standing())
    }
}

fn next(shell: &mut Shell, rest: &str) -> CommandResult {
    let to = shell.game()?.plies_on(times(rest)?);
    go_on(shell, to)
}

fn rnext(shell: &mut Shell, rest: &str) -> CommandResult {
    let to = shell.game()?.plies_back(times(rest)?);
    go_back(shell, to)
}

fn run_on(shell: &mut Shell, _: &str) -> CommandResult {
    let to = shell.game()?.line_end();
    go_on(shell, to)
}

fn rrun(shell: &mut Shell, _: &str) -> CommandResult {
    shell.game()?;
    go_back(shell, TimelinePoint { ply: 0, n_done: 0 })
}

fn finish(shell: &mut Shell, _: &str) -> CommandResult {
    let to = shell.game()?.play_end().ok_or_else(|| at_the_end(shell))?;
    go_on(shell, to)
}

fn rfinish(shell: &mut Shell, _: &str) -> CommandResult {
    let to = shell.game()?.play_start().ok_or_else(at_the_start)?;
    go_back(shell, to)
}
