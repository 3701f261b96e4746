//! Listening to a game while it is played, without keeping its events.

use crate::kernel::decision::Decision;
use crate::kernel::event::{EventKind, MoveReason};
use crate::kernel::table::Table;
use std::cell::RefCell;
use std::rc::Rc;

/// What is told of a game as it happens. Nothing is copied for it, unlike for a log.
///
/// A fault ends the game, and with it what is told.
pub trait Observer {
    /// A game begins: its cards lie where the deck puts them, and the setup follows.
    fn begin(&mut self, table: &Table);

    /// A visible event is about to change the table.
    fn event(&mut self, table: &Table, event: &EventKind);

    /// Returns which events it is told of: all of them, unless it says otherwise once and for all.
    fn interest(&self) -> Interest {
        Interest::ALL
    }

    /// An agent is asked a decision.
    fn decision(&mut self, decision: &Decision);

    /// A hook begins that may have to wait for an answer.
    fn savepoint(&mut self);

    /// The hook waits: its events since the savepoint have not happened. It will be run again.
    fn rollback(&mut self);
}

/// An observer, shared with its owner.
pub type SharedObserver = Rc<RefCell<dyn Observer>>;

/// Which frequent events an observer is told of. It is told of all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest(u32);

/// The classes of events after those of moves, which are the numbers of [`MoveReason`].
const PASSED: u32 = 16;
const ENDED: u32 = 17;
const SHOWN: u32 = 18;
const RESOLVED: u32 = 19;
const OTHERS: u32 = 31;

impl Interest {
    /// All events.
    pub const ALL: Self = Self(u32::MAX);

    /// Of moves only those for these reasons; no [`EventKind::Passed`], [`EventKind::Ended`] and
    /// [`EventKind::Shown`], and no [`EventKind::Resolved`] of plays.
    #[must_use]
    pub const fn of_moves(reasons: &[MoveReason]) -> Self {
        let (mut bits, mut i) = (1 << OTHERS, 0);
        while i < reasons.len() {
            bits |= 1 << reasons[i] as u32;
            i += 1;
        }
        Self(bits)
    }

    /// Whether the observer is told of an event.
    #[inline(always)]
    pub(in crate::kernel) const fn includes(self, event: &EventKind) -> bool {
        let class = match event {
            EventKind::Moved { reason, .. } => *reason as u32,
            EventKind::Passed { .. } => PASSED,
            EventKind::Ended { .. } => ENDED,
            EventKind::Shown { .. } => SHOWN,
            EventKind::Resolved { action } if action.subject.is_play() => RESOLVED,
            _ => OTHERS,
        };
        self.0 >> class & 1 == 1
    }
}
