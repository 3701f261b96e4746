//! The cost of hooks since the last answer, and its limits.

/// The cost of hooks since the last answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The operations of the running hook and of the hooks inside it. The rulebook counts them.
    pub n_operations: u64,
    pub n_events: u32,
    /// The bytes of the texts that were said.
    pub n_said_bytes: usize,
    /// The questions that had more than one option.
    pub n_questions: u32,
}

impl Cost {
    /// Removes what hooks have cost before the running one: an answer that an agent gives while the
    /// hook runs is counted from the start of the hook, as if the hook were run again for it.
    pub(in crate::kernel) const fn forget(&mut self, before: Self) {
        self.n_events = self.n_events.saturating_sub(before.n_events);
        self.n_said_bytes = self.n_said_bytes.saturating_sub(before.n_said_bytes);
        self.n_questions = self.n_questions.saturating_sub(before.n_questions);
    }
}
