//! Counts executed statements and prompts of instrumented scripts
//! ([`super::statement_map::instrumented`]) and what hooks cost, separately for each thread.

use crate::kernel::Hook;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The function that instrumented scripts call before each statement, with its number.
pub(super) const PROBE: &str = "__statement";

/// What the calls of a hook have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HookCost {
    /// The number of calls.
    pub n_calls: u64,
    /// The operations of all calls.
    pub n_operations: u64,
    /// The operations of the most expensive call.
    pub most: u64,
}

/// The costs of hooks, by the number of their script.
pub type HookCosts = BTreeMap<(u16, Hook), HookCost>;

impl HookCost {
    /// Adds the costs of other calls.
    pub fn add(&mut self, other: Self) {
        self.n_calls += other.n_calls;
        self.n_operations += other.n_operations;
        self.most = self.most.max(other.most);
    }
}

/// The recorded counts.
#[derive(Clone, Debug, Default)]
pub struct ProbeHits {
    /// The number of executions of each statement, by its number.
    pub statements: BTreeMap<usize, u64>,
    /// The number of times each prompt was put to a player with more than one option.
    pub questions: BTreeMap<Arc<str>, u64>,
    /// The costs of hooks, with those of the hooks that run inside them.
    pub costs: HookCosts,
}

thread_local! {
    static HITS: RefCell<Option<ProbeHits>> = const { RefCell::new(None) };
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and returns its result with the counts recorded on this thread.
pub fn watch<T>(work: impl FnOnce() -> T) -> (T, ProbeHits) {
    let before = HITS.replace(Some(ProbeHits::default()));
    let was_watched = IS_WATCHED.replace(true);
    let result = work();
    IS_WATCHED.set(was_watched);
    (result, HITS.replace(before).unwrap_or_default())
}

/// Counts a statement.
pub(super) fn ran(number: i64) {
    HITS.with_borrow_mut(|trace| {
        if let (Some(trace), Ok(number)) = (trace, usize::try_from(number)) {
            *trace.statements.entry(number).or_default() += 1;
        }
    });
}

/// Counts the operations of a call of a hook.
#[inline]
pub(super) fn cost(script: u16, hook: Hook, n_operations: u64) {
    if IS_WATCHED.get() {
        let call = HookCost { n_calls: 1, n_operations, most: n_operations };
        HITS.with_borrow_mut(|trace| {
            if let Some(trace) = trace {
                trace.costs.entry((script, hook)).or_default().add(call);
            }
        });
    }
}

/// Counts a prompt.
pub(super) fn asked(text: &Arc<str>) {
    HITS.with_borrow_mut(|trace| {
        if let Some(trace) = trace {
            *trace.questions.entry(text.clone()).or_default() += 1;
        }
    });
}
