//! Records of plies, and a position in them.

use crate::base::error::Error;
use crate::kernel::rules::Call;
use crate::kernel::{ScriptLine, Seat};
use crate::script::{Host, StatementRun};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of statements that are kept.
const MAX_STEPS: usize = 1_000_000;

/// The debugger, its scripts, and whose view of the game is shown.
pub type ComputedFrom = (Rc<()>, Rc<Host>, Option<Seat>);

/// Results for entries of the timeline, by their numbers. It is forgotten once the debugger, its
/// scripts, or what it shows are others.
pub struct Computed<T> {
    of: RefCell<Option<ComputedFrom>>,
    items: RefCell<BTreeMap<usize, Rc<T>>>,
}

impl<T> Default for Computed<T> {
    fn default() -> Self {
        Self { of: RefCell::default(), items: RefCell::default() }
    }
}

/// A copy has computed nothing yet.
impl<T> Clone for Computed<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> std::fmt::Debug for Computed<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computed").field("n_items", &self.items.borrow().len()).finish()
    }
}

impl<T> Computed<T> {
    pub fn find(&self, from: ComputedFrom, number: usize) -> Option<Rc<T>> {
        let is_it = |(of, host, viewer): &ComputedFrom| {
            Rc::ptr_eq(of, &from.0) && Rc::ptr_eq(host, &from.1) && *viewer == from.2
        };
        if !self.of.borrow().as_ref().is_some_and(is_it) {
            self.items.take();
            self.of.replace(Some(from));
        }
        self.items.borrow().get(&number).cloned()
    }

    pub fn get(&self, from: ComputedFrom, number: usize, make: impl FnOnce() -> T) -> Rc<T> {
        self.find(from, number).unwrap_or_else(|| {
            let made = Rc::new(make());
            self.items.borrow_mut().insert(number, made.clone());
            made
        })
    }

    /// Forgets what was not computed to its end.
    pub fn forget(&self, number: usize) {
        self.items.borrow_mut().remove(&number);
    }
}

/// A run of a hook, or its continuation after a question.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    pub call: Call,
    pub statements: Vec<StatementRun>,
    /// The depth of the statement with the question, if this is a continuation.
    pub asked_at: Option<u16>,
    /// Its number among the runs.
    pub number: usize,
    /// The number of its statements that are left out because they ran before a question.
    pub n_begun: usize,
}

/// A statement that a ply has begun.
#[derive(Clone, Copy, Debug)]
pub struct RecordedStep {
    pub place: ScriptLine,
    pub depth: u16,
    /// The number of its run, and its own there.
    pub run: usize,
    pub in_run: usize,
    /// The number of events of the ply before it.
    pub n_done: usize,
}

/// The statements of a ply.
#[derive(Debug, Default)]
pub struct PlyRecord {
    pub runs: Vec<RecordedRun>,
    pub steps: Vec<RecordedStep>,
    /// The number of events of the ply.
    pub n_events: usize,
    /// Whether there were more than are recorded.
    pub is_cut: bool,
}

impl PlyRecord {
    /// The number of the statement before an event: the one that causes it, or else the first one
    /// after it.
    pub fn before_event(&self, n_done: usize, is_of_script: bool) -> usize {
        let step = self.steps.partition_point(|step| step.n_done <= n_done);
        step - usize::from(is_of_script && step > 0)
    }

    /// The number of the next statement after this many events.
    pub fn after_event(&self, n_done: usize) -> usize {
        self.steps.partition_point(|step| step.n_done < n_done)
    }

    /// Whether a statement is the first one of a call.
    pub fn enters(&self, step: usize) -> bool {
        let RecordedStep { run, depth, .. } = self.steps[step];
        let before = step.checked_sub(1).map(|before| self.steps[before]);
        let before = before.filter(|before| before.run == run).map(|before| before.depth);
        before.or(self.runs[run].asked_at).is_none_or(|before| before < depth)
    }

    /// The statement after one that a step over calls leads to.
    fn over(&self, step: usize) -> Option<usize> {
        let now = self.steps[step];
        let is_there = |one: &RecordedStep| one.run != now.run || one.depth <= now.depth;
        Some(step + 1 + self.steps[step + 1..].iter().position(is_there)?)
    }

    /// The statements to which steps over calls lead from the start of the ply.
    pub fn chain(&self) -> impl Iterator<Item = usize> {
        let first = (!self.steps.is_empty()).then_some(0);
        std::iter::successors(first, |step| self.over(*step))
    }
}

/// A position of the current line: before a statement of a ply, or after its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepPosition {
    pub ply: usize,
    /// The number of events of the ply before it.
    pub n_done: usize,
    /// The number of statements of the ply before it.
    pub step: usize,
}

/// The fault of an answer, which left the game as it was: the ply after it is shown up to there.
pub struct FaultStop {
    pub answer: String,
    pub error: Error,
    pub record: Rc<PlyRecord>,
    /// The number of the statement at the cursor.
    pub step: usize,
}

/// The parts of the cursor beside the timeline, which says where it is.
#[derive(Default)]
pub struct Cursor {
    /// Tells this debugger from its copies.
    pub identity: Rc<()>,
    records: Computed<PlyRecord>,
    /// The fault in which the cursor is.
    pub fault: Option<FaultStop>,
}

impl Cursor {
    /// Leaves a fault, because the game moves.
    pub fn leave_fault(&mut self) {
        self.fault = None;
    }

    /// The record of an entry of the timeline.
    pub fn record(
        &self,
        from: ComputedFrom,
        entry: usize,
        make: impl FnOnce() -> PlyRecord,
    ) -> Rc<PlyRecord> {
        self.records.get(from, entry, || {
            if self.n_steps() > MAX_STEPS {
                self.records.items.take();
            }
            make()
        })
    }

    /// Whether an entry is recorded.
    pub fn is_recorded(&self, from: ComputedFrom, entry: usize) -> bool {
        self.records.find(from, entry).is_some()
    }

    /// Whether there is room for further records.
    pub fn has_room(&self) -> bool {
        self.n_steps() < MAX_STEPS / 2
    }

    /// The number of recorded statements.
    fn n_steps(&self) -> usize {
        self.records.items.borrow().values().map(|record| record.steps.len()).sum()
    }
}

impl PlyRecord {
    /// The position before a statement of the ply, or after its last one.
    pub fn position(&self, ply: usize, step: usize) -> StepPosition {
        let n_done = self.steps.get(step).map_or(self.n_events, |step| step.n_done);
        StepPosition { ply, n_done, step }
    }

    /// The position after the last statement and event.
    pub fn end(&self, ply: usize) -> StepPosition {
        self.position(ply, self.steps.len())
    }
}
