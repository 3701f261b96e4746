//! The game as verbs see it.

use super::arg::{self, not_a};
use super::ruleset_data::RulesetData;
use crate::kernel::decision::mark;
use crate::kernel::decision::mark::{Mark, MarkedText};
use crate::kernel::effect::{EffectContext, Reader};
use crate::kernel::event::Said;
use crate::kernel::rules::Tags;
use crate::kernel::{
    CardEvent, CardId, Fault, GameEvent, Kind, Owner, Seat, SeatSet, Stop, Value, Zone,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// The game of a verb that reads: it cannot change it.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub effects: &'a EffectContext,
    /// Whom the script runs for.
    pub reader: Reader<'a>,
    /// The data of the ruleset.
    pub data: &'a RulesetData,
    /// The owner of the running script.
    pub owner: Owner,
}

/// The game of a verb that asks or changes.
pub struct Effects<'a> {
    pub effects: &'a mut EffectContext,
    /// The data of the ruleset.
    pub data: &'a RulesetData,
    /// The owner of the running script.
    pub owner: Owner,
}

impl Effects<'_> {
    /// Returns what it can read.
    pub fn query(&self) -> Query<'_> {
        let Self { effects, data, owner } = self;
        Query { effects, reader: effects.reader(), data, owner: *owner }
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

    /// Counts the text that a counter takes among those that follow from the answer.
    pub(super) fn count_text(&mut self, text: Option<&str>) {
        self.effects.cost.n_text_bytes += text.map_or(0, str::len);
    }

    /// Says something to a player, or to all.
    pub(super) fn say(&mut self, text: &Value, to: Option<Seat>) -> Result<(), Stop> {
        let said = self.query().text(text)?;
        let table = &self.effects.table;
        let state = |card: CardId| table.cards.get(card.index());
        let known = said.chars().filter_map(|letter| match Mark::of(letter)? {
            Mark::Card(card) => state(card).map(|it| it.known),
            Mark::Kind(_) => Some(SeatSet::ALL),
            Mark::Unknown => None,
        });
        let known = known.collect();
        let text = mark::by_kinds(said, |card| state(card).map(|card| card.kind));
        self.effects.cost.n_text_bytes += text.n_bytes();
        self.effects.emit(GameEvent::Said(Box::new(Said { text, to, known })));
        Ok(())
    }
}

impl<'a> Query<'a> {
    /// Returns, for each kind, whether it has the tag named by an argument.
    pub(super) fn tagged(self, tag: &Value) -> Result<impl Fn(Kind) -> bool + use<'a>, Stop> {
        let (tags, kinds) = (self.tags(tag)?, self.effects.rules.kinds.as_slice());
        Ok(move |kind: Kind| kinds[kind.index()].tags.have_any_of(tags))
    }

    /// Returns the set of the tag named by an argument; empty if no kind has it.
    pub(super) fn tags(self, tag: &Value) -> Result<Tags, Stop> {
        Ok(self.effects.rules.find_tag(self.text(tag)?).map_or(Tags::default(), Tags::one))
    }

    /// Returns a string argument, even if the string is the id of a kind.
    pub(super) fn text<'v>(self, value: &'v Value) -> Result<&'v Arc<str>, Stop>
    where
        'a: 'v,
    {
        match value {
            Value::Text(text) => Ok(text),
            Value::Kind(kind) => Ok(self.effects.id(*kind)),
            other => Err(not_a("text", other)),
        }
    }

    /// Returns a text as a player is asked it, naming the cards that the player knows.
    pub(super) fn text_to(self, seat: Seat, text: &Arc<str>) -> MarkedText {
        let table = &self.effects.table;
        let known = |card: CardId| table.cards.get(card.index()).filter(|it| it.known.has(seat));
        mark::by_kinds(text, |card| known(card).map(|card| card.kind))
    }

    /// Returns the cards denoted by a card, a list of cards or a pile, top first.
    pub(super) fn cards_of(self, value: &Value) -> Result<SmallVec<[CardId; 32]>, Stop> {
        Ok(match value {
            Value::Card(card) => SmallVec::from_slice(&[*card]),
            Value::Zone(zone) => SmallVec::from_slice(self.effects.table.cards_in(*zone)),
            Value::Cards(cards) => SmallVec::from_slice(cards),
            Value::List(values) => return values.iter().map(arg::card).collect(),
            Value::Unit => SmallVec::new(),
            other => return Err(not_a("list of cards", other)),
        })
    }

    /// Returns the cards of a zone, top first. A query for a blind player has only the cards of the
    /// hand that the player sees, by kind: their order means nothing.
    pub(super) fn cards_in(self, zone: Zone) -> Cow<'a, [CardId]> {
        let table = &self.effects.table;
        let cards = table.cards_in(zone);
        if !self.is_blind_to(zone) {
            return Cow::Borrowed(cards);
        }
        let seen = cards.iter().copied().filter(|card| table.knows(self.reader.me, *card));
        let mut seen: Vec<CardId> = seen.collect();
        seen.sort_by_key(|card| table.kind(*card));
        Cow::Owned(seen)
    }

    /// Whether a hook without access to hidden cards reads the hand of its player, who is blind.
    fn is_blind_to(self, zone: Zone) -> bool {
        let Reader { me, is_limited, .. } = self.reader;
        is_limited && zone == Zone::Hand(me) && self.effects.table.blind.has(me)
    }

    /// Checks that a hook without access to hidden cards may read a zone.
    pub(super) fn look_into(self, zone: Zone) -> Result<(), Stop> {
        let is_open = match zone {
            Zone::Hand(seat) => seat == self.reader.me,
            zone => {
                let rules = &self.effects.rules;
                rules.is_face_up(zone) || rules.only_seer(zone) == Some(self.reader.me)
            }
        };
        if is_open || !self.reader.is_limited {
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

    /// Returns the kind of a card argument, if the hook may look at the card.
    pub(super) fn kind_of(self, card: &Value) -> Result<Kind, Stop> {
        let card = arg::card(card)?;
        self.look_at(card)?;
        Ok(self.effects.kind(card))
    }

    pub(in crate::script) fn look_at(self, card: CardId) -> Result<(), Stop> {
        if !self.reader.is_limited || self.effects.table.knows(self.reader.me, card) {
            return Ok(());
        }
        let zone = self.effects.table.zones.zone_of(card);
        if self.is_blind_to(zone) { Err(Self::hidden()) } else { self.look_into(zone) }
    }
}

/// Converts an optional card to a value.
pub(super) fn card_or_nothing(card: Option<CardId>) -> Value {
    card.map_or(Value::Unit, Value::Card)
}
