//! The public loop: [`Game::decision`] returns the current decision, [`Game::answer`] runs to the
//! next one. Nothing else advances the game.

use super::effect::{EffectContext, Queried, Reader, Returned, Rulebook, Values};
use crate::kernel::action::Action;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::cost::Cost;
use crate::kernel::decision::{AutoAnswer, Choice, Decision, Prompt};
use crate::kernel::event::Event;
use crate::kernel::fault::{Fault, Text};
use crate::kernel::hook::Hook;
use crate::kernel::observation::Observation;
use crate::kernel::pending::{Idle, Pending, Suspended, UncommittedState};
use crate::kernel::ports::agent::Agent;
use crate::kernel::rules::{Call, Owner, Rules, Work};
use crate::kernel::state::setup::StockedTable;
use crate::kernel::table::Table;
use crate::kernel::view::View;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

pub struct Game {
    pub(super) book: Rc<dyn Rulebook>,
    pub(super) rules: Rc<Rules>,
    pub(super) effect: EffectContext,
    pub(super) pending: Pending,
    pub(super) decision: Decision,
    pub(super) uncommitted: Option<Rc<UncommittedState>>,
    pub(super) before: Table,
    pub(super) base: Table,
    /// Whether a fault rolls the game back to before the answer. Playouts that discard a faulty
    /// game turn this off.
    pub rollback_on_fault: bool,
    pub(super) n_tasks: u32,
    /// The number of decisions answered by agents when these tasks began to be counted.
    pub(super) n_tasks_since: u64,
    pub(super) idle: Idle,
    /// The card that would be played, while a kind is asked that decides by the card.
    pub(super) asked_copy: Option<CardId>,
    /// Memory for listing the cards of a set: by kind, the card that is offered.
    pub(super) set_cards: Vec<u32>,
    /// Memory for the kinds that are offered.
    pub(super) set_kinds: Vec<Kind>,
    /// Memory for the options before copies of their cards are told apart.
    pub(super) listed: Vec<Choice>,
    /// Finished actions whose allocations are reused.
    pub(super) scratch: Vec<Rc<Action>>,
    /// The table before the setup, once the game was started over.
    pub(super) stocked: Option<Box<StockedTable>>,
}

impl Game {
    /// Resumes a game from a table between two plays, for instance a simulated one.
    ///
    /// # Errors
    /// A fault of a hook that runs before the first decision.
    pub fn resume(book: Rc<dyn Rulebook>, table: Table) -> Result<Self, Box<Fault>> {
        let mut game = Self::still(book, table);
        game.advance()?;
        Ok(game)
    }

    /// Resumes from another table between two plays, with the same agents: like [`Game::resume`],
    /// but memory is reused, and `table` becomes the one that the game leaves.
    ///
    /// # Errors
    /// A fault of a hook that runs before the first decision.
    pub fn restart(&mut self, table: &mut Table) -> Result<(), Box<Fault>> {
        std::mem::swap(&mut self.effect.table, table);
        self.effect.run.answers.given.clear();
        self.effect.run.caused.clear();
        self.pending = Pending::Main;
        self.uncommitted = None;
        self.begin_input();
        self.advance()
    }

    /// Begins what one input causes: its tasks and its cost count from here.
    #[inline(always)]
    pub(super) fn begin_input(&mut self) {
        self.n_tasks = 0;
        self.idle = Idle::default();
        self.effect.cost = Cost::default();
        self.effect.players.n_before_ply = self.effect.players.n_decisions;
    }

    /// Starts a hook on a table, for instance a sampled one; `None` if it fails or asks nothing.
    pub(crate) fn resume_hook(
        book: Rc<dyn Rulebook>,
        table: Table,
        run: Suspended,
    ) -> Option<Self> {
        let mut game = Self::still(book, table);
        let is_asked = game.run(run).ok()?;
        let asks = matches!(game.decision.prompt, Prompt::Text(_));
        (is_asked && asks).then_some(game)
    }

    /// Creates a game around a table for inspection only; runs nothing.
    pub fn still(book: Rc<dyn Rulebook>, table: Table) -> Self {
        let names = numbered(table.n_seats());
        Self::around(book, table, names, false)
    }

    pub(super) fn around(
        book: Rc<dyn Rulebook>,
        table: Table,
        names: Arc<[Text]>,
        log: bool,
    ) -> Self {
        let mut effect = EffectContext::new(book.rules().clone(), table, names, log);
        effect.book = Some(book.clone());
        Self {
            rules: book.rules().clone(),
            book,
            before: Table::default(),
            base: Table::default(),
            effect,
            pending: Pending::Main,
            decision: Decision::default(),
            uncommitted: None,
            rollback_on_fault: true,
            n_tasks: 0,
            n_tasks_since: 0,
            idle: Idle::default(),
            asked_copy: None,
            set_cards: Vec::new(),
            set_kinds: Vec::new(),
            listed: Vec::new(),
            scratch: Vec::new(),
            stocked: None,
        }
    }

    /// Returns the current decision; `None` once the game is over.
    pub const fn decision(&self) -> Option<&Decision> {
        match self.pending {
            Pending::Over => None,
            _ => Some(&self.decision),
        }
    }

    /// Answers the decision and runs to the next one. On a fault the game is rolled back.
    ///
    /// # Errors
    /// [`AnswerError::Illegal`] when there is no such option, [`AnswerError::Fault`] when a script
    /// fails.
    pub fn answer(&mut self, index: usize) -> Result<(), AnswerError> {
        if matches!(self.pending, Pending::Over) || index >= self.decision.options.len() {
            return Err(AnswerError::Illegal);
        }
        let savepoint = self.savepoint();
        self.carry_out(index).map_err(|fault| {
            self.restore(savepoint);
            AnswerError::Fault(fault)
        })
    }

    /// Sets or removes the agent of a seat. The next [`Game::play_out`] passes the current decision
    /// to it.
    pub fn seat(&mut self, seat: Seat, agent: Option<Box<dyn Agent>>) {
        let players = &mut self.effect.players;
        players.seats[seat.index()] = agent;
        players.has_vacancy = players.seats.iter().any(Option::is_none);
        let is_recorded = players.seats.iter().flatten().any(|agent| agent.samples_hooks());
        if is_recorded {
            self.effect.log.start(&self.effect.table);
        }
        players.record = is_recorded.then(|| {
            let call = Call::new(Hook::Setup, Owner::Rules, seat);
            Box::new((Table::default(), call.into()))
        });
    }

    /// Runs as long as agents answer, for at most `limit` decisions and the ply of the last one;
    /// returns how many were answered.
    ///
    /// # Errors
    /// A fault; the game is rolled back to before the answer that led to it.
    pub fn play_out(&mut self, limit: u64) -> Result<u64, Box<Fault>> {
        let before = self.n_decisions();
        while !self.is_over()
            && self.effect.has_agent(self.decision.seat)
            && self.n_decisions() - before < limit
        {
            let log = &mut self.effect.log;
            log.begin_ply(log.ply + 1);
            let savepoint = self.rollback_on_fault.then(|| self.savepoint());
            if let Err(fault) = self.answer_in_place() {
                if let Some(savepoint) = savepoint {
                    self.restore(savepoint);
                }
                return Err(fault);
            }
        }
        Ok(self.n_decisions() - before)
    }

    /// Runs as long as agents answer, for at most `limit` decisions and those of the hook that asks
    /// for the last one; returns how many were answered.
    ///
    /// # Errors
    /// A fault; the game is rolled back to before an answer that led to it.
    pub fn play_at_most(&mut self, limit: u64) -> Result<u64, Box<Fault>> {
        self.effect.players.last_decision = self.n_decisions().saturating_add(limit);
        let played = self.play_out(limit);
        self.effect.players.last_decision = u64::MAX;
        played
    }

    fn carry_out(&mut self, index: usize) -> Result<(), Box<Fault>> {
        if self.take_answer(index)? { Ok(()) } else { self.advance() }
    }

    fn answer_in_place(&mut self) -> Result<(), Box<Fault>> {
        let seat = self.decision.seat;
        let Some(mut agent) = self.effect.players.seats[seat.index()].take() else { return Ok(()) };
        let index = agent.answer(&self.observation(seat), &self.decision);
        self.effect.players.seats[seat.index()] = Some(agent);
        self.effect.players.n_decisions += 1;
        let index = self.decision.checked(index)?;
        if let Some(observer) = &self.effect.players.observer {
            observer.borrow_mut().answered(&self.effect.table, &self.decision, index);
        }
        self.carry_out(index)
    }

    /// Returns the committed position: the one a waiting hook will be run again from.
    pub const fn table(&self) -> &Table {
        &self.effect.table
    }

    /// Returns the position to display: as a waiting hook has left it so far.
    pub fn shown(&self) -> &Table {
        self.uncommitted.as_ref().map_or_else(|| self.table(), |uncommitted| &uncommitted.table)
    }

    /// Returns the events of a waiting hook so far.
    pub fn uncommitted_events(&self) -> &[Event] {
        self.uncommitted.as_ref().map_or(&[], |uncommitted| &uncommitted.events)
    }

    /// Returns what one seat knows now.
    pub fn view(&self, seat: Seat) -> View {
        View::of(&self.rules, self.shown(), seat)
    }

    /// Returns the current observation of an agent in this seat.
    pub fn observation(&self, seat: Seat) -> Observation<'_> {
        let hook = match &self.pending {
            Pending::Run(run) => Some((self.table(), &**run)),
            _ => None,
        };
        let (table, names) = (self.shown(), &*self.effect.players.names);
        let log = &self.effect.log;
        let past = log.is_kept().then(|| (log.base(), log.events()));
        let begun = self.uncommitted_events();
        Observation { table, rules: &self.rules, names, seat, hook, past, begun }
    }

    /// Returns the tables of the ruleset.
    pub const fn rules(&self) -> &Rc<Rules> {
        &self.rules
    }

    pub fn book(&self) -> Rc<dyn Rulebook> {
        self.book.clone()
    }

    /// Returns all events, internal ones included; empty without a log.
    pub fn events(&self) -> &[Event] {
        self.effect.log.events()
    }

    /// Returns the table before these events.
    #[doc(hidden)]
    pub const fn log_base(&self) -> &Table {
        self.effect.log.base()
    }

    /// Returns the winners; none if the game is not over, or nobody won.
    pub fn winners(&self) -> SeatSet {
        self.table().outcome.winners
    }

    /// Whether the game waits for an answer to a question of the setup: no turn has begun.
    pub fn is_setting_up(&self) -> bool {
        matches!(&self.pending, Pending::Run(run) if run.call.hook == Hook::Setup)
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.pending, Pending::Over)
    }

    /// Returns the questions answered automatically since [`Game::begin_ply`].
    pub fn auto_answers(&self) -> &[AutoAnswer] {
        &self.effect.log.auto_answers
    }

    /// Begins a new ply: later events belong to it.
    pub fn begin_ply(&mut self, ply: u32) {
        self.effect.log.begin_ply(ply);
        self.effect.log.auto_answers.clear();
    }

    /// Returns the number of decisions answered by agents.
    pub const fn n_decisions(&self) -> u64 {
        self.effect.players.n_decisions
    }

    pub fn keep_log(&mut self) {
        self.effect.log.start(&self.effect.table);
    }

    /// Sets the seats that are asked in windows even if they can only pass, as long as they hold
    /// cards: being asked then does not reveal a hand.
    pub fn also_ask(&mut self, seats: SeatSet) {
        self.effect.players.also_ask = seats;
    }

    /// Sets whether [`Seat::CHANCE`] is asked for random outcomes from now on.
    pub fn ask_chance(&mut self, on: bool) {
        self.effect.players.ask_chance = on;
    }

    /// Returns what the game is waiting for.
    pub(crate) const fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Lends the context to the rulebook for one hook, or draws cards or refills a pile. Adds the
    /// values of the hook to `returned`.
    #[inline(always)]
    pub(super) fn call(&mut self, call: &Call, returned: &mut Values) -> Returned {
        let Self { effect, book, .. } = self;
        effect.run.begin(call);
        effect.begin_run();
        let result = match call.work {
            Work::Own => book.run(effect, call, returned),
            Work::Listeners => effect.hear(call, returned),
            Work::Draw(_) | Work::Refill(_) => effect.run_without_script(call),
        };
        effect.run.end();
        // A script that ends early waits for nobody.
        if effect.run.has_stopped() { Ok(()) } else { result }
    }

    /// Runs a hook that only reads.
    pub(super) fn read(&self, call: &Call) -> Queried {
        self.effect.begin_run();
        let Call { me, card, action, .. } = call;
        let reader = Reader { me: *me, card: *card, action: action.as_deref(), is_limited: true };
        self.book.query(&self.effect, reader, call)
    }

    /// Returns the living players.
    pub fn alive(&self) -> SeatSet {
        self.table().turns.alive
    }
}

/// Returns default names for the seats.
pub(super) fn numbered(n_seats: usize) -> Arc<[Text]> {
    (1..=n_seats).map(|n| Text::from(format!("p{n}"))).collect()
}

/// Why an answer was not applied. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// There is no such option, or no decision.
    Illegal,
    Fault(Box<Fault>),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("the open decision has no such option"),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for AnswerError {}
