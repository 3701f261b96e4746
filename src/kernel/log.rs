//! What happened, kept for whoever wants to know.

use super::effect::AutoAnswer;
use super::event::{Cause, Event, EventKind};

/// Room for the events of a usual game: a log that grows is copied each time.
const USUAL: usize = 512;

/// The log of a game. A game that nobody looks at keeps none.
#[derive(Debug, Default)]
pub struct Log {
    events: Option<Vec<Event>>,
    /// The number of the next event that people see.
    pub next: u32,
    /// The ply that events belong to.
    pub ply: u32,
    /// The ply in which what happens now began.
    pub since: u32,
    /// Questions that answered themselves since the ply began.
    pub auto_answers: Vec<AutoAnswer>,
}

/// How far a log has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    n_events: usize,
    next: u32,
}

impl Log {
    /// An empty log, kept or not.
    #[must_use]
    pub fn new(is_kept: bool) -> Self {
        Self { events: is_kept.then(|| Vec::with_capacity(USUAL)), ..Self::default() }
    }

    /// Whether somebody wants to know what happens.
    #[must_use]
    #[inline]
    pub const fn is_kept(&self) -> bool {
        self.events.is_some()
    }

    /// Keeps what happens from now on.
    pub(super) fn start(&mut self) {
        self.events.get_or_insert_default();
    }

    /// What has happened since it was last taken.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or(&[])
    }

    pub(super) fn push(&mut self, cause: Cause, kind: EventKind) {
        let event = Event { id: self.next, cause, kind };
        self.next = event.numbers().end;
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// A ply begins.
    pub(super) fn begin_ply(&mut self, ply: u32) {
        self.ply = ply;
        self.since = ply;
    }

    pub(super) fn take(&mut self) -> Vec<Event> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { n_events: self.events().len(), next: self.next }
    }

    /// Goes back to a mark; returns what had happened since.
    pub(super) fn split_off(&mut self, to: Mark) -> Vec<Event> {
        self.next = to.next;
        self.events.as_mut().map_or_else(Vec::new, |events| events.split_off(to.n_events))
    }

    /// Empties the log: the next event that people see has this number.
    pub(super) fn restart(&mut self, next: u32) {
        self.next = next;
        self.auto_answers.clear();
        if let Some(events) = &mut self.events {
            events.clear();
        }
    }
}
