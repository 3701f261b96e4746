//! The hook that is running, as recorded for agents that simulate the rest of it.

use super::pending::{Continuation, SuspendedHook};
use super::table::Table;
use crate::kernel::card::Seat;
use crate::kernel::decision::RecordedAnswer;
use crate::kernel::hook::Hook;
use crate::kernel::rules::{Call, Owner};

/// The running hook: how it began, and the answers so far.
#[derive(Debug)]
pub struct HookRecord {
    base: Table,
    call: Call,
    then: Continuation,
    pub(in crate::kernel) given: Vec<RecordedAnswer>,
}

impl Default for HookRecord {
    fn default() -> Self {
        let call = Call::new(Hook::Setup, Owner::Rules, Seat(0));
        Self { base: Table::default(), call, then: Continuation::Settle, given: Vec::new() }
    }
}

impl HookRecord {
    pub(in crate::kernel) fn begin(&mut self, table: &Table, run: &SuspendedHook) {
        self.base.clone_from(table);
        self.call.clone_from(&run.call);
        self.then.clone_from(&run.then);
        self.given.clear();
    }

    pub(in crate::kernel) fn so_far(&self) -> HookSoFar<'_> {
        HookSoFar { base: &self.base, call: &self.call, then: &self.then, given: &self.given }
    }
}

/// A hook that asks a question.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct HookSoFar<'a> {
    pub(in crate::kernel) base: &'a Table,
    pub(in crate::kernel) call: &'a Call,
    pub(in crate::kernel) then: &'a Continuation,
    pub(in crate::kernel) given: &'a [RecordedAnswer],
}

impl<'a> HookSoFar<'a> {
    pub(in crate::kernel) fn waiting(base: &'a Table, run: &'a SuspendedHook) -> Self {
        Self { base, call: &run.call, then: &run.then, given: &run.given }
    }
}
