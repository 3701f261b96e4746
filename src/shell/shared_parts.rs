//! Parts of the replies of several commands.

use crate::debugger::Debugger;
use crate::debugger::reply::Part;

pub(super) fn picture_part(picture: &str) -> Part {
    Part::Picture { lines: picture.lines().map(str::to_owned).collect() }
}

/// The open decision, the next event in the middle of a ply, or the end of the game.
pub(super) fn asked_parts(debugger: &Debugger) -> Vec<Part> {
    if debugger.timeline.inside().is_some() {
        return vec![Part::Next(debugger.next_info())];
    }
    if let Some(decision) = debugger.decision_info() {
        return vec![Part::Decision(decision)];
    }
    vec![Part::GameOver(debugger.outcome_info().unwrap_or_default())]
}
