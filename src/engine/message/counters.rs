//! Contents of counters, as data and in texts.

use super::info::Label;
use super::names::{Names, SeatName, whose};
use super::secret::{Secret, UNKNOWN, public};
use crate::kernel::rules::CounterRule;
use crate::kernel::{Table, Value};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The content of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CounterValue {
    /// A number.
    Number(i64),
    /// A text, the name of a player or the id of a kind; empty if it holds nothing.
    Name(String),
}

impl CounterValue {
    /// Whether it holds nothing.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Name(name) if name.is_empty())
    }

    /// Returns a value for people; [`UNKNOWN`] if they do not know it.
    pub fn shown(value: &Secret<Self>) -> String {
        value.get().map_or_else(|| UNKNOWN.to_owned(), ToString::to_string)
    }
}

/// The value as `:set` reads it: a word, a text in quotes, or `-` for nothing.
impl fmt::Display for CounterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) if name.is_empty() => f.write_str("-"),
            Self::Name(name) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                f.write_str(name)
            }
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}

public!(CounterValue);

/// Returns the name of a counter of a player or of the table: `ann.space` or `side`.
pub fn counter_name(owner: Option<&SeatName>, name: &str) -> String {
    owner.map_or_else(|| name.to_owned(), |owner| format!("{owner}.{name}"))
}

/// Returns what people call a counter: `ann's Space`, or without a title `ann.space`.
pub fn counter_title(owner: Option<&SeatName>, name: &str, label: &Label) -> String {
    match (&label.title, owner) {
        (None, owner) => counter_name(owner, name),
        (Some(title), None) => title.to_string(),
        (Some(title), Some(owner)) => format!("{} {title}", whose(owner)),
    }
}

impl Names {
    /// How people are told of a counter.
    pub fn counter_label(&self, rule: &CounterRule) -> Label {
        let title = self.counter_titles.get(&*rule.id).cloned();
        Label { title, is_hidden: !rule.is_shown }
    }

    /// Converts what a counter holds.
    pub fn counter_value(&self, value: &Value) -> CounterValue {
        match value {
            Value::Int(number) => CounterValue::Number(*number),
            Value::Kind(kind) => CounterValue::Name(self.kind(*kind).id.to_string()),
            Value::Player(seat) => CounterValue::Name(self.seat_name(*seat).to_string()),
            Value::Text(text) => CounterValue::Name(self.read(&text.clone().into())),
            _ => CounterValue::Name(String::new()),
        }
    }

    /// Converts the number of a counter.
    pub fn counted(&self, table: &Table, rule: &CounterRule, number: i64) -> CounterValue {
        self.counter_value(&table.counted(rule, number))
    }
}
