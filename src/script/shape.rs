//! What a script can tell of a value, and what it cannot: the tape keeps the two apart.

use crate::kernel::{ActionId, CardId, Seat, Value, Zone};

/// What a script can tell of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All of it.
    Plain(Value),
    /// A player, a card, a pile or an action: only which of these.
    Opaque(u8),
    /// A list of these.
    List(Vec<Shape>),
    /// So many players.
    Players(u8),
}

/// An opaque value, small and without anything to drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
    /// A player.
    Player(Seat),
    /// A card.
    Card(CardId),
    /// A pile or a hand.
    Zone(Zone),
    /// An action.
    Action(ActionId),
}

/// The opaque value that a value is, if it is one.
pub const fn opaque(value: &Value) -> Option<Opaque> {
    match value {
        Value::Player(seat) => Some(Opaque::Player(*seat)),
        Value::Card(card) => Some(Opaque::Card(*card)),
        Value::Zone(zone) => Some(Opaque::Zone(*zone)),
        Value::Action(action) => Some(Opaque::Action(*action)),
        _ => None,
    }
}

impl Opaque {
    /// Which of the four it is.
    pub const fn tag(self) -> u8 {
        match self {
            Self::Player(_) => 0,
            Self::Card(_) => 1,
            Self::Zone(_) => 2,
            Self::Action(_) => 3,
        }
    }

    /// The same for the kernel.
    pub const fn value(self) -> Value {
        match self {
            Self::Player(seat) => Value::Player(seat),
            Self::Card(card) => Value::Card(card),
            Self::Zone(zone) => Value::Zone(zone),
            Self::Action(action) => Value::Action(action),
        }
    }
}

impl Shape {
    /// The shape of a value.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::List(values) => Self::List(values.iter().map(Self::of).collect()),
            Value::Players(seats) => Self::Players(seats.len() as u8),
            value => {
                opaque(value).map_or_else(|| Self::Plain(value.clone()), |o| Self::Opaque(o.tag()))
            }
        }
    }

    /// Whether a value has this shape.
    pub fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::List(shapes), Value::List(values)) => {
                shapes.len() == values.len()
                    && shapes.iter().zip(values.iter()).all(|(s, v)| s.fits(v))
            }
            (Self::Opaque(tag), value) => opaque(value).is_some_and(|o| o.tag() == *tag),
            (Self::Plain(plain), value) => plain == value,
            (Self::Players(n), Value::Players(seats)) => seats.len() == *n as usize,
            (Self::List(_) | Self::Players(_), _) => false,
        }
    }

    /// The value of this shape whose opaque parts are the next registers.
    pub fn value(&self, registers: &mut impl Iterator<Item = Opaque>) -> Value {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Opaque(_) => registers.next().map_or(Value::Unit, Opaque::value),
            Self::Players(n) => Value::Players(
                registers
                    .take(*n as usize)
                    .filter_map(|o| if let Opaque::Player(seat) = o { Some(seat) } else { None })
                    .collect(),
            ),
            Self::List(shapes) => Value::List(shapes.iter().map(|s| s.value(registers)).collect()),
        }
    }
}

/// How many opaque values there are within a value.
pub fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.iter().map(count).sum(),
        Value::Players(seats) => seats.len(),
        value => usize::from(opaque(value).is_some()),
    }
}

/// Whether a value is a list of opaque values and nothing else: such a list is known again by the
/// registers of what is in it.
pub fn is_row(value: &Value) -> bool {
    match value {
        Value::Players(_) => true,
        Value::List(values) => values.iter().all(|value| opaque(value).is_some()),
        _ => false,
    }
}
