//! Counts executed statements and prompts of instrumented scripts
//! ([`super::statement_map::instrumented`]), separately for each thread.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The prefix of a probe's text.
pub(super) const PROBE: &str = "@";

/// The recorded counts.
#[derive(Clone, Debug, Default)]
pub struct ProbeHits {
    /// The number of executions of each statement, by its number.
    pub statements: BTreeMap<usize, u64>,
    /// The number of times each prompt was put to a player with more than one option.
    pub questions: BTreeMap<Arc<str>, u64>,
}

thread_local! {
    static HITS: RefCell<Option<ProbeHits>> = const { RefCell::new(None) };
}

/// Runs `work` and returns its result with the counts recorded on this thread.
pub fn watch<T>(work: impl FnOnce() -> T) -> (T, ProbeHits) {
    let before = HITS.replace(Some(ProbeHits::default()));
    let result = work();
    (result, HITS.replace(before).unwrap_or_default())
}

/// Counts the statement of a probe.
pub(super) fn said(text: &str) {
    let number = text.trim_matches('"').strip_prefix(PROBE).and_then(|number| number.parse().ok());
    if let Some(number) = number {
        HITS.with_borrow_mut(|trace| {
            if let Some(trace) = trace {
                *trace.statements.entry(number).or_default() += 1;
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
