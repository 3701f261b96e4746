//! A game that is debugged: runs, steps and inputs, each up to where it stops.

use super::cursor::{Cursor, Position, Stride};
use super::program::{Program, Project};
use super::stops::{self, Breakpoint, Hit, Target};
use crate::base::Interrupt;
use crate::error::render;
use crate::script::Host;
use crate::shell::input_line::InputLine;
use crate::shell::line::prompted;
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
    pub cursor: Cursor,
    pub program: Program,
    pub project: Project,
    pub breakpoints: Vec<Breakpoint>,
    /// The number of breakpoints that were ever set.
    n_breakpoints: usize,
    /// The scripts in which they were found.
    host: Option<Rc<Host>>,
    /// The numbers of those that have changed since this was last taken.
    pub changed: Vec<usize>,
    /// Whether faults stop it.
    pub at_faults: bool,
    /// What was printed since it was last taken: the category and the text.
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
    pub ids: Vec<usize>,
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
    pub fn new(shell: Shell, program: Program, project: Project, pause: PauseRequest) -> Self {
        let mut cursor = Cursor::new(shell);
        match program.path {
            Some(_) => cursor.follow(),
            None => cursor.go(Position::default()),
        }
        Self {
            cursor,
            program,
            project,
            breakpoints: Vec::new(),
            n_breakpoints: 0,
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
    ) -> Result<&[Breakpoint], String> {
        let others = self.breakpoints.iter().filter(|breakpoint| breakpoint.target != *target);
        if others.count() + given.len() > MAX_BREAKPOINTS {
            return Err(format!("there can be at most {MAX_BREAKPOINTS} breakpoints"));
        }
        if given.iter().any(|one| one.to_string().len() > MAX_BREAKPOINT) {
            return Err(format!("a breakpoint has at most {MAX_BREAKPOINT} bytes"));
        }
        self.breakpoints.retain(|breakpoint| breakpoint.target != *target);
        let first = self.breakpoints.len();
        for given in given {
            self.n_breakpoints += 1;
            let new = Breakpoint::new(self.n_breakpoints, target.clone(), given, &self.cursor);
            self.breakpoints.push(new);
        }
        Ok(&self.breakpoints[first..])
    }

    /// Finds the places of breakpoints again if the scripts have changed.
    pub fn renew_breakpoints(&mut self) {
        let host = self.cursor.debugger().map(|debugger| debugger.loaded.host.clone());
        if host.as_ref().map(Rc::as_ptr) != self.host.as_ref().map(Rc::as_ptr) {
            for breakpoint in &mut self.breakpoints {
                if breakpoint.renew(&self.cursor) {
                    self.changed.push(breakpoint.id);
                }
            }
            self.host = host;
        }
    }

    /// The number of the entry at the cursor, and of the game.
    fn here(&self) -> Option<(u64, usize)> {
        let (debugger, entry) = self.cursor.entry(self.cursor.at.ply)?;
        Some((debugger.first_decision, entry))
    }

    /// Whether the program goes on at the cursor, not the line of the game.
    fn is_at_front(&self) -> bool {
        let entry = self.here().map(|(_, entry)| entry);
        self.program.is_front(entry) || self.cursor.at.ply >= self.cursor.last_ply()
    }

    /// Leaves a fault forwards: the input that has failed is not tried again.
    fn leave_fault(&mut self) {
        if self.cursor.fault.take().is_some() {
            let ply = self.cursor.at.ply.saturating_sub(1);
            let end = self.cursor.end(ply);
            self.cursor.go(end);
        }
        self.program.skip_failed();
    }

    /// Carries the next input of the program out; returns why it stops, if it does. Plies of it lie
    /// ahead of the cursor then.
    fn run_input(&mut self) -> Option<Stopped> {
        let Some(input) = self.program.next().cloned() else {
            let asked = self.cursor.shell.asked().map(|name| format!("{name} must answer"));
            let over =
                if self.cursor.debugger().is_some() { "the game is over" } else { "no game" };
            return Some(Stopped::by("decision", asked.unwrap_or_else(|| over.to_owned())));
        };
        let before = self.here();
        self.say("console", &input.raw);
        let ran = self.program.run(&mut self.cursor.shell);
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
        self.arrive(before);
        None
    }

    /// Keeps the cursor where it is if the game has gone on from there.
    fn arrive(&mut self, before: Option<(u64, usize)>) {
        let Some(debugger) = self.cursor.debugger() else { return };
        let (game, ply) = (debugger.first_decision, debugger.timeline.ply());
        if before.map(|(game, _)| game) != Some(game) {
            self.cursor.go(Position::default());
        } else if self.here() != before || ply < self.cursor.at.ply {
            self.cursor.follow();
        }
    }

    fn say(&mut self, category: &'static str, text: &str) {
        self.said.push((category, text.to_owned()));
    }

    fn stop_at_fault(&mut self, answer: &str) -> Option<Stopped> {
        let error = self.cursor.debugger()?.fault.clone().filter(|_| self.at_faults)?;
        let text = render(std::slice::from_ref(&error), false);
        self.cursor.go_to_fault(answer, error);
        Some(Stopped::by("exception", text))
    }

    /// The ply up to which the line can be gone along.
    fn limit(&self) -> usize {
        let Some(debugger) = self.cursor.debugger() else { return 0 };
        let timeline = &debugger.timeline;
        let is_front = |ply: &usize| self.program.is_front(timeline.number(*ply));
        (self.cursor.at.ply..=timeline.last_ply()).find(is_front).unwrap_or(timeline.last_ply())
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

    /// Runs along the line to the first stop up to the end of a ply.
    fn run_to(&mut self, limit: usize) -> Option<Stopped> {
        self.renew_breakpoints();
        let from = self.cursor.at;
        for ply in from.ply..=limit {
            let hits = stops::hits(&self.breakpoints, &self.cursor, ply, |at| at > from);
            if self.pause.take() {
                let start = self.cursor.start(ply);
                self.cursor.go(start.max(from));
                return Some(Stopped::by("pause", ""));
            }
            for hit in hits {
                hit.logs.iter().for_each(|text| self.say("console", text));
                if !hit.ids.is_empty() {
                    return Some(self.stop_at(hit));
                }
            }
        }
        let end = self.cursor.end(limit);
        self.cursor.go(end);
        None
    }

    fn stop_at(&mut self, hit: Hit) -> Stopped {
        self.cursor.go(hit.at);
        Stopped { ids: hit.ids, ..Stopped::by("breakpoint", "") }
    }

    /// Runs back to the last stop, or to the start.
    pub fn run_back(&mut self) -> Stopped {
        self.program.retry();
        let from = self.cursor.at;
        let last_ply = from.ply - usize::from(self.cursor.fault.is_some());
        for ply in (0..=last_ply).rev() {
            let hits = stops::hits(&self.breakpoints, &self.cursor, ply, |at| at < from);
            if self.pause.take() {
                let end = self.cursor.end(ply);
                self.cursor.go(end.min(from));
                return Stopped::by("pause", "");
            }
            if let Some(hit) = hits.into_iter().rev().find(|hit| !hit.ids.is_empty()) {
                return self.stop_at(hit);
            }
        }
        self.cursor.go(Position::default());
        Stopped::by("entry", "the start of the game")
    }

    pub fn step(&mut self, stride: Stride) -> Stopped {
        if let Some(to) = self.cursor.within_ply(stride) {
            self.cursor.go(to);
            return Stopped::by("step", "");
        }
        self.leave_fault();
        if self.is_at_front()
            && let Some(stop) = self.run_input()
        {
            return stop;
        }
        if self.cursor.at.ply < self.limit() {
            let to = self.cursor.start(self.cursor.at.ply + 1);
            self.cursor.go(to);
        }
        Stopped::by("step", "")
    }

    pub fn step_back(&mut self) -> Stopped {
        self.program.retry();
        match self.cursor.before() {
            Some(to) => self.cursor.go(to),
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
        let (before, from) = (self.here(), self.cursor.at);
        let of_debugger = |shell: &Shell| {
            shell.debugger().map(|debugger| {
                let timeline = &debugger.timeline;
                let next = timeline.number(timeline.ply() + 1);
                (timeline.n_played(), debugger.first_decision, debugger.point(), next)
            })
        };
        let (was, was_at_front) = (of_debugger(&self.cursor.shell), self.is_at_front());
        let reply = self.cursor.shell.pasted(Origin::Foreign, line);
        let text = self.cursor.shell.rendered(&reply);
        if reply.status == Status::Fault
            && let Some(stop) = self.stop_at_fault(prompted(line).1)
        {
            return Ok((text, Some(stop)));
        }
        if reply.status == Status::Quit {
            return Ok((text, Some(Stopped::by("exited", ""))));
        }
        let now = of_debugger(&self.cursor.shell);
        let is_same_game = now.zip(was).is_some_and(|(is, was)| is.1 == was.1);
        let is_same_point = now.zip(was).is_some_and(|(is, was)| (is.0, is.2) == (was.0, was.2));
        let Some(is) = now.filter(|_| !is_same_game || !is_same_point) else {
            return if reply.status.is_bad() { Err(text) } else { Ok((text, None)) };
        };
        let is_new = !is_same_game || was.is_some_and(|was| was.0 != is.0);
        // The same input as before replaces nothing.
        let stands = self.cursor.shell.debugger().map(|debugger| debugger.timeline.here().entry);
        let is_repeated = is_same_game && was.and_then(|was| was.3) == stands;
        if is_new && !is_repeated {
            match was.and_then(|was| was.3).filter(|_| !was_at_front) {
                Some(replaced) => self.program.replace_after(replaced),
                None if was_at_front => self.program.replace_next(line),
                None => {}
            }
            self.program.note(&self.cursor.shell, None);
        }
        let is_ahead = is_same_game && is_new && is.2.ply > from.ply && self.here() == before;
        if is_ahead && self.cursor.fault.is_none() {
            self.cursor.at = from;
            let stop = self.run_to(is.2.ply);
            return Ok((text, Some(stop.unwrap_or_else(|| Stopped::by("goto", "")))));
        }
        self.cursor.follow();
        Ok((text, Some(Stopped::by("goto", ""))))
    }

    /// Reads the files again and replays the game; stops at the first difference.
    ///
    /// # Errors
    /// The files are wrong, as a message; the game is as it was.
    pub fn restart(&mut self) -> Result<Stopped, String> {
        let reply = self.cursor.shell.pasted(Origin::Foreign, ":reload");
        let text = self.cursor.shell.rendered(&reply);
        if reply.status != Status::Done {
            return Err(text);
        }
        self.say("console", &text);
        let (at, was_in_fault) = (self.cursor.at, self.cursor.fault.take().is_some());
        self.program.retry();
        let differs = reply.parts.iter().find_map(|part| match part {
            Part::Difference(difference) => Some(difference.ply),
            _ => None,
        });
        let Some(debugger) = self.cursor.debugger() else {
            return Ok(Stopped::by("entry", ""));
        };
        let timeline = &debugger.timeline;
        let all: Vec<usize> = (0..timeline.n_entries()).collect();
        let cut = debugger.cut_off.clone();
        let numbers = cut.as_ref().map_or(all, |cut| cut.numbers.clone());
        let (n_plies, last) = (timeline.last_ply(), timeline.number(timeline.last_ply()));
        self.program.renumber(debugger.first_decision, &numbers, last);
        let is_there = || self.cursor.record(at.ply).position(at.ply, at.step) == at;
        let (to, text) = match (differs, cut) {
            (Some(ply), _) => (Some(self.cursor.start(ply)), format!("ply {ply} goes another way")),
            (None, Some(_)) => {
                (Some(self.cursor.end(n_plies)), "the next input is impossible now".to_owned())
            }
            (None, None) => {
                let to = Some(at).filter(|_| !was_in_fault && at.ply <= n_plies && is_there());
                (to, "the game goes the same way".to_owned())
            }
        };
        match to {
            Some(to) => self.cursor.go(to),
            None => self.cursor.follow(),
        }
        Ok(Stopped::by("restart", text))
    }
}
