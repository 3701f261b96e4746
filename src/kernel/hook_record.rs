//! The hook that is running, as recorded for agents that simulate the rest of it.

use super::card::Seat;
use super::decision::RecordedAnswer;
use super::hook::Hook;
use super::pending::{Continuation, SuspendedHook};
use super::rules::{Call, Owner};
use super::table::Table;

/// The running hook: how it began, and the answers so far.
#[derive(Debug)]
pub struct HookRecord {
    base: Table,
    call: Call,
    then: Continuation,
    pub(super) given: Vec<RecordedAnswer>,
}

impl Default for HookRecord {
    fn default() -> Self {
        let call = Call::new(Hook::Setup, Owner::Rules, Seat(0));
        Self { base: Table::default(), call, then: Continuation::Settle, given: Vec::new() }
    }
}

impl HookRecord {
    pub(super) fn begin(&mut self, table: &Table, run: &SuspendedHook) {
        self.base.clone_from(table);
        self.call.clone_from(&run.call);
        self.then.clone_from(&run.then);
        self.given.clear();
    }

    pub(super) fn so_far(&self) -> HookSoFar<'_> {
        HookSoFar { base: &self.base, call: &self.call, then: &self.then, given: &self.given }
    }
}

/// A hook that asks a question.
#[derive(Clone, Copy)]
pub(super) struct HookSoFar<'a> {
    pub(super) base: &'a Table,
    pub(super) call: &'a Call,
    pub(super) then: &'a Continuation,
    pub(super) given: &'a [RecordedAnswer],
}

impl<'a> HookSoFar<'a> {
    pub(super) fn waiting(base: &'a Table, run: &'a SuspendedHook) -> Self {
        Self { base, call: &run.call, then: &run.then, given: &run.given }
    }
}
