//! `:events` and `:why`: every event by itself, and what led to it: the script line, the play, and
//! who answered what.

use super::command::{Command, CommandGroup};
use super::out::text;
use super::travel::number;
use super::watch_expr::{self, WatchExpr};
use super::{CommandError, Shell, TextResult, command_error, compat};
use crate::debugger::game::Debugger;
use crate::debugger::reply::EventInfo;
use crate::debugger::steps::TimelinePoint;
use crate::kernel::{Cause, Event, EventKind, ScriptLine};
use crate::transcript::Input;

/// The longest value of a variable that is shown whole, in characters.
const LONGEST_VALUE: usize = 60;

pub(super) const WHY: CommandGroup = CommandGroup {
    name: "Why",
    commands: &[
        Command::new(
            "events",
            "[PLY]",
            "every event of the last ply, or of another, with its script line",
            list,
        ),
        Command::new("why", "[EVENT|THING]", "what led to an event, a value, or the question", why)
            .more(&[
                ":why           what led to the question that is asked, or to the last event",
                ":why 42        what led to an event; `:events` numbers them",
                ":why bob.owed  what changed a thing last: :why hand ann, :why discard, :why ann.space",
            ])
            .completing(watch_expr::complete),
        Command::new(
            "last-change",
            "THING",
            "go back to where something was about to change last",
            last_change,
        )
        .more(&["e.g. :last-change bob.owed, :last-change discard. `:step` then makes it happen."])
        .completing(watch_expr::complete)
        .stepping(),
    ],
};

fn list(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game()?;
    let ply = number(rest, Some(debugger.timeline.ply()))?;
    if ply > debugger.timeline.last_ply() {
        let last = debugger.timeline.last_ply();
        return Err(CommandError::refused(format!(
            "there is no ply {ply}: the last one is {last}"
        )));
    }
    Ok(events(debugger, ply).join("\n"))
}

fn why(shell: &mut Shell, rest: &str) -> TextResult {
    let debugger = shell.game()?;
    if rest.is_empty() {
        return Ok(match debugger.timeline.inside() {
            Some(_) => last_event(debugger),
            None => decision(debugger),
        }
        .join("\n"));
    }
    if let Ok(id) = rest.trim_start_matches('#').parse() {
        return event(debugger, id).map(|found| found.join("\n")).ok_or_else(|| {
            CommandError::hinted(
                format!("there is no event {id} up to here"),
                "`:events` lists them",
            )
        });
    }
    let thing = WatchExpr::parse(debugger, rest).map_err(|halt| command_error(debugger, halt))?;
    let Some(Change { point, was, is }) = change_before(debugger, &thing) else {
        let value = thing.value(debugger, debugger.table());
        return Ok(format!("{rest}: {value}\n  nothing has changed it since the start"));
    };
    let mut lines = vec![format!("{rest}: {is}, before that {was}")];
    if let (_, Some(event)) = debugger.around(point) {
        lines.extend(because(debugger, event, event.id));
    }
    Ok(lines.join("\n"))
}

/// The last change of a thing.
struct Change {
    /// Before the event that changed it.
    point: TimelinePoint,
    was: String,
    is: String,
}

/// The last change of a thing before where the game stands.
fn change_before(debugger: &Debugger, thing: &WatchExpr) -> Option<Change> {
    let here = debugger.point();
    (1..=here.ply).rev().find_map(|ply| {
        let mut values = debugger.values(ply, thing);
        if ply == here.ply {
            values.truncate(here.n_done + 1);
        }
        let n_done = values.windows(2).rposition(|pair| pair[0] != pair[1])?;
        let point = TimelinePoint { ply, n_done };
        Some(Change { point, was: values[n_done].clone(), is: values[n_done + 1].clone() })
    })
}

fn last_change(shell: &mut Shell, text: &str) -> TextResult {
    let debugger = shell.game_mut()?;
    let thing = WatchExpr::parse(debugger, text).map_err(|halt| command_error(debugger, halt))?;
    let Some(Change { point, was, is }) = change_before(debugger, &thing) else {
        return Err(CommandError::refused(format!("nothing has changed {text} before this")));
    };
    debugger.stand(point, true);
    Ok(format!("{text}: {was}, about to become {is}\n{}", shell.stands()))
}

/// What comes next in the midst of a ply: the event, the script line about to act, its variables.
#[must_use]
pub fn next(debugger: &Debugger) -> Vec<String> {
    let point = debugger.point();
    let (_, Some(event)) = debugger.around(point) else { return Vec::new() };
    let mut lines = vec![format!("Next: #{} {}", event.id, compat::listed(debugger, event))];
    lines.extend(event.cause.place.and_then(|place| script_line(debugger, place)));
    let locals = debugger.locals(point.ply, event);
    let locals = locals
        .into_iter()
        .map(|(name, value)| format!("{name} = {}", cut(debugger.value_shown(&value))));
    let locals: Vec<String> = locals.collect();
    lines.extend((!locals.is_empty()).then(|| format!("  with {}", locals.join(", "))));
    lines
}

/// A value that is not too long.
fn cut(value: &str) -> String {
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// What led to the last event, in the midst of a ply.
fn last_event(debugger: &Debugger) -> Vec<String> {
    match debugger.events().next() {
        Some(event) => because(debugger, event, event.id),
        None => vec!["nothing has happened yet".into()],
    }
}

/// The events of one ply, one a line, with the script lines that caused them.
#[must_use]
pub fn events(debugger: &Debugger, ply: usize) -> Vec<String> {
    let Some(entry) = debugger.timeline.entry(ply) else { return Vec::new() };
    let begun = entry.begun.iter().map(|event| (event, " (not settled yet)"));
    let all = entry.events.iter().map(|event| (event, "")).chain(begun);
    let listed = all.flat_map(|(event, note)| {
        let place = in_brackets(debugger, event);
        event
            .numbers()
            .map(move |id| format!("#{id} {}{note}{place}", compat::listed(debugger, event)))
    });
    listed.collect()
}

/// What a ply is told as, each sentence with the event behind it and its script line.
#[must_use]
pub fn told(debugger: &Debugger, ply: usize) -> Vec<(String, String)> {
    let told = compat::narrate_events(debugger, ply).into_iter();
    told.map(|(line, event)| {
        let event = format!("#{} {}{}", event.id, text::narration::list(&event), bracketed(&event));
        (line, event)
    })
    .collect()
}

/// What a ply is told as, each sentence with the script line behind it in brackets.
#[must_use]
pub fn told_at(debugger: &Debugger, ply: usize) -> Vec<(String, String)> {
    let told = compat::narrate_events(debugger, ply).into_iter();
    told.map(|(line, event)| (line, bracketed(&event))).collect()
}

fn bracketed(event: &EventInfo) -> String {
    let at = event.at.as_ref();
    at.map_or_else(String::new, |at| format!("  [{}:{}]", at.file, at.line))
}

/// `  [cards/favor.rhai:6]`, or nothing where the game itself acted.
fn in_brackets(debugger: &Debugger, event: &Event) -> String {
    let place = event.cause.place.and_then(|place| at(debugger, place));
    place.map_or_else(String::new, |place| format!("  [{place}]"))
}

/// `cards/favor.rhai:6`.
pub(super) fn at(debugger: &Debugger, place: ScriptLine) -> Option<String> {
    debugger.loaded.host.at(place)
}

/// What led to an event.
#[must_use]
pub fn event(debugger: &Debugger, id: u32) -> Option<Vec<String>> {
    let event = debugger.events().find(|event| event.numbers().contains(&id))?;
    Some(because(debugger, event, id))
}

fn because(debugger: &Debugger, event: &Event, id: u32) -> Vec<String> {
    let mut lines = vec![format!("#{id} {}", compat::listed(debugger, event))];
    lines.extend(acted(debugger, event));
    let cause = match turn_makers(debugger, event).last() {
        Some(before) => before.cause,
        None => event.cause,
    };
    lines.extend(causes(debugger, &Cause { place: None, ..cause }));
    lines
}

/// The script line that did something. A turn begins by itself: then it is what ended the one
/// before, and who was made to go on.
pub(super) fn acted(debugger: &Debugger, event: &Event) -> Vec<String> {
    let mut lines: Vec<String> =
        event.cause.place.and_then(|place| script_line(debugger, place)).into_iter().collect();
    for before in turn_makers(debugger, event) {
        lines.push(format!("  after #{} {}", before.id, compat::listed(debugger, before)));
        lines.extend(before.cause.place.and_then(|place| script_line(debugger, place)));
    }
    lines
}

/// What led to the beginning of a turn; nothing for another event.
fn turn_makers<'a>(debugger: &'a Debugger, began: &Event) -> Vec<&'a Event> {
    if !matches!(began.kind, EventKind::Began { .. }) {
        return Vec::new();
    }
    let is_turn =
        |event: &&Event| matches!(event.kind, EventKind::Began { .. } | EventKind::LaidOut { .. });
    let earlier = debugger.events().filter(|event| event.id < began.id);
    let since = earlier.take_while(|event| !is_turn(event));
    let makes =
        |event: &&Event| matches!(event.kind, EventKind::Ended { .. } | EventKind::Assigned { .. });
    let mut makers: Vec<&Event> = since.filter(makes).collect();
    makers.reverse();
    makers
}

/// What led to the current decision.
#[must_use]
pub fn decision(debugger: &Debugger) -> Vec<String> {
    let Some(decision) = debugger.game.decision() else {
        let won = |event: &&Event| matches!(event.kind, EventKind::Won { .. });
        let last = debugger.events().find(won).map(|event| event.id);
        return last.and_then(|id| self::event(debugger, id)).unwrap_or_default();
    };
    let mut lines = vec![super::compat::question(debugger, decision)];
    // A turn comes from nowhere but the queue: what a script did last is what led to it.
    let scripted = debugger.events().find(|event| event.cause.place.is_some());
    match scripted {
        Some(event) if decision.cause.place.is_none() && decision.cause.action.is_none() => {
            lines.extend(self::event(debugger, event.id).unwrap_or_default());
        }
        _ => lines.extend(causes(debugger, &decision.cause)),
    }
    if lines.len() == 1 {
        lines.push("  nothing but the turn led to this".into());
    }
    lines
}

/// The script line, the actions and the input behind a cause.
fn causes(debugger: &Debugger, cause: &Cause) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(place) = cause.place {
        lines.extend(script_line(debugger, place));
    }
    let mut next = cause.action.map(|action| action.id);
    let mut plies = vec![cause.ply];
    while let Some((event, action)) = next.and_then(|id| debugger.announcement(id)) {
        lines.push(format!("  because {}", compat::listed(debugger, event)));
        plies.extend(event.cause.since..=event.cause.ply);
        next = action.answers;
    }
    plies.sort_unstable();
    plies.dedup();
    lines.extend(plies.into_iter().flat_map(|ply| input(debugger, ply)));
    lines
}

pub(super) fn script_line(debugger: &Debugger, place: ScriptLine) -> Option<String> {
    let host = &debugger.loaded.host;
    Some(format!("  by {}: {}", host.at(place)?, host.line(place)?))
}

/// What was typed at a ply, and what that answered.
fn input(debugger: &Debugger, ply: u32) -> Vec<String> {
    let Some(entry) = debugger.timeline.entry(ply as usize) else { return Vec::new() };
    let Some(record) = &entry.record else { return vec!["  in the setup".into()] };
    let seat = entry.seat.map_or("", |seat| debugger.notation().seat(seat));
    let typed = debugger.typed(ply as usize).unwrap_or_default();
    let mut lines = vec![format!("  at ply {ply}: {seat}> {typed}")];
    if let Input::Answers(answers) = &record.input
        && !debugger.is_hidden(ply as usize)
    {
        let given: Vec<String> =
            answers.iter().map(|given| format!("{}: {}", given.seat, given.option)).collect();
        if given.len() > 1 {
            lines.push(format!("    answers given: {}", given.join("; ")));
        }
    }
    lines
}
