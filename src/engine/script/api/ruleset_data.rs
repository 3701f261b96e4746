//! The data of a ruleset that scripts read: parameters, options, data.

use crate::kernel::Value;
use crate::script::functions::of_json;
use crate::script::probe::Probe;
use crate::script::spec::Setting;
use crate::script::values::{Kinds, Type};
use crate::script::watch::Watcher;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A value in the data of a variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A value that a script can hold.
    Value(Value),
    /// An expression in `players`, with its result for each number of players, starting at 0.
    Count(Vec<i64>),
}

/// The data of a ruleset for scripts: parameters, options, data.
#[derive(Debug, Default)]
pub struct RulesetData {
    /// The ids of the kinds.
    pub kinds: Kinds,
    /// The parameters of each kind.
    pub kind_params: Vec<BTreeMap<String, Value>>,
    /// The parameters of each combo.
    pub combo_params: Vec<BTreeMap<String, Value>>,
    pub options: BTreeMap<String, Datum>,
    pub data: Json,
    /// The number of cards dealt to each player.
    pub deal: Datum,
    /// Counts what scripts do.
    pub probe: Probe,
    /// Sees what scripts do.
    pub watch: Watcher,
}

impl RulesetData {
    /// Returns the entry of the arbitrary data with this path, as in `track.length`.
    pub(in crate::script) fn find(&self, path: &str) -> Option<&Json> {
        path.split('.').try_fold(&self.data, |json, key| json.get(key))
    }
}

impl Default for Datum {
    fn default() -> Self {
        Self::Value(Value::Int(0))
    }
}

/// Returns the value of an option as a script value, for a number of players.
pub fn option_value(datum: &Datum, players: usize) -> Value {
    match datum {
        Datum::Value(value) => value.clone(),
        Datum::Count(counts) => Value::Int(counts.get(players).copied().unwrap_or_default()),
    }
}

/// Converts a JSON value to a script value; `None` for an object, also in a list.
pub fn json_value(json: &Json) -> Option<Value> {
    of_json(json).filter(|value| Type::Datum.fits(value))
}

/// Converts a setting to a script value; `count` evaluates an expression for a number of players.
pub(in crate::script) fn setting(setting: &Setting, count: impl Fn(&str, usize) -> i64) -> Datum {
    match setting {
        Setting::Bool(b) => Datum::Value(Value::Bool(*b)),
        Setting::Int(n) => Datum::Value(Value::Int(*n)),
        Setting::Text(text) => Datum::Value(Value::Text(text.clone())),
        Setting::Count(code) => {
            Datum::Count((0..=crate::kernel::card::MAX_SEATS).map(|n| count(code, n)).collect())
        }
    }
}

/// Builds a list of these values.
pub(super) fn list(values: impl IntoIterator<Item = Value>) -> Value {
    let values = values.into_iter();
    let at_most = values.size_hint().1.unwrap_or_default();
    let mut elements = Vec::with_capacity(at_most);
    elements.extend(values);
    Value::List(elements.into())
}
