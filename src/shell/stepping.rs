//! Stepping: event by event, ply by ply, to the end of a play, to the next stop; and all of it
//! backwards.

use super::command::{Command, CommandGroup};
use super::{CommandError, Shell, TextResult, breakpoints, compat};
use crate::debugger::game::Debugger;
use crate::debugger::steps::TimelinePoint;
use crate::kernel::{ActionId, Event, EventKind, MoveReason};

pub(super) const STEPPING: CommandGroup = CommandGroup {
    name: "Stepping",
    commands: &[
        Command::new("step", "[N]", "go on by one event, also in the midst of an effect", step)
            .more(&[
                "Shown is what comes next: the event, the script line about to act, its variables.",
            ])
            .stepping(),
        Command::new("next", "[N]", "go on to the end of the ply", next).stepping(),
        Command::new("finish", "", "go on until the present play is over", finish).stepping(),
        Command::new("continue", "", "go on to the next break or watch, or to the end", run_on)
            .stepping(),
        Command::new("rstep", "[N]", "go back by one event", rstep).stepping(),
        Command::new("rnext", "[N]", "go back to the beginning of the ply", rnext).stepping(),
        Command::new("rfinish", "", "go back to before the present play", rfinish).stepping(),
        Command::new("rcontinue", "", "go back to the last break or watch, or to the start", rrun)
            .stepping(),
    ],
};

/// More plies than these are not told one by one on the way.
const MAX_NARRATED: usize = 3;

impl Debugger {
    /// The place after the last event of the line.
    fn line_end(&self) -> TimelinePoint {
        let ply = self.timeline.last_ply();
        TimelinePoint { ply, n_done: self.steps(ply).events.len() }
    }

    /// The next event of the line after a place, with its place.
    fn event_after(&self, point: TimelinePoint) -> Option<(TimelinePoint, &Event)> {
        (point.ply..=self.timeline.last_ply()).find_map(|ply| {
            let n_done = if ply == point.ply { point.n_done } else { 0 };
            let event = self.steps(ply).events.get(n_done).copied()?;
            Some((TimelinePoint { ply, n_done }, event))
        })
    }

    /// The last event of the line before a place, with the place before it.
    fn event_before(&self, point: TimelinePoint) -> Option<(TimelinePoint, &Event)> {
        (1..=point.ply).rev().find_map(|ply| {
            let events = self.steps(ply).events;
            let n_done = if ply == point.ply { point.n_done } else { events.len() };
            let n_done = n_done.checked_sub(1)?;
            events.get(n_done).map(|event| (TimelinePoint { ply, n_done }, *event))
        })
    }
}

fn times(rest: &str) -> Result<usize, CommandError> {
    match rest {
        "" => Ok(1),
        _ => rest
            .parse()
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| CommandError::refused(format!("`{rest}` is no number of times"))),
    }
}

fn at_the_end() -> CommandError {
    CommandError::hinted("this is all so far", "what follows needs an input")
}

fn at_the_start() -> CommandError {
    CommandError::refused("this is the start: nothing lies behind it")
}

/// Goes on towards a place, as far as the first stop on the way; says what happened.
fn go_on(shell: &mut Shell, to: TimelinePoint) -> TextResult {
    let debugger = shell.debugger.as_mut().ok_or_else(super::no_game)?;
    let from = debugger.point();
    if from >= to {
        return Err(at_the_end());
    }
    let stop = shell.breakpoints.first_after(debugger, from, to);
    let (to, why) = stop.map_or((to, None), |(point, why)| (point, Some(why)));
    debugger.stand(to, why.is_some());
    let mut lines = narrate(debugger, from, to);
    lines.extend(why.into_iter().flat_map(|hits| breakpoints::narrate(debugger, to, &hits)));
    if debugger.timeline.inside().is_some() || to.ply > from.ply + 1 {
        lines.push(compat::place(debugger));
    }
    lines.extend(compat::decision(debugger));
    Ok(lines.join("\n"))
}

/// Goes back towards a place, as far as the first stop on the way.
fn go_back(shell: &mut Shell, to: TimelinePoint) -> TextResult {
    let debugger = shell.debugger.as_mut().ok_or_else(super::no_game)?;
    let from = debugger.point();
    if from <= to {
        return Err(at_the_start());
    }
    let stop = shell.breakpoints.last_before(debugger, from, to);
    let (to, why) = stop.map_or((to, None), |(point, why)| (point, Some(why)));
    debugger.stand(to, why.is_some());
    let hits = why.into_iter();
    let mut lines: Vec<String> =
        hits.flat_map(|hits| breakpoints::narrate(debugger, to, &hits)).collect();
    lines.push(shell.stands());
    Ok(lines.join("\n"))
}

/// What happened between two places, as sentences; nothing for a long way.
fn narrate(debugger: &Debugger, from: TimelinePoint, to: TimelinePoint) -> Vec<String> {
    if to.ply > from.ply + MAX_NARRATED {
        return Vec::new();
    }
    let plies = (from.ply..=to.ply).map(|ply| {
        let begin = if ply == from.ply { from.n_done } else { 0 };
        let end = if ply == to.ply { to.n_done } else { debugger.steps(ply).events.len() };
        compat::narrate_range(debugger, ply, begin..end)
    });
    plies.flatten().collect()
}

fn step(shell: &mut Shell, rest: &str) -> TextResult {
    let n = times(rest)?;
    let debugger = shell.game_mut()?;
    let mut lines = Vec::new();
    for _ in 0..n {
        let Some((before, event)) = debugger.event_after(debugger.point()) else { break };
        lines.push(format!("#{} {}", event.id, compat::listed(debugger, event)));
        debugger.stand(TimelinePoint { n_done: before.n_done + 1, ..before }, false);
    }
    if lines.is_empty() {
        return Err(at_the_end());
    }
    lines.push(shell.stands());
    Ok(lines.join("\n"))
}

fn rstep(shell: &mut Shell, rest: &str) -> TextResult {
    let n = times(rest)?;
    let debugger = shell.game_mut()?;
    let mut n_back = 0;
    while n_back < n
        && let Some((before, _)) = debugger.event_before(debugger.point())
    {
        debugger.stand(before, false);
        n_back += 1;
    }
    if n_back == 0 { Err(at_the_start()) } else { Ok(shell.stands()) }
}

fn next(shell: &mut Shell, rest: &str) -> TextResult {
    let n = times(rest)?;
    let debugger = shell.game()?;
    let timeline = &debugger.timeline;
    let ply = timeline.ply() + n - usize::from(timeline.inside().is_some());
    let ply = ply.min(timeline.last_ply());
    let to = TimelinePoint { ply, n_done: debugger.steps(ply).events.len() };
    go_on(shell, to)
}

fn rnext(shell: &mut Shell, rest: &str) -> TextResult {
    let n = times(rest)?;
    let debugger = shell.game()?;
    let ply = debugger.timeline.ply().saturating_sub(n);
    let to = TimelinePoint { ply, n_done: debugger.steps(ply).events.len() };
    go_back(shell, to)
}

fn run_on(shell: &mut Shell, _: &str) -> TextResult {
    let to = shell.game()?.line_end();
    go_on(shell, to)
}

fn rrun(shell: &mut Shell, _: &str) -> TextResult {
    shell.game()?;
    go_back(shell, TimelinePoint { ply: 0, n_done: 0 })
}

/// The play an event belongs to.
fn play_of(event: &Event) -> Option<ActionId> {
    match &event.kind {
        EventKind::Announced { action } => Some(action.id),
        EventKind::Resolved { action } | EventKind::Passed { action, .. } => Some(action.id),
        _ => event.cause.action.map(|action| action.id),
    }
}

fn finish(shell: &mut Shell, _: &str) -> TextResult {
    let debugger = shell.game()?;
    let (at, _) = debugger.event_after(debugger.point()).ok_or_else(at_the_end)?;
    let events = debugger.steps(at.ply).events;
    let play = events[at.n_done..].iter().find_map(|event| play_of(event));
    let end_of = |ply| TimelinePoint { ply, n_done: debugger.steps(ply).events.len() };
    let mut to = end_of(at.ply);
    for ply in (at.ply..=debugger.timeline.last_ply()).filter(|_| play.is_some()) {
        let last = debugger.steps(ply).events.iter().rposition(|event| play_of(event) == play);
        if let Some(last) = last {
            to = TimelinePoint { ply, n_done: last + 1 };
        }
    }
    go_on(shell, to)
}

fn rfinish(shell: &mut Shell, _: &str) -> TextResult {
    let debugger = shell.game()?;
    let (at, event) = debugger.event_before(debugger.point()).ok_or_else(at_the_start)?;
    let mut to = TimelinePoint { ply: at.ply, n_done: 0 };
    let mut first = None;
    if let Some(play) = play_of(event) {
        let announced = |event: &&Event| match &event.kind {
            EventKind::Announced { action } => action.id == play,
            _ => false,
        };
        for ply in (1..=at.ply).rev() {
            let events = debugger.steps(ply).events;
            if let Some(i) = events.iter().position(announced) {
                first = Some((ply, i));
                break;
            }
        }
    }
    if let Some((ply, i)) = first {
        let laid_down = |event: &&&Event| {
            matches!(event.kind, EventKind::Moved { reason: MoveReason::Play, .. })
        };
        let events = debugger.steps(ply).events;
        to = TimelinePoint {
            ply,
            n_done: i - events[..i].iter().rev().take_while(laid_down).count(),
        };
    }
    if to.n_done == 0 {
        let ply = to.ply.saturating_sub(1);
        to = TimelinePoint { ply, n_done: debugger.steps(ply).events.len() };
    }
    go_back(shell, to)
}
