//! Counts executed statements and prompts of instrumented scripts
//! ([`super::statement_map::instrumented`]), separately for each thread.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The function that instrumented scripts call before each statement, with its number.
pub(super) const PROBE: &str = "__statement";

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

/// Counts a statement.
pub(super) fn ran(number: i64) {
    HITS.with_borrow_mut(|trace| {
        if let (Some(trace), Ok(number)) = (trace, usize::try_from(number)) {
            *trace.statements.entry(number).or_default() += 1;
        }
    });
}

/// Counts a prompt.
pub(super) fn asked(text: &Arc<str>) {
    HITS.with_borrow_mut(|trace| {
        if let Some(trace) = trace {
            *trace.questions.entry(text.clone()).or_default() += 1;
        }
    });
}
