//! The names of counters: `side`, `ann.space`, and `whistle.charges in ann.front` of cards.

use super::names::{Notation, suggestion};
use crate::error::Refusal;
use crate::kernel::{CardId, Kind, Table, Zone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterRef {
    /// A counter of the table or of a player.
    Slot(u16),
    /// A counter of each card of a kind in a zone.
    Cards(CardCounter),
}

/// A counter of each card of a kind in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardCounter {
    pub kind: Kind,
    pub zone: Zone,
    /// The index of the counter among those of cards.
    pub slot: u16,
}

impl CounterRef {
    /// Resolves a name.
    ///
    /// # Errors
    /// The error message.
    pub fn parse(text: &str, notation: &Notation) -> Result<Self, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, place) = match words.as_slice() {
            [name] => return slot(name, notation).map(Self::Slot),
            [name, "in", place @ ..] => (name, place),
            _ => return Err("write COUNTER, NAME.COUNTER or CARD.COUNTER in PLACE".into()),
        };
        let (card, name) = name.split_once('.').ok_or("write CARD.COUNTER in PLACE")?;
        let kind = notation.the_kind(card)?;
        let zone = notation.the_zone(place)?;
        let names = &notation.rules.card_counters;
        let slot = names.iter().position(|known| **known == *name).ok_or_else(|| {
            let hint = suggestion(name, names.iter().map(AsRef::as_ref));
            format!("there is no card counter `{name}`{hint}")
        })?;
        Ok(Self::Cards(CardCounter { kind, zone, slot: slot as u16 }))
    }
}

impl CardCounter {
    /// Returns the cards.
    ///
    /// # Errors
    /// There are none, as a message.
    pub fn cards(&self, table: &Table, notation: &Notation) -> Result<Vec<CardId>, Refusal> {
        let cards = table.cards_in(self.zone).iter().copied();
        let cards: Vec<CardId> = cards.filter(|card| table.kind(*card) == self.kind).collect();
        if cards.is_empty() {
            let (kind, zone) = (&notation.kind(self.kind).id, notation.zone(self.zone));
            return Err(format!("there is no `{kind}` in {zone}").into());
        }
        Ok(cards)
    }

    /// Returns the value of a card.
    pub fn value(&self, table: &Table, notation: &Notation, card: CardId) -> i64 {
        let first = card.index() * notation.rules.card_counters.len();
        table.card_counters[first + usize::from(self.slot)]
    }
}

/// Resolves the name of a counter: `side`, `ann.space`.
///
/// # Errors
/// The error message.
pub fn slot(counter: &str, notation: &Notation) -> Result<u16, Refusal> {
    let rules = &notation.rules;
    let (seat, name, names) = match counter.split_once('.') {
        Some((seat, name)) => (Some(notation.the_seat(seat)?), name, &rules.seat_counters),
        None => (None, counter, &rules.table_counters),
    };
    rules.find_counter(seat, name).ok_or_else(|| {
        let hint = suggestion(name, names.iter().map(AsRef::as_ref));
        let whose = if seat.is_some() { "player" } else { "table" };
        format!("there is no {whose} counter `{name}`{hint}").into()
    })
}
