//! The executed statements of a ply and the local variables, found by rerunning the ply on a host
//! that records them.

use super::game::Debugger;
use super::recorded::{ComputedFrom, PlyRecord, RecordedRun, RecordedStep};
use crate::kernel::{Event, ScriptLine};
use crate::script::{Frame, HookRun, Host, Local};
use crate::transcript::{LoadedRuleset, answer_parser, apply};
use std::rc::Rc;

/// A part of the game that can be run again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Execution {
    /// A ply of the current line.
    Ply(usize),
    /// An answer to the open decision, up to the fault of a script.
    Fault(String),
}

impl Debugger {
    /// The local variables just before the script caused an event of a ply. Empty if the kernel
    /// itself acted.
    pub fn locals(&self, ply: usize, event: &Event) -> Vec<Local> {
        let host = event.cause.place.and_then(|_| self.rerun(&Execution::Ply(ply)));
        // One call may cause several events; the first one identifies it.
        let last = |host: &Rc<Host>| {
            host.take_locals().range(..=event.id).next_back().map(|(_, locals)| locals.clone())
        };
        host.and_then(last).unwrap_or_default()
    }

    /// The script lines that an answer runs up to a script fault.
    pub fn lines_before_fault(&self, answer: &str) -> Vec<ScriptLine> {
        let runs = self.script_runs(&Execution::Fault(answer.to_owned())).0;
        runs.into_iter().flat_map(|run| run.statements).map(|run| run.place).collect()
    }

    /// The statements that scripts begin, and whether there were more than are recorded. Those that
    /// ran before a question are not repeated when the answer runs them again.
    pub fn script_runs(&self, execution: &Execution) -> (Vec<RecordedRun>, bool) {
        let ply = match execution {
            Execution::Ply(ply) => *ply,
            Execution::Fault(_) => self.timeline.ply() + 1,
        };
        let (runs, is_cut) = self.runs(execution);
        (self.without_begun(ply, runs), is_cut)
    }

    /// The functions that are running at statements of runs, innermost first.
    pub fn frames(
        &self,
        execution: &Execution,
        statements: &[(&RecordedRun, usize)],
    ) -> Vec<Vec<Frame>> {
        let Some(host) = self.watched_host() else { return Vec::new() };
        let wanted = statements.iter().map(|(run, number)| (run.number, run.n_begun + number));
        host.frames_at(&wanted.collect::<Vec<_>>(), || {
            self.rerun(execution);
        })
    }

    /// The runs of a ply without what ran before the questions that it answers.
    fn without_begun(&self, ply: usize, runs: Vec<HookRun>) -> Vec<RecordedRun> {
        let before = ply.checked_sub(1).and_then(|before| self.timeline.entry(before));
        let asked = before.and_then(|entry| entry.snapshot.decision());
        // The run that waits for an answer.
        let mut waiting: Option<HookRun> = None;
        if asked.is_some_and(|decision| decision.cause.place.is_some()) {
            waiting = self.runs(&Execution::Ply(ply - 1)).0.pop();
        }
        let mut recorded = Vec::new();
        for (number, run) in runs.into_iter().enumerate() {
            let begun = waiting
                .take()
                .filter(|begun| begun.is_stopped && run.statements.starts_with(&begun.statements));
            let n_begun = begun.map_or(0, |begun| begun.statements.len());
            let (call, statements) = (run.call.clone(), run.statements[n_begun..].to_vec());
            let last = n_begun.checked_sub(1).map(|last| run.statements[last].depth);
            recorded.push(RecordedRun { call, statements, asked_at: last, number, n_begun });
            waiting = Some(run);
        }
        recorded.retain(|run| !run.statements.is_empty());
        recorded
    }

    fn runs(&self, execution: &Execution) -> (Vec<HookRun>, bool) {
        self.rerun(execution).map(|host| host.take_runs()).unwrap_or_default()
    }

    fn watched_host(&self) -> Option<&Rc<Host>> {
        let LoadedRuleset { ruleset, host, .. } = &self.loaded;
        let watched = || Host::recorded(&ruleset.spec, host.control()).ok();
        self.watched.get_or_init(watched).as_ref()
    }

    /// Reruns on a watched host.
    fn rerun(&self, execution: &Execution) -> Option<&Rc<Host>> {
        let host = self.watched_host()?;
        let mut game = self.game.fork_on(host.clone());
        drop((host.take_locals(), host.take_runs()));
        match execution {
            Execution::Ply(ply) => {
                let before = self.timeline.entry(ply.checked_sub(1)?)?;
                let record = self.timeline.entry(*ply)?.record.as_ref()?;
                game.rewind(&before.snapshot);
                game.begin_ply(*ply as u32);
                game.also_ask(record.also_asked);
                game.ask_chance(record.ask_chance);
                apply(&mut game, &self.loaded, &record.input).ok()?;
            }
            // The fault is the expected result.
            Execution::Fault(answer) => {
                drop(answer_parser::answer(&mut game, &self.loaded, answer));
            }
        }
        Some(host)
    }
}

impl Debugger {
    /// On which what is computed depends.
    pub(super) fn computed_from(&self) -> ComputedFrom {
        (self.cursor.identity.clone(), self.loaded.host.clone(), self.viewer)
    }

    /// Returns the record of an execution.
    pub(super) fn recorded(&self, execution: &Execution) -> PlyRecord {
        let (runs, is_cut) = self.script_runs(execution);
        let events = match execution {
            Execution::Ply(ply) => self.steps(*ply).events,
            _ => Vec::new(),
        };
        let mut steps = Vec::new();
        for (run, recorded) in runs.iter().enumerate() {
            for (in_run, statement) in recorded.statements.iter().enumerate() {
                let n_done = events.partition_point(|event| event.id < statement.next);
                let (place, depth) = (statement.place, statement.depth);
                steps.push(RecordedStep { place, depth, run, in_run, n_done });
            }
        }
        PlyRecord { runs, steps, n_events: events.len(), is_cut }
    }

    /// Returns the record of a ply of the current line.
    pub(super) fn ply_record(&self, ply: usize) -> Rc<PlyRecord> {
        let Some(entry) = self.timeline.number(ply) else { return Rc::default() };
        let make = || self.recorded(&Execution::Ply(ply));
        self.cursor.record(self.computed_from(), entry, make)
    }

    /// Records the next ply that is not recorded; returns whether there was one.
    pub fn record_ahead(&self) -> bool {
        let is_missing = |ply: &usize| {
            let entry = self.timeline.number(*ply);
            entry.is_some_and(|entry| !self.cursor.is_recorded(self.computed_from(), entry))
        };
        let may = self.cursor.fault.is_none() && self.cursor.has_room();
        let next = (0..=self.timeline.last_ply()).find(is_missing).filter(|_| may);
        next.map(|ply| self.ply_record(ply)).is_some()
    }
}
