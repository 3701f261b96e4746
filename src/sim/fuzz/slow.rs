//! Hooks that cost much.

use crate::script::probe::HookCosts;
use crate::script::syntax::find_function;
use crate::script::{Host, MAX_OPERATIONS};
use serde::Serialize;

/// A hook is slow if a call of it costs more operations than this.
pub const SLOW: u64 = MAX_OPERATIONS / 5;

/// A hook of which a call costs more than [`SLOW`] operations.
#[derive(Clone, Debug, Serialize)]
pub struct SlowHook {
    /// Its name.
    pub hook: &'static str,
    /// Where it is defined: `cards/favor.rhai:3`.
    pub at: String,
    /// The number of its calls.
    pub calls: u64,
    /// The operations of all calls.
    pub operations: u64,
    /// The operations of the most expensive call.
    pub most: u64,
}

/// Returns the slow hooks of a ruleset, the slowest first.
#[must_use]
pub fn slow_hooks(host: &Host, costs: &HookCosts) -> Vec<SlowHook> {
    let slow = costs.iter().filter(|(_, cost)| cost.most > SLOW);
    let slow = slow.filter_map(|((script, hook), cost)| {
        let script = host.source(*script)?;
        let span = find_function(script, hook.name())?;
        Some(SlowHook {
            hook: hook.name(),
            at: format!("{}:{}", script.name, span.line),
            calls: cost.n_calls,
            operations: cost.n_operations,
            most: cost.most,
        })
    });
    let mut slow: Vec<SlowHook> = slow.collect();
    slow.sort_by_key(|slow| std::cmp::Reverse(slow.most));
    slow
}
