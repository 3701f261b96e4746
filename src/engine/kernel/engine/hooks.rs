//! Runs hooks, one at a time, each as a transaction.

use super::effect::{EffectContext, Values};
use super::game::Game;
use super::run::{Loop, fault};
use crate::kernel::event::InternalEvent;
use crate::kernel::fault::Stop;
use crate::kernel::hook::Hook;
use crate::kernel::log::LogPosition;
use crate::kernel::pending::{Pending, Suspended, UncommittedState};
use crate::kernel::rules::Call;
use crate::kernel::table::owned;
use crate::kernel::value::{Value, discard};
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

    pub(super) fn run_hook(&mut self, mut call: Call) -> Loop {
        let EffectContext { players, log, cost, run, .. } = &mut self.effect;
        let may_wait = players.has_vacancy
            || players.n_in_place() > MAX_IN_PLACE
            || players.n_decisions >= players.last_decision
            || players.ask_chance;
        if may_wait || log.is_kept() || players.record.is_some() {
            return self.run(call.into());
        }
        debug_assert!(run.answers.given.is_empty(), "the last run has used its answers");
        cost.begin_hook();
        players.suspends = false;
        let mut returned = Values::new();
        self.call(&call, &mut returned).map_err(fault)?;
        self.complete(&mut call, returned);
        discard(call.args);
        Ok(false)
    }

    /// Goes on after a hook has returned.
    #[inline(always)]
    fn complete(&mut self, call: &mut Call, returned: Values) {
        self.flush();
        let action = call.action.take();
        match (call.hook, action) {
            (Hook::BeforeExplode, _) => {
                if returned.last() != Some(&Value::Bool(true)) && !self.effect.run.begins_round() {
                    let hazard = match call.args.first() {
                        Some(Value::Card(hazard)) => Some(*hazard),
                        _ => None,
                    };
                    self.expose(call.me, hazard);
                }
            }
            (Hook::Announce, Some(mut action)) if !self.effect.run.has_stopped() => {
                owned(&mut action).announced = returned;
                return self.push_play(action);
            }
            (_, Some(action)) => self.scratch.push(action),
            (_, None) => {}
        }
        discard(returned);
    }

    /// Runs a hook from its start, replaying the recorded answers.
    #[inline(never)]
    pub(super) fn run(&mut self, mut run: Suspended) -> Loop {
        let log = &mut self.effect.log;
        let first = (log.ply, log.auto_answers.len());
        let (since, n_auto_answers) = *run.answers.since.get_or_insert(first);
        // What is repeated belongs to the plies of the answers before it.
        log.begin_ply(since);
        log.auto_answers.truncate(n_auto_answers);
        let waits = self.run_on(&mut run);
        self.effect.log.begin_ply(first.0.max(self.effect.log.ply));
        let Some(mark) = waits? else { return Ok(false) };
        self.wait(run, mark);
        Ok(true)
    }

    /// Returns where the events of the run begin if it waits for an answer.
    #[inline(always)]
    fn run_on(&mut self, run: &mut Suspended) -> Loop<Option<LogPosition>> {
        let EffectContext { players, log, cost, table, run: running, .. } = &mut self.effect;
        running.answers = std::mem::take(&mut run.answers);
        let mark = log.mark();
        let is_setup = run.call.hook == Hook::Setup;
        let is_last = players.n_decisions >= players.last_decision;
        let may_suspend = players.n_in_place() > MAX_IN_PLACE || is_last;
        players.suspends = may_suspend && running.answers.given.is_empty();
        cost.begin_hook();
        let has_vacancy = players.suspends || players.has_vacancy;
        // A setup without questions can only wait for chance, which may have been asked before.
        let is_asking = !is_setup || self.rules.setup_asks || !running.answers.given.is_empty();
        let may_wait = players.ask_chance || is_asking && has_vacancy;
        if may_wait {
            self.base.clone_from(table);
            players.observer.iter().for_each(|observer| observer.borrow_mut().savepoint());
        }
        if let Some(record) = &mut players.record {
            record.0.clone_from(table);
            record.1.clone_from(run);
        }
        let mut returned = Values::new();
        match self.call(&run.call, &mut returned) {
            Ok(()) => {
                self.effect.run.answers.given.clear();
                if is_setup && !self.effect.run.begins_round() {
                    self.begin_play();
                }
                self.complete(&mut run.call, returned);
                Ok(None)
            }
            Err(Stop::Asked) => {
                if !may_wait {
                    return Err(fault(Stop::Asked));
                }
                run.answers = std::mem::take(&mut self.effect.run.answers);
                Ok(Some(mark))
            }
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    /// Suspends a hook that waits for an answer: its effects are kept for display and rolled back.
    fn wait(&mut self, mut run: Suspended, mark: LogPosition) {
        let Self { base, effect, .. } = self;
        run.answers.question = effect.fingerprint();
        run.answers.asked_chance.push(effect.players.ask_chance);
        std::mem::swap(&mut effect.table, base);
        base.mixed.settle();
        effect.run.caused.clear();
        effect.players.observer.iter().for_each(|observer| observer.borrow_mut().rollback());
        let events = effect.log.split_off(mark);
        self.uncommitted = Some(Rc::new(UncommittedState { table: base.clone(), events }));
        self.decision.clone_from(&effect.question);
        self.pending = Pending::Run(Box::new(run));
    }
}
