//! The event log: the events of a game in order, with their causes, and what is noted of a setup.

use super::setup::NotedSetup;
use super::table::Table;
use crate::kernel::cause::Cause;
use crate::kernel::decision::AutoAnswer;
use crate::kernel::event::{Event, EventKind};

/// Initial capacity, enough for a typical game: avoids copies when the log grows.
const USUAL: usize = 512;

/// The log of a game, disabled if nothing reads it.
#[derive(Debug, Default)]
pub(crate) struct Log {
    events: Option<Vec<Event>>,
    /// The table before them.
    base: Table,
    /// The number of the next visible event.
    pub next: u32,
    /// The ply of new events.
    pub ply: u32,
    /// The ply in which the current play or hook began.
    pub since: u32,
    /// Questions answered automatically since the ply began.
    pub auto_answers: Vec<AutoAnswer>,
    /// The running setup, if others will repeat it.
    pub noted: Option<Box<NotedSetup>>,
}

/// A position in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) struct LogPosition {
    n_events: usize,
    next: u32,
}

impl Log {
    /// Creates an empty log, enabled or disabled.
    pub fn new(is_kept: bool) -> Self {
        Self { events: is_kept.then(|| Vec::with_capacity(USUAL)), ..Self::default() }
    }

    /// Whether the log is enabled.
    #[inline]
    pub const fn is_kept(&self) -> bool {
        self.events.is_some()
    }

    /// Whether calls of verbs are recorded: with their places for the log, or for a setup that is
    /// repeated.
    pub const fn records_verbs(&self) -> bool {
        self.is_kept() || self.noted.is_some()
    }

    pub(in crate::kernel) fn start(&mut self, table: &Table) {
        if self.events.is_none() {
            self.events = Some(Vec::new());
            self.base.clone_from(table);
        }
    }

    /// Returns the table before the events.
    pub const fn base(&self) -> &Table {
        &self.base
    }

    /// Returns the events since they were last taken.
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or(&[])
    }

    pub(in crate::kernel) fn push(&mut self, cause: Cause, kind: EventKind) {
        let event = Event { id: self.next, cause, kind };
        self.next = event.numbers().end;
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Begins a new game.
    pub(in crate::kernel) fn clear(&mut self) {
        self.next = 0;
        self.auto_answers.clear();
        self.noted = None;
        self.begin_ply(0);
    }

    pub(in crate::kernel) fn begin_ply(&mut self, ply: u32) {
        self.ply = ply;
        self.since = ply;
    }

    /// Empties the log at this table; returns the removed events.
    pub(in crate::kernel) fn take(&mut self, table: &Table) -> Vec<Event> {
        let Some(events) = &mut self.events else { return Vec::new() };
        self.base.clone_from(table);
        std::mem::take(events)
    }

    pub(in crate::kernel) fn mark(&self) -> LogPosition {
        LogPosition { n_events: self.events().len(), next: self.next }
    }

    /// Truncates the log to a mark; returns the removed events.
    pub(in crate::kernel) fn split_off(&mut self, to: LogPosition) -> Vec<Event> {
        self.next = to.next;
        self.events.as_mut().map_or_else(Vec::new, |events| events.split_off(to.n_events))
    }

    /// Empties the log at this table and sets the number of the next visible event.
    pub(in crate::kernel) fn restart(&mut self, table: &Table, next: u32) {
        self.next = next;
        self.auto_answers.clear();
        drop(self.take(table));
    }
}
