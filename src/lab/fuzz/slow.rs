//! Hooks that cost much.

use crate::base::output::json;
use crate::script::probe::HookCosts;
use crate::script::tree::syntax::find_function;
use crate::script::{Host, MAX_OPERATIONS};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A hook is slow if a call of it costs more operations than this.
pub const SLOW: u64 = MAX_OPERATIONS / 5;

/// The cost of the calls of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookLoad {
    pub hook: String,
    /// Where it is defined: `cards/favor.rhai:3`.
    pub at: String,
    /// The number of its calls.
    #[serde(deserialize_with = "json::number")]
    pub calls: u64,
    /// The operations of all calls.
    #[serde(deserialize_with = "json::number")]
    pub operations: u64,
    /// The operations of the most expensive call.
    #[serde(deserialize_with = "json::number")]
    pub most: u64,
}

impl HookLoad {
    /// The costs of the hooks of a ruleset, by location and name.
    pub fn all(host: &Host, costs: &HookCosts) -> Vec<Self> {
        let load = costs.iter().filter_map(|((script, hook), cost)| {
            let script = host.source(*script)?;
            let span = find_function(script, hook.name())?;
            Some(Self {
                hook: hook.name().to_owned(),
                at: format!("{}:{}", script.name, span.line),
                calls: cost.n_calls,
                operations: cost.n_operations,
                most: cost.most,
            })
        });
        let mut all = Vec::new();
        Self::merge(&mut all, load.collect());
        all
    }

    /// Adds the costs of other calls.
    pub fn merge(ours: &mut Vec<Self>, theirs: Vec<Self>) {
        let mut all: BTreeMap<(String, String), Self> = BTreeMap::new();
        for load in ours.drain(..).chain(theirs) {
            all.entry((load.at.clone(), load.hook.clone()))
                .and_modify(|sum| {
                    sum.calls = sum.calls.saturating_add(load.calls);
                    sum.operations = sum.operations.saturating_add(load.operations);
                    sum.most = sum.most.max(load.most);
                })
                .or_insert(load);
        }
        ours.extend(all.into_values());
    }

    /// Those of which a call costs more than [`SLOW`] operations, the slowest first.
    pub fn slow(all: &[Self]) -> Vec<&Self> {
        let mut slow: Vec<&Self> = all.iter().filter(|load| load.most > SLOW).collect();
        slow.sort_by_key(|load| Reverse(load.most));
        slow
    }
}
