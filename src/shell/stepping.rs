//! The commands that step through the game, in both directions.

use super::command::{Command, CommandGroup, Completer, Property};
use super::command_error::{CommandError, CommandResult, SHOW_ALL};
use super::completion::{Completion, word};
use super::reply::Part;
use super::state::Shell;
use super::studied_game::{asked_part, stopped};
use crate::debugger::game::Debugger;
use crate::debugger::steps::TimelinePoint;

pub(super) const STEPPING: CommandGroup = CommandGroup {
    name: "Stepping",
    commands: &[
        Command::new(
            "step",
            "[line] [N]",
            "run to after the next event, also within an effect; with `line`, to the next statement",
            step,
        )
        .is(STEPS)
        .more(&["The reply shows the next event, its script line and the variables there."])
        .completing(Completer::Game(lines)),
        Command::new("next", "[N]", "run to the end of the ply", next).is(STEPS),
        Command::new("finish", "", "run to the end of the current play", finish).is(STEPS),
        Command::new("continue", "", "run to the next breakpoint or watch, or to the end", run_on)
            .is(STEPS),
        Command::new("rstep", "[line] [N]", "go back by one event or statement", rstep)
            .is(STEPS)
            .completing(Completer::Game(lines)),
        Command::new("rnext", "[N]", "go back to the start of the ply", rnext).is(STEPS),
        Command::new("rfinish", "", "go back to before the current play", rfinish).is(STEPS),
        Command::new(
            "rcontinue",
            "",
            "go back to the previous breakpoint or watch, or to the start",
            rrun,
        )
        .is(STEPS),
        Command::new("locals", "", "show the running functions with their variables", locals)
            .is(&[Property::Looks])
            .more(&["An expression knows those of the innermost function: = carried"]),
    ],
};

fn lines(_: &Debugger, before: &[&str]) -> Vec<Completion> {
    match before {
        [] => vec![word("line", "to a statement of a script")],
        _ => Vec::new(),
    }
}

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
    let mut parts: Vec<Part> = way.logs.into_iter().map(Part::note).collect();
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

/// The number of statements, if a step is one by statement.
fn by_statement(shell: &Shell, rest: &str) -> Result<Option<usize>, CommandError> {
    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if word != "line" {
        return Ok(None);
    }
    check_all_is_shown(shell)?;
    times(rest.trim()).map(Some)
}

/// Refuses to show what scripts do to a limited viewer.
fn check_all_is_shown(shell: &Shell) -> Result<(), CommandError> {
    match shell.game()?.viewer {
        Some(_) => {
            let why = "which lines run depends on cards that a player does not know";
            Err(CommandError::hinted(why, SHOW_ALL))
        }
        None => Ok(()),
    }
}

/// The location and the statement that is about to run.
fn at_statement(debugger: &Debugger) -> [Part; 2] {
    let frames = debugger.frame_infos();
    [Part::Location(debugger.location_info()), Part::Frames { frames, is_whole: false }]
}

fn step(shell: &mut Shell, rest: &str) -> CommandResult {
    if let Some(n) = by_statement(shell, rest)? {
        let debugger = shell.game_mut()?;
        let (n_steps, events) = debugger.step_statements(n);
        if n_steps == 0 {
            let why = "no script runs after this";
            return Err(CommandError::hinted(why, "`:next` goes to the end of the ply"));
        }
        let has_events = !events.is_empty();
        let events = has_events.then_some(Part::Listed { events, has_places: false });
        return Ok(events.into_iter().chain(at_statement(debugger)).collect());
    }
    let n = times(rest)?;
    let events = shell.game_mut()?.step(n);
    if events.is_empty() {
        return Err(at_the_end(shell));
    }
    let stepped = Part::Listed { events, has_places: false };
    Ok(std::iter::once(stepped).chain(shell.studied.standing()).collect())
}

fn rstep(shell: &mut Shell, rest: &str) -> CommandResult {
    if let Some(n) = by_statement(shell, rest)? {
        let debugger = shell.game_mut()?;
        return match debugger.step_statements_back(n) {
            0 => Err(CommandError::refused("no script runs before this")),
            _ => Ok(at_statement(debugger).into()),
        };
    }
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

fn locals(shell: &mut Shell, _: &str) -> CommandResult {
    check_all_is_shown(shell)?;
    let frames = shell.game()?.frame_infos();
    if frames.is_empty() {
        let hint = "`:step line` goes to the next statement, `:rstep line` to the last one";
        return Err(CommandError::hinted("no script is running here", hint));
    }
    Ok(vec![Part::Frames { frames, is_whole: true }])
}
