//! History of a game: snapshots, forks, and rollback after a fault.

use super::effect::Rulebook;
use super::game::Game;
use crate::kernel::canonical::{self, CanonicalPosition};
use crate::kernel::decision::Decision;
use crate::kernel::event::Event;
use crate::kernel::log::LogPosition;
use crate::kernel::pending::{Pending, UncommittedState};
use crate::kernel::table::Table;
use std::rc::Rc;

/// A snapshot of a game.
#[derive(Clone, Debug)]
pub struct Snapshot {
    table: Table,
    pending: Pending,
    decision: Decision,
    uncommitted: Option<Rc<UncommittedState>>,
    next_event: u32,
}

impl Snapshot {
    /// Creates a snapshot of a position in the middle of a ply, for inspection: it has no decision.
    pub fn still(table: Table) -> Self {
        let decision = Decision { seat: table.turns.current, ..Decision::default() };
        Self { table, pending: Pending::Over, decision, uncommitted: None, next_event: 0 }
    }

    /// Returns the committed position, without the effects of an unfinished hook.
    pub const fn committed(&self) -> &Table {
        &self.table
    }

    /// Returns the position to display.
    pub fn shown(&self) -> &Table {
        self.uncommitted.as_ref().map_or(&self.table, |uncommitted| &uncommitted.table)
    }

    /// Returns the decision at that point; `None` once the game is over.
    pub const fn decision(&self) -> Option<&Decision> {
        match self.pending {
            Pending::Over => None,
            _ => Some(&self.decision),
        }
    }

    /// Returns the hash of the committed position and the answers since.
    pub fn hash(&self) -> u64 {
        let given = match &self.pending {
            Pending::Run(run) => run.answers.given.as_slice(),
            _ => &[],
        };
        canonical::hash(&CanonicalPosition::new(&self.table, given, &self.decision))
    }
}

/// The state to roll back to when a script faults.
pub(super) struct Savepoint {
    pub(super) log: LogPosition,
    pending: Pending,
    decision: Decision,
    uncommitted: Option<Rc<UncommittedState>>,
}

impl Game {
    /// Returns an independent copy of the game at this point, without agents.
    pub fn fork(&self) -> Self {
        self.fork_on(self.book.clone())
    }

    /// Returns a copy on another rulebook of the same rules.
    pub fn fork_on(&self, book: Rc<dyn Rulebook>) -> Self {
        let names = self.effect.players.names.clone();
        let mut fork = Self::around(book, self.table().clone(), names, true);
        let (players, own) = (&mut fork.effect.players, &self.effect.players);
        (players.also_ask, players.ask_chance) = (own.also_ask, own.ask_chance);
        fork.rewind(&self.snapshot());
        fork
    }

    /// Returns a snapshot of the current state.
    pub fn snapshot(&self) -> Snapshot {
        // Snapshots are many: they keep the groups of mixed cards, not the losses that led there.
        self.table().mixed.groups();
        let mut table = self.table().clone();
        table.mixed.settle();
        Snapshot {
            table,
            pending: self.pending.clone(),
            decision: self.decision.clone(),
            uncommitted: self.uncommitted.clone(),
            next_event: self.effect.log.next,
        }
    }

    /// Restores a snapshot. The log is emptied: its events belong to the caller.
    pub fn rewind(&mut self, to: &Snapshot) {
        self.effect.table.clone_from(&to.table);
        self.effect.log.restart(&to.table, to.next_event);
        self.effect.run.caused.clear();
        self.pending.clone_from(&to.pending);
        self.decision.clone_from(&to.decision);
        self.uncommitted.clone_from(&to.uncommitted);
    }

    /// Takes the events since the last call; their numbering continues.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.effect.log.take(&self.effect.table)
    }

    pub(super) fn savepoint(&mut self) -> Savepoint {
        self.before.clone_from(&self.effect.table);
        Savepoint {
            log: self.effect.log.mark(),
            pending: self.pending.clone(),
            decision: self.decision.clone(),
            uncommitted: self.uncommitted.clone(),
        }
    }

    pub(super) fn restore(&mut self, savepoint: Savepoint) {
        self.effect.table.clone_from(&self.before);
        self.effect.log.split_off(savepoint.log);
        self.effect.run.caused.clear();
        self.effect.run.answers.given.clear();
        self.pending = savepoint.pending;
        self.decision = savepoint.decision;
        self.uncommitted = savepoint.uncommitted;
    }
}
