//! Formats positions and locations of the timeline.

use crate::base::error::plural;
use crate::debugger::reply::Location;
use crate::message::{
    AmongInfo, CardCounterInfo, CounterValue, OutcomeInfo, PlacedCard, PositionInfo, SeatName,
    Secret, ZoneInfo, counter_name,
};

/// Formats a position as lines.
pub fn position(position: &PositionInfo) -> Vec<String> {
    let turn = &position.turn;
    let direction = if turn.reversed { "reversed" } else { "forward" };
    let mut lines = vec![match &position.outcome {
        Some(outcome) => result(outcome),
        None if position.setup => format!("setup: {} begins", turn.seat),
        None => format!("turn: {} owes {}, direction {direction}", turn.seat, turn.owed),
    }];
    if !position.teams.is_empty() {
        let team =
            |team: &Vec<SeatName>| team.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" ");
        let teams: Vec<String> = position.teams.iter().map(team).collect();
        lines.push(format!("teams: {}", teams.join(" | ")));
    }
    for seat in &position.seats {
        let out = if seat.alive { "" } else { " (out)" };
        let blind = if seat.blind { " (blind)" } else { "" };
        lines.push(format!("{}{out}{blind}: {}", seat.name, short(&seat.hand, &seat.hand_among)));
        if !seat.front.is_empty() {
            lines.push(format!(
                "{}.front: {}",
                seat.name,
                short(&seat.front, &AmongInfo::default())
            ));
        }
    }
    for pile in &position.piles {
        let (zone, cards) = (zone(&pile.zone), &pile.cards);
        lines.push(format!("{zone} ({}): {}", cards.len(), short(cards, &pile.among)));
    }
    let counters = position.counters.iter().map(|counter| {
        let name = counter_name(counter.owner.as_ref(), &counter.name);
        format!("{name} {}", CounterValue::shown(&counter.value))
    });
    let of_cards = position.card_counters.iter().filter_map(Secret::get).map(card_counter);
    let counters: Vec<String> = counters.chain(of_cards).collect();
    lines.extend((!counters.is_empty()).then(|| format!("counters: {}", counters.join(", "))));
    lines
}

/// `whistle.charges in ann.front 2`.
pub fn card_counter(counter: &CardCounterInfo) -> String {
    let CardCounterInfo { card, zone, name, value } = counter;
    format!("{}.{name} in {} {value}", card.id, self::zone(zone))
}

/// The winners, losers and scores: `ann and bob have won, cat has lost; scores: ann 3, bob 3`.
pub fn result(outcome: &OutcomeInfo) -> String {
    let have = |names: &[SeatName], what: &str| {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let have = if names.len() == 1 { "has" } else { "have" };
        (!names.is_empty()).then(|| format!("{} {have} {what}", crate::base::error::and(&names)))
    };
    let parts = [have(&outcome.winners, "won"), have(&outcome.losers, "lost")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let result = if parts.is_empty() { "nobody has won".into() } else { parts.join(", ") };
    let scores = outcome.scores.iter().map(|one| format!("{} {}", one.player, one.score));
    match scores.collect::<Vec<_>>().as_slice() {
        [] => result,
        scores => format!("{result}; scores: {}", scores.join(", ")),
    }
}

/// The result of a game, as a sentence.
pub fn game_over(outcome: Option<&OutcomeInfo>) -> String {
    match outcome {
        None => "The game is over.".into(),
        Some(outcome) => format!("The game is over: {}.", result(outcome)),
    }
}

/// A list of cards with runs of unknown cards combined, and the cards that are among these.
fn short(cards: &[Secret<PlacedCard>], among: &AmongInfo) -> String {
    let mut words: Vec<String> = Vec::new();
    for run in cards.chunk_by(|a, b| a.get().is_none() && b.get().is_none()) {
        match run[0].get() {
            Some(card) => words.push(card.word()),
            None if run.len() > 3 => words.push(format!("? ×{}", run.len())),
            None => words.extend(run.iter().map(|_| "?".to_owned())),
        }
    }
    let shown = if words.is_empty() { "-".into() } else { words.join(" ") };
    let are = if among.cards.len() == 1 { "is" } else { "are" };
    match among.cards.is_empty() {
        true => shown,
        false => format!("{shown} ({} {are} among them)", and_words(&among.cards)),
    }
}

/// Joins cards: `nope, skip and favor`.
pub fn and_words<'a>(cards: impl IntoIterator<Item = &'a PlacedCard>) -> String {
    let words: Vec<String> = cards.into_iter().map(PlacedCard::word).collect();
    crate::base::error::and(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The name of a zone, as typed.
pub fn zone(zone: &ZoneInfo) -> String {
    match zone {
        ZoneInfo::Draw => "draw".into(),
        ZoneInfo::Discard => "discard".into(),
        ZoneInfo::Table => "table".into(),
        ZoneInfo::Box => "box".into(),
        ZoneInfo::Pile { id, .. } => id.to_string(),
        ZoneInfo::Own { owner, id, .. } => format!("{owner}.{id}"),
        ZoneInfo::Hand { owner } => format!("hand {owner}"),
        ZoneInfo::Front { owner } => format!("{owner}.front"),
    }
}

/// The current location: the ply and its input.
pub fn location(location: &Location) -> String {
    let Location { ply, last_ply, input, within } = location;
    let Some(input) = input else { return format!("At ply 0 of {last_ply}, the start.") };
    let seat = input.seat.as_deref().unwrap_or_default();
    let typed = input.shown();
    match within {
        None => format!("At ply {ply} of {last_ply}, after: {seat}> {typed}"),
        Some(within) => {
            let events = plural(within.n_events, "event");
            format!(
                "In ply {ply} of {last_ply}, {seat}> {typed}: {} of {events} so far",
                within.n_done
            )
        }
    }
}
