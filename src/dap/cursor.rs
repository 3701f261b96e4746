//! A game with a cursor: a point of its timeline, and there a statement of a script.

use crate::debugger::locals::{Execution, RecordedRun};
use crate::debugger::{Debugger, TimelinePoint};
use crate::error::Error;
use crate::kernel::{ScriptLine, Seat};
use crate::script::{Frame, Host};
use crate::shell::Shell;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of statements that are kept.
const MAX_STEPS: usize = 1_000_000;

/// The game, its scripts, and whose view of it is shown.
type ComputedFrom = (u64, Rc<Host>, Option<Seat>);

/// What was computed for entries of the timeline or for scripts, by their numbers. It is forgotten
/// once the game, its scripts, or what is shown of it are others.
#[derive(Default)]
pub struct Computed<T> {
    of: RefCell<Option<ComputedFrom>>,
    items: RefCell<BTreeMap<usize, Rc<T>>>,
}

impl<T> Computed<T> {
    fn find(&self, debugger: &Debugger, number: usize) -> Option<Rc<T>> {
        let (game, host) = (debugger.first_decision, &debugger.loaded.host);
        let is_it = |(of, its_host, viewer): &ComputedFrom| {
            *of == game && Rc::ptr_eq(its_host, host) && *viewer == debugger.viewer
        };
        if !self.of.borrow().as_ref().is_some_and(is_it) {
            self.items.take();
            self.of.replace(Some((game, host.clone(), debugger.viewer)));
        }
        self.items.borrow().get(&number).cloned()
    }

    pub fn get(&self, debugger: &Debugger, number: usize, make: impl FnOnce() -> T) -> Rc<T> {
        self.find(debugger, number).unwrap_or_else(|| {
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

/// A point of the current line: before a statement of a ply, or after its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub ply: usize,
    /// The number of events of the ply before it.
    pub n_done: usize,
    /// The number of statements of the ply before it.
    pub step: usize,
}

/// A statement that a ply has begun.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub place: ScriptLine,
    pub depth: u16,
    /// The number of its run, and its own there.
    pub run: usize,
    pub in_run: usize,
    n_done: usize,
}

/// The statements of a ply.
#[derive(Debug, Default)]
pub struct PlyRecord {
    pub runs: Vec<RecordedRun>,
    pub steps: Vec<Step>,
    n_events: usize,
    /// Whether there were more than are recorded.
    pub is_cut: bool,
}

/// The fault of an answer, which left the game as it was.
pub struct FaultStop {
    pub answer: String,
    pub error: Error,
    record: Rc<PlyRecord>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    In,
    Over,
    Out,
}

/// A game with a cursor.
pub struct Cursor {
    pub shell: Shell,
    pub at: Position,
    /// The fault in which the cursor is.
    pub fault: Option<FaultStop>,
    records: Computed<PlyRecord>,
}

impl PlyRecord {
    fn new(debugger: &Debugger, execution: &Execution) -> Self {
        let (runs, is_cut) = debugger.script_runs(execution);
        let events = match execution {
            Execution::Ply(ply) => debugger.steps(*ply).events,
            _ => Vec::new(),
        };
        let mut steps = Vec::new();
        for (run, recorded) in runs.iter().enumerate() {
            for (in_run, statement) in recorded.statements.iter().enumerate() {
                let n_done = events.partition_point(|event| event.id < statement.next);
                let (place, depth) = (statement.place, statement.depth);
                steps.push(Step { place, depth, run, in_run, n_done });
            }
        }
        Self { runs, steps, n_events: events.len(), is_cut }
    }

    pub fn position(&self, ply: usize, step: usize) -> Position {
        let n_done = self.steps.get(step).map_or(self.n_events, |step| step.n_done);
        Position { ply, n_done, step }
    }

    /// The position before an event: at the statement that causes it, or else after all statements
    /// before it.
    pub fn before_event(&self, ply: usize, n_done: usize, is_of_script: bool) -> Position {
        let step = self.steps.partition_point(|step| step.n_done <= n_done);
        Position { ply, n_done, step: step - usize::from(is_of_script && step > 0) }
    }

    /// The position after this many events: before the next statement.
    pub fn after_event(&self, ply: usize, n_done: usize) -> Position {
        let step = self.steps.partition_point(|step| step.n_done < n_done);
        Position { ply, n_done, step }
    }

    fn end(&self, ply: usize) -> Position {
        self.position(ply, self.steps.len())
    }

    /// Whether a statement is the first one of a call.
    pub fn enters(&self, step: usize) -> bool {
        let Step { run, depth, .. } = self.steps[step];
        let before = step.checked_sub(1).map(|before| self.steps[before]);
        let before = before.filter(|before| before.run == run).map(|before| before.depth);
        before.or(self.runs[run].asked_at).is_none_or(|before| before < depth)
    }

    /// The statement after one that a step over calls leads to.
    fn over(&self, step: usize) -> Option<usize> {
        let now = self.steps[step];
        let is_there = |one: &Step| one.run != now.run || one.depth <= now.depth;
        Some(step + 1 + self.steps[step + 1..].iter().position(is_there)?)
    }

    /// The statements to which steps over calls lead from the start of the ply.
    fn chain(&self) -> impl Iterator<Item = usize> {
        let first = (!self.steps.is_empty()).then_some(0);
        std::iter::successors(first, |step| self.over(*step))
    }
}

impl Cursor {
    pub fn new(shell: Shell) -> Self {
        let (at, records) = Default::default();
        Self { shell, at, fault: None, records }
    }

    pub fn debugger(&self) -> Option<&Debugger> {
        self.shell.debugger()
    }

    /// The game, and the number of the entry of a ply of the current line.
    pub fn entry(&self, ply: usize) -> Option<(&Debugger, usize)> {
        let debugger = self.debugger()?;
        Some((debugger, debugger.timeline.number(ply)?))
    }

    pub fn last_ply(&self) -> usize {
        self.debugger().map_or(0, |debugger| debugger.timeline.last_ply())
    }

    /// What scripts do in a ply of the current line, or in the fault after it.
    pub fn record(&self, ply: usize) -> Rc<PlyRecord> {
        if let Some(fault) = self.fault.as_ref().filter(|_| ply == self.at.ply) {
            return fault.record.clone();
        }
        let Some((debugger, entry)) = self.entry(ply) else { return Rc::default() };
        self.records.get(debugger, entry, || {
            if self.n_steps() > MAX_STEPS {
                self.records.items.take();
            }
            PlyRecord::new(debugger, &Execution::Ply(ply))
        })
    }

    /// The number of recorded statements.
    fn n_steps(&self) -> usize {
        self.records.items.borrow().values().map(|record| record.steps.len()).sum()
    }

    /// Records the next ply that is not recorded; returns whether there was one.
    pub fn record_ahead(&self) -> bool {
        let Some(debugger) = self.debugger() else { return false };
        let is_missing = |ply: &usize| {
            let entry = debugger.timeline.number(*ply);
            entry.is_some_and(|entry| self.records.find(debugger, entry).is_none())
        };
        let next = (0..=debugger.timeline.last_ply()).find(is_missing);
        let next = next.filter(|_| self.fault.is_none() && self.n_steps() < MAX_STEPS / 2);
        next.map(|ply| self.record(ply)).is_some()
    }

    /// Whether a statement is one of the function with this name.
    pub fn is_in(&self, place: ScriptLine, function: &str) -> bool {
        let Some(debugger) = self.debugger() else { return false };
        let host = &debugger.loaded.host;
        let Some(script) = host.source(place.script) else { return false };
        let source = host.read(script);
        let at = (usize::from(place.line), usize::from(place.column));
        let statement = source.statements.iter().find(|one| (one.line, one.column) == at);
        statement.is_some_and(|one| source.functions[one.function].name == *function)
    }

    pub fn end(&self, ply: usize) -> Position {
        self.record(ply).end(ply)
    }

    /// The first statement of a ply, or its end.
    pub fn start(&self, ply: usize) -> Position {
        self.record(ply).position(ply, 0)
    }

    /// The statement at the cursor.
    pub fn step(&self) -> Option<Step> {
        self.record(self.at.ply).steps.get(self.at.step).copied()
    }

    /// Goes to a position of the current line.
    pub fn go(&mut self, to: Position) {
        if to.ply != self.at.ply {
            self.fault = None;
        }
        self.at = to;
        if self.fault.is_none() {
            self.shell.stand(TimelinePoint { ply: to.ply, n_done: to.n_done });
        }
    }

    /// Goes to where the shell stands.
    pub fn follow(&mut self) {
        self.fault = None;
        let Some(debugger) = self.debugger() else { return };
        let point = debugger.point();
        let is_within = debugger.timeline.inside().is_some();
        let is_of_script =
            debugger.around(point).1.is_some_and(|event| event.cause.place.is_some());
        let record = self.record(point.ply);
        self.at = match is_within {
            true => record.before_event(point.ply, point.n_done, is_of_script),
            false => record.end(point.ply),
        };
    }

    /// Goes to the statement of a fault of an answer after the current ply.
    pub fn go_to_fault(&mut self, answer: &str, error: Error) {
        let Some(debugger) = self.debugger() else { return };
        let execution = Execution::Fault(answer.to_owned());
        let record = Rc::new(PlyRecord::new(debugger, &execution));
        let is_faulty = |step: &Step| {
            let script = debugger.loaded.host.source(step.place.script);
            error.span.as_ref().zip(script).is_some_and(|(span, script)| {
                span.file == script.name && span.line == usize::from(step.place.line)
            })
        };
        let last = record.steps.len().saturating_sub(1);
        let step = record.steps.iter().rposition(is_faulty).unwrap_or(last);
        self.at = record.position(debugger.timeline.ply() + 1, step);
        self.fault = Some(FaultStop { answer: answer.to_owned(), error, record });
    }

    /// Where a step forward leads within the line; `None` at the end of a ply.
    pub fn within_ply(&self, stride: Stride) -> Option<Position> {
        let record = self.record(self.at.ply);
        let now = record.steps.get(self.at.step);
        let is_there = |step: &Step| match now {
            Some(now) if step.run == now.run => match stride {
                Stride::In => true,
                Stride::Over => step.depth <= now.depth,
                Stride::Out => step.depth < now.depth,
            },
            _ => true,
        };
        let ahead = (0..record.steps.len())
            .find(|i| record.position(self.at.ply, *i) > self.at && is_there(&record.steps[*i]));
        let end = || Some(record.end(self.at.ply)).filter(|end| *end > self.at);
        ahead.map(|i| record.position(self.at.ply, i)).or_else(end)
    }

    /// Where a step back over calls leads; `None` at the start.
    pub fn before(&self) -> Option<Position> {
        let Position { ply, step, .. } = self.at;
        let record = self.record(ply);
        let is_behind = |i: &usize| record.position(ply, *i) < self.at;
        let chain: Vec<usize> = record.chain().collect();
        let caller = || {
            let now = record.steps.get(step).filter(|_| chain.binary_search(&step).is_err())?;
            (0..step).rev().find(|i| {
                let one = &record.steps[*i];
                one.run == now.run && one.depth <= now.depth
            })
        };
        // In the middle of a statement, a step back leads to its beginning.
        let begun = Some(step).filter(|step| *step < record.steps.len() && is_behind(step));
        let of_chain = || chain.iter().copied().rev().find(is_behind);
        let behind = begun.or_else(caller).or_else(of_chain);
        let last = || ply.checked_sub(1).map(|ply| self.end(ply));
        behind.map(|i| record.position(ply, i)).or_else(last)
    }

    /// The functions that run at statements of a ply, innermost first.
    pub fn frames_at(&self, ply: usize, steps: &[usize]) -> Vec<Vec<Frame>> {
        let (Some(debugger), record) = (self.debugger(), self.record(ply)) else {
            return Vec::new();
        };
        let execution = match &self.fault {
            Some(fault) if ply == self.at.ply => Execution::Fault(fault.answer.clone()),
            _ => Execution::Ply(ply),
        };
        let steps = steps.iter().filter_map(|step| record.steps.get(*step));
        let steps: Vec<_> = steps.map(|step| (&record.runs[step.run], step.in_run)).collect();
        if steps.is_empty() { Vec::new() } else { debugger.frames(&execution, &steps) }
    }
}
