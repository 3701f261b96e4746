//! A game's past: snapshots to go back to, forks to try things on, and the way back from a fault.

use super::decision::Decision;
use super::event::Event;
use super::game::{Game, Pending, UncommittedState};
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
    n_events: u32,
}

impl Snapshot {
    /// A position in the midst of a ply, for looking at it: nothing is asked there.
    #[must_use]
    pub fn still(table: Table) -> Self {
        let decision = Decision { seat: table.turns.current, ..Decision::default() };
        Self { table, pending: Pending::Over, decision, uncommitted: None, n_events: 0 }
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
    n_logged: usize,
    n_events: u32,
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
        let names = self.context().names.clone();
        let mut fork = Self::around(book, self.table().clone(), names, true);
        let context = fork.context_mut();
        context.ask_single_pass = self.context().ask_single_pass;
        context.ask_chance = self.context().ask_chance;
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
            n_events: self.context().n_events,
        }
    }

    /// Makes the game what it was. The log is emptied: it is the keeper's who took it.
    pub fn rewind(&mut self, to: &Snapshot) {
        let context = self.context_mut();
        context.table.clone_from(&to.table);
        context.n_events = to.n_events;
        context.caused.clear();
        context.auto_answers.clear();
        if let Some(log) = &mut context.log {
            log.clear();
        }
        self.pending.clone_from(&to.pending);
        self.decision.clone_from(&to.decision);
        self.uncommitted.clone_from(&to.uncommitted);
    }

    /// Takes what has happened since the last time; numbers go on.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.context_mut().log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn savepoint(&mut self) -> Savepoint {
        let Self { context, before, .. } = self;
        let context = context.as_ref().expect("the desk is here between runs");
        before.clone_from(&context.table);
        Savepoint {
            n_logged: context.log.as_ref().map_or(0, Vec::len),
            n_events: context.n_events,
            pending: self.pending.clone(),
            decision: self.decision.clone(),
        }
    }

    pub(super) fn restore(&mut self, savepoint: Savepoint) {
        let Self { context, before, .. } = self;
        let context = context.as_mut().expect("the desk is here between runs");
        context.table.clone_from(before);
        context.caused.clear();
        context.given.clear();
        if let Some(log) = &mut context.log {
            log.truncate(savepoint.n_logged);
        }
        context.n_events = savepoint.n_events;
        self.pending = savepoint.pending;
        self.decision = savepoint.decision;
    }
}
