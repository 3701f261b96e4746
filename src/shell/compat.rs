//! Text of a game for commands whose replies are not data yet.

use super::out::text;
use crate::debugger::Debugger;
use crate::debugger::reply::{DecisionInfo, EventInfo, Part, Redact};
use crate::kernel::{Decision, Event, Kind, Seat};
use crate::transcript::notation::Notation;

/// Parts as lines, as much of them as is shown.
fn lines(debugger: &Debugger, mut parts: Vec<Part>) -> Vec<String> {
    if let Some(viewer) = debugger.viewer {
        parts.redact(viewer);
    }
    parts.iter().flat_map(text::part).map(|line| line.text).collect()
}

/// What a ply did, as sentences.
#[must_use]
pub fn narrate(debugger: &Debugger, ply: usize) -> Vec<String> {
    lines(debugger, vec![Part::Events(debugger.events_of(ply))])
}

/// What a ply did, each sentence with its first event.
#[must_use]
pub fn narrate_events(debugger: &Debugger, ply: usize) -> Vec<(String, EventInfo)> {
    let mut list = debugger.events_of(ply);
    if let Some(viewer) = debugger.viewer {
        list.redact(viewer);
    }
    let told = text::narration::narrate_each(&list.events).into_iter();
    told.map(|(line, event)| (line, event.clone())).collect()
}

/// One event by itself.
#[must_use]
pub fn listed(debugger: &Debugger, event: &Event) -> String {
    let mut event = debugger.event_info(event);
    if let Some(viewer) = debugger.viewer {
        event.redact(viewer);
    }
    text::narration::list(&event)
}

/// Who must choose what.
#[must_use]
pub fn decision(debugger: &Debugger) -> Vec<String> {
    lines(debugger, super::asked_parts(debugger))
}

/// What is asked, as much of it as is shown.
#[must_use]
pub fn question(debugger: &Debugger, decision: &Decision) -> String {
    let mut info: DecisionInfo =
        debugger.describe_decision(decision, debugger.game.table(), debugger.table());
    if let Some(viewer) = debugger.viewer {
        info.redact(viewer);
    }
    text::question::question(&info)
}

/// The position: in full, or as one seat knows it.
#[must_use]
pub fn position(debugger: &Debugger, seat: Option<Seat>) -> Vec<String> {
    let mut position = debugger.position_info();
    if let Some(seat) = seat.or(debugger.viewer) {
        position.redact(seat);
    }
    text::position::position(&position)
}

/// What a seat knows of a zone as a list, `?` for a card it does not know.
#[must_use]
pub fn masked(cards: &[Option<Kind>], notation: &Notation) -> String {
    let word = |kind: &Option<Kind>| kind.map_or("?", |kind| &*notation.kind(kind).id);
    let words: Vec<&str> = cards.iter().map(word).collect();
    if words.is_empty() { "-".into() } else { words.join(" ") }
}
