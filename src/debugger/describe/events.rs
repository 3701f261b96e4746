//! Converts events to reply data.

use crate::debugger::Debugger;
use crate::debugger::reply::{ActionData, EventData, EventInfo, EventList, EventNames};
use crate::debugger::timeline::TimelineEntry;
use crate::kernel::layout::CardTraits;
use crate::kernel::turns::Phase;
use crate::kernel::{
    Action, ActionEvent, CardEvent, CardId, Event, EventKind, GameEvent, MoveReason, Prompt,
    ScriptLine, Seat, SeatSet, Subject, Table, Value,
};
use crate::message::{ActionInfo, Redact, ScriptPlace, ValueInfo};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

impl Debugger {
    /// The events of a ply.
    pub fn events_of(&self, ply: usize) -> EventList {
        self.events_within(ply, 0..usize::MAX)
    }

    /// The events of a ply as the player reads them to whom the game is shown.
    pub fn shown_events_of(&self, ply: usize) -> EventList {
        let mut list = self.events_of(ply);
        if let Some(viewer) = self.shown_to() {
            list.redact(&viewer);
        }
        list
    }

    /// Selected events of a ply, by their indices.
    pub fn events_within(&self, ply: usize, range: Range<usize>) -> EventList {
        let Some(entry) = self.timeline.entry(ply) else {
            return EventList { ply, events: Vec::new() };
        };
        let events: Vec<&Event> = match ply {
            0 => entry.visible().collect(),
            _ => self.steps(ply).events,
        };
        let to_end = range.end >= events.len();
        let events = events.get(range.start..range.end.min(events.len())).unwrap_or_default();
        EventList { ply, events: self.describe_all(entry, events, to_end) }
    }

    /// One event of the line, as known when it had happened and when its ply had ended: a card seen
    /// later could be traced back through shuffles, and a new order to the old one.
    pub fn event_info(&self, event: &Event) -> Option<EventInfo> {
        Describer::of(self, self.entry_of(event)).event(event)
    }

    /// Describes several events. Each ply is looked through once.
    pub fn event_infos<'e>(&self, events: impl Iterator<Item = &'e Event>) -> Vec<EventInfo> {
        let mut by_ply = HashMap::new();
        let info = |event: &Event| {
            let entry = self.entry_of(event);
            by_ply.entry(entry.ply).or_insert_with(|| Describer::of(self, entry)).event(event)
        };
        events.filter_map(info).collect()
    }

    /// The number of an event in lists and for `:why`. What happens in the game is counted from the
    /// end of the setup, so that it does not depend on the number of cards.
    pub fn number(&self, event: &Event) -> i32 {
        let setup = self.timeline.entry_at(0).events.last();
        1 + event.id as i32 - setup.map_or(0, |last| last.numbers().end as i32)
    }

    /// The entry of the line that has this event. An effect that waits for an answer is repeated in
    /// later plies, where its events keep their causes.
    pub(in crate::debugger) fn entry_of(&self, event: &Event) -> &TimelineEntry {
        let has = |entry: &&TimelineEntry| {
            let lists = [&entry.events, &entry.begun];
            lists.iter().any(|events| events.as_ptr_range().contains(&std::ptr::from_ref(event)))
        };
        let first = event.cause.ply as usize;
        let mut since = (first..).map_while(|ply| self.timeline.entry(ply));
        since.find(has).unwrap_or_else(|| self.timeline.now())
    }

    /// The ids of the cards and combos played or triggered in the last ply.
    pub fn played(&self) -> impl Iterator<Item = String> {
        let (entry, rules) = (self.timeline.now(), &self.notation().rules);
        let card = |card: CardId| rules.kind(self.table().kind(card)).id.to_string();
        entry.visible().filter_map(move |event| match &event.kind {
            EventKind::Card(CardEvent::Moved {
                card: played, reason: MoveReason::Play, ..
            }) => Some(card(*played)),
            EventKind::Action(ActionEvent::Announced { action }) => match action.subject {
                Subject::Card(_, kind) => Some(rules.kind(kind).id.to_string()),
                Subject::Combo(combo) => Some(rules.combo(combo).id.to_string()),
                Subject::Explosion(hazard) => hazard.map(card),
                Subject::Draw | Subject::Turn | Subject::Between => None,
            },
            _ => None,
        })
    }

    pub fn action_info(&self, action: &Action) -> ActionInfo {
        let table = self.timeline.now().snapshot.shown();
        self.notation().action_info(&action.reference(), table)
    }

    /// Converts a script value.
    pub fn value_info(&self, value: &Value) -> ValueInfo {
        self.notation().value_info(value, self.timeline.now().snapshot.shown())
    }

    /// Converts a script line, with its source.
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
            events.iter().filter_map(|event| describer.event(event)).collect();
        let decision = entry.snapshot.decision();
        let is_over = decision.is_some_and(|decision| decision.prompt == Prompt::Turn);
        if let (Some(last), true) = (described.last_mut(), to_end && is_over)
            && let EventData::Action(ActionData::Resolved { no_effect, .. }) = &mut last.data
            && let Some(Event { kind: EventKind::Action(event), .. }) = events.last()
            && let ActionEvent::Resolved { action } = event
        {
            *no_effect = !self.notation().stays_in_play(action.subject);
            last.tell();
        }
        described
    }
}

struct Describer<'a> {
    debugger: &'a Debugger,
    entry: &'a TimelineEntry,
    /// The cards of events, by their ids.
    cards: HashMap<u32, EventCards>,
    /// The ids of events of setups.
    of_setups: BTreeSet<u32>,
}

/// The cards of an event once it has happened.
struct EventCards {
    /// Who knows them.
    known: SeatSet,
    /// Those that lie with their other face up.
    turned: Vec<CardId>,
    /// The contents of their counters, as they are written.
    traits: Vec<(CardId, String)>,
}

impl<'a> Describer<'a> {
    /// Describes events of an entry.
    fn of(debugger: &'a Debugger, entry: &'a TimelineEntry) -> Self {
        let (mut cards, mut of_setups) = (HashMap::new(), BTreeSet::new());
        let before = entry.parent.map(|parent| debugger.timeline.entry_at(parent));
        if let Some(before) = before {
            let asked = before.snapshot.decision().map(|decision| decision.seat);
            let mut table = before.snapshot.committed().clone();
            for event in entry.events.iter().chain(&entry.begun) {
                table.apply(&debugger.notation().rules, event.kind.clone());
                // A turn that has begun goes on to its main phase at once.
                if table.turns.phase == Phase::Begin && asked != Some(Seat::CHANCE) {
                    of_setups.insert(event.id);
                }
                let of_event = event.kind.cards();
                if let Some(known) = known(&table, of_event) {
                    let is_turned = |card: &CardId| table.cards[card.index()].is_turned;
                    let turned = of_event.iter().copied().filter(is_turned).collect();
                    let traits = traits(debugger, &table, of_event);
                    cards.insert(event.id, EventCards { known, turned, traits });
                }
            }
        }
        Self { debugger, entry, cards, of_setups }
    }

    fn event(&self, event: &Event) -> Option<EventInfo> {
        let (notation, table) = (self.debugger.notation(), self.entry.snapshot.shown());
        let known = known(table, event.kind.cards()).unwrap_or_default();
        let then = self.cards.get(&event.id);
        // Who has chosen a card in secret knows which one, wherever it is now.
        let chooser = match &event.kind {
            EventKind::Game(GameEvent::Chosen { seat, .. }) => SeatSet::one(*seat),
            _ => SeatSet::NONE,
        };
        let names = EventNames {
            notation,
            table,
            known: then.map_or(known, |then| then.known.intersection(known.union(chooser))),
            turned: then.map_or(&[], |then| &then.turned),
            traits: then.map_or(&[], |then| &then.traits),
            input: self.entry.record.as_ref().map(|record| &record.input),
        };
        let mut info = EventInfo {
            id: self.debugger.number(event),
            ply: self.entry.ply,
            action: event.cause.action.map(|action| notation.action_info(&action, table)),
            at: event.cause.place.and_then(|place| self.debugger.script_place(place)),
            is_setup: self.entry.parent.is_none() || self.of_setups.contains(&event.id),
            pending: self.entry.begun.iter().any(|begun| begun.id == event.id),
            text: String::new(),
            data: EventData::of(&event.kind, &names)?,
        };
        info.tell();
        Some(info)
    }
}

/// The counters of cards that hold another value than at first.
fn traits(debugger: &Debugger, table: &Table, cards: &[CardId]) -> Vec<(CardId, String)> {
    let notation = debugger.notation();
    if !notation.rules.has_traits {
        return Vec::new();
    }
    let written = |card: &CardId| {
        let acquired = table.acquired_traits(&notation.rules, *card, false);
        (*card, notation.traits(&CardTraits { by: None, ..acquired }))
    };
    cards.iter().map(written).collect()
}

/// The seats that know each of some cards; `None` if there are none.
fn known(table: &Table, cards: &[CardId]) -> Option<SeatSet> {
    let known = cards.iter().map(|card| table.cards[card.index()].known);
    known.reduce(SeatSet::intersection)
}
