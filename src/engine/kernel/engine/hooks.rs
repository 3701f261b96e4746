//! Runs hooks, one at a time, each as a transaction.

use super::effect::{EffectContext, RunMode};
use super::game::Game;
use super::run::{Loop, fault};
use crate::kernel::card::Seat;
use crate::kernel::event::InternalEvent;
use crate::kernel::fault::{Fault, Stop};
use crate::kernel::log::Mark;
use crate::kernel::pending::{Continuation, Pending, SuspendedHook, UncommittedState};
use crate::kernel::rules::Call;
use crate::kernel::table::owned;
use crate::kernel::value::Value;
use std::rc::Rc;

/// A hook that begins after this many answers in a ply ends the ply at its first question.
const MAX_IN_PLACE: u64 = 32;

impl Game {
    /// Pushes the tasks that the hook caused onto the agenda, to run in the order they were caused.
    #[inline(always)]
    pub(super) fn flush(&mut self) {
        while let Some(task) = self.effect.run.caused.pop() {
            self.effect.emit(InternalEvent::Scheduled { task });
        }
    }

    pub(super) fn run_hook(&mut self, mut call: Call, then: Continuation) -> Loop {
        let EffectContext { agents, settings, log, cost, run, .. } = &mut self.effect;
        let n_in_place = agents.n_decisions - agents.n_before_ply;
        let may_wait = agents.has_vacancy
            || n_in_place > MAX_IN_PLACE
            || agents.n_decisions >= agents.last_decision
            || settings.ask_chance;
        if may_wait || log.is_kept() || agents.record.is_some() {
            return self.run(SuspendedHook::of(call, then));
        }
        debug_assert!(run.given.is_empty(), "the last run has used its answers");
        run.cost_before = *cost;
        run.suspends = false;
        self.call(&call, RunMode::Act).map_err(fault)?;
        self.complete(&mut call, &then);
        Ok(false)
    }

    /// Goes on after a hook has returned.
    #[inline(always)]
    fn complete(&mut self, call: &mut Call, then: &Continuation) {
        self.flush();
        let action = call.action.take();
        match (then, action) {
            (Continuation::Explode { hazard }, _) => {
                let answer = self.effect.run.returned.pop();
                if answer != Some(Value::Bool(true)) {
                    self.expose(call.me, *hazard);
                }
            }
            (Continuation::Announce, Some(mut action)) if !self.effect.run.is_aimless => {
                let announced = std::mem::take(&mut self.effect.run.returned);
                owned(&mut action).announced = announced;
                self.push_play(action);
            }
            (_, action) => self.scratch.extend(action),
        }
    }

    /// Runs a hook from its start, replaying the recorded answers.
    #[inline(never)]
    pub(super) fn run(&mut self, mut run: SuspendedHook) -> Loop {
        let log = &mut self.effect.log;
        let (since, n_auto_answers) = *run.since.get_or_insert((log.ply, log.auto_answers.len()));
        log.since = since;
        log.auto_answers.truncate(n_auto_answers);
        let waits = self.run_on(&mut run);
        self.effect.log.since = self.effect.log.ply;
        let Some(mark) = waits? else { return Ok(false) };
        self.wait(run, mark);
        Ok(true)
    }

    /// Returns where the events of the run begin if it waits for an answer.
    #[inline(always)]
    fn run_on(&mut self, run: &mut SuspendedHook) -> Result<Option<Mark>, Fault> {
        let effect = &mut self.effect;
        effect.run.given = std::mem::take(&mut run.given);
        let mark = effect.log.mark();
        // A setup can only wait for chance.
        let is_setup = matches!(run.then, Continuation::Begin);
        let n_in_place = effect.agents.n_decisions - effect.agents.n_before_ply;
        let is_last = effect.agents.n_decisions >= effect.agents.last_decision;
        let suspends = (n_in_place > MAX_IN_PLACE || is_last) && effect.run.given.is_empty();
        effect.run.cost_before = effect.cost;
        effect.run.suspends = suspends;
        let has_vacancy = suspends || effect.agents.has_vacancy;
        let may_wait = effect.settings.ask_chance || !is_setup && has_vacancy;
        if may_wait {
            self.base.clone_from(&effect.table);
            effect.observer.iter().for_each(|observer| observer.borrow_mut().savepoint());
        }
        if let Some(record) = &mut effect.agents.record {
            record.0.clone_from(&effect.table);
            record.1.clone_from(run);
            record.1.given.clear();
        }
        match self.carry_out_run(run) {
            Ok(()) => {
                self.effect.run.given.clear();
                if is_setup {
                    self.begin_play();
                }
                self.complete(&mut run.call, &run.then);
                Ok(None)
            }
            Err(Stop::Asked) => {
                if is_setup && self.effect.question.seat != Seat::CHANCE {
                    let fault = Fault::new("F0302", "the setup asks a question")
                        .hint("nobody can be asked before the game has begun");
                    return Err(Fault { place: self.effect.run.acted, ..fault });
                }
                run.given = std::mem::take(&mut self.effect.run.given);
                Ok(Some(mark))
            }
            Err(Stop::Fault(fault)) => Err(*fault),
        }
    }

    /// Suspends a hook that waits for an answer: its effects are kept for display and rolled back.
    fn wait(&mut self, mut run: SuspendedHook, mark: Mark) {
        let Self { base, effect, .. } = self;
        run.question = effect.fingerprint();
        std::mem::swap(&mut effect.table, base);
        effect.run.caused.clear();
        effect.observer.iter().for_each(|observer| observer.borrow_mut().rollback());
        let events = effect.log.split_off(mark);
        self.uncommitted = Some(Rc::new(UncommittedState { table: base.clone(), events }));
        self.decision.clone_from(&effect.question);
        self.pending = Pending::Run(Box::new(run));
    }
}
