//! What a script can tell of a value, and what it cannot: the tape keeps the two apart.

use crate::kernel::Value;

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

/// Which of the four opaque types a value is, if it is one.
const fn tag(value: &Value) -> Option<u8> {
    match value {
        Value::Player(_) => Some(0),
        Value::Card(_) => Some(1),
        Value::Zone(_) => Some(2),
        Value::Action(_) => Some(3),
        _ => None,
    }
}

impl Shape {
    /// The shape of a value.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::List(values) => Self::List(values.iter().map(Self::of).collect()),
            Value::Players(seats) => Self::Players(seats.len() as u8),
            value => tag(value).map_or_else(|| Self::Plain(value.clone()), Self::Opaque),
        }
    }

    /// Whether a value has this shape.
    #[inline]
    pub fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Opaque(of), value) => tag(value) == Some(*of),
            (Self::Plain(Value::Unit), Value::Unit) => true,
            (Self::Plain(Value::Bool(plain)), Value::Bool(value)) => plain == value,
            (Self::Plain(Value::Int(plain)), Value::Int(value)) => plain == value,
            (Self::Players(n), Value::Players(seats)) => seats.len() == *n as usize,
            _ => self.fits_as_a_whole(value),
        }
    }

    fn fits_as_a_whole(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::List(shapes), Value::List(values)) => {
                shapes.len() == values.len()
                    && shapes.iter().zip(values.iter()).all(|(s, v)| s.fits(v))
            }
            (Self::Plain(plain), value) => plain == value,
            (Self::List(_) | Self::Players(_) | Self::Opaque(_), _) => false,
        }
    }
}

/// The opaque value at a place within a value, counted through the lists in it.
pub fn nth(value: &Value, mut place: usize) -> Value {
    match value {
        Value::Players(seats) => Value::Player(seats[place]),
        Value::List(values) => {
            for value in values.iter() {
                let n = count(value);
                if place < n {
                    return nth(value, place);
                }
                place -= n;
            }
            unreachable!("a register counts what is there")
        }
        value => value.clone(),
    }
}

/// How many opaque values there are within a value.
pub fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.iter().map(count).sum(),
        Value::Players(seats) => seats.len(),
        value => usize::from(tag(value).is_some()),
    }
}

/// Whether a value is a list of opaque values and nothing else: such a list is known again by the
/// registers of what is in it.
pub fn is_row(value: &Value) -> bool {
    match value {
        Value::Players(_) => true,
        Value::List(values) => values.iter().all(|value| tag(value).is_some()),
        _ => false,
    }
}
