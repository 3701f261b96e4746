//! `:expect shown`: the output of the last ply for one player, as one text.

use super::reply::{Part, Reply};
use super::studied_game::asked_part;
use crate::debugger::game::Debugger;
use crate::kernel::Seat;
use crate::message::{KindName, Redact};
use crate::variant::fold;
use crate::variant::notation::Notation;

/// The output of the last ply for a player: the events as the player saw them, then the question
/// and its options if the player is asked.
pub(super) fn to(debugger: &Debugger, seat: Seat) -> Vec<String> {
    let mut parts = vec![Part::Events(debugger.events_of(debugger.timeline.ply()))];
    if debugger.asked() == Some(seat) {
        parts.push(asked_part(debugger));
    }
    parts.redact(&debugger.view_of(seat));
    Reply::done(parts).lines().into_iter().map(|line| line.text).collect()
}

/// Whether the output contains a text. Ignores case and line breaks; a card may be given by its id
/// or its title.
pub(super) fn has(lines: &[String], text: &str, notation: &Notation) -> bool {
    let (shown, text) = (folded(&lines.join(" ")), folded(text));
    shown.contains(&text) || by_ids(&shown, notation).contains(&by_ids(&text, notation))
}

/// Converts to lower case with single spaces; `_` and `-` count as spaces.
fn folded(text: &str) -> String {
    let text = text.to_lowercase().replace(['_', '-'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces titles of cards and combos by ids, longer titles first.
fn by_ids(text: &str, notation: &Notation) -> String {
    let kinds = notation.all_kinds().map(|kind| notation.kind(kind));
    let mut names: Vec<&KindName> = kinds.chain(notation.all_combos()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.title.len()));
    let replace =
        |text: String, name: &&KindName| text.replace(&folded(&name.title), &folded(&name.id));
    names.iter().filter(|name| fold(&name.title) != fold(&name.id)).fold(text.to_owned(), replace)
}
