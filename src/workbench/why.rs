//! `:events` and `:why`: every event by itself, and what led to it: the script line, the play, and
//! who answered what.

use super::command::{Command, Group};
use super::study::Study;
use super::travel::number;
use super::{Done, Trouble, Workbench, words};
use crate::kernel::{ActionId, Cause, Event, EventKind, Manner, Place, Zone};
use crate::transcript::Input;

pub(super) const WHY: Group = Group {
    name: "Why",
    commands: &[
        Command::new(
            "events",
            "[PLY]",
            "every event of the last ply, or of another, with its script line",
            list,
        ),
        Command::new(
            "why",
            "[EVENT]",
            "what led to an event, or to the question that is asked",
            why,
        )
        .more(&["Events are numbered in `:events`."]),
    ],
};

fn list(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    let ply = number(rest, Some(study.timeline.ply()))?;
    if ply > study.timeline.last_ply() {
        let last = study.timeline.last_ply();
        return Err(Trouble::refused(format!("there is no ply {ply}: the last one is {last}")));
    }
    Ok(events(study, ply).join("\n"))
}

fn why(workbench: &mut Workbench, rest: &str) -> Done {
    let study = workbench.game()?;
    if rest.is_empty() {
        return Ok(decision(study).join("\n"));
    }
    let id = rest.trim_start_matches('#').parse();
    let id = id.map_err(|_| Trouble::refused(format!("`{rest}` is no number of an event")))?;
    event(study, id).map(|found| found.join("\n")).ok_or_else(|| {
        Trouble::hinted(format!("there is no event {id} up to here"), "`:events` lists them")
    })
}

/// The events of one ply, one a line, with the script lines that caused them.
#[must_use]
pub fn events(study: &Study, ply: usize) -> Vec<String> {
    let Some(entry) = study.timeline.entry(ply) else { return Vec::new() };
    let begun = entry.begun.iter().map(|event| (event, " (not settled yet)"));
    let all = entry.events.iter().map(|event| (event, "")).chain(begun);
    all.map(|(event, note)| {
        let place = event.cause.place.and_then(|place| at(study, place));
        let place = place.map_or_else(String::new, |place| format!("  [{place}]"));
        format!("#{} {}{note}{place}", event.id, words::listed(study, event))
    })
    .collect()
}

/// `cards/favor.rhai:6`.
fn at(study: &Study, place: Place) -> Option<String> {
    let script = study.edition.host.source(place.script)?;
    Some(format!("{}:{}", script.name, place.line))
}

/// What led to an event.
#[must_use]
pub fn event(study: &Study, id: u32) -> Option<Vec<String>> {
    let event = study.events().filter(|event| event.id == id).last()?;
    let mut lines = vec![format!("#{id} {}", words::listed(study, event))];
    lines.extend(causes(study, &event.cause));
    Some(lines)
}

/// What led to the current decision.
#[must_use]
pub fn decision(study: &Study) -> Vec<String> {
    let Some(decision) = study.game.decision() else {
        let won = |event: &&Event| matches!(event.kind, EventKind::Won { .. });
        let last = study.events().filter(won).last().map(|event| event.id);
        return last.and_then(|id| self::event(study, id)).unwrap_or_default();
    };
    let mut lines = vec![super::render::question(study, decision)];
    // A turn comes from nowhere but the queue: what a script did last is what led to it.
    let scripted = study.events().filter(|event| event.cause.place.is_some()).last();
    match scripted {
        Some(event) if decision.cause.place.is_none() && decision.cause.action.is_none() => {
            lines.extend(self::event(study, event.id).unwrap_or_default());
        }
        _ => lines.extend(causes(study, &decision.cause)),
    }
    if lines.len() == 1 {
        lines.push("  nothing but the turn led to this".into());
    }
    lines
}

/// The script line, the actions and the input behind a cause.
fn causes(study: &Study, cause: &Cause) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(place) = cause.place {
        lines.extend(script_line(study, place));
    }
    let mut next = cause.action;
    let mut plies = vec![cause.ply];
    while let Some((id, event)) = next.take().and_then(|id| Some((id, announced(study, id)?))) {
        lines.push(format!("  because {}", words::listed(study, event)));
        plies.push(event.cause.ply);
        plies.extend(laid_down(study, event));
        next = event.cause.action.filter(|other| other.0 < id.0);
    }
    plies.sort_unstable();
    plies.dedup();
    lines.extend(plies.into_iter().flat_map(|ply| input(study, ply)));
    lines
}

/// The plies from the one in which the cards of a play left the hand to its announcement.
fn laid_down(study: &Study, announced: &Event) -> std::ops::Range<u32> {
    let EventKind::Announced { by, .. } = announced.kind else { return 0..0 };
    let is_play = |event: &&Event| match event.kind {
        EventKind::Moved { from, manner: Manner::Play, .. } => from == Zone::Hand(by),
        _ => false,
    };
    let before = study.events().take_while(|event| event.id < announced.id);
    let first = before.filter(is_play).last().map_or(announced.cause.ply, |event| event.cause.ply);
    first..announced.cause.ply
}

fn announced(study: &Study, id: ActionId) -> Option<&Event> {
    let is_it =
        |event: &&Event| matches!(event.kind, EventKind::Announced { action, .. } if action == id);
    study.events().filter(is_it).last()
}

fn script_line(study: &Study, place: Place) -> Option<String> {
    let script = study.edition.host.source(place.script)?;
    let line = script.text.lines().nth(usize::from(place.line).checked_sub(1)?)?;
    Some(format!("  by {}:{}: {}", script.name, place.line, line.trim()))
}

/// What was typed at a ply, and what that answered.
fn input(study: &Study, ply: u32) -> Vec<String> {
    let Some(entry) = study.timeline.entry(ply as usize) else { return Vec::new() };
    let Some(record) = &entry.record else { return vec!["  in the setup".into()] };
    let seat = entry.seat.map_or("", |seat| study.lexicon().seat(seat));
    let mut lines = vec![format!("  at ply {ply}: {seat}> {}", record.typed)];
    if let Input::Answers(answers) = &record.input {
        let given: Vec<String> =
            answers.iter().map(|given| format!("{}: {}", given.seat, given.option)).collect();
        if given.len() > 1 {
            lines.push(format!("    answers given: {}", given.join("; ")));
        }
    }
    lines
}
