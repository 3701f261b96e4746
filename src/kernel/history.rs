//! A game's past: snapshots to go back to, forks to try things on, and the way back from a fault.

use super::decision::Decision;
use super::event::Event;
use super::game::{Game, Pending, UncommittedState};
use super::log::Mark;
use super::rules::Rulebook;
use super::table::{Table, stable_hash};
use std::rc::Rc;

/// A game at one point of its history, to go back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    table: Table,
    pending: Pending,
    decision: Decision,
    uncommitted: Option<Rc<UncommittedState>>,
    next_event: u32,
}

impl Snapshot {
    /// A position in the midst of a ply, for looking at it: nothing is asked there.
    #[must_use]
    pub fn still(table: Table) -> Self {
        let decision = Decision { seat: table.turns.current, ..Decision::default() };
        Self { table, pending: Pending::Over, decision, uncommitted: None, next_event: 0 }
    }

    /// The position that is committed: without what an unfinished hook has done so far.
    #[must_use]
    pub const fn committed(&self) -> &Table {
        &self.table
    }

    /// The position to be shown.
    #[must_use]
    pub fn shown(&self) -> &Table {
        self.uncommitted.as_ref().map_or(&self.table, |uncommitted| &uncommitted.table)
    }

    /// The decision at that point; nothing once the game is over.
    #[must_use]
    pub const fn decision(&self) -> Option<&Decision> {
        match self.pending {
            Pending::Over => None,
            _ => Some(&self.decision),
        }
    }

    /// The hash of the committed position and of what has been answered since.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let given = match &self.pending {
            Pending::Run(run) => run.given.as_slice(),
            _ => &[],
        };
        stable_hash(&(&self.table, given, &self.decision.prompt, &self.decision.options))
    }
}

/// What an answer is taken back to when a script is at fault.
pub(super) struct Savepoint {
    log: Mark,
    pending: Pending,
    decision: Decision,
}

impl Game {
    /// Another game at the same point, to try something on. Nobody sits in its seats.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.fork_on(self.book.clone())
    }

    /// The same on another rulebook of the same rules.
    #[must_use]
    pub fn fork_on(&self, book: Rc<dyn Rulebook>) -> Self {
        let names = self.effect.names.clone();
        let mut fork = Self::around(book, self.table().clone(), names, true);
        fork.effect.settings = self.effect.settings;
        fork.rewind(&self.snapshot());
        fork
    }

    /// The game as it is now, to go back to.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            table: self.table().clone(),
            pending: self.pending.clone(),
            decision: self.decision.clone(),
            uncommitted: self.uncommitted.clone(),
            next_event: self.effect.log.next,
        }
    }

    /// Makes the game what it was. The log is emptied: it is the keeper's who took it.
    pub fn rewind(&mut self, to: &Snapshot) {
        self.effect.table.clone_from(&to.table);
        self.effect.log.restart(to.next_event);
        self.effect.run.caused.clear();
        self.pending.clone_from(&to.pending);
        self.decision.clone_from(&to.decision);
        self.uncommitted.clone_from(&to.uncommitted);
    }

    /// Takes what has happened since the last time; numbers go on.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.effect.log.take()
    }

    pub(super) fn savepoint(&mut self) -> Savepoint {
        self.before.clone_from(&self.effect.table);
        Savepoint {
            log: self.effect.log.mark(),
            pending: self.pending.clone(),
            decision: self.decision.clone(),
        }
    }

    pub(super) fn restore(&mut self, savepoint: Savepoint) {
        self.effect.table.clone_from(&self.before);
        self.effect.log.split_off(savepoint.log);
        self.effect.run.caused.clear();
        self.effect.run.given.clear();
        self.pending = savepoint.pending;
        self.decision = savepoint.decision;
    }
}
