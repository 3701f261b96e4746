//! Trace guards: the properties of a value that a script can observe.

use crate::kernel::Value;

/// The observable properties of a value.
#[derive(Clone, Debug, PartialEq)]
enum GuardShape {
    /// The value itself.
    Plain(Value),
    /// The opaque type of a player, a card, a pile or an action.
    Opaque(u8),
    /// The shapes of a list's elements.
    List(Vec<GuardShape>),
    /// The number of players in a list.
    Players(u8),
}

/// Returns which of the four opaque types a value has, if any.
const fn tag(value: &Value) -> Option<u8> {
    match value {
        Value::Player(_) => Some(0),
        Value::Card(_) => Some(1),
        Value::Zone(_) => Some(2),
        Value::Action(_) => Some(3),
        _ => None,
    }
}

impl GuardShape {
    /// Returns the shape of a value.
    fn of(value: &Value) -> Self {
        match value {
            Value::List(values) => Self::List(values.iter().map(Self::of).collect()),
            Value::Players(seats) => Self::Players(seats.len() as u8),
            value => tag(value).map_or_else(|| Self::Plain(value.clone()), Self::Opaque),
        }
    }

    /// Returns whether a value has this shape.
    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Opaque(of), value) => tag(value) == Some(*of),
            (Self::Players(n), Value::Players(seats)) => seats.len() == *n as usize,
            (Self::List(shapes), Value::List(values)) => {
                shapes.len() == values.len()
                    && shapes.iter().zip(values.iter()).all(|(s, v)| s.fits(v))
            }
            (Self::Plain(plain), value) => plain == value,
            (Self::List(_) | Self::Players(_), _) => false,
        }
    }
}

/// A shape, with a number for fast comparison.
#[derive(Debug)]
pub struct Guard {
    number: u64,
    shape: GuardShape,
}

/// Returns the number of a value's shape; 0 (no number) for strings, integers outside the range of
/// `u32`, and lists with elements other than cards.
#[inline]
fn number(value: &Value) -> u64 {
    // Branch-free: the type alone determines the number for most results of verbs.
    let of = match value {
        Value::Unit => 1,
        Value::Player(_) => 5,
        Value::Card(_) => 6,
        Value::Zone(_) => 7,
        Value::Action(_) => 8,
        _ => 0,
    };
    match value {
        _ if of > 0 => of,
        Value::Bool(b) => 2 | u64::from(*b) << 8,
        _ => number_of_plain(value),
    }
}

/// Returns the number for values that a script can inspect.
#[inline]
fn number_of_plain(value: &Value) -> u64 {
    let (of, what) = match value {
        Value::Int(n) => match u32::try_from(*n) {
            Ok(n) => (3, u64::from(n)),
            Err(_) => return 0,
        },
        Value::Kind(kind) => (4, u64::from(kind.0)),
        Value::Players(seats) => (9, seats.len() as u64),
        Value::List(values) if values.iter().all(|v| matches!(v, Value::Card(_))) => {
            (10, values.len() as u64)
        }
        _ => return 0,
    };
    what << 8 | of
}

impl Guard {
    /// Creates the guard of a value.
    pub fn of(value: &Value) -> Self {
        Self { number: number(value), shape: GuardShape::of(value) }
    }

    /// Returns whether the values match these guards, in order and number.
    #[inline]
    pub fn all_fit(guards: &[Self], values: &[Value]) -> bool {
        guards.len() == values.len() && guards.iter().zip(values).all(|(guard, v)| guard.fits(v))
    }

    fn fits(&self, value: &Value) -> bool {
        let number = number(value);
        number == self.number && (number != 0 || self.shape.fits(value))
    }

    /// Returns the index of the guard that matches a value.
    #[inline(always)]
    pub fn find<T>(guards: &[(Self, T)], value: &Value) -> Option<usize> {
        let number = number(value);
        let fits =
            |guard: &Self| guard.number == number && (number != 0 || guard.shape.fits(value));
        guards.iter().position(|(guard, _)| fits(guard))
    }
}

/// Returns the opaque value at an index within a value; nested lists are flattened.
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

/// Returns the number of opaque values within a value.
pub fn count(value: &Value) -> usize {
    match value {
        Value::List(values) => values.iter().map(count).sum(),
        Value::Players(seats) => seats.len(),
        value => usize::from(tag(value).is_some()),
    }
}

/// Returns whether a value is a list of opaque values only. Such a list is identified by the
/// registers of its elements.
pub fn is_handle_list(value: &Value) -> bool {
    match value {
        Value::Players(_) => true,
        Value::List(values) => values.iter().all(|value| tag(value).is_some()),
        _ => false,
    }
}
