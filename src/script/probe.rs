//! What scripts did while somebody looked: which statements were run and which questions were put,
//! as far as the scripts carry traces ([`super::statement_map::instrumented`]). It is kept for each
//! thread.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the text of a trace begins with.
pub(super) const PROBE: &str = "@";

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct ProbeHits {
    /// How often each statement was run, by its number.
    pub statements: BTreeMap<usize, u64>,
    /// How often each question was put to somebody who had a choice.
    pub questions: BTreeMap<Arc<str>, u64>,
}

thread_local! {
    static HITS: RefCell<Option<ProbeHits>> = const { RefCell::new(None) };
}

/// Looks at what is done on this thread, and says what was seen.
pub fn watch<T>(work: impl FnOnce() -> T) -> (T, ProbeHits) {
    let before = HITS.replace(Some(ProbeHits::default()));
    let result = work();
    (result, HITS.replace(before).unwrap_or_default())
}

/// Notes what a script says of itself.
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

/// Notes that a question was put.
pub(super) fn asked(text: &Arc<str>) {
    HITS.with_borrow_mut(|trace| {
        if let Some(trace) = trace {
            *trace.questions.entry(text.clone()).or_default() += 1;
        }
    });
}
