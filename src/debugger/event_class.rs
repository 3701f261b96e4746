//! Classes of events, for `:break on`.

use crate::kernel::{EventKind, MoveReason, Subject};

/// The name of a class, its description, and its predicate.
pub type EventClass = (&'static str, &'static str, fn(&EventKind) -> bool);

macro_rules! moved {
    ($reason:ident) => {
        |kind| matches!(kind, EventKind::Moved { reason: MoveReason::$reason, .. })
    };
}

macro_rules! is {
    ($($pattern:tt)+) => { |kind| matches!(kind, EventKind::$($pattern)+) };
}

/// All classes, in display order.
pub const EVENT_CLASSES: &[EventClass] = &[
    ("play", "a card or a set is announced", |kind| match kind {
        EventKind::Announced { action } => action.subject.is_play(),
        _ => false,
    }),
    ("draw", "a card is drawn", moved!(Draw)),
    ("discard", "a card is discarded", moved!(Discard)),
    ("give", "a card is given", moved!(Give)),
    ("steal", "a card is stolen", moved!(Steal)),
    ("take", "a card is taken out of a pile", moved!(Take)),
    ("hide", "a card is put into a pile", moved!(Hide)),
    ("move", "any card moves", is!(Moved { .. })),
    ("shuffle", "a pile is shuffled", is!(Shuffled { .. })),
    ("arrange", "the top of a pile is put into an order", is!(Arranged { .. })),
    ("look", "a player looks at a card", is!(Shown { .. })),
    ("say", "a script says something", is!(Said { .. })),
    ("print", "a script prints something", is!(Printed { .. })),
    ("reveal", "everybody is shown a card", is!(Revealed { .. })),
    ("explode", "a player is about to explode", |kind| match kind {
        EventKind::Announced { action } => matches!(action.subject, Subject::Explosion(_)),
        _ => false,
    }),
    ("pass", "a player lets something pass", is!(Passed { .. })),
    ("cancel", "something is stopped", is!(Cancelled { .. })),
    ("resolve", "something takes effect", is!(Resolved { .. })),
    ("end", "a turn ends", is!(Ended { .. })),
    ("turn", "a turn begins", is!(Began { .. })),
    (
        "owe",
        "turns are added, or must be taken next",
        is!(Added { .. } | EventKind::Assigned { .. }),
    ),
    ("direction", "the direction of play changes", is!(Reversed)),
    ("out", "a player leaves the game", is!(Out { .. })),
    ("revive", "a player comes back", is!(Revived { .. })),
    ("win", "the game ends", is!(Won { .. } | EventKind::Lost { .. } | EventKind::GameEnded)),
    ("score", "a player's score changes", is!(Scored { .. })),
    ("count", "a counter changes", is!(Counted { .. } | EventKind::CardCounted { .. })),
    ("turn_over", "a card is turned over", is!(Turned { .. })),
    ("blind", "a hand is hidden from its holder, or shown again", is!(Blinded { .. })),
    ("layout", "a position is laid out", is!(LaidOut { .. })),
];
