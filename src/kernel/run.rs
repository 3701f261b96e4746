//! The loop: tasks first, then the window of the action on top of the stack, then that action, then
//! the turn. One hook at a time, each a transaction.

use super::action::{Action, Subject, Task, Window};
use super::card::{CardId, Seat, SeatSet};
use super::context::{RecordedAnswer, RunMode, Visibility};
use super::decision::{Choice, Prompt};
use super::event::{Cause, EventKind, MoveReason};
use super::fault::{Fault, Stop};
use super::game::{Game, HookRun, Pending, UncommittedState};
use super::rules::{Call, Hook, Moment, Owner};
use super::turns::{EndedTurns, Phase};
use super::value::Value;
use super::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

/// The most tasks that may follow from one answer.
const MAX_TASKS: u32 = 200;

/// What comes after a hook.
#[derive(Clone, Debug)]
pub enum Continuation {
    /// Back to the loop.
    Settle,
    /// The setup is done: the first turn.
    Begin,
    /// The action of the call goes on the stack, with what the hook returned as its announcement.
    Announce,
}

/// Whether the loop has reached a decision.
pub(super) type ReachedDecision = bool;

fn fault(stop: Stop) -> Fault {
    match stop {
        Stop::Fault(fault) => *fault,
        Stop::Asked => Fault::new("F0303", "a question was asked where nobody can be asked")
            .hint("ask it in a hook that runs in the midst of a game"),
    }
}

impl Game {
    /// Runs on to the next decision, or to the end.
    pub(super) fn advance(&mut self) -> Result<(), Fault> {
        loop {
            if self.finish() {
                return Ok(());
            }
            let table = &mut self.context_mut().table;
            let asked = if let Some(task) = table.agenda.pop() {
                self.start(task)?
            } else if let Some(action) = table.stack.last() {
                match action.window {
                    Window::Open(_) => self.ask_window()?,
                    Window::Closed => {
                        let action = table.stack.pop().expect("there is one");
                        self.resolve(action)?
                    }
                }
            } else {
                self.settle()?
            };
            if asked {
                return Ok(());
            }
        }
    }

    /// Ends the game when somebody has won or one player is left.
    fn finish(&mut self) -> bool {
        let context = self.context_mut();
        if context.table.winner.is_none() {
            if context.table.turns.alive.is_several() {
                return false;
            }
            let Some(seat) = context.table.turns.alive.iter().next() else { return false };
            context.emit(EventKind::Won { seat });
        }
        context.table.stack.clear();
        context.table.agenda.clear();
        self.uncommitted = None;
        self.decision.options.clear();
        self.pending = Pending::Over;
        true
    }

    // ---- answers -----------------------------------------------------------------------------

    pub(super) fn take_answer(&mut self, index: usize) -> Result<ReachedDecision, Fault> {
        self.n_tasks = 0;
        let seat = self.decision.seat;
        let asked = match std::mem::replace(&mut self.pending, Pending::Main) {
            Pending::Over => Ok(false),
            Pending::Main | Pending::Window => match &self.decision.options[index] {
                Choice::Draw => self.choose_draw(seat),
                Choice::Pass => {
                    self.pass(seat);
                    Ok(false)
                }
                Choice::Play(kind) => self.play_kind(seat, *kind, false),
                Choice::Respond(kind) => self.play_kind(seat, *kind, true),
                Choice::Combo(combo, kinds) if kinds.is_empty() => {
                    self.gather(seat, *combo, SmallVec::new())
                }
                Choice::Combo(combo, kinds) => {
                    let (combo, kinds) = (*combo, *kinds);
                    let mut cards = SmallVec::<[CardId; 5]>::new();
                    for kind in kinds.iter() {
                        cards.push(self.pick(seat, kind, &cards));
                    }
                    self.begin(seat, Subject::Combo(combo), &cards)
                }
                other => unreachable!("{other:?} is no option of a turn or a window"),
            },
            Pending::Cards { combo, mut chosen, .. } => {
                let Choice::Card(card, _) = self.decision.options[index] else {
                    unreachable!("sets are put together from cards")
                };
                chosen.push(card);
                self.gather(seat, combo, chosen)
            }
            Pending::Run(mut run) => {
                run.given.push(RecordedAnswer { question: run.question, index: index as u16 });
                self.run(*run)
            }
        }?;
        if !asked {
            self.uncommitted = None;
        }
        Ok(asked)
    }

    fn pass(&mut self, seat: Seat) {
        let context = self.context_mut();
        if let Some(action) = context.table.stack.last().map(|action| action.id) {
            context.emit(EventKind::Passed { seat, action });
        }
    }

    fn choose_draw(&mut self, seat: Seat) -> Result<ReachedDecision, Fault> {
        if self.rules.by_moment[Moment::Draw as usize].is_empty() {
            let call = Call::new(Hook::DrawStep, Owner::Rules, seat);
            return self.run(HookRun::of(call, Continuation::Settle));
        }
        self.push_moment(seat, Subject::Draw);
        Ok(false)
    }

    fn push_moment(&mut self, seat: Seat, subject: Subject) {
        let action = self.new_action(seat, subject);
        self.push(action);
    }

    // ---- hooks -------------------------------------------------------------------------------

    /// What the hook caused goes on top of the agenda, in the order it was caused.
    pub(super) fn flush(&mut self) {
        let context = self.context_mut();
        if !context.caused.is_empty() {
            context.table.agenda.extend(context.caused.drain(..).rev());
        }
    }

    /// Runs a hook from its start, with the answers given so far.
    pub(super) fn run(&mut self, mut run: HookRun) -> Result<ReachedDecision, Fault> {
        let context = self.context_mut();
        context.given = std::mem::take(&mut run.given);
        match run.n_auto_answers {
            Some(n) => context.auto_answers.truncate(n),
            None => run.n_auto_answers = Some(context.auto_answers.len()),
        }
        let n_logged = context.log.as_ref().map_or(0, Vec::len);
        let n_events = context.n_events;
        // A setup waits for nobody but chance.
        let is_setup = matches!(run.then, Continuation::Begin);
        let may_wait = context.ask_chance || !is_setup && context.has_vacancy;
        if may_wait {
            let Self { base, context, .. } = self;
            base.clone_from(&context.as_ref().expect("the desk is here between runs").table);
        }
        match self.call(&run.call, RunMode::Act) {
            Ok(()) => {
                self.context_mut().given.clear();
                if is_setup {
                    self.begin_play();
                }
                self.flush();
                let action = run.call.action.take();
                if let (Continuation::Announce, Some(action)) = (run.then, &action) {
                    let announced = std::mem::take(&mut self.context_mut().returned);
                    self.push(Action { announced, ..Action::clone(action) });
                }
                self.scratch = action.or(self.scratch.take());
                Ok(false)
            }
            Err(Stop::Asked) => {
                let context = self.context_mut();
                if is_setup && context.question.seat != Seat::CHANCE {
                    return Err(Fault::new("F0302", "the setup asks a question")
                        .hint("nobody can be asked before the game has begun"));
                }
                run.given = std::mem::take(&mut context.given);
                self.wait(run, n_logged, n_events);
                Ok(true)
            }
            Err(Stop::Fault(fault)) => Err(*fault),
        }
    }

    /// A hook waits for an answer: what it did is kept for showing, and undone.
    fn wait(&mut self, mut run: HookRun, n_logged: usize, n_events: u32) {
        let Self { base, context, .. } = self;
        let context = context.as_mut().expect("the desk is here between runs");
        run.question = context.fingerprint();
        std::mem::swap(&mut context.table, base);
        context.caused.clear();
        context.n_events = n_events;
        let events = context.log.as_mut().map_or_else(Vec::new, |log| log.split_off(n_logged));
        let table = base.clone();
        self.uncommitted = Some(Rc::new(UncommittedState { table, events }));
        let context = self.context.as_mut().expect("the desk is here between runs");
        self.decision.clone_from(&context.question);
        self.pending = Pending::Run(Box::new(run));
    }

    fn start(&mut self, task: Task) -> Result<ReachedDecision, Fault> {
        self.n_tasks += 1;
        if self.n_tasks > MAX_TASKS {
            return Err(self.endless(&task));
        }
        let table = self.table();
        match task {
            Task::Hook { hook, seat, card } => {
                if !self.is_due(hook, seat, card) {
                    return Ok(false);
                }
                let owner = card.map_or(Owner::Rules, |card| Owner::Kind(table.kind(card)));
                let mut call = Call::new(hook, owner, seat);
                call.card = card;
                call.args.extend(card.map(Value::Card));
                self.run(HookRun::of(call, Continuation::Settle))
            }
            Task::Explode { seat, hazard } => {
                if !table.turns.alive.has(seat) {
                    return Ok(false);
                }
                if let Some(hazard) = hazard {
                    let to = (Zone::Front(seat), 0);
                    self.context_mut().relocate(hazard, to, MoveReason::Expose, Visibility::ALL);
                    self.flush();
                }
                self.push_moment(seat, Subject::Explosion(hazard));
                Ok(false)
            }
            Task::Play { seat, card } => {
                let kind = table.kind(card);
                self.begin(seat, Subject::Card(card, kind), &[card])
            }
            Task::Turn { seat } => {
                self.push_moment(seat, Subject::Turn);
                Ok(false)
            }
        }
    }

    /// Whether a hook is still due: the card is where it was, and its player is alive.
    fn is_due(&self, hook: Hook, seat: Seat, card: Option<CardId>) -> bool {
        let table = self.table();
        let Some(card) = card else { return table.turns.alive.has(seat) };
        let zone = table.zones.zone_of(card);
        let there = match hook {
            Hook::Gained => zone == Zone::Hand(seat),
            Hook::Lost => true,
            _ => zone == Zone::Front(seat) || zone == Zone::Table,
        };
        there && table.turns.alive.has(seat)
    }

    fn endless(&self, task: &Task) -> Fault {
        let name = |task: &Task| match task {
            Task::Hook { hook, card, .. } => {
                let owner =
                    card.map_or("the rules", |c| &*self.rules.kind(self.table().kind(c)).id);
                format!("{} of {owner}", hook.name())
            }
            Task::Explode { .. } => "an explosion".to_owned(),
            Task::Play { card, .. } => {
                format!("a play of {}", self.rules.kind(self.table().kind(*card)).id)
            }
            Task::Turn { .. } => "a turn".to_owned(),
        };
        let chain: Vec<_> =
            self.table().agenda.iter().rev().take(3).chain([task]).map(name).collect();
        let message = format!("more than {MAX_TASKS} things follow from one answer");
        Fault { place: self.context().acted, ..Fault::new("F0304", message) }
            .hint(format!("these hooks keep setting each other off: {}", chain.join(", ")))
    }

    fn resolve(&mut self, action: Action) -> Result<ReachedDecision, Fault> {
        let (by, id) = (action.by, action.id);
        let card_call = |hook, owner, card: Option<CardId>| {
            let mut call = Call::new(hook, owner, by);
            call.card = card;
            call
        };
        let call = match action.subject {
            Subject::Turn => return Ok(false),
            Subject::Draw if action.answered => return Ok(false),
            Subject::Draw => card_call(Hook::DrawStep, Owner::Rules, None),
            Subject::Explosion(hazard) if action.cancelled => {
                let Some(hazard) = hazard else { return Ok(false) };
                let kind = self.table().kind(hazard);
                if !self.rules.kind(kind).hooks.has(Hook::Rescued) {
                    return Ok(false);
                }
                card_call(Hook::Rescued, Owner::Kind(kind), Some(hazard)).arg(Value::Card(hazard))
            }
            Subject::Explosion(hazard) => card_call(Hook::Exploded, Owner::Rules, hazard)
                .arg(hazard.map_or(Value::Unit, Value::Card)),
            Subject::Card(..) | Subject::Combo(_) if action.cancelled => return Ok(false),
            Subject::Card(card, kind) => {
                if !self.rules.kind(kind).hooks.has(Hook::Resolve) {
                    return Ok(false);
                }
                card_call(Hook::Resolve, Owner::Kind(kind), Some(card))
            }
            Subject::Combo(combo) => {
                card_call(Hook::Resolve, Owner::Combo(combo), action.cards.first().copied())
            }
        };
        if self.context().is_logged() {
            self.context_mut().emit(EventKind::Resolved { action: id });
        }
        let mut call = call;
        if call.hook == Hook::Resolve {
            call.args.clone_from(&action.announced);
        }
        call.action = Some(self.shared(action));
        self.run(HookRun::of(call, Continuation::Settle))
    }

    // ---- decisions ---------------------------------------------------------------------------

    pub(super) fn ask(&mut self, seat: Seat, prompt: Prompt, pending: Pending) {
        let context = self.context_mut();
        let action = context.table.stack.last().map(|action| action.id);
        let cause = Cause { ply: context.ply, action, place: None };
        self.decision.seat = seat;
        self.decision.prompt = prompt;
        self.decision.cause = cause;
        self.decision.announcing = false;
        self.decision.weights.clear();
        self.pending = pending;
    }

    /// Asks the next seat of the window on top, or closes it.
    fn ask_window(&mut self) -> Result<ReachedDecision, Fault> {
        let table = self.table();
        let top = table.stack.last().expect("a window belongs to an action");
        let Window::Open(asked) = top.window else { return Ok(false) };
        let by = top.by;
        let left = self.able_to_answer(Moment::of(&top.subject)).intersection(asked.complement());
        if left.is_empty() {
            self.close_window();
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
                [Choice::Pass] if !self.context().ask_single_pass => self.pass(seat),
                [Choice::Respond(kind)] => {
                    let kind = *kind;
                    return self.play_kind(seat, kind, true);
                }
                _ => {
                    self.ask(seat, Prompt::Respond, Pending::Window);
                    return Ok(true);
                }
            }
        }
        self.close_window();
        Ok(false)
    }

    fn close_window(&mut self) {
        if let Some(action) = self.context_mut().table.stack.last_mut() {
            action.window = Window::Closed;
        }
    }

    /// Nothing is left to do but the turn: begin it, ask the main decision, or pass it on.
    fn settle(&mut self) -> Result<ReachedDecision, Fault> {
        let turns = &self.table().turns;
        let seat = turns.current;
        let is_alive = turns.alive.has(seat);
        let is_over = turns.ended != EndedTurns::None || !is_alive;
        match turns.phase {
            Phase::Begin if is_alive => {
                self.context_mut().table.turns.phase = Phase::Main;
                if !self.rules.by_moment[Moment::Turn as usize].is_empty() {
                    self.context_mut().table.agenda.push(Task::Turn { seat });
                }
                self.schedule(Hook::TurnStart, seat);
                Ok(false)
            }
            Phase::Main if !is_over => {
                self.list_main(seat).map_err(fault)?;
                self.ask(seat, Prompt::Turn, Pending::Main);
                Ok(true)
            }
            Phase::Main if is_alive => {
                self.context_mut().table.turns.phase = Phase::End;
                self.schedule(Hook::TurnEnd, seat);
                Ok(false)
            }
            Phase::Begin | Phase::Main | Phase::End => {
                self.pass_turn();
                Ok(false)
            }
        }
    }

    /// Puts a hook of the rules, of the cards before a player and of those on the table on the
    /// agenda, in the reverse of that order.
    fn schedule(&mut self, hook: Hook, seat: Seat) {
        if !self.rules.kind_hooks.union(self.rules.hooks).has(hook) {
            return;
        }
        let rules = self.rules.clone();
        let table = &mut self.context_mut().table;
        let lying = [Zone::Front(seat), Zone::Table];
        let cards: SmallVec<[CardId; 8]> =
            lying.into_iter().flat_map(|zone| table.cards_in(zone).iter().copied()).collect();
        let heard = |card: &CardId| rules.kind(table.kind(*card)).hooks.has(hook);
        let cards: SmallVec<[CardId; 8]> = cards.into_iter().filter(heard).collect();
        for card in cards {
            table.agenda.push(Task::Hook { hook, seat, card: Some(card) });
        }
        if rules.hooks.has(hook) {
            table.agenda.push(Task::Hook { hook, seat, card: None });
        }
    }

    fn pass_turn(&mut self) {
        let turns = &self.table().turns;
        let (seat, next) = (turns.current, turns.next);
        let left = match turns.ended {
            EndedTurns::One if turns.alive.has(seat) => turns.owed - 1,
            _ => 0,
        };
        let attacked = turns.attacked;
        let following = turns.next_alive(seat);
        let began = match next {
            _ if left > 0 => EventKind::Began { seat, owed: left, attacked },
            Some((victim, owed)) if turns.alive.has(victim) && owed > 0 => {
                EventKind::Began { seat: victim, owed, attacked: true }
            }
            _ => EventKind::Began { seat: following, owed: 1, attacked: false },
        };
        self.context_mut().emit(began);
        if left > 0
            && let Some((to, turns)) = next
        {
            self.context_mut().emit(EventKind::Assigned { to, turns });
        }
    }
}

impl HookRun {
    /// A run that has not been answered anything yet.
    #[must_use]
    pub const fn of(call: Call, then: Continuation) -> Self {
        Self { call, then, given: Vec::new(), question: 0, n_auto_answers: None }
    }
}
