//! Counters: what they hold and who sees it. The table keeps a number for each; [`Holds`] says what
//! that number means.

use super::card::{Kind, Seat, SeatSet};
use super::fault::Text;
use super::rng::split_mix;
use super::value::Value;
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A counter as the variant declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterRule {
    pub id: Text,
    pub holds: Holds,
    pub seen_by: SeenBy,
    /// Whether people are told of it; otherwise it is bookkeeping of scripts.
    pub is_shown: bool,
    /// Whether a new round leaves it as it is.
    pub is_kept: bool,
}

/// The type of a counter's content. All but numbers may be missing: `()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A number from the first to the second one.
    Number(i64, i64),
    Kind,
    Player,
    /// One of these texts; any text if there are none.
    Text(Arc<[Text]>),
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(i64::MIN, i64::MAX) => f.write_str("a number"),
            Self::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::Kind => f.write_str("a kind or `()`"),
            Self::Player => f.write_str("a player or `()`"),
            Self::Text(texts) if texts.is_empty() => f.write_str("a text or `()`"),
            Self::Text(texts) => write!(f, "`()` or one of the texts {}", texts.join(", ")),
        }
    }
}

/// Who sees what a counter holds, until it is revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeenBy {
    #[default]
    Everybody,
    /// The player whose counter it is.
    Owner,
    Nobody,
}

impl Holds {
    /// Any number.
    pub const NUMBER: Self = Self::Number(i64::MIN, i64::MAX);

    /// Returns the number that stands for a text; never 0.
    pub fn number_of(text: &str) -> i64 {
        let hash = text.bytes().fold(0, |hash, byte| split_mix(hash ^ u64::from(byte)));
        (hash | 1).cast_signed()
    }

    /// Returns what a counter holds before it is set.
    pub fn initial(&self) -> i64 {
        match self {
            Self::Number(low, high) => 0.clamp(*low, *high),
            Self::Kind | Self::Player | Self::Text(_) => 0,
        }
    }

    /// Returns the number that stands for a value, and the text if the value is one; `None` if the
    /// counter cannot hold it.
    pub fn number(&self, value: &Value) -> Option<(i64, Option<Text>)> {
        let number = match (self, value) {
            (Self::Number(low, high), Value::Int(n)) if (low..=high).contains(&n) => *n,
            (Self::Kind | Self::Player | Self::Text(_), Value::Unit) => 0,
            (Self::Kind, Value::Kind(kind)) => i64::from(kind.0) + 1,
            (Self::Player, Value::Player(seat)) => i64::from(seat.0) + 1,
            (Self::Text(texts), Value::Text(text)) if texts.is_empty() || texts.contains(text) => {
                return Some((Self::number_of(text), Some(text.clone())));
            }
            _ => return None,
        };
        Some((number, None))
    }

    /// Returns the value that a number stands for; `text` looks up the text of its number.
    pub fn value<'t>(&self, number: i64, text: impl FnOnce() -> Option<&'t Text>) -> Value {
        match self {
            Self::Number(..) => Value::Int(number),
            _ if number == 0 => Value::Unit,
            Self::Kind => Value::Kind(Kind((number - 1) as u16)),
            Self::Player => Value::Player(Seat((number - 1) as u8)),
            Self::Text(_) => text().map_or(Value::Unit, |text| Value::Text(text.clone())),
        }
    }
}

impl CounterRule {
    /// Returns a counter that holds a number and that everybody sees.
    pub const fn number(id: Text) -> Self {
        let (holds, seen_by) = (Holds::NUMBER, SeenBy::Everybody);
        Self { id, holds, seen_by, is_shown: true, is_kept: false }
    }

    /// Whether it holds a number that everybody sees.
    pub fn is_plain(&self) -> bool {
        matches!((&self.holds, self.seen_by), (Holds::Number(..), SeenBy::Everybody))
    }

    /// Returns who sees the counter of a player, or of the table, while it is not revealed.
    pub fn audience(&self, owner: Option<Seat>) -> SeatSet {
        match (self.seen_by, owner) {
            (SeenBy::Everybody, _) => SeatSet::ALL,
            (SeenBy::Owner, Some(owner)) => SeatSet::one(owner),
            (SeenBy::Owner, None) | (SeenBy::Nobody, _) => SeatSet::NONE,
        }
    }
}

/// A number that everybody sees as its id, another one with what it holds.
impl Serialize for CounterRule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { id, holds, seen_by, is_kept, .. } = self;
        match (holds, seen_by) {
            _ if *is_kept => to.collect_str(&format_args!("{id} {holds:?} {seen_by:?} kept")),
            (holds, SeenBy::Everybody) if *holds == Holds::NUMBER => to.serialize_str(id),
            _ => to.collect_str(&format_args!("{id} {holds:?} {seen_by:?}")),
        }
    }
}
