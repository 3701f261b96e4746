//! The types of values of scripts, and what scripts can tell of values.

use crate::kernel::{Kind, Rules, Transient, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The kind of thing that a variant declares and a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    Counter,
    /// An entry of the data, by its path.
    Data,
    Option,
    /// A parameter of a kind or combo.
    Param,
    Pile,
    Tag,
}

/// The type of a parameter or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `()`.
    Nothing,
    /// `true` or `false`.
    Bool,
    Int,
    Text,
    /// A string that names something.
    Name(NameOf),
    /// The id of a kind of card, as a string.
    Kind,
    Player,
    Card,
    /// A pile or a hand.
    Pile,
    Action,
    /// A list with elements of these types.
    List(&'static Self),
    /// One of these types.
    Any(&'static [Self]),
    /// Any value that the data of a variant can hold.
    Datum,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("()"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("number"),
            Self::Text | Self::Name(_) => f.write_str("text"),
            Self::Kind => f.write_str("kind"),
            Self::Player => f.write_str("player"),
            Self::Card => f.write_str("card"),
            Self::Pile => f.write_str("pile"),
            Self::Action => f.write_str("action"),
            Self::List(of) => write!(f, "[{of}]"),
            Self::Any(types) => {
                for (i, t) in types.iter().enumerate() {
                    write!(f, "{}{t}", if i > 0 { " or " } else { "" })?;
                }
                Ok(())
            }
            Self::Datum => f.write_str("value"),
        }
    }
}

/// The ids of the kinds: maps the texts of scripts to the kernel's kinds.
#[derive(Debug, Default)]
pub struct Kinds {
    numbers: BTreeMap<String, Kind>,
}

impl Kinds {
    /// Creates the table for these ids, in the order of the ruleset.
    pub fn new<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let numbered = ids.enumerate().map(|(i, id)| (id.to_owned(), Kind(i as u16)));
        Self { numbers: numbered.collect() }
    }

    /// Returns the kind with this id.
    pub fn find(&self, id: &str) -> Option<Kind> {
        self.numbers.get(id).copied()
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(String::as_str)
    }
}

impl Type {
    /// Returns whether a value has this type.
    pub fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Datum, Value::Transient(_)) => false,
            (Self::Datum, Value::List(values)) => values.iter().all(|v| self.fits(v)),
            (Self::Datum, _)
            | (Self::Nothing, Value::Unit)
            | (Self::Bool, Value::Bool(_))
            | (Self::Int, Value::Int(_))
            | (Self::Text | Self::Name(_), Value::Text(_) | Value::Kind(_))
            | (Self::Kind, Value::Kind(_))
            | (Self::Player, Value::Player(_))
            | (Self::Card, Value::Card(_))
            | (Self::Pile, Value::Zone(_))
            | (Self::Action, Value::Action(_)) => true,
            (Self::List(Self::Player | Self::Datum), Value::Players(_))
            | (Self::List(Self::Card | Self::Datum), Value::Cards(_)) => true,
            (Self::List(of), Value::Cards(cards)) => {
                cards.iter().all(|card| of.fits(&Value::Card(*card)))
            }
            (Self::List(of), Value::List(values)) => values.iter().all(|v| of.fits(v)),
            (Self::Any(types), value) => types.iter().any(|t| t.fits(value)),
            _ => false,
        }
    }
}

/// Returns the string of a value that is a string for scripts.
pub(super) fn text_of<'v>(rules: &'v Rules, value: &'v Value) -> Option<&'v Arc<str>> {
    match value {
        Value::Text(text) => Some(text),
        Value::Kind(kind) => Some(&rules.kind(*kind).id),
        _ => None,
    }
}

/// Returns whether two values are equal; values of different types are not.
pub(super) fn equal(rules: &Rules, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Kind(a), Value::Kind(b)) => a == b,
        (Value::Text(_) | Value::Kind(_), Value::Text(_) | Value::Kind(_)) => {
            text_of(rules, a) == text_of(rules, b)
        }
        (Value::Transient(Transient::Char(letter)), text @ (Value::Text(_) | Value::Kind(_)))
        | (text @ (Value::Text(_) | Value::Kind(_)), Value::Transient(Transient::Char(letter))) => {
            text_of(rules, text).is_some_and(|text| text.chars().eq([*letter]))
        }
        (Value::Transient(Transient::Map(a)), Value::Transient(Transient::Map(b))) => {
            let mut pairs = a.iter().zip(&**b);
            a.len() == b.len() && pairs.all(|((a, x), (b, y))| a == b && equal(rules, x, y))
        }
        (a, b) if is_list(a) && is_list(b) => {
            let (n, m) = (length(a), length(b));
            n == m && (0..n).all(|i| equal(rules, &nth(a, i), &nth(b, i)))
        }
        (a, b) => a == b,
    }
}

/// Returns whether a value is a list for scripts.
pub(super) const fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Players(_) | Value::Cards(_))
}

/// Returns the number of elements of a list.
pub(super) fn length(list: &Value) -> usize {
    match list {
        Value::List(values) => values.len(),
        Value::Players(seats) => seats.len(),
        Value::Cards(cards) => cards.len(),
        _ => 0,
    }
}

/// Returns an element of a list.
///
/// # Panics
/// The list has no such element.
pub(super) fn nth(list: &Value, index: usize) -> Value {
    match list {
        Value::List(values) => values[index].clone(),
        Value::Players(seats) => Value::Player(seats[index]),
        Value::Cards(cards) => Value::Card(cards[index]),
        _ => Value::Unit,
    }
}

/// Returns the elements of a list as a vector.
pub(super) fn to_vec(list: &Value) -> Option<Vec<Value>> {
    match list {
        Value::List(values) => Some(values.to_vec()),
        Value::Players(seats) => Some(seats.iter().copied().map(Value::Player).collect()),
        Value::Cards(cards) => Some(cards.iter().copied().map(Value::Card).collect()),
        _ => None,
    }
}

/// Returns the name of the type of a value.
pub(super) const fn type_of(value: &Value) -> &'static str {
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
