//! Counts executed statements, prompts and what hooks cost.

use super::watch::{RunView, StatementMark, Watch};
use crate::kernel::Hook;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The cost of the calls of a hook.
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

#[derive(Clone, Debug, Default)]
pub struct ProbeHits {
    /// The number of executions of each statement, by its number.
    pub statements: BTreeMap<usize, u64>,
    /// The number of times each prompt was put to a player with more than one option.
    pub questions: BTreeMap<Arc<str>, u64>,
    /// The costs of hooks, with those of the hooks that run inside them.
    pub costs: HookCosts,
}

/// Counts for the hosts that share it; by default it counts nothing.
#[derive(Clone, Debug, Default)]
pub struct Probe(Option<Rc<RefCell<ProbeHits>>>);

impl Probe {
    /// Creates a probe that counts.
    pub fn recording() -> Self {
        Self(Some(Rc::default()))
    }

    /// Returns the counts since the last call.
    pub fn take(&self) -> ProbeHits {
        self.0.as_deref().map(RefCell::take).unwrap_or_default()
    }

    pub(super) fn asked(&self, text: &Arc<str>) {
        if let Some(hits) = &self.0 {
            *hits.borrow_mut().questions.entry(text.clone()).or_default() += 1;
        }
    }

    /// Counts the operations of a call of a hook.
    #[inline(always)]
    pub(super) fn cost(&self, script: u16, hook: Hook, n_operations: u64) {
        #[cold]
        #[inline(never)]
        fn count(hits: &RefCell<ProbeHits>, script: u16, hook: Hook, n_operations: u64) {
            let call = HookCost { n_calls: 1, n_operations, most: n_operations };
            hits.borrow_mut().costs.entry((script, hook)).or_default().add(call);
        }
        if let Some(hits) = &self.0 {
            count(hits, script, hook, n_operations);
        }
    }
}

impl Watch for Probe {
    fn statement(&self, statement: &StatementMark, _: RunView<'_>) {
        if let Some(hits) = &self.0 {
            *hits.borrow_mut().statements.entry(statement.number).or_default() += 1;
        }
    }

    fn verb(&self, _: RunView<'_>) {}
}
