//! The names of counters: `side`, `ann.space`, and `whistle.charges in ann.front` of cards.

use super::names::{Notation, suggestion};
use crate::base::error::Refusal;
use crate::kernel::rules::{CounterRule, Holds};
use crate::kernel::{CardId, Kind, Table, Value, Zone};
use crate::message::CounterValue;
use crate::variant::fold;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterRef {
    /// A counter of the table or of a player.
    Slot(u16),
    /// A counter of each card of a kind in a zone or in all hands.
    Cards(CardCounter),
}

/// Where cards are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedZones {
    One(Zone),
    /// The hands of all players.
    Hands,
}

impl SearchedZones {
    /// Resolves `hands`, or the name of a zone.
    ///
    /// # Errors
    /// There is no such zone, as a message.
    pub fn parse(words: &[&str], notation: &Notation) -> Result<Self, Refusal> {
        match words {
            ["hands"] => Ok(Self::Hands),
            _ => notation.the_zone(words).map(Self::One),
        }
    }

    /// The zones at a table.
    pub fn at(self, table: &Table) -> Vec<Zone> {
        match self {
            Self::One(zone) => vec![zone],
            Self::Hands => table.seats().map(Zone::Hand).collect(),
        }
    }
}

/// A counter of each card of a kind in a zone or in all hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardCounter {
    pub kind: Kind,
    pub zones: SearchedZones,
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
        let zones = SearchedZones::parse(place, notation)?;
        let names = &notation.rules.card_counters;
        let slot = names.iter().position(|known| *known.id == *name).ok_or_else(|| {
            let hint = suggestion(name, names.iter().map(|rule| &*rule.id));
            format!("there is no card counter `{name}`{hint}")
        })?;
        Ok(Self::Cards(CardCounter { kind, zones, slot: slot as u16 }))
    }

    /// Returns the rule of the counter.
    pub fn rule<'n>(&self, notation: &'n Notation) -> &'n CounterRule {
        match self {
            Self::Slot(slot) => notation.rules.counter_at(*slot).1,
            Self::Cards(counter) => &notation.rules.card_counters[usize::from(counter.slot)],
        }
    }

    /// Reads a value for the counter: a number, the name of a player, a kind, a text (in quotes if
    /// it is not one word), or `-` for nothing.
    ///
    /// # Errors
    /// The counter cannot hold it, as a message.
    pub fn value(&self, word: &str, notation: &Notation) -> Result<Value, Refusal> {
        counter_value(self.rule(notation), word, notation)
    }
}

/// Reads a value for a counter: a number, the name of a player, a kind, a text (in quotes if it is
/// not one word), or `-` for nothing.
///
/// # Errors
/// The counter cannot hold it, as a message.
pub fn counter_value(
    rule: &CounterRule,
    word: &str,
    notation: &Notation,
) -> Result<Value, Refusal> {
    let value = match &rule.holds {
        Holds::Number(..) => {
            let number = word.parse().map_err(|_| format!("`{word}` is not a number"))?;
            Value::Int(number)
        }
        _ if word == "-" => Value::Unit,
        Holds::Kind => Value::Kind(notation.the_kind(word)?),
        Holds::Player => Value::Player(notation.the_seat(word)?),
        Holds::Text(texts) => {
            let text: Option<String> = serde_json::from_str(word).ok();
            let key = fold(word);
            // A text of several words may be written as one.
            let named = texts.iter().find(|text| fold(text) == key && text.contains(' '));
            match (text, named) {
                (None, Some(named)) => Value::Text(named.clone()),
                (text, _) => Value::Text(text.unwrap_or_else(|| word.to_owned()).into()),
            }
        }
    };
    match rule.holds.number(&value) {
        Some(_) => Ok(value),
        None => Err(format!("`{word}`: the counter holds {}", rule.holds).into()),
    }
}

/// Divides the text after `:set` or `counter` into the counter and its value; `None` if one is
/// missing.
pub fn counter_and_value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (counter, value) = match text.split_once(" \"") {
        Some((counter, quoted)) => (counter, &text[text.len() - quoted.len() - 1..]),
        None => text.rsplit_once(char::is_whitespace)?,
    };
    Some((counter.trim(), value.trim())).filter(|(counter, _)| !counter.is_empty())
}

impl CardCounter {
    /// Returns the cards.
    ///
    /// # Errors
    /// There are none, as a message.
    pub fn cards(&self, table: &Table, notation: &Notation) -> Result<Vec<CardId>, Refusal> {
        let zones = self.zones.at(table).into_iter();
        let cards = zones.flat_map(|zone| table.cards_in(zone)).copied();
        let cards: Vec<CardId> = cards.filter(|card| table.kind(*card) == self.kind).collect();
        if cards.is_empty() {
            let zone = match self.zones {
                SearchedZones::One(zone) => notation.zone(zone),
                SearchedZones::Hands => "any hand".into(),
            };
            return Err(format!("there is no `{}` in {zone}", notation.kind(self.kind).id).into());
        }
        Ok(cards)
    }

    /// Returns the value of a card.
    pub fn value(&self, table: &Table, notation: &Notation, card: CardId) -> CounterValue {
        notation.counter_value(&table.card_counter(&notation.rules, card, self.slot))
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
        let hint = suggestion(name, names.iter().map(|rule| &*rule.id));
        let whose = if seat.is_some() { "player" } else { "table" };
        format!("there is no {whose} counter `{name}`{hint}").into()
    })
}
