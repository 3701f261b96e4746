//! Converts events to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{
    ActionInfo, EventData, EventInfo, EventList, KindName, PlacedCard, ScriptPlace, Secret,
    SubjectInfo, ValueInfo, ZoneInfo,
};
use crate::debugger::timeline::TimelineEntry;
use crate::kernel::rules::Placement;
use crate::kernel::turns::EndedTurns;
use crate::kernel::{
    Action, ActionRef, CardId, Event, EventKind, Kind, MoveReason, Prompt, ScriptLine, Seat,
    SeatSet, Subject, Table, Value,
};
use crate::transcript::Input;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

impl Debugger {
    /// The events of a ply.
    #[must_use]
    pub fn events_of(&self, ply: usize) -> EventList {
        let Some(entry) = self.timeline.entry(ply) else {
            return EventList { ply, events: Vec::new() };
        };
        let events: Vec<&Event> = match ply {
            0 => entry.visible().collect(),
            _ => self.steps(ply).events,
        };
        EventList { ply, events: self.describe_all(entry, &events, true) }
    }

    /// Selected events of a ply, by their indices.
    #[must_use]
    pub fn events_within(&self, ply: usize, range: Range<usize>) -> EventList {
        let Some(entry) = self.timeline.entry(ply) else {
            return EventList { ply, events: Vec::new() };
        };
        let events = self.steps(ply).events;
        let to_end = range.end >= events.len();
        let events = events.get(range).unwrap_or_default();
        EventList { ply, events: self.describe_all(entry, events, to_end) }
    }

    /// One event of the line, as known when it had happened and when its ply had ended: a card seen
    /// later could be traced back through shuffles, and a new order to the old one.
    #[must_use]
    pub fn event_info(&self, event: &Event) -> EventInfo {
        self.describer(event).event(event)
    }

    /// The same for several events. Each ply is looked through once.
    pub fn event_infos<'e>(&self, events: impl Iterator<Item = &'e Event>) -> Vec<EventInfo> {
        let mut by_ply = HashMap::new();
        let info = |event: &Event| {
            by_ply.entry(event.cause.ply).or_insert_with(|| self.describer(event)).event(event)
        };
        events.map(info).collect()
    }

    fn describer(&self, event: &Event) -> Describer<'_> {
        let entry = self.timeline.entry(event.cause.ply as usize);
        Describer::of(self, entry.unwrap_or_else(|| self.timeline.now()))
    }

    /// The ids of the cards and combos played or triggered in the last ply.
    pub fn played(&self) -> impl Iterator<Item = String> {
        let (entry, rules) = (self.timeline.now(), &self.notation().rules);
        let card = |card: CardId| rules.kind(self.table().kind(card)).id.to_string();
        entry.visible().filter_map(move |event| match &event.kind {
            EventKind::Moved { card: played, reason: MoveReason::Play, .. } => Some(card(*played)),
            EventKind::Announced { action } => match action.subject {
                Subject::Card(_, kind) => Some(rules.kind(kind).id.to_string()),
                Subject::Combo(combo) => Some(rules.combo(combo).id.to_string()),
                Subject::Explosion(hazard) => hazard.map(card),
                Subject::Draw | Subject::Turn => None,
            },
            _ => None,
        })
    }

    /// Converts an action.
    #[must_use]
    pub fn action_info(&self, action: &Action) -> ActionInfo {
        Describer::of_now(self).action(&action.reference())
    }

    /// Converts a script value.
    #[must_use]
    pub fn value_info(&self, value: &Value) -> ValueInfo {
        Describer::of_now(self).value(value)
    }

    /// Converts a script line, with its source.
    #[must_use]
    pub fn script_place(&self, place: ScriptLine) -> Option<ScriptPlace> {
        let host = &self.loaded.host;
        Some(ScriptPlace {
            file: host.source(place.script)?.name.to_string(),
            line: u32::from(place.line),
            source: host.line(place)?.to_owned(),
        })
    }

    fn describe_all(
        &self,
        entry: &TimelineEntry,
        events: &[&Event],
        to_end: bool,
    ) -> Vec<EventInfo> {
        let describer = Describer::of(self, entry);
        let mut described: Vec<EventInfo> =
            events.iter().map(|event| describer.event(event)).collect();
        let decision = entry.snapshot.decision();
        let goes_on = decision.is_some_and(|decision| decision.prompt == Prompt::Turn);
        if let (Some(last), true) = (described.last_mut(), to_end && goes_on)
            && let EventData::Resolved { no_effect, .. } = &mut last.data
            && let Some(EventKind::Resolved { action }) = events.last().map(|event| &event.kind)
        {
            *no_effect = describer.stays(action.by, action.subject).is_none();
        }
        described
    }
}

struct Describer<'a> {
    debugger: &'a Debugger,
    entry: &'a TimelineEntry,
    /// Who knows the cards of an event once it has happened, by its id.
    known: HashMap<u32, SeatSet>,
    /// The cards that lay with their other face up when an event happened, by its id.
    turned: HashSet<(u32, CardId)>,
}

impl<'a> Describer<'a> {
    /// Describes events of an entry.
    fn of(debugger: &'a Debugger, entry: &'a TimelineEntry) -> Self {
        let (mut known, mut turned) = (HashMap::new(), HashSet::new());
        let before = entry.parent.map(|parent| debugger.timeline.entry_at(parent));
        if let Some(before) = before {
            let mut table = before.snapshot.committed().clone();
            for event in entry.events.iter().chain(&entry.begun) {
                table.apply(&debugger.notation().rules, event.kind.clone());
                let looked_at = match &event.kind {
                    EventKind::Shown { card, .. } => std::slice::from_ref(card),
                    EventKind::Arranged { order, .. } => order.as_slice(),
                    _ => &[],
                };
                let cards = looked_at.iter().filter(|card| table.cards[card.index()].is_turned);
                turned.extend(cards.map(|card| (event.id, *card)));
                known.extend(know_all(&table, &event.kind).map(|seats| (event.id, seats)));
            }
        }
        Self { debugger, entry, known, turned }
    }

    /// Describes actions and values at the current point.
    fn of_now(debugger: &'a Debugger) -> Self {
        let (known, turned) = Default::default();
        Self { debugger, entry: debugger.timeline.now(), known, turned }
    }

    fn event(&self, event: &Event) -> EventInfo {
        let pending = self.entry.begun.iter().any(|begun| begun.id == event.id);
        EventInfo {
            id: event.id,
            ply: event.cause.ply as usize,
            action: event.cause.action.map(|action| self.action(&action)),
            at: event.cause.place.and_then(|place| self.debugger.script_place(place)),
            pending,
            data: self.data(event),
        }
    }

    fn kind(&self, kind: Kind) -> KindName {
        self.debugger.notation().kind(kind).into()
    }

    fn card(&self, card: CardId) -> KindName {
        self.kind(self.entry.snapshot.shown().kind(card))
    }

    fn cards(&self, cards: &[CardId]) -> Vec<KindName> {
        cards.iter().map(|card| self.card(*card)).collect()
    }

    /// A card that a player looked at in an event.
    fn placed(&self, event: &Event, card: CardId) -> PlacedCard {
        PlacedCard { kind: self.card(card), turned: self.turned.contains(&(event.id, card)) }
    }

    /// Who knows the cards of an event once it has happened, and still at the end of its ply.
    fn known(&self, event: &Event) -> SeatSet {
        let known = know_all(self.entry.snapshot.shown(), &event.kind).unwrap_or_default();
        self.known.get(&event.id).map_or(known, |then| known.intersection(*then))
    }

    /// The card of an event, visible to those who have seen it or know it anyway.
    fn secret(&self, event: &Event, card: CardId, seen: SeatSet) -> Secret<KindName> {
        Secret::new(self.card(card), seen.union(self.known(event)))
    }

    fn action(&self, action: &ActionRef) -> ActionInfo {
        let notation = self.debugger.notation();
        let subject = match action.subject {
            Subject::Card(_, kind) => SubjectInfo::Card { card: self.kind(kind) },
            Subject::Combo(combo) => SubjectInfo::Combo { combo: notation.combo(combo).into() },
            Subject::Explosion(hazard) => {
                SubjectInfo::Explosion { hazard: hazard.map(|hazard| self.card(hazard)) }
            }
            Subject::Draw => SubjectInfo::Draw,
            Subject::Turn => SubjectInfo::Turn,
        };
        ActionInfo { action: action.id.0, by: notation.seat_name(action.by), subject }
    }

    /// The zone where a played card stays, if it is not discarded.
    fn stays(&self, by: Seat, subject: Subject) -> Option<ZoneInfo> {
        let Subject::Card(_, kind) = subject else { return None };
        match self.debugger.notation().rules.kind(kind).placement {
            Placement::Home => None,
            Placement::Front => {
                Some(ZoneInfo::Front { owner: self.debugger.notation().seat_name(by) })
            }
            Placement::Table => Some(ZoneInfo::Table),
        }
    }

    /// Converts card events; others are converted by [`Self::game_data`].
    fn data(&self, event: &Event) -> EventData {
        let notation = self.debugger.notation();
        let name = |seat: Seat| notation.seat_name(seat);
        let zone = |zone| notation.zone_info(zone);
        match &event.kind {
            EventKind::Created { kind, zone: into, n_cards } => {
                let known =
                    if notation.rules.is_face_up(*into) { SeatSet::ALL } else { SeatSet::NONE };
                EventData::Created {
                    card: Secret::new(self.kind(*kind), known),
                    zone: zone(*into),
                    n_cards: *n_cards,
                }
            }
            EventKind::Moved { card, from, to, depth, reason, seen, placed, .. } => {
                EventData::Moved {
                    card: self.secret(event, *card, *seen),
                    from: zone(*from),
                    to: zone(*to),
                    depth: Secret::new(*depth, *placed),
                    reason: *reason,
                    seen_by: notation.audience(*seen),
                    placed_by: notation.audience(*placed),
                }
            }
            EventKind::Shuffled { zone: shuffled, .. } => {
                EventData::Shuffled { zone: zone(*shuffled) }
            }
            EventKind::Arranged { zone: arranged, order, by } => {
                let seen = SeatSet::one(*by).union(self.known(event));
                EventData::Arranged {
                    zone: zone(*arranged),
                    order: Secret::new(
                        order.iter().map(|card| self.placed(event, *card)).collect(),
                        seen,
                    ),
                    n_cards: order.len(),
                    by: name(*by),
                }
            }
            EventKind::Shown { card, to } => EventData::Looked {
                card: Secret::new(
                    self.placed(event, *card),
                    SeatSet::one(*to).union(self.known(event)),
                ),
                by: name(*to),
            },
            EventKind::Revealed { card } => EventData::Revealed { card: self.card(*card) },
            EventKind::Turned { card, face_up } => {
                let lies_in = self.entry.snapshot.shown().zones.zone_of(*card);
                EventData::Turned {
                    card: self.secret(event, *card, SeatSet::NONE),
                    zone: zone(lies_in),
                    face_up: *face_up,
                }
            }
            EventKind::CardCounted { card, slot, value } => EventData::CardCounter {
                card: self.secret(event, *card, SeatSet::NONE),
                name: notation.rules.card_counters[usize::from(*slot)].to_string(),
                value: Secret::new(*value, self.known(event)),
            },
            kind => self.game_data(kind),
        }
    }

    /// Converts events of actions, players and counters.
    fn game_data(&self, kind: &EventKind) -> EventData {
        let notation = self.debugger.notation();
        let name = |seat: Seat| notation.seat_name(seat);
        match kind {
            EventKind::Announced { action } => EventData::Announced {
                announced: self.action(&action.reference()),
                cards: self.cards(&action.cards),
                values: action.announced.iter().map(|value| self.value(value)).collect(),
                answers: action.answers.map(|answered| answered.0),
                stays: self.stays(action.by, action.subject),
            },
            EventKind::Passed { seat, action } => EventData::Passed {
                by: name(*seat),
                passed: self.action(action),
                chosen: self.was_chosen(notation.seat(*seat)),
            },
            EventKind::Cancelled { .. }
            | EventKind::Resolved { .. }
            | EventKind::Ended { .. }
            | EventKind::Assigned { .. }
            | EventKind::Added { .. }
            | EventKind::Began { .. }
            | EventKind::Reversed
            | EventKind::Out { .. }
            | EventKind::Revived { .. }
            | EventKind::Won { .. }
            | EventKind::Lost { .. }
            | EventKind::Scored { .. }
            | EventKind::GameEnded => self.turn_data(kind),
            EventKind::Said { text, to } => EventData::Said {
                text: Secret::new(text.to_string(), to.map_or(SeatSet::ALL, SeatSet::one)),
                to: to.map(name),
            },
            EventKind::Printed { text, to } => {
                EventData::Printed { text: Secret::new(text.to_string(), *to) }
            }
            EventKind::Counted { slot, value } => self.counter(*slot, *value),
            EventKind::Blinded { seat, is_blind } => {
                EventData::Blinded { player: name(*seat), is_blind: *is_blind }
            }
            EventKind::Seeded { seed } => {
                EventData::Seeded { seed: Secret::new(*seed, SeatSet::NONE) }
            }
            EventKind::LaidOut { .. } => EventData::LaidOut,
            EventKind::Created { .. }
            | EventKind::Moved { .. }
            | EventKind::Shuffled { .. }
            | EventKind::Arranged { .. }
            | EventKind::Shown { .. }
            | EventKind::Revealed { .. }
            | EventKind::Turned { .. }
            | EventKind::CardCounted { .. } => unreachable!("cards are described elsewhere"),
            EventKind::Dealing { .. }
            | EventKind::WindowClosed { .. }
            | EventKind::WindowReopened
            | EventKind::Watched { .. }
            | EventKind::Withdrawn
            | EventKind::Scheduled { .. }
            | EventKind::Started
            | EventKind::PhaseChanged { .. }
            | EventKind::RandomDrawn { .. }
            | EventKind::Cleared => unreachable!("internal events are not shown"),
        }
    }

    fn counter(&self, slot: u16, value: i64) -> EventData {
        let notation = self.debugger.notation();
        let (owner, counter) = notation.rules.counter_at(slot);
        let owner = owner.map(|seat| notation.seat_name(seat));
        EventData::Counter { owner, name: counter.to_string(), value }
    }

    /// Converts events of turns and of the end of the game.
    fn turn_data(&self, kind: &EventKind) -> EventData {
        let name = |seat: Seat| self.debugger.notation().seat_name(seat);
        match kind {
            EventKind::Cancelled { action, .. } => {
                EventData::Cancelled { cancelled: self.action(action) }
            }
            EventKind::Resolved { action } => {
                EventData::Resolved { resolved: self.action(action), no_effect: false }
            }
            EventKind::Ended { turns } => EventData::TurnEnds { all: *turns == EndedTurns::All },
            EventKind::Assigned { to, turns } => {
                EventData::TurnsAssigned { to: name(*to), turns: *turns }
            }
            EventKind::Added { turns } => EventData::TurnsAdded { turns: *turns },
            EventKind::Began { seat, owed, attacked } => {
                EventData::TurnBegan { by: name(*seat), owed: *owed, attacked: *attacked }
            }
            EventKind::Reversed => EventData::Reversed,
            EventKind::Out { seat } => EventData::Out { player: name(*seat) },
            EventKind::Revived { seat } => EventData::Revived { player: name(*seat) },
            EventKind::Won { seat } => EventData::Won { player: name(*seat) },
            EventKind::Lost { seat } => EventData::Lost { player: name(*seat) },
            EventKind::Scored { seat, score } => {
                EventData::Scored { player: name(*seat), score: *score }
            }
            EventKind::GameEnded => EventData::GameEnded,
            other => unreachable!("{other:?} is described elsewhere"),
        }
    }

    /// Whether a player's pass was an answer given in this ply.
    fn was_chosen(&self, seat: &str) -> bool {
        match self.entry.record.as_ref().map(|record| &record.input) {
            Some(Input::Answers(answers)) => {
                answers.iter().any(|answer| answer.option == "pass" && answer.seat == seat)
            }
            _ => false,
        }
    }

    fn value(&self, value: &Value) -> ValueInfo {
        let notation = self.debugger.notation();
        match value {
            Value::Unit | Value::Action(_) => ValueInfo::None,
            Value::Bool(on) => ValueInfo::Bool(*on),
            Value::Int(n) => ValueInfo::Number(*n),
            Value::Text(text) => ValueInfo::Text(text.to_string()),
            Value::Kind(kind) => ValueInfo::Kind(self.kind(*kind)),
            Value::Card(card) => ValueInfo::Kind(self.card(*card)),
            Value::Player(seat) => ValueInfo::Player(notation.seat_name(*seat)),
            Value::Players(seats) => {
                ValueInfo::Players(seats.iter().map(|seat| notation.seat_name(*seat)).collect())
            }
            Value::Cards(cards) => {
                let kinds = cards.iter().map(|card| ValueInfo::Kind(self.card(*card)));
                ValueInfo::List(kinds.collect())
            }
            Value::Zone(zone) => ValueInfo::Zone(notation.zone_info(*zone)),
            Value::List(values) => {
                ValueInfo::List(values.iter().map(|value| self.value(value)).collect())
            }
        }
    }
}

/// Returns the seats that know each card of an event; `None` if it has none.
fn know_all(table: &Table, event: &EventKind) -> Option<SeatSet> {
    let known = |card: &CardId| table.cards[card.index()].known;
    match event {
        EventKind::Moved { card, .. }
        | EventKind::Shown { card, .. }
        | EventKind::Turned { card, .. }
        | EventKind::CardCounted { card, .. } => Some(known(card)),
        EventKind::Arranged { order, .. } => {
            Some(order.iter().map(known).fold(SeatSet::ALL, SeatSet::intersection))
        }
        _ => None,
    }
}
