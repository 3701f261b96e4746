//! Root parallelisation (Chaslot, Winands and van den Herik 2008): several threads search the same
//! decision, each with its own rulebook, deals and tree; the results of the options are added up.
//! Seed and number of threads determine the choice.

use super::budget::Budget;
use crate::agent::Evidence;
use crate::base::Interrupt;
use crate::kernel::{Action, Decision, Rulebook, Seat, Table};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Creates a rulebook on the thread that calls it.
pub type RulebookFactory = Arc<dyn Fn() -> Rc<dyn Rulebook> + Send + Sync>;

/// A decision to search.
pub(super) struct Assignment {
    pub table: Table<Action>,
    pub seat: Seat,
    pub evidence: Evidence,
    pub decision: Decision,
    pub default_arm: usize,
    pub budget: Budget,
    pub seed: u64,
    pub stop: Option<Interrupt>,
}

/// The results of the search of an assignment.
pub(super) struct SearchFindings {
    /// The rewards of each option, by deal; none where a game failed.
    pub rewards: Vec<Vec<Option<f64>>>,
    pub n_games: u32,
    pub n_failed: u32,
}

/// Threads that search beside the one that asks them. They end when this is dropped.
pub struct SearchThreads {
    threads: Vec<(Sender<Assignment>, Receiver<SearchFindings>)>,
}

impl SearchThreads {
    /// Starts this number of threads, which search their assignments with this function.
    pub(super) fn start(
        n_threads: usize,
        stack_size: usize,
        factory: &RulebookFactory,
        search: fn(&Rc<dyn Rulebook>, Assignment) -> SearchFindings,
    ) -> io::Result<Self> {
        let threads = (0..n_threads).map(|_| {
            let (assign, assignments) = channel();
            let (report, findings) = channel();
            let factory = factory.clone();
            let thread = thread::Builder::new().name("search".into()).stack_size(stack_size);
            thread.spawn(move || {
                let book = factory();
                for assignment in assignments {
                    if report.send(search(&book, assignment)).is_err() {
                        break;
                    }
                }
            })?;
            Ok((assign, findings))
        });
        threads.collect::<io::Result<_>>().map(|threads| Self { threads })
    }

    /// Returns the number of threads.
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Gives each thread the assignment with its number.
    pub(super) fn assign(&self, assignment: impl Fn(usize) -> Assignment) {
        for (i, (assign, _)) in self.threads.iter().enumerate() {
            // A thread that has ended finds nothing.
            let _ = assign.send(assignment(i));
        }
    }

    /// Waits for the findings of all threads, in the order of the threads.
    pub(super) fn findings(&self) -> impl Iterator<Item = SearchFindings> {
        self.threads.iter().filter_map(|(_, findings)| findings.recv().ok())
    }
}
