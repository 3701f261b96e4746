//! Listening to a game while it is played, without keeping its events.

use crate::kernel::decision::Decision;
use crate::kernel::event::{EventClasses, EventKind};
use crate::kernel::table::Table;
use std::cell::RefCell;
use std::rc::Rc;

/// Observers are told of a game as it happens. Nothing is copied for it, unlike for a log.
///
/// A fault ends the game, and with it what is told.
pub trait Observer {
    /// A game begins: its cards lie where the deck puts them, and the setup follows.
    fn begin(&mut self, table: &Table);

    /// A visible event is about to change the table.
    fn event(&mut self, table: &Table, event: &EventKind);

    /// Returns which visible events it is told of: all of them, unless it says otherwise once and
    /// for all.
    fn interest(&self) -> EventClasses {
        EventClasses::SHOWN
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
