//! The context of a verb, and how it reads its arguments.

use super::ruleset_data::RulesetData;
use crate::kernel::decision::mark;
use crate::kernel::decision::mark::{Mark, MarkedText};
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::event::Said;
use crate::kernel::rules::Tags;
use crate::kernel::{
    CardEvent, CardId, Fault, GameEvent, Kind, Owner, Seat, SeatSet, Stop, Transient, Value, Zone,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// The context of a verb's implementation.
pub struct Context<'a> {
    pub effects: &'a mut EffectContext,
    /// The data of the ruleset.
    pub data: &'a RulesetData,
    /// The owner of the running script.
    pub owner: Owner,
}

impl Context<'_> {
    /// Returns a player argument. Arguments have been checked against the signature: this and the
    /// functions below fail only if a row of a table asks for another type than it declares.
    pub(super) fn seat(value: &Value) -> Result<Seat, Stop> {
        match value {
            Value::Player(seat) => Ok(*seat),
            other => Err(not_a("player", other)),
        }
    }

    /// Returns the players of a list.
    pub(super) fn seats(players: &Value) -> Result<SmallVec<[Seat; 16]>, Stop> {
        match players {
            Value::Players(seats) => Ok(seats.iter().copied().collect()),
            Value::List(players) => players.iter().map(Self::seat).collect(),
            other => Err(not_a("list", other)),
        }
    }

    pub(super) fn card(value: &Value) -> Result<CardId, Stop> {
        match value {
            Value::Card(card) => Ok(*card),
            other => Err(not_a("card", other)),
        }
    }

    pub(super) fn zone(value: &Value) -> Result<Zone, Stop> {
        match value {
            Value::Zone(zone) => Ok(*zone),
            other => Err(not_a("pile", other)),
        }
    }

    pub(super) fn int(value: &Value) -> Result<i64, Stop> {
        match value {
            Value::Int(n) => Ok(*n),
            other => Err(not_a("number", other)),
        }
    }

    /// Returns an argument that is a number of cards.
    pub(super) fn n_cards(value: &Value) -> Result<usize, Stop> {
        let n = Self::int(value)?;
        usize::try_from(n).map_err(|_| {
            Fault::new("F0116", format!("the number of cards cannot be negative: {n}"))
                .hint("use `max(0, n)` to avoid negative numbers")
                .into()
        })
    }

    pub(super) fn kind(value: &Value) -> Result<Kind, Stop> {
        match value {
            Value::Kind(kind) => Ok(*kind),
            other => Err(not_a("kind", other)),
        }
    }

    /// Lets a player look at a card, and those who watch the action.
    pub(super) fn show(&mut self, card: CardId, to: Seat) {
        self.effects.emit(CardEvent::Shown { card, to });
        self.show_watchers(&[card], to);
    }

    /// Lets those who watch the action look at cards that another player sees.
    pub(super) fn show_watchers(&mut self, cards: &[CardId], but: Seat) {
        let Some(action) = self.effects.run.action.clone() else { return };
        for seat in action.watchers.without(but).iter() {
            for card in cards {
                self.effects.emit(CardEvent::Shown { card: *card, to: seat });
            }
        }
    }

    /// Returns, for each kind, whether it has the tag named by an argument.
    pub(super) fn tagged(&self, tag: &Value) -> Result<impl Fn(Kind) -> bool + use<'_>, Stop> {
        let (tags, kinds) = (self.tags(tag)?, self.effects.rules.kinds.as_slice());
        Ok(move |kind: Kind| kinds[kind.index()].tags.have_any_of(tags))
    }

    /// Returns the set of the tag named by an argument; empty if no kind has it.
    pub(super) fn tags(&self, tag: &Value) -> Result<Tags, Stop> {
        Ok(self.effects.rules.find_tag(self.text(tag)?).map_or(Tags::default(), Tags::one))
    }

    /// Returns a string argument, even if the string is the id of a kind.
    pub(super) fn text<'v>(&'v self, value: &'v Value) -> Result<&'v Arc<str>, Stop> {
        match value {
            Value::Text(text) => Ok(text),
            Value::Kind(kind) => Ok(self.effects.id(*kind)),
            other => Err(not_a("text", other)),
        }
    }

    /// Returns a text as a player is asked it, naming the cards that the player knows.
    pub(super) fn text_to(&self, seat: Seat, text: &Arc<str>) -> MarkedText {
        let table = &self.effects.table;
        let known = |card: CardId| table.cards.get(card.index()).filter(|it| it.known.has(seat));
        mark::by_kinds(text, |card| known(card).map(|card| card.kind))
    }

    /// Says something to a player, or to all.
    pub(super) fn say(&mut self, text: &Value, to: Option<Seat>) -> Result<Value, Stop> {
        let said = self.text(text)?;
        let table = &self.effects.table;
        let state = |card: CardId| table.cards.get(card.index());
        let known = said.chars().filter_map(|letter| match Mark::of(letter)? {
            Mark::Card(card) => state(card).map(|it| it.known),
            Mark::Kind(_) => Some(SeatSet::ALL),
            Mark::Unknown => None,
        });
        let known = known.collect();
        let text = mark::by_kinds(said, |card| state(card).map(|card| card.kind));
        self.effects.cost.n_said_bytes += text.n_bytes();
        self.effects.emit(GameEvent::Said(Box::new(Said { text, to, known })));
        Ok(Value::Unit)
    }

    /// Returns the cards denoted by a card, a list of cards or a pile, top first.
    pub(super) fn cards_of(&self, value: &Value) -> Result<SmallVec<[CardId; 32]>, Stop> {
        Ok(match value {
            Value::Card(card) => SmallVec::from_slice(&[*card]),
            Value::Zone(zone) => SmallVec::from_slice(self.effects.table.cards_in(*zone)),
            Value::Cards(cards) => SmallVec::from_slice(cards),
            Value::List(values) => return values.iter().map(Self::card).collect(),
            Value::Unit => SmallVec::new(),
            other => return Err(not_a("list of cards", other)),
        })
    }

    /// Returns the cards of a zone, top first. A query for a blind player has only the cards of the
    /// hand that the player sees, by kind: their order means nothing.
    pub(super) fn cards_in(&self, zone: Zone) -> Cow<'_, [CardId]> {
        let table = &self.effects.table;
        let cards = table.cards_in(zone);
        if !self.is_blind_to(zone) {
            return Cow::Borrowed(cards);
        }
        let seen = cards.iter().copied().filter(|card| table.knows(self.effects.run.me, *card));
        let mut seen: Vec<CardId> = seen.collect();
        seen.sort_by_key(|card| table.kind(*card));
        Cow::Owned(seen)
    }

    /// Whether a hook without access to hidden cards reads the hand of its player, who is blind.
    fn is_blind_to(&self, zone: Zone) -> bool {
        let EffectContext { table, run, .. } = &*self.effects;
        run.mode != RunMode::Act && zone == Zone::Hand(run.me) && table.blind.has(run.me)
    }

    /// Checks that a hook without access to hidden cards may read a zone.
    pub(super) fn look_into(&self, zone: Zone) -> Result<(), Stop> {
        let is_open = match zone {
            Zone::Hand(seat) => seat == self.effects.run.me,
            zone => self.effects.rules.is_face_up(zone),
        };
        if is_open || self.effects.run.mode == RunMode::Act {
            return Ok(());
        }
        Err(Self::hidden())
    }

    fn hidden() -> Stop {
        Fault::new("F0203", "this hook reads cards that its player cannot see")
            .hint(
                "options can depend only on public facts and the player's own hand; the number of \
                   cards (`len`, `is_empty`) is public",
            )
            .into()
    }

    pub(in crate::script) fn look_at(&self, card: CardId) -> Result<(), Stop> {
        if self.effects.run.mode == RunMode::Act
            || self.effects.table.knows(self.effects.run.me, card)
        {
            return Ok(());
        }
        let zone = self.effects.table.zones.zone_of(card);
        if self.is_blind_to(zone) { Err(Self::hidden()) } else { self.look_into(zone) }
    }
}

/// The fault for an argument that is not what the signature of its verb says.
#[cold]
pub(super) fn not_a(wanted: &str, value: &Value) -> Stop {
    Fault::new("F0102", format!("expected a {wanted}, found a {}", type_of(value))).into()
}

pub(in crate::script) const fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Unit => "()",
        Value::Bool(_) => "bool",
        Value::Int(_) => "number",
        Value::Text(_) | Value::Kind(_) => "text",
        Value::Player(_) => "player",
        Value::Card(_) => "card",
        Value::Zone(_) => "pile",
        Value::Action(_) => "action",
        Value::Players(_) | Value::List(_) | Value::Cards(_) => "list",
        Value::Transient(Transient::Char(_)) => "character",
        Value::Transient(Transient::Map(_)) => "map",
        Value::Transient(Transient::Range(_)) => "range",
        Value::Transient(Transient::Closure(_)) => "closure",
        Value::Transient(Transient::Set(_)) => "set",
        Value::Transient(Transient::Cell(_)) => "variable",
    }
}

/// Converts an optional card to a value.
pub(super) fn card_or_nothing(card: Option<CardId>) -> Value {
    card.map_or(Value::Unit, Value::Card)
}
