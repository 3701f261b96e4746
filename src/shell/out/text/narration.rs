//! Formats events in two ways: narrated (as sentences for players) and listed (every event
//! separately).

use super::join::and;
use crate::debugger::reply::{
    ActionInfo, Audience, EventData, EventInfo, KindName, PlacedCard, Secret, SubjectInfo,
    ValueInfo, ZoneInfo,
};
use crate::error::plural;
use crate::kernel::MoveReason;

/// Narrates events.
#[must_use]
pub fn narrate(events: &[EventInfo]) -> Vec<String> {
    narrate_each(events).into_iter().map(|(line, _)| line).collect()
}

/// Narrates events; each sentence comes with its first event.
#[must_use]
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

/// An action with its player and subject: `ann's Favor`.
#[must_use]
pub fn action(action: &ActionInfo) -> String {
    let by = &action.by;
    match &action.subject {
        SubjectInfo::Card { card } => format!("{by}'s {}", card.title),
        SubjectInfo::Combo { combo } => format!("{by}'s {}", combo.title),
        SubjectInfo::Explosion { .. } => format!("{by}'s explosion"),
        SubjectInfo::Draw => format!("{by}'s draw"),
        SubjectInfo::Turn => format!("the beginning of {by}'s turn"),
    }
}

/// Narrates an event and the following events that belong to the same sentence. Returns the
/// sentence, if there is one, and the number of events it covers.
fn sentence(event: &EventInfo, after: &[EventInfo]) -> (Option<String>, usize) {
    let is_setup = event.ply == 0;
    match &event.data {
        EventData::Moved { reason: MoveReason::Play, .. } => play(event, after),
        EventData::Moved { from, to, reason, .. } => {
            let is_discarded = *reason == MoveReason::Discard;
            let is_same_pile = from == to && (is_discarded || matches!(to, ZoneInfo::Front { .. }));
            if is_setup || *reason == MoveReason::Expose || is_same_pile {
                return (None, 1);
            }
            let n_events = 1 + after.iter().take_while(|next| moves_alike(event, next)).count();
            (Some(moved(event, &cards_of(event, &after[..n_events - 1]))), n_events)
        }
        EventData::Looked { .. } => {
            let (line, n_events) = looks(event, after);
            (Some(line), n_events)
        }
        EventData::Passed { chosen: false, .. }
        | EventData::Resolved { no_effect: false, .. }
        | EventData::Created { .. }
        | EventData::TurnEnds { .. }
        | EventData::TurnBegan { .. }
        | EventData::LaidOut => (None, 1),
        EventData::Resolved { resolved, no_effect: true } => {
            (Some(format!("{} comes to nothing", action(resolved))), 1)
        }
        EventData::Announced { announced, .. }
            if matches!(announced.subject, SubjectInfo::Draw | SubjectInfo::Turn) =>
        {
            (None, 1)
        }
        EventData::Shuffled { .. } if is_setup => (None, 1),
        _ => (Some(list(event)), 1),
    }
}

/// Narrates what a player looks at, together with players who then look at equal cards.
fn looks(event: &EventInfo, after: &[EventInfo]) -> (String, usize) {
    let looked = |event: &EventInfo| match &event.data {
        EventData::Looked { card, by } => Some((by.clone(), card.get().cloned())),
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
        EventData::Moved { card, .. } => Some(card),
        _ => None,
    };
    std::iter::once(event).chain(more).filter_map(card).collect()
}

/// Narrates played cards; `None` if the announced effect follows at once.
fn play(event: &EventInfo, after: &[EventInfo]) -> (Option<String>, usize) {
    let EventData::Moved { from, to, .. } = &event.data else { return (None, 1) };
    let is_play = |next: &&EventInfo| match &next.data {
        EventData::Moved { from: other, reason: MoveReason::Play, .. } => other == from,
        _ => false,
    };
    let n_more = after.iter().take_while(is_play).count();
    let cards = cards_of(event, &after[..n_more]);
    let is_announced = after.get(n_more).is_some_and(|next| match &next.data {
        EventData::Announced { announced, cards: played, .. } => match announced.subject {
            SubjectInfo::Card { .. } => {
                played.iter().any(|card| cards.iter().any(|laid| laid.get() == Some(card)))
            }
            SubjectInfo::Combo { .. } => true,
            _ => false,
        },
        _ => false,
    });
    ((!is_announced && from != to).then(|| moved(event, &cards)), n_more + 1)
}

/// Whether two cards moved the same way.
fn moves_alike(event: &EventInfo, next: &EventInfo) -> bool {
    match (&event.data, &next.data) {
        (
            EventData::Moved { from, to, reason, seen_by, depth, .. },
            EventData::Moved { from: f, to: t, reason: r, seen_by: s, depth: d, .. },
        ) => {
            (from, to, reason, seen_by) == (f, t, r, s)
                && *reason != MoveReason::Hide
                && (depth == d || from != to)
        }
        _ => false,
    }
}

/// The titles of the visible cards.
fn titles(cards: &[&Secret<KindName>]) -> String {
    let title = |card: &&Secret<KindName>| card.get().map(|name| name.title.clone());
    joined(cards.iter().map(title).collect(), cards.len())
}

/// The titles of `n` cards, or their number if they are not known.
fn joined(titles: Option<Vec<String>>, n: usize) -> String {
    match (titles, n) {
        (Some(titles), _) => titles.join(", "),
        (None, 1) => "a card".into(),
        (None, n) => format!("{n} cards"),
    }
}

/// ` (only ann sees it)`, or empty if everybody sees it.
fn seen_by(audience: &Audience, verb: &str, what: &str) -> String {
    let Audience::Only(names) = audience else { return String::new() };
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => format!(" (nobody {verb}s {what})"),
        [name] => format!(" (only {name} {verb}s {what})"),
        _ => format!(" (only {} {verb} {what})", and(&names)),
    }
}

/// The location of a card, in a sentence.
#[must_use]
pub fn place(zone: &ZoneInfo) -> String {
    match zone {
        ZoneInfo::Draw => "the draw pile".into(),
        ZoneInfo::Discard => "the discard pile".into(),
        ZoneInfo::Table => "the middle of the table".into(),
        ZoneInfo::Box => "the box".into(),
        ZoneInfo::Pile { id } => format!("the {}", id.replace('_', " ")),
        ZoneInfo::Hand { owner } => format!("{owner}'s hand"),
        ZoneInfo::Front { owner } => format!("in front of {owner}"),
    }
}

/// Narrates cards that moved the same way.
fn moved(event: &EventInfo, cards: &[&Secret<KindName>]) -> String {
    let EventData::Moved { from, to, depth, reason, seen_by: audience, placed_by, .. } =
        &event.data
    else {
        return String::new();
    };
    let titles = titles(cards);
    let it = if cards.len() == 1 { "it" } else { "them" };
    let seen = seen_by(audience, "see", it);
    let source = place(from);
    match (reason, from, to) {
        (MoveReason::Draw, ZoneInfo::Draw, ZoneInfo::Hand { owner: to }) => {
            format!("{to} draws {titles}{seen}")
        }
        (MoveReason::Draw, _, ZoneInfo::Hand { owner: to }) => {
            format!("{to} draws {titles} from {source}{seen}")
        }
        (MoveReason::Take, _, ZoneInfo::Hand { owner: to }) => {
            format!("{to} takes {titles} from {source}{seen}")
        }
        (MoveReason::Deal, _, ZoneInfo::Hand { owner: to }) => format!("{to} is dealt {titles}"),
        (MoveReason::Give, ZoneInfo::Hand { owner: by }, ZoneInfo::Hand { owner: to }) => {
            format!("{by} gives {to} {titles}{seen}")
        }
        (MoveReason::Steal, ZoneInfo::Hand { owner: by }, ZoneInfo::Hand { owner: to }) => {
            format!("{to} steals {titles} from {by}{seen}")
        }
        (
            MoveReason::Discard,
            ZoneInfo::Hand { owner } | ZoneInfo::Front { owner },
            ZoneInfo::Discard,
        ) => format!("{owner} discards {titles}"),
        (MoveReason::Hide, _, _) => {
            let known = seen_by(placed_by, "know", "where");
            let into = match to {
                ZoneInfo::Front { .. } => place(to),
                _ => format!("into {}", place(to)),
            };
            let depth = depth.get().map_or_else(String::new, |depth| format!(" at depth {depth}"));
            match placed_by {
                Audience::Only(by) if by.len() == 1 => {
                    format!("{} puts {titles} {into}{depth}{known}", by[0])
                }
                _ => format!("{titles} goes {into}{depth}{known}"),
            }
        }
        (MoveReason::Play, ZoneInfo::Hand { owner }, _) => format!("{owner} lays down {titles}"),
        (MoveReason::Expose, _, _) => format!("{titles} is laid face up before everybody"),
        (_, ZoneInfo::Front { .. }, _) if from == to => format!("{titles} stays {source}"),
        _ if from == to => {
            let is = if cards.len() == 1 { "is" } else { "are" };
            let onto = match depth.get() {
                Some(depth) if *depth > 0 => format!("at depth {depth} of"),
                _ => "on top of".into(),
            };
            format!("{titles} {is} put {onto} {source}{seen}")
        }
        _ => {
            let goes = if cards.len() == 1 { "goes" } else { "go" };
            format!("{titles} {goes} from {source} to {}{seen}", place(to))
        }
    }
}

fn turned(title: &str, zone: &ZoneInfo, face_up: bool) -> String {
    let face = if face_up { "up" } else { "down" };
    let zone = match zone {
        ZoneInfo::Front { .. } => place(zone),
        _ => format!("in {}", place(zone)),
    };
    format!("{title} {zone} is turned face {face}")
}

fn shuffled(zone: &ZoneInfo) -> String {
    let is_plural = matches!(zone, ZoneInfo::Pile { id } if id.ends_with('s'));
    format!("{} {} shuffled", place(zone), if is_plural { "are" } else { "is" })
}

/// Describes one event.
#[must_use]
pub fn list(event: &EventInfo) -> String {
    match &event.data {
        EventData::Created { card, zone, .. } => {
            format!("{} is in {}", titles(&[card]), place(zone))
        }
        EventData::Moved { card, .. } => moved(event, &[card]),
        EventData::Shuffled { zone } => shuffled(zone),
        EventData::Arranged { zone, order, n_cards, by } => {
            let titles = order.get().map(|order| order.iter().map(PlacedCard::title).collect());
            let (zone, titles) = (place(zone), joined(titles, *n_cards));
            format!("{by} puts the top of {zone} in this order: {titles} (only {by} sees it)")
        }
        EventData::Looked { card, by } => {
            let title = card.get().map(|card| vec![card.title()]);
            format!("{by} looks at {}", joined(title, 1))
        }
        EventData::Revealed { card } => format!("{} is revealed", card.title),
        EventData::Announced { announced, cards, values, stays, .. } => {
            play_announced(announced, cards, values, stays.as_ref())
        }
        EventData::Passed { by, passed, .. } => match passed.subject {
            SubjectInfo::Explosion { .. } => format!("{by} does not stop {}", action(passed)),
            _ => format!("{by} lets {} pass", action(passed)),
        },
        EventData::Cancelled { cancelled } => match &event.action {
            Some(by) => format!("{} stops {}", action(by), action(cancelled)),
            None => format!("{} is stopped", action(cancelled)),
        },
        EventData::Resolved { resolved, .. } => format!("{} takes effect", action(resolved)),
        EventData::TurnEnds { all: true } => "all turns that were owed end".into(),
        EventData::TurnEnds { all: false } => "the turn ends".into(),
        EventData::TurnsAssigned { to, turns } => format!("{to} must take {}", n_turns(*turns)),
        EventData::TurnsAdded { turns } => format!("{} more must be taken", n_turns(*turns)),
        EventData::TurnBegan { by, owed, .. } => {
            format!("a turn of {by} begins, {} owed", n_turns(*owed))
        }
        EventData::Reversed => "the direction of play is reversed".into(),
        EventData::Out { player } => format!("{player} is out of the game"),
        EventData::Revived { player } => format!("{player} is back in the game"),
        EventData::Won { player } => format!("{player} wins the game"),
        EventData::Lost { player } => format!("{player} loses the game"),
        EventData::Scored { player, score } => format!("{player}'s score is {score}"),
        EventData::GameEnded => "the game ends".into(),
        EventData::Said { text, to } => said(text.get(), to.as_deref()),
        EventData::Printed { text } => {
            let at = event.at.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            let text = said(text.get(), None);
            format!("{} prints: {text}", at.as_deref().unwrap_or("a script"))
        }
        EventData::Counter { owner, name, value } => {
            let owner = owner.as_ref().map_or_else(String::new, |owner| format!("{owner}."));
            format!("{owner}{name} is now {value}")
        }
        EventData::CardCounter { card, name, value } => match value.get() {
            Some(value) => format!("{name} of {} is now {value}", titles(&[card])),
            None => format!("{name} of {} changes", titles(&[card])),
        },
        EventData::Turned { card, zone, face_up } => turned(&titles(&[card]), zone, *face_up),
        EventData::Blinded { player, is_blind } => {
            let (can, again) = if *is_blind { ("can no longer", "") } else { ("can", " again") };
            format!("{player} {can} see their own hand{again}")
        }
        EventData::Seeded { seed } => match seed.get() {
            Some(seed) => format!("chance now comes from seed {seed}"),
            None => "chance now comes from another seed".into(),
        },
        EventData::LaidOut => "a position is laid out".into(),
    }
}

/// Narrates what a script says, without control characters.
fn said(text: Option<&String>, to: Option<&str>) -> String {
    let text = text.map(|text| text.replace(char::is_control, " "));
    match (text, to) {
        (Some(text), None) => text,
        (Some(text), Some(to)) => format!("{to} is told: {text} (only {to} sees this)"),
        (None, to) => format!("{} is told something", to.unwrap_or("somebody")),
    }
}

fn n_turns(n: u32) -> String {
    plural(n as usize, "turn")
}

fn play_announced(
    announced: &ActionInfo,
    cards: &[KindName],
    values: &[ValueInfo],
    stays: Option<&ZoneInfo>,
) -> String {
    let name = &announced.by;
    let on = announced_values(values);
    match &announced.subject {
        SubjectInfo::Card { card } => {
            let stays = match stays {
                Some(ZoneInfo::Table) => ": it stays on the table".into(),
                Some(zone) => format!(": it stays {}", place(zone)),
                None => String::new(),
            };
            match cards {
                [real] if real.id != card.id => {
                    format!("{name} plays {} as {}{on}{stays}", real.title, card.title)
                }
                _ => format!("{name} plays {}{on}{stays}", card.title),
            }
        }
        SubjectInfo::Combo { combo } => {
            let cards: Vec<&str> = cards.iter().map(|card| card.title.as_str()).collect();
            format!("{name} plays {} ({}){on}", combo.title, cards.join(", "))
        }
        SubjectInfo::Explosion { hazard: Some(hazard) } => {
            format!("{name} shows {} and is about to explode", hazard.title)
        }
        SubjectInfo::Explosion { hazard: None } => format!("{name} is about to explode"),
        SubjectInfo::Draw => format!("{name} is about to draw"),
        SubjectInfo::Turn => format!("{name}'s turn begins"),
    }
}

/// The announced values: ` on bob and cat, naming Defuse`.
fn announced_values(values: &[ValueInfo]) -> String {
    let (mut players, mut named) = (Vec::new(), Vec::new());
    collect_values(values, &mut players, &mut named);
    let on = if players.is_empty() { String::new() } else { format!(" on {}", and(&players)) };
    let naming = named.iter().map(|name| format!(", naming {name}"));
    on + &*naming.collect::<String>()
}

fn collect_values<'v>(
    values: &'v [ValueInfo],
    players: &mut Vec<&'v str>,
    named: &mut Vec<String>,
) {
    for value in values {
        match value {
            ValueInfo::Player(player) => players.push(player),
            ValueInfo::Players(all) => players.extend(all.iter().map(AsRef::as_ref)),
            ValueInfo::Kind(kind) => named.push(kind.title.clone()),
            ValueInfo::Number(n) => named.push(n.to_string()),
            ValueInfo::Text(text) => named.push(text.clone()),
            ValueInfo::Zone(zone) => named.push(place(zone)),
            ValueInfo::List(values) => collect_values(values, players, named),
            ValueInfo::Bool(_) | ValueInfo::None => {}
        }
    }
}
