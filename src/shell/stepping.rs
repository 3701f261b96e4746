//! The commands that step through the game, in both directions.

use super::breakpoints;
use super::command::{Command, CommandGroup};
use super::command_error::{CommandError, CommandResult, no_game};
use super::shared_parts::asked_parts;
use super::state::Shell;
use crate::debugger::reply::{CausesReply, Part};
use crate::debugger::steps::TimelinePoint;

pub(super) const STEPPING: CommandGroup = CommandGroup {
    name: "Stepping",
    commands: &[
        Command::new("step", "[N]", "run to after the next event, also within an effect", step)
            .more(&["The reply shows the next event, its script line and the variables there."]),
        Command::new("next", "[N]", "run to the end of the ply", next),
        Command::new("finish", "", "run to the end of the current play", finish),
        Command::new("continue", "", "run to the next breakpoint or watch, or to the end", run_on),
        Command::new("rstep", "[N]", "go back by one event", rstep),
        Command::new("rnext", "[N]", "go back to the start of the ply", rnext),
        Command::new("rfinish", "", "go back to before the current play", rfinish),
        Command::new(
            "rcontinue",
            "",
            "go back to the previous breakpoint or watch, or to the start",
            rrun,
        ),
    ],
};

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
    let is_over = shell.debugger.as_ref().is_some_and(|debugger| debugger.asked().is_none());
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
    let debugger = shell.debugger.as_mut().ok_or_else(no_game)?;
    let Some(way) = debugger.go_on(&shell.breakpoints, to) else {
        return Err(at_the_end(shell));
    };
    let (from, to) = (way.from, way.to);
    let events = debugger.events_between(from, to).into_iter();
    let mut parts: Vec<Part> = events.map(Part::Events).collect();
    parts.extend(breakpoints::stopped(debugger, to, &way.hits));
    if debugger.timeline.inside().is_some() || to.ply > from.ply + 1 {
        parts.push(Part::Location(debugger.location_info()));
    }
    parts.extend(asked_parts(debugger));
    Ok(parts)
}

/// Runs backward to a point or the first stop before it.
fn go_back(shell: &mut Shell, to: TimelinePoint) -> CommandResult {
    let debugger = shell.debugger.as_mut().ok_or_else(no_game)?;
    let way = debugger.go_back(&shell.breakpoints, to).ok_or_else(at_the_start)?;
    let stop = breakpoints::stopped(debugger, way.to, &way.hits);
    Ok(stop.into_iter().chain(shell.standing()).collect())
}

fn step(shell: &mut Shell, rest: &str) -> CommandResult {
    let n = times(rest)?;
    let events = shell.game_mut()?.step(n);
    if events.is_empty() {
        return Err(at_the_end(shell));
    }
    let stepped = Part::Causes(Box::new(CausesReply::Stepped { events }));
    Ok(std::iter::once(stepped).chain(shell.standing()).collect())
}

fn rstep(shell: &mut Shell, rest: &str) -> CommandResult {
    let n = times(rest)?;
    if shell.game_mut()?.step_back(n) == 0 { Err(at_the_start()) } else { Ok(shell.standing()) }
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
