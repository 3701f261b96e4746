//! The executed script lines of a ply and the local variables, found by rerunning the ply in the
//! interpreter with instrumentation.

use super::game::Debugger;
use crate::kernel::{Event, ScriptLine};
use crate::script::{Host, HostMode, LineRun, Local};
use crate::transcript::{LoadedRuleset, answer_parser, apply};
use std::rc::Rc;

impl Debugger {
    /// The local variables just before the script caused an event of a ply. Empty if the kernel
    /// itself acted.
    pub fn locals(&self, ply: usize, event: &Event) -> Vec<Local> {
        let host = event.cause.place.and_then(|_| self.rerun(ply));
        // One call may cause several events; the first one identifies it.
        let last = |host: Rc<Host>| {
            host.take_locals().range(..=event.id).next_back().map(|(_, locals)| locals.clone())
        };
        host.and_then(last).unwrap_or_default()
    }

    /// The script lines that a ply ran, in order, each with the number of events before it. Lines
    /// that ran before a question are not repeated when the answer runs them again.
    pub fn lines_run(&self, ply: usize) -> Vec<(usize, ScriptLine)> {
        let runs = self.without_begun(ply, self.runs(ply));
        let events = self.steps(ply).events;
        let first = events.first().map_or(0, |event| event.id);
        let lines = runs.into_iter().flatten().filter(|(next, _)| *next >= first);
        lines
            .map(|(next, place)| (events.partition_point(|event| event.id < next), place))
            .collect()
    }

    /// The script lines that an answer runs up to a script fault.
    pub fn lines_before_fault(&self, answer: &str) -> Vec<ScriptLine> {
        let Some(host) = self.watched_host() else { return Vec::new() };
        let mut game = self.game.fork_on(host.clone());
        drop(host.take_lines());
        // The fault is the expected result.
        let _ = answer_parser::answer(&mut game, &self.loaded, answer);
        let runs = self.without_begun(self.timeline.ply() + 1, host.take_lines());
        runs.into_iter().flatten().map(|(_, line)| line).collect()
    }

    /// The runs of a ply without what ran before the questions that it answers.
    fn without_begun(&self, ply: usize, mut runs: Vec<Vec<LineRun>>) -> Vec<Vec<LineRun>> {
        let before = ply.checked_sub(1).and_then(|before| self.timeline.entry(before));
        let asked = before.and_then(|entry| entry.snapshot.decision());
        if asked.is_some_and(|decision| decision.cause.place.is_some()) {
            let begun = self.runs(ply - 1).pop().unwrap_or_default();
            strip(&begun, runs.first_mut());
        }
        for i in 1..runs.len() {
            let begun = runs[i - 1].clone();
            strip(&begun, runs.get_mut(i));
        }
        runs
    }

    fn runs(&self, ply: usize) -> Vec<Vec<LineRun>> {
        self.rerun(ply).map(|host| host.take_lines()).unwrap_or_default()
    }

    fn watched_host(&self) -> Option<&Rc<Host>> {
        let LoadedRuleset { ruleset, host, .. } = &self.loaded;
        let watched = || Host::load(&ruleset.spec, HostMode::Watched, host.control()).ok();
        self.watched.get_or_init(watched).as_ref()
    }

    /// Reruns a ply on a watched host.
    fn rerun(&self, ply: usize) -> Option<Rc<Host>> {
        let before = self.timeline.entry(ply.checked_sub(1)?)?;
        let record = self.timeline.entry(ply)?.record.as_ref()?;
        let host = self.watched_host()?;
        let mut game = self.game.fork_on(host.clone());
        game.rewind(&before.snapshot);
        game.begin_ply(ply as u32);
        game.also_ask(record.also_asked);
        game.ask_chance(record.ask_chance);
        drop((host.take_locals(), host.take_lines()));
        apply(&mut game, &self.loaded, &record.input).ok()?;
        Some(host.clone())
    }
}

/// Removes the common prefix with a run that was suspended by a question.
fn strip(begun: &[LineRun], run: Option<&mut Vec<LineRun>>) {
    if let Some(run) = run.filter(|run| run.starts_with(begun)) {
        run.drain(..begun.len());
    }
}
