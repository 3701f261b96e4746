//! The cost of hooks since the last answer, and its limits.

use std::cell::Cell;

/// The cost of hooks since the last answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    /// The operations of the running hook and of the hooks inside it. The rulebook counts them.
    pub n_operations: Cell<u64>,
    pub n_events: u32,
    /// The bytes of the texts that were said, printed or put into counters.
    pub n_text_bytes: usize,
    /// The questions that had more than one option.
    pub n_questions: u32,
    /// The events, bytes and questions that hooks before the running one have caused.
    before: (u32, usize, u32),
}

impl Cost {
    /// Notes that a hook begins.
    pub(in crate::kernel) const fn begin_hook(&mut self) {
        self.before = (self.n_events, self.n_text_bytes, self.n_questions);
    }

    /// Removes what hooks have cost before the running one: an answer that an agent gives while the
    /// hook runs is counted from the start of the hook, as if the hook were run again for it.
    pub(in crate::kernel) fn forget_before(&mut self) {
        let (n_events, n_text_bytes, n_questions) = std::mem::take(&mut self.before);
        self.n_events = self.n_events.saturating_sub(n_events);
        self.n_text_bytes = self.n_text_bytes.saturating_sub(n_text_bytes);
        self.n_questions = self.n_questions.saturating_sub(n_questions);
    }
}
