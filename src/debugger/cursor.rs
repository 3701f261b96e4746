//! The cursor: a point of the timeline, and there a statement of a script.
//!
//! Nothing is suspended: the cursor is a position in what was recorded of the plies, so it moves in
//! both directions.

use super::game::Debugger;
use super::record::Execution;
use super::recorded::{FaultStop, PlyRecord, RecordedStep, StepPosition};
use super::reply::FrameInfo;
use super::steps::TimelinePoint;
use crate::base::error::Error;
use crate::kernel::{Event, ScriptLine};
use crate::script::{Frame, Local};
use std::rc::Rc;

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    In,
    Over,
    Out,
}

impl StepPosition {
    /// The point of the timeline.
    pub const fn point(self) -> TimelinePoint {
        TimelinePoint { ply: self.ply, n_done: self.n_done }
    }
}

/// Whether a script causes an event.
const fn is_of_script(event: &Event) -> bool {
    event.cause.place.is_some()
}

impl Debugger {
    /// The position of the cursor.
    pub fn position(&self) -> StepPosition {
        let TimelinePoint { ply, n_done } = self.point();
        if let Some(fault) = &self.cursor.fault {
            return fault.record.position(ply + 1, fault.step);
        }
        if let Some(step) = self.timeline.step() {
            return StepPosition { ply, n_done, step };
        }
        match self.timeline.inside() {
            Some(_) => self.before_event(self.point()),
            None => self.record(ply).end(ply),
        }
    }

    /// The position before the next event of a point: at the statement that causes it, or else
    /// after all statements before it.
    pub fn before_event(&self, point: TimelinePoint) -> StepPosition {
        let TimelinePoint { ply, n_done } = point;
        let is_of_script = self.around(point).1.is_some_and(is_of_script);
        let step = self.record(ply).before_event(n_done, is_of_script);
        StepPosition { ply, n_done, step }
    }

    /// The position after the last event of a point: before the next statement.
    pub fn after_event(&self, point: TimelinePoint) -> StepPosition {
        let TimelinePoint { ply, n_done } = point;
        StepPosition { ply, n_done, step: self.record(ply).after_event(n_done) }
    }

    /// Returns the record of a ply of the current line, or of the fault after it.
    pub fn record(&self, ply: usize) -> Rc<PlyRecord> {
        match &self.cursor.fault {
            Some(fault) if ply == self.timeline.ply() + 1 => fault.record.clone(),
            _ => self.ply_record(ply),
        }
    }

    /// Goes to a position of the current line, or of the fault after it.
    pub fn go_to(&mut self, to: StepPosition) {
        match &mut self.cursor.fault {
            Some(fault) if to.ply == self.timeline.ply() + 1 => fault.step = to.step,
            _ => {
                self.stand(to.point(), true);
                self.timeline.set_step(to.step);
            }
        }
    }

    /// The fault in which the cursor is.
    pub const fn fault_stop(&self) -> Option<&FaultStop> {
        self.cursor.fault.as_ref()
    }

    /// Goes to the statement of a fault of an answer after the current ply.
    pub fn go_to_fault(&mut self, answer: &str, error: Error) {
        let record = Rc::new(self.recorded(&Execution::Fault(answer.to_owned())));
        let is_faulty = |step: &RecordedStep| {
            let script = self.loaded.host.source(step.place.script);
            error.span.as_ref().zip(script).is_some_and(|(span, script)| {
                span.file == script.name && span.line == usize::from(step.place.line)
            })
        };
        let last = record.steps.len().saturating_sub(1);
        let step = record.steps.iter().rposition(is_faulty).unwrap_or(last);
        self.cursor.fault = Some(FaultStop { answer: answer.to_owned(), error, record, step });
    }

    /// Leaves a fault forwards: the cursor is after the last ply again.
    pub fn leave_fault(&mut self) -> bool {
        self.cursor.fault.take().is_some()
    }

    /// Where a step forward leads within the ply of the cursor; `None` at its end.
    pub fn within_ply(&self, stride: Stride) -> Option<StepPosition> {
        let at = self.position();
        let record = self.record(at.ply);
        let now = record.steps.get(at.step);
        let is_there = |step: &RecordedStep| match now {
            Some(now) if step.run == now.run => match stride {
                Stride::In => true,
                Stride::Over => step.depth <= now.depth,
                Stride::Out => step.depth < now.depth,
            },
            _ => true,
        };
        let ahead = (0..record.steps.len())
            .find(|i| record.position(at.ply, *i) > at && is_there(&record.steps[*i]));
        let end = || Some(record.end(at.ply)).filter(|end| *end > at);
        ahead.map(|i| record.position(at.ply, i)).or_else(end)
    }

    /// Where a step back over calls leads; `None` at the start.
    pub fn before(&self) -> Option<StepPosition> {
        let at @ StepPosition { ply, step, .. } = self.position();
        let record = self.record(ply);
        let is_behind = |i: &usize| record.position(ply, *i) < at;
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
        let last = || ply.checked_sub(1).map(|ply| self.record(ply).end(ply));
        behind.map(|i| record.position(ply, i)).or_else(last)
    }

    /// The next statement of the line after the cursor.
    pub fn next_statement(&self) -> Option<StepPosition> {
        let at = self.position();
        (at.ply..=self.timeline.last_ply()).find_map(|ply| {
            let record = self.record(ply);
            let mut steps = (0..record.steps.len()).map(|step| record.position(ply, step));
            steps.find(|position| *position > at)
        })
    }

    /// The last statement of the line before the cursor.
    pub fn last_statement(&self) -> Option<StepPosition> {
        let at = self.position();
        (0..=at.ply).rev().find_map(|ply| {
            let record = self.record(ply);
            let mut steps = (0..record.steps.len()).rev().map(|step| record.position(ply, step));
            steps.find(|position| *position < at)
        })
    }

    /// Whether a statement is one of the function with this name.
    pub(super) fn is_in(&self, place: ScriptLine, function: &str) -> bool {
        let host = &self.loaded.host;
        let Some(script) = host.source(place.script) else { return false };
        let source = host.read(script);
        let at = (usize::from(place.line), usize::from(place.column));
        let statement = source.statements.iter().find(|one| (one.line, one.column) == at);
        statement.is_some_and(|one| source.functions[one.function].name == *function)
    }

    /// The functions that run at statements of a ply, innermost first.
    pub fn frames_at(&self, ply: usize, steps: &[usize]) -> Vec<Vec<Frame>> {
        let record = self.record(ply);
        let execution = match &self.cursor.fault {
            Some(fault) if ply > self.timeline.ply() => Execution::Fault(fault.answer.clone()),
            _ => Execution::Ply(ply),
        };
        let steps = steps.iter().filter_map(|step| record.steps.get(*step));
        let steps: Vec<_> = steps.map(|step| (&record.runs[step.run], step.in_run)).collect();
        if steps.is_empty() { Vec::new() } else { self.frames(&execution, &steps) }
    }

    /// The functions that run at the cursor, innermost first.
    pub fn frames_here(&self) -> Vec<Frame> {
        let at = self.position();
        self.frames_at(at.ply, &[at.step]).into_iter().flatten().collect()
    }

    /// Whether the cursor is at a statement: it has been stepped to, or causes the next event.
    fn is_at_statement(&self) -> bool {
        let of_event = || self.around(self.point()).1.is_some_and(is_of_script);
        self.timeline.step().is_some() || self.timeline.inside().is_some() && of_event()
    }

    /// The functions that run at the cursor as data, innermost first; none if no script runs there.
    pub fn frame_infos(&self) -> Vec<FrameInfo> {
        let frames = if self.is_at_statement() { self.frames_here() } else { Vec::new() };
        let info = |frame: Frame| FrameInfo {
            function: frame.function,
            at: self.script_place(frame.place),
            locals: self.local_infos(frame.locals),
        };
        frames.into_iter().map(info).collect()
    }

    /// The variables of the function that runs at the cursor.
    pub fn locals_here(&self) -> Vec<Local> {
        let frames = if self.is_at_statement() { self.frames_here() } else { Vec::new() };
        frames.into_iter().next().map(|frame| frame.locals).unwrap_or_default()
    }
}
