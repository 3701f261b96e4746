//! Narrates events: events that belong together are one sentence, and what follows from others is
//! left out.

use crate::debugger::reply::{
    ActionData, CardData, EventData, EventInfo, GameData, PlayerData, joined,
};

use crate::base::error::and;
use crate::kernel::MoveReason;
use crate::message::{KindName, PlacedCard, Secret, SubjectInfo, ZoneInfo};

pub fn narrate(events: &[EventInfo]) -> Vec<String> {
    narrate_each(events).into_iter().map(|(line, _)| line).collect()
}

/// Narrates events; each sentence comes with its first event.
pub fn narrate_each(events: &[EventInfo]) -> Vec<(String, &EventInfo)> {
    let mut lines = Vec::new();
    let mut rest = events;
    while let Some((event, after)) = rest.split_first() {
        let (line, n_events) = sentence(event, after);
        lines.extend(line.map(|line| (line, event)));
        rest = &rest[n_events..];
    }
    lines
}

/// Narrates an event and the following events that belong to the same sentence. Returns the
/// sentence, if there is one, and the number of events it covers.
fn sentence(event: &EventInfo, after: &[EventInfo]) -> (Option<String>, usize) {
    let is_setup = event.is_setup;
    match &event.data {
        EventData::Card(data) if data.is_bookkeeping() => (None, 1),
        EventData::Game(data) if data.is_bookkeeping() => (None, 1),
        EventData::Card(CardData::Moved { reason: MoveReason::Play, .. }) => play(event, after),
        EventData::Card(data @ CardData::Moved { from, to, reason, .. }) => {
            let is_discarded = *reason == MoveReason::Discard;
            let is_same_pile = from == to && (is_discarded || matches!(to, ZoneInfo::Front { .. }));
            // A discard from a hand is a player's payment.
            let is_paid = is_discarded && matches!(from, ZoneInfo::Hand { .. });
            if is_setup && !is_paid || *reason == MoveReason::Expose || is_same_pile {
                return (None, 1);
            }
            let n_events = 1 + after.iter().take_while(|next| moves_alike(event, next)).count();
            (Some(data.moved(&cards_of(event, &after[..n_events - 1]))), n_events)
        }
        EventData::Card(CardData::Looked { .. }) => {
            let (line, n_events) = looks(event, after);
            (Some(line), n_events)
        }
        EventData::Action(
            ActionData::Passed { chosen: false, .. }
            | ActionData::Resolved { no_effect: false, .. },
        )
        | EventData::Card(CardData::Created { .. })
        | EventData::Player(PlayerData::TurnEnds { .. } | PlayerData::TurnBegan { .. })
        | EventData::Game(GameData::LaidOut) => (None, 1),
        EventData::Action(ActionData::Announced { announced, .. })
            if matches!(
                announced.subject,
                SubjectInfo::Draw | SubjectInfo::Turn | SubjectInfo::Between
            ) =>
        {
            (None, 1)
        }
        EventData::Card(CardData::Shuffled { .. }) if is_setup => (None, 1),
        EventData::Player(PlayerData::TurnsAssigned { to, turns: 1 }) if is_setup => {
            (Some(format!("{to} begins")), 1)
        }
        _ => (Some(event.sentence()), 1),
    }
}

/// Narrates what a player looks at, together with players who then look at equal cards.
fn looks(event: &EventInfo, after: &[EventInfo]) -> (String, usize) {
    let looked = |event: &EventInfo| match &event.data {
        EventData::Card(CardData::Looked { card, by }) => Some((by.clone(), card.get().cloned())),
        _ => None,
    };
    let all: Vec<_> = std::iter::once(event).chain(after).map_while(looked).collect();
    let mut players = all.chunk_by(|(a, _), (b, _)| a == b);
    let first = players.next().unwrap_or_default();
    let is_same = |other: &&[(_, Option<PlacedCard>)]| {
        let same = |((_, a), (_, b)): (&(_, Option<PlacedCard>), &(_, _))| a.is_some() && a == b;
        first.len() == other.len() && first.iter().zip(*other).all(same)
    };
    let others = players.take_while(is_same);
    let names: Vec<_> =
        std::iter::once(first).chain(others).map(|looks| looks[0].0.clone()).collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let titles: Option<Vec<_>> =
        first.iter().map(|(_, card)| Some(card.as_ref()?.title())).collect();
    let titles = joined(titles, first.len());
    let n_events = first.len() * names.len();
    let line = match names.as_slice() {
        [name] => format!("{name} looks at {titles} (only {name} sees this)"),
        names => format!("{} each look at {titles} (only they see this)", and(names)),
    };
    (line, n_events)
}

/// The cards of an event and of those that belong to it.
fn cards_of<'e>(event: &'e EventInfo, more: &'e [EventInfo]) -> Vec<&'e Secret<KindName>> {
    let card = |event: &'e EventInfo| match &event.data {
        EventData::Card(CardData::Moved { card, .. }) => Some(card),
        _ => None,
    };
    std::iter::once(event).chain(more).filter_map(card).collect()
}

/// Narrates played cards; `None` if the announced effect follows at once.
fn play(event: &EventInfo, after: &[EventInfo]) -> (Option<String>, usize) {
    let EventData::Card(data @ CardData::Moved { from, to, .. }) = &event.data else {
        return (None, 1);
    };
    let is_play = |next: &&EventInfo| match &next.data {
        EventData::Card(CardData::Moved { from: other, reason: MoveReason::Play, .. }) => {
            // A card that goes on to lie in front of its target has lain there for a moment.
            other == from || other == to
        }
        _ => false,
    };
    let n_more = after.iter().take_while(is_play).count();
    let cards = cards_of(event, &after[..n_more]);
    let is_announced = after.get(n_more).is_some_and(|next| match &next.data {
        EventData::Action(ActionData::Announced { announced, cards: played, .. }) => {
            match announced.subject {
                SubjectInfo::Card { .. } => {
                    played.iter().any(|card| cards.iter().any(|laid| laid.get() == Some(card)))
                }
                SubjectInfo::Combo { .. } => true,
                _ => false,
            }
        }
        _ => false,
    });
    ((!is_announced && from != to).then(|| data.moved(&cards)), n_more + 1)
}

/// Whether two cards moved the same way.
fn moves_alike(event: &EventInfo, next: &EventInfo) -> bool {
    match (&event.data, &next.data) {
        (
            EventData::Card(CardData::Moved { from, to, reason, seen_by, depth, .. }),
            EventData::Card(CardData::Moved {
                from: f,
                to: t,
                reason: r,
                seen_by: s,
                depth: d,
                ..
            }),
        ) => {
            (from, to, reason, seen_by) == (f, t, r, s)
                && *reason != MoveReason::Hide
                && (depth == d || from != to)
        }
        _ => false,
    }
}
