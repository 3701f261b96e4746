//! The main loop: tasks first, then the window of the action on top of the stack, then that action,
//! then the turn.

use super::effect::EffectContext;
use super::game::Game;
use super::limits::{MAX_TASKS, too_many_tasks};
use crate::kernel::action::{Action, Subject, Task, Window};
use crate::kernel::card::{CardId, Seat, SeatSet};
use crate::kernel::cause::{Cause, MoveReason, Visibility};
use crate::kernel::decision::{Choice, Prompt, RecordedAnswer};
use crate::kernel::event::{ActionEvent, InternalEvent};
use crate::kernel::fault::{Fault, Stop};
use crate::kernel::hook::Hook;
use crate::kernel::model::moment::Moment;
use crate::kernel::pending::Pending;
use crate::kernel::rules::{Call, Owner, Work};
use crate::kernel::turns::{EndedTurns, Phase, TurnQueue};
use crate::kernel::value::Value;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

/// The result of a step of the loop: whether it has reached a decision.
pub(super) type Loop<T = bool> = Result<T, Box<Fault>>;

pub(super) fn fault(stop: Stop) -> Box<Fault> {
    match stop {
        Stop::Fault(fault) => fault,
        Stop::Asked => Fault::new("F0303", "a question was asked where nobody can be asked")
            .hint("ask it in a hook that runs in the midst of a game")
            .into(),
    }
}

impl Game {
    /// Runs to the next decision or to the end of the game.
    pub(super) fn advance(&mut self) -> Loop<()> {
        loop {
            if self.finish() {
                return Ok(());
            }
            let table = &self.effect.table;
            let height = table.stack.len();
            let due = table.agenda.last().copied().filter(|task| task.is_due(height));
            let asked = match due {
                Some(task) => {
                    self.effect.emit(InternalEvent::Started);
                    self.start(task)?
                }
                None if height > 0 => self.handle_top()?,
                None => self.settle()?,
            };
            if asked {
                return Ok(());
            }
        }
    }

    /// Handles the action on top of the stack: withdraws it if its player has left the game since,
    /// asks its window, reopens it after a response that did not cancel it, or resolves it.
    fn handle_top(&mut self) -> Loop {
        let table = &self.effect.table;
        let Some(action) = table.stack.last() else { return Ok(false) };
        if !action.by_the_dead && !table.turns.alive.has(action.by) {
            self.effect.emit(InternalEvent::Withdrawn);
            return Ok(false);
        }
        match action.window {
            Window::Open(_) => {
                let asked = self.ask_window()?;
                let is_closed = |action: &Rc<Action>| action.window == Window::Closed;
                // If nobody has answered, nothing else has happened either.
                if asked || !self.table().stack.last().is_some_and(is_closed) {
                    return Ok(asked);
                }
            }
            Window::Answered if !action.cancelled && !self.is_withdrawn_moment(action) => {
                self.effect.emit(InternalEvent::WindowReopened);
                return Ok(false);
            }
            Window::Answered | Window::Closed => {}
        }
        self.resolve()
    }

    /// Whether the action is a moment that was answered, after which its player goes on: who was
    /// about to draw decides again.
    fn is_withdrawn_moment(&self, action: &Action) -> bool {
        match action.subject {
            Subject::Draw => action.answered && !self.rules.draw_resumes,
            Subject::Between => action.answered,
            _ => false,
        }
    }

    // ---- answers -----------------------------------------------------------------------------

    pub(super) fn take_answer(&mut self, index: usize) -> Loop {
        self.begin_input();
        let seat = self.decision.seat;
        let asked = match std::mem::replace(&mut self.pending, Pending::Main) {
            Pending::Over => Ok(false),
            Pending::Main | Pending::Window => match &self.decision.options[index] {
                Choice::Draw => self.choose_draw(seat),
                Choice::Pass => {
                    self.pass(seat);
                    Ok(false)
                }
                Choice::Play(kind) | Choice::Respond(kind) => self.play_kind(seat, *kind),
                Choice::Placed(card, kind, _) => self.play_copy(seat, *card, *kind),
                Choice::Unseen => self.play_unseen(seat),
                Choice::Combo(combo, kinds) if kinds.is_empty() => {
                    self.select_set(seat, *combo, SmallVec::new())
                }
                set @ (Choice::Combo(combo, _) | Choice::Copies(combo, _)) => {
                    let (combo, cards) = (*combo, self.cards_of(seat, set));
                    self.schedule_between();
                    self.begin(seat, Subject::Combo(combo), &cards)
                }
                // The options of a script's question.
                Choice::Player(_)
                | Choice::Card(..)
                | Choice::Hidden(..)
                | Choice::Kind(_)
                | Choice::Number(_)
                | Choice::Text(_)
                | Choice::Yes
                | Choice::No => Ok(false),
            },
            Pending::StandIn { card, kinds } => self.play_card(seat, card, kinds[index]),
            Pending::Cards { combo, chosen } => self.select_next((seat, index), combo, chosen),
            Pending::Run(mut run) => {
                let (question, ply) = (run.answers.question, self.effect.log.ply);
                let answer = RecordedAnswer::of(question, &self.decision, index, ply);
                run.answers.given.push(answer);
                self.run(*run)
            }
        }?;
        if !asked {
            self.uncommitted = None;
        }
        Ok(asked)
    }

    fn pass(&mut self, seat: Seat) {
        if let Some(action) = self.effect.table.stack.last().map(|action| action.reference()) {
            self.effect.emit(ActionEvent::Passed { seat, action });
        }
    }

    fn choose_draw(&mut self, seat: Seat) -> Loop {
        if self.rules.by_moment[Moment::Draw as usize].is_empty() {
            return self.run_hook(Call::new(Hook::DrawStep, Owner::Rules, seat));
        }
        if self.is_unanswerable(&Subject::Draw) {
            let mut call = Call::new(Hook::DrawStep, Owner::Rules, seat);
            call.action = Some(self.new_action(seat, Subject::Draw, &[]));
            self.pass_moment();
            return self.run_hook(call);
        }
        self.push_moment(seat, Subject::Draw);
        Ok(false)
    }

    /// Schedules the window that follows a play of the main decision.
    pub(super) fn schedule_between(&mut self) {
        if !self.rules.by_moment[Moment::Between as usize].is_empty() {
            let task = Task::Between { height: self.table().stack_height() };
            self.effect.emit(InternalEvent::Scheduled { task });
        }
    }

    /// Opens a moment before or after plays. Where no log is kept, one that nobody can answer
    /// passes without a place on the stack.
    pub(super) fn open_moment(&mut self, seat: Seat, subject: Subject) {
        if self.is_unanswerable(&subject) {
            self.pass_moment();
        } else {
            self.push_moment(seat, subject);
        }
    }

    fn pass_moment(&mut self) {
        // As many events as for one on the stack.
        self.effect.cost.n_events += 2;
        self.effect.emit(InternalEvent::MomentPassed);
    }

    /// Whether a moment would leave the stack again before anything else happens.
    fn is_unanswerable(&self, subject: &Subject) -> bool {
        let EffectContext { table, log, .. } = &self.effect;
        let is_next = table.agenda.last().is_none_or(|task| !task.is_due(table.stack.len() + 1));
        !log.is_kept() && is_next && self.able_to_answer(Moment::of(subject)).is_empty()
    }

    pub(super) fn push_moment(&mut self, seat: Seat, subject: Subject) {
        let action = self.new_action(seat, subject, &[]);
        self.effect.emit(ActionEvent::Announced { action });
    }

    /// Counts a task or an action towards the limit of a ply.
    #[inline]
    pub(super) fn count_task(&mut self, task: Task) -> Loop<()> {
        let n_decisions = self.effect.players.n_decisions;
        if self.n_tasks_since != n_decisions {
            (self.n_tasks_since, self.n_tasks) = (n_decisions, 0);
        }
        self.n_tasks += 1;
        if self.n_tasks > MAX_TASKS { Err(self.endless(task)) } else { Ok(()) }
    }

    // ---- tasks --------------------------------------------------------------------------------

    fn start(&mut self, task: Task) -> Loop {
        self.count_task(task)?;
        let table = self.table();
        match task {
            Task::Hook { hook: Hook::Setup, seat, .. } => self.set_up_round(seat),
            Task::Hook { hook, seat, card } => self.run_due(hook, seat, card, None),
            Task::Explode { seat, hazard } => {
                if !table.turns.alive.has(seat) {
                    return Ok(false);
                }
                if self.effect.is_heard(Hook::BeforeExplode) {
                    let value = hazard.map_or(Value::Unit, Value::Card);
                    let call = Call::to_listeners(Hook::BeforeExplode, seat).arg(value);
                    return self.run_hook(call);
                }
                self.expose(seat, hazard);
                Ok(false)
            }
            Task::About { hook, seat, card, about, .. } => {
                self.run_due(hook, seat, card, Some(about))
            }
            Task::Settled { .. } => {
                let is_heard = self.effect.is_heard(Hook::AfterPlay);
                let Some(play) = table.last_play.as_ref().filter(|_| is_heard) else {
                    return Ok(false);
                };
                let call = Call::to_listeners(Hook::AfterPlay, play.by);
                self.run_hook(call.arg(Value::Action(play.id)))
            }
            Task::Play { seat, card } => {
                let kind = table.kind(card);
                if !self.finds_option(seat, card) {
                    return Ok(false);
                }
                self.begin(seat, Subject::Card(card, kind), &[card])
            }
            Task::Turn { seat } => {
                self.open_moment(seat, Subject::Turn);
                Ok(false)
            }
            Task::Between { .. } => {
                let TurnQueue { current, phase, ended, alive, .. } = &table.turns;
                let is_over = *ended != EndedTurns::None || !alive.has(*current);
                if *phase == Phase::Main && !is_over {
                    self.open_moment(*current, Subject::Between);
                }
                Ok(false)
            }
            Task::Draw { seat, .. } if !table.turns.alive.has(seat) => Ok(false),
            Task::Draw { seat, n_cards, .. } => {
                self.run(Call::to_do(Work::Draw(n_cards), seat).into())
            }
            Task::Refill { pile } => {
                let seat = table.turns.current;
                self.run(Call::to_do(Work::Refill(pile), seat).into())
            }
        }
    }

    /// Lays a hazard face up before a player and announces the explosion.
    pub(super) fn expose(&mut self, seat: Seat, hazard: Option<CardId>) {
        if let Some(hazard) = hazard {
            let to = (Zone::Front(seat), 0);
            self.effect.relocate(hazard, to, MoveReason::Expose, Visibility::ALL);
            self.flush();
        }
        self.push_moment(seat, Subject::Explosion(hazard));
    }

    /// Runs a scheduled hook of a card, or of the rules without one, if it still applies.
    fn run_due(
        &mut self,
        hook: Hook,
        seat: Seat,
        card: Option<CardId>,
        about: Option<CardId>,
    ) -> Loop {
        if !self.is_due(hook, seat, card) {
            return Ok(false);
        }
        let kind = |card| Owner::Kind(self.table().kind(card));
        let mut call = Call::new(hook, card.map_or(Owner::Rules, kind), seat);
        call.card = card;
        call.args.extend(card.into_iter().chain(about).map(Value::Card));
        self.run_hook(call)
    }

    /// Whether a scheduled hook still applies: the card has not moved, and its player is alive.
    fn is_due(&self, hook: Hook, seat: Seat, card: Option<CardId>) -> bool {
        let table = self.table();
        let Some(card) = card else { return table.turns.alive.has(seat) };
        let zone = table.zones.zone_of(card);
        let there = match hook {
            Hook::Gained => zone == Zone::Hand(seat),
            Hook::Lost => true,
            _ => self.effect.is_listening(card, seat),
        };
        there && table.turns.alive.has(seat)
    }

    #[cold]
    fn endless(&self, task: Task) -> Box<Fault> {
        let name = |task: &Task| match task {
            Task::Hook { hook, card, .. } | Task::About { hook, card, .. } => {
                let owner =
                    card.map_or("the rules", |c| &*self.rules.kind(self.table().kind(c)).id);
                format!("{} of {owner}", hook.name())
            }
            Task::Explode { .. } => "an explosion".to_owned(),
            Task::Play { card, .. } => {
                format!("a play of {}", self.rules.kind(self.table().kind(*card)).id)
            }
            Task::Turn { .. } => "a turn".to_owned(),
            Task::Settled { .. } => Hook::AfterPlay.name().to_owned(),
            Task::Between { .. } => "the moment between two plays".to_owned(),
            Task::Draw { .. } => "a draw of several cards".to_owned(),
            Task::Refill { .. } => "the refill of a pile".to_owned(),
        };
        let chain: Vec<_> =
            self.table().agenda.iter().rev().take(3).chain([&task]).map(name).collect();
        Fault { place: self.effect.run.acted, ..too_many_tasks() }
            .hint(format!("these hooks keep setting each other off: {}", chain.join(", ")))
            .into()
    }

    /// Resolves the action on top of the stack, or withdraws it if no hook applies.
    fn resolve(&mut self) -> Loop {
        let Some(action) = self.table().stack.last().cloned() else { return Ok(false) };
        if let (Subject::Explosion(Some(hazard)), true) = (action.subject, action.cancelled) {
            self.effect.tell_of_rescue(action.by, hazard);
            self.flush();
        }
        let Some((hook, owner, card)) = self.effect_of(&action) else {
            self.effect.emit(InternalEvent::Withdrawn);
            self.discard_cancelled(&action);
            self.scratch.push(action);
            return Ok(false);
        };
        if hook == Hook::Cancelled {
            self.effect.emit(InternalEvent::Withdrawn);
            self.discard_cancelled(&action);
        } else {
            self.effect.emit(ActionEvent::Resolved { action: action.reference() });
        }
        let mut call = Call::new(hook, owner, action.by);
        call.card = card;
        match hook {
            Hook::Resolve => action.announced.iter().for_each(|it| call.args.push(it.clone())),
            Hook::Cancelled => call.args.push(Value::Action(action.id)),
            Hook::Rescued | Hook::Exploded => {
                call.args.push(card.map_or(Value::Unit, Value::Card));
            }
            _ => {}
        }
        call.action = Some(action);
        self.run_hook(call)
    }

    /// Returns the hook that resolves an action, with its owner and card.
    fn effect_of(&self, action: &Action) -> Option<(Hook, Owner, Option<CardId>)> {
        let of_kind = |hook, kind, card| {
            let is_there = self.rules.kind(kind).hooks.has(hook);
            is_there.then_some((hook, Owner::Kind(kind), Some(card)))
        };
        let of_play = if action.cancelled { Hook::Cancelled } else { Hook::Resolve };
        match action.subject {
            subject if self.is_void(&subject, action.by) => None,
            Subject::Turn | Subject::Between => None,
            Subject::Draw if action.cancelled || self.is_withdrawn_moment(action) => None,
            Subject::Draw => Some((Hook::DrawStep, Owner::Rules, None)),
            Subject::Explosion(hazard) if action.cancelled => {
                let hazard = hazard?;
                of_kind(Hook::Rescued, self.table().kind(hazard), hazard)
            }
            Subject::Explosion(hazard) => Some((Hook::Exploded, Owner::Rules, hazard)),
            Subject::Card(card, kind) => of_kind(of_play, kind, card),
            Subject::Combo(combo) => {
                let is_there = !action.cancelled || self.rules.combo(combo).hooks.has(of_play);
                let first = action.cards.first().copied();
                is_there.then_some((of_play, Owner::Combo(combo), first))
            }
        }
    }

    // ---- decisions ---------------------------------------------------------------------------

    pub(super) fn ask(&mut self, seat: Seat, prompt: Prompt, pending: Pending) {
        let action = self.effect.table.stack.last().map(|action| action.reference());
        let ply = self.effect.log.ply;
        let cause = Cause { ply, since: ply, action, place: None };
        self.decision.seat = seat;
        self.decision.prompt = prompt;
        self.decision.cause = cause;
        self.decision.announcing = false;
        self.decision.together = SeatSet::NONE;
        self.decision.depth_of = None;
        self.decision.is_formal = false;
        self.decision.weights.clear();
        self.pending = pending;
    }

    /// Asks the next seat of the window on top, or closes it.
    fn ask_window(&mut self) -> Loop {
        let table = self.table();
        let Some(top) = table.stack.last() else { return Ok(false) };
        let Window::Open(asked) = top.window else { return Ok(false) };
        let by = top.by;
        if self.is_void(&top.subject, by) {
            self.effect.emit(InternalEvent::WindowClosed { answered: false });
            return Ok(false);
        }
        let left = self.able_to_answer(Moment::of(&top.subject)).intersection(asked.complement());
        if left.is_empty() {
            self.effect.emit(InternalEvent::WindowClosed { answered: false });
            return Ok(false);
        }
        let own_first = !matches!(top.subject, Subject::Card(..) | Subject::Combo(_));
        let own_last = !own_first && self.rules.self_answer;
        let own = SeatSet::one(by).intersection(left);
        let first = if own_first { own } else { SeatSet::NONE };
        let last = if own_last { own } else { SeatSet::NONE };
        let others = table.turns.order(by, left.without(by));
        for seat in first.iter().chain(others).chain(last.iter()) {
            let is_asked = self.list_responses(seat).map_err(fault)?;
            if !is_asked {
                continue;
            }
            match self.decision.options.as_slice() {
                [Choice::Pass] if !self.effect.players.also_ask.has(seat) => self.pass(seat),
                [Choice::Respond(kind)] => {
                    let kind = *kind;
                    return self.play_kind(seat, kind);
                }
                options => {
                    let is_formal = options == [Choice::Pass];
                    self.ask(seat, Prompt::Respond, Pending::Window);
                    self.decision.is_formal = is_formal;
                    return Ok(true);
                }
            }
        }
        self.effect.emit(InternalEvent::WindowClosed { answered: false });
        Ok(false)
    }
}
