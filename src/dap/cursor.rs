//! A game with a cursor: a point of its timeline, and there a statement of a script.

use crate::debugger::locals::{Execution, RecordedRun};
use crate::debugger::{Debugger, TimelinePoint};
use crate::error::Error;
use crate::kernel::ScriptLine;
use crate::script::Frame;
use crate::script::statement_map::{StatementMap, statement_map};
use crate::shell::Shell;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of statements that are kept.
const MAX_STEPS: usize = 1_000_000;

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
    /// What was recorded, by the numbers of the entries of the timeline.
    records: RefCell<BTreeMap<usize, Rc<PlyRecord>>>,
    /// The number of statements in them.
    n_steps: Cell<usize>,
    /// The statements of scripts, by their numbers.
    maps: RefCell<BTreeMap<u16, Rc<StatementMap>>>,
}

impl PlyRecord {
    fn new(debugger: &Debugger, execution: &Execution) -> Self {
        let record = debugger.script_record(execution);
        let events = match execution {
            Execution::Ply(ply) => debugger.steps(*ply).events,
            _ => Vec::new(),
        };
        let mut steps = Vec::new();
        for (run, recorded) in record.runs.iter().enumerate() {
            for (in_run, statement) in recorded.statements.iter().enumerate() {
                let n_done = events.partition_point(|event| event.id < statement.next);
                let (place, depth) = (statement.place, statement.depth);
                steps.push(Step { place, depth, run, in_run, n_done });
            }
        }
        Self { runs: record.runs, steps, n_events: events.len(), is_cut: record.is_cut }
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

    /// The first statement of a ply, or its end.
    fn start(&self, ply: usize) -> Position {
        self.position(ply, 0)
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
        let at = Position { ply: 0, n_done: 0, step: 0 };
        let (records, maps) = (RefCell::new(BTreeMap::new()), RefCell::new(BTreeMap::new()));
        Self { shell, at, fault: None, records, n_steps: Cell::new(0), maps }
    }

    pub fn debugger(&self) -> Option<&Debugger> {
        self.shell.debugger()
    }

    pub fn last_ply(&self) -> usize {
        self.debugger().map_or(0, |debugger| debugger.timeline.last_ply())
    }

    /// What scripts do in a ply of the current line, or in the fault after it.
    pub fn record(&self, ply: usize) -> Rc<PlyRecord> {
        if let Some(fault) = self.fault.as_ref().filter(|_| ply == self.at.ply) {
            return fault.record.clone();
        }
        let Some(debugger) = self.debugger() else { return Rc::default() };
        let Some(entry) = debugger.timeline.number(ply) else { return Rc::default() };
        if let Some(record) = self.records.borrow().get(&entry) {
            return record.clone();
        }
        let record = Rc::new(PlyRecord::new(debugger, &Execution::Ply(ply)));
        if self.n_steps.get() > MAX_STEPS {
            self.n_steps.take();
            self.records.take();
        }
        self.n_steps.set(self.n_steps.get() + record.steps.len());
        self.records.borrow_mut().insert(entry, record.clone());
        record
    }

    /// Records the next ply that is not recorded; returns whether there was one.
    pub fn record_ahead(&self) -> bool {
        let Some(debugger) = self.debugger() else { return false };
        let timeline = &debugger.timeline;
        let is_missing = |ply: &usize| {
            timeline.number(*ply).is_some_and(|entry| !self.records.borrow().contains_key(&entry))
        };
        if self.fault.is_some() || self.n_steps.get() > MAX_STEPS / 2 {
            return false;
        }
        let next = (0..=timeline.last_ply()).find(is_missing);
        next.map(|ply| self.record(ply)).is_some()
    }

    /// Forgets what was recorded of another game.
    pub fn forget(&mut self) {
        self.records.take();
        self.n_steps.take();
        self.maps.take();
        self.fault = None;
    }

    /// Whether a statement is one of the function with this name.
    pub fn is_in(&self, place: ScriptLine, function: &str) -> bool {
        let Some(debugger) = self.debugger() else { return false };
        let mut maps = self.maps.borrow_mut();
        let map = maps.entry(place.script).or_insert_with(|| {
            let script = debugger.loaded.host.source(place.script);
            Rc::new(script.map(|script| statement_map(&script.text)).unwrap_or_default())
        });
        let at = (usize::from(place.line), usize::from(place.column));
        let statement = map.statements.iter().find(|one| (one.line, one.column) == at);
        statement.is_some_and(|one| map.functions[one.function].name == *function)
    }

    pub fn end(&self, ply: usize) -> Position {
        self.record(ply).end(ply)
    }

    pub fn start(&self, ply: usize) -> Position {
        self.record(ply).start(ply)
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

    /// The functions that run at the statement of the cursor, innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        self.frames_at(self.at)
    }

    /// The functions that run at a statement, innermost first.
    pub fn frames_at(&self, at: Position) -> Vec<Frame> {
        let (Some(debugger), record) = (self.debugger(), self.record(at.ply)) else {
            return Vec::new();
        };
        let Some(step) = record.steps.get(at.step) else { return Vec::new() };
        let execution = match &self.fault {
            Some(fault) if at.ply == self.at.ply => Execution::Fault(fault.answer.clone()),
            _ => Execution::Ply(at.ply),
        };
        debugger.frames(&execution, &record.runs[step.run], step.in_run)
    }
}
