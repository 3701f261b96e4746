//! A game that is debugged: runs, steps and inputs, each up to where it stops.

use super::program::{DebuggedProgram, DebuggedProject};
use super::stops::{EditorBreakpoint, Target};
use crate::base::Interrupt;
use crate::base::error::render;
use crate::debugger::Debugger;
use crate::debugger::breakpoints::BreakHit;
use crate::debugger::cursor::Stride;
use crate::debugger::recorded::StepPosition;
use crate::script::Host;
use crate::shell::input_line::InputLine;
use crate::shell::prompt::prompted;
use crate::shell::reply::Part;
use crate::shell::trust::Origin;
use crate::shell::{Shell, Status};
use serde_json::Value as Json;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of breakpoints, and the maximum size of one as JSON.
const MAX_BREAKPOINTS: usize = 1_000;
const MAX_BREAKPOINT: usize = 4 << 10;

/// A game with its program and its breakpoints.
pub struct Debuggee {
    pub shell: Shell,
    pub program: DebuggedProgram,
    pub project: DebuggedProject,
    pub breakpoints: Vec<EditorBreakpoint>,
    /// The scripts in which they were found.
    host: Option<Rc<Host>>,
    /// The numbers of those that have changed since this was last taken.
    pub changed: Vec<u32>,
    /// Whether faults stop it.
    pub at_faults: bool,
    /// The output since it was last taken: the category and the text.
    pub said: Vec<(&'static str, String)>,
    pause: PauseRequest,
}

/// Whether the client asks a run to stop.
#[derive(Clone, Debug, Default)]
pub struct PauseRequest {
    pub interrupt: Interrupt,
    is_set: Arc<AtomicBool>,
}

/// Why it has stopped, as the protocol names it.
#[derive(Clone, Debug, Default)]
pub struct Stopped {
    pub reason: &'static str,
    pub text: String,
    pub ids: Vec<u32>,
}

impl PauseRequest {
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        self.interrupt.set();
    }

    /// Forgets the request; returns whether there was one.
    pub fn take(&self) -> bool {
        self.interrupt.take();
        self.is_set.swap(false, Ordering::Relaxed)
    }
}

impl Stopped {
    pub fn by(reason: &'static str, text: impl Into<String>) -> Self {
        Self { reason, text: text.into(), ids: Vec::new() }
    }
}

impl Debuggee {
    pub fn new(
        mut shell: Shell,
        program: DebuggedProgram,
        project: DebuggedProject,
        pause: PauseRequest,
    ) -> Self {
        shell.run_through();
        if program.path.is_none() {
            shell.go_to(StepPosition::default());
        }
        Self {
            shell,
            program,
            project,
            breakpoints: Vec::new(),
            host: None,
            changed: Vec::new(),
            at_faults: true,
            said: Vec::new(),
            pause,
        }
    }

    /// Replaces the breakpoints on something; returns them.
    ///
    /// # Errors
    /// There are too many, or one is too long: the old ones stay.
    pub fn set_breakpoints(
        &mut self,
        target: &Target,
        given: Vec<Json>,
    ) -> Result<&[EditorBreakpoint], String> {
        let others = self.breakpoints.iter().filter(|breakpoint| breakpoint.target != *target);
        if others.count() + given.len() > MAX_BREAKPOINTS {
            return Err(format!("there can be at most {MAX_BREAKPOINTS} breakpoints"));
        }
        if given.iter().any(|one| one.to_string().len() > MAX_BREAKPOINT) {
            return Err(format!("a breakpoint has at most {MAX_BREAKPOINT} bytes"));
        }
        for old in self.breakpoints.extract_if(.., |breakpoint| breakpoint.target == *target) {
            self.shell.breakpoints_mut().delete(Some(old.number));
        }
        let first = self.breakpoints.len();
        for given in given {
            let new = EditorBreakpoint::new(target.clone(), given, &mut self.shell);
            self.breakpoints.push(new);
        }
        Ok(&self.breakpoints[first..])
    }

    /// Finds the places of breakpoints again if the scripts have changed.
    pub fn renew_breakpoints(&mut self) {
        let host = self.shell.debugger().map(|debugger| debugger.loaded.host.clone());
        if host.as_ref().map(Rc::as_ptr) != self.host.as_ref().map(Rc::as_ptr) {
            for breakpoint in &mut self.breakpoints {
                if breakpoint.renew(&mut self.shell) {
                    self.changed.push(breakpoint.number);
                }
            }
            self.host = host;
        }
    }

    /// The position of the cursor.
    fn at(&self) -> StepPosition {
        self.shell.debugger().map(Debugger::position).unwrap_or_default()
    }

    /// The number of the game, and that of the entry of a ply of its line.
    fn entry(&self, ply: usize) -> Option<(u64, usize)> {
        let debugger = self.shell.debugger()?;
        Some((debugger.first_decision, debugger.timeline.number(ply)?))
    }

    fn last_ply(&self) -> usize {
        self.shell.debugger().map_or(0, |debugger| debugger.timeline.last_ply())
    }

    /// The first statement of a ply and its end, or only the end.
    fn ends(&self, ply: usize) -> (StepPosition, StepPosition) {
        let ends = |debugger: &Debugger| {
            let record = debugger.record(ply);
            (record.position(ply, 0), record.end(ply))
        };
        self.shell.debugger().map(ends).unwrap_or_default()
    }

    /// Whether the program goes on at the cursor, not the line of the game.
    fn is_at_front(&self) -> bool {
        let ply = self.at().ply;
        let entry = self.entry(ply).map(|(_, entry)| entry);
        self.program.is_front(entry) || ply >= self.last_ply()
    }

    /// Leaves a fault forwards: the input that has failed is not tried again.
    fn leave_fault(&mut self) {
        self.shell.leave_fault();
        self.program.skip_failed();
    }

    /// Carries the next input of the program out; returns why it stops, if it does. Plies of it lie
    /// ahead of the cursor then.
    fn run_input(&mut self) -> Option<Stopped> {
        let Some(input) = self.program.next().cloned() else {
            let over = if self.shell.debugger().is_some() { "the game is over" } else { "no game" };
            let Some(asked) = self.shell.asked() else {
                return Some(Stopped::by("decision", over));
            };
            let asked = format!("{asked} must answer: answer in the console");
            self.say("console", &asked);
            return Some(Stopped::by("decision", asked));
        };
        let from = self.at();
        let before = self.entry(from.ply);
        self.say("console", &input.raw);
        let ran = self.program.run(&mut self.shell);
        if ran.is_err() && self.pause.take() {
            self.program.retry();
            return Some(Stopped::by("pause", ""));
        }
        self.say("stdout", ran.as_deref().unwrap_or_default());
        if InputLine::parse(&input.text).is_answer()
            && let Some(stop) = self.stop_at_fault(&input.text)
        {
            self.say("stderr", &stop.text);
            return Some(stop);
        }
        if let Err(why) = ran {
            self.say("stderr", &why);
            return Some(Stopped::by("exception", why));
        }
        self.stay(from, before);
        None
    }

    /// Goes back to where the cursor was, at an entry of a game, if the game has gone on.
    fn stay(&mut self, from: StepPosition, before: Option<(u64, usize)>) {
        let Some(debugger) = self.shell.debugger() else { return };
        let (game, ply) = (debugger.first_decision, debugger.timeline.ply());
        if before.map(|(game, _)| game) != Some(game) {
            self.shell.go_to(StepPosition::default());
        } else if self.entry(from.ply) == before && ply >= from.ply {
            self.shell.go_to(from);
        }
    }

    fn say(&mut self, category: &'static str, text: &str) {
        self.said.push((category, text.to_owned()));
    }

    fn stop_at_fault(&mut self, answer: &str) -> Option<Stopped> {
        let error = self.shell.debugger()?.fault.clone().filter(|_| self.at_faults)?;
        let text = render(std::slice::from_ref(&error), false);
        self.shell.go_to_fault(answer, error);
        Some(Stopped::by("exception", text))
    }

    /// The ply up to which the line can be gone along.
    fn limit(&self) -> usize {
        let Some(debugger) = self.shell.debugger() else { return 0 };
        let timeline = &debugger.timeline;
        let is_front = |ply: &usize| self.program.is_front(timeline.number(*ply));
        (self.at().ply..=timeline.last_ply()).find(is_front).unwrap_or(timeline.last_ply())
    }

    /// Runs to the next stop.
    pub fn run_on(&mut self) -> Stopped {
        self.leave_fault();
        loop {
            let limit = self.limit();
            if let Some(stop) = self.run_to(limit) {
                return stop;
            }
            if self.pause.take() {
                return Stopped::by("pause", "");
            }
            self.program.skip_failed();
            if let Some(stop) = self.run_input() {
                return stop;
            }
        }
    }

    /// The hits of a ply between two positions. A line that goes on with its answer has stopped
    /// before.
    fn hits(&self, ply: usize, is_within: impl Fn(StepPosition) -> bool) -> Vec<BreakHit> {
        let Some(debugger) = self.shell.debugger() else { return Vec::new() };
        let mut hits = self.shell.breakpoints().hits(debugger, ply, is_within);
        hits.retain(|hit| !hit.is_continued);
        hits
    }

    /// Runs along the line to the first stop up to the end of a ply.
    fn run_to(&mut self, limit: usize) -> Option<Stopped> {
        self.renew_breakpoints();
        let from = self.at();
        for ply in from.ply..=limit {
            let hits = self.hits(ply, |at| at > from);
            if self.pause.take() {
                let (start, _) = self.ends(ply);
                self.shell.go_to(start.max(from));
                return Some(Stopped::by("pause", ""));
            }
            let stop = hits.iter().find(|hit| hit.log.is_none()).map(|hit| hit.at);
            for hit in hits.iter().filter(|hit| stop.is_none_or(|stop| hit.at <= stop)) {
                hit.log.iter().for_each(|text| self.say("console", text));
            }
            if let Some(at) = stop {
                return Some(self.stop_at(at, &hits));
            }
        }
        let (_, end) = self.ends(limit);
        self.shell.go_to(end);
        None
    }

    fn stop_at(&mut self, at: StepPosition, hits: &[BreakHit]) -> Stopped {
        self.shell.go_to(at);
        let here = hits.iter().filter(|hit| hit.at == at && hit.log.is_none());
        let ids = here.map(|hit| hit.hit.breakpoint.number).collect();
        Stopped { ids, ..Stopped::by("breakpoint", "") }
    }

    /// Runs back to the last stop, or to the start.
    pub fn run_back(&mut self) -> Stopped {
        self.program.retry();
        let from = self.at();
        let is_in_fault = self.shell.debugger().is_some_and(|one| one.fault_stop().is_some());
        let last_ply = from.ply - usize::from(is_in_fault);
        for ply in (0..=last_ply).rev() {
            let hits = self.hits(ply, |at| at < from);
            if self.pause.take() {
                let (_, end) = self.ends(ply);
                self.shell.go_to(end.min(from));
                return Stopped::by("pause", "");
            }
            let stop = hits.iter().rev().find(|hit| hit.log.is_none()).map(|hit| hit.at);
            if let Some(at) = stop {
                return self.stop_at(at, &hits);
            }
        }
        self.shell.go_to(StepPosition::default());
        Stopped::by("entry", "the start of the game")
    }

    pub fn step(&mut self, stride: Stride) -> Stopped {
        if let Some(to) = self.shell.debugger().and_then(|one| one.within_ply(stride)) {
            self.shell.go_to(to);
            return Stopped::by("step", "");
        }
        self.leave_fault();
        if self.is_at_front()
            && let Some(stop) = self.run_input()
        {
            return stop;
        }
        let ply = self.at().ply;
        if ply < self.limit() {
            let (start, _) = self.ends(ply + 1);
            self.shell.go_to(start);
        }
        Stopped::by("step", "")
    }

    pub fn step_back(&mut self) -> Stopped {
        self.program.retry();
        match self.shell.debugger().and_then(Debugger::before) {
            Some(to) => self.shell.go_to(to),
            None => return Stopped::by("entry", "the start of the game"),
        }
        Stopped::by("step", "")
    }

    /// Carries out what was typed in the console. Returns its reply, and why the game has stopped
    /// if the cursor moved.
    ///
    /// # Errors
    /// It was refused, and nothing moved: the reply.
    pub fn typed(&mut self, line: &str) -> Result<(String, Option<Stopped>), String> {
        let from = self.at();
        let before = self.entry(from.ply);
        let was_in_fault = self.shell.debugger().is_some_and(|one| one.fault_stop().is_some());
        let of_debugger = |shell: &Shell| {
            shell.debugger().map(|debugger| {
                let timeline = &debugger.timeline;
                let next = timeline.number(timeline.ply() + 1);
                (timeline.n_played(), debugger.first_decision, debugger.point(), next)
            })
        };
        let (was, was_at_front) = (of_debugger(&self.shell), self.is_at_front());
        let reply = self.shell.pasted(Origin::Foreign, line);
        let text = self.shell.rendered(&reply);
        if reply.status == Status::Fault
            && let Some(stop) = self.stop_at_fault(prompted(line).1)
        {
            return Ok((text, Some(stop)));
        }
        if reply.status == Status::Quit {
            return Ok((text, Some(Stopped::by("exited", ""))));
        }
        let now = of_debugger(&self.shell);
        let is_same_game = now.zip(was).is_some_and(|(is, was)| is.1 == was.1);
        let is_same_point = now.zip(was).is_some_and(|(is, was)| (is.0, is.2) == (was.0, was.2));
        let Some(is) = now.filter(|_| !is_same_game || !is_same_point) else {
            return if reply.status.is_bad() { Err(text) } else { Ok((text, None)) };
        };
        let is_new = !is_same_game || was.is_some_and(|was| was.0 != is.0);
        // The same input as before replaces nothing.
        let stands = self.shell.debugger().map(|debugger| debugger.timeline.here().entry);
        let is_repeated = is_same_game && was.and_then(|was| was.3) == stands;
        if is_new && !is_repeated {
            match was.and_then(|was| was.3).filter(|_| !was_at_front) {
                Some(replaced) => self.program.replace_after(replaced),
                None if was_at_front => self.program.replace_next(line),
                None => {}
            }
            self.program.note(&self.shell, None);
        }
        let is_same_line = self.entry(from.ply) == before;
        let is_ahead = is_same_game && is_new && is.2.ply > from.ply && is_same_line;
        if is_ahead && !was_in_fault {
            self.shell.go_to(from);
            let stop = self.run_to(is.2.ply);
            return Ok((text, Some(stop.unwrap_or_else(|| Stopped::by("goto", "")))));
        }
        Ok((text, Some(Stopped::by("goto", ""))))
    }

    /// Reads the files again and replays the game; stops at the first difference.
    ///
    /// # Errors
    /// The files are wrong, as a message; the game is as it was.
    pub fn restart(&mut self) -> Result<Stopped, String> {
        let at = self.at();
        let was_in_fault = self.shell.debugger().is_some_and(|one| one.fault_stop().is_some());
        let reply = self.shell.pasted(Origin::Foreign, ":reload");
        let text = self.shell.rendered(&reply);
        if reply.status != Status::Done {
            return Err(text);
        }
        self.say("console", &text);
        self.shell.leave_fault();
        self.program.retry();
        let differs = reply.parts.iter().find_map(|part| match part {
            Part::Difference(difference) => Some(difference.ply),
            _ => None,
        });
        let Some(debugger) = self.shell.debugger() else {
            return Ok(Stopped::by("entry", ""));
        };
        let timeline = &debugger.timeline;
        let all: Vec<usize> = (0..timeline.n_entries()).collect();
        let cut = debugger.cut_off.clone();
        let numbers = cut.as_ref().map_or(all, |cut| cut.numbers.clone());
        let (n_plies, last) = (timeline.last_ply(), timeline.number(timeline.last_ply()));
        self.program.renumber(debugger.first_decision, &numbers, last);
        let is_there = || debugger.record(at.ply).position(at.ply, at.step) == at;
        let (to, text) = match (differs, cut) {
            (Some(ply), _) => (Some(self.ends(ply).0), format!("ply {ply} goes another way")),
            (None, Some(_)) => {
                (Some(self.ends(n_plies).1), "the next input is impossible now".to_owned())
            }
            (None, None) => {
                let to = Some(at).filter(|_| !was_in_fault && at.ply <= n_plies && is_there());
                (to, "the game goes the same way".to_owned())
            }
        };
        if let Some(to) = to {
            self.shell.go_to(to);
        }
        Ok(Stopped::by("restart", text))
    }
}
