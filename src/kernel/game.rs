//! The one public loop: [`Game::decision`] says who must choose what, [`Game::answer`] runs on to
//! the next decision. Nothing else moves the game.

use super::action::Action;
use super::card::{CardId, ComboId, Kind, Seat, SeatSet};
use super::decision::Decision;
use super::effect::{AutoAnswer, EffectContext, RecordedAnswer, RunMode};
use super::event::{Event, EventKind};
use super::fault::{Fault, Stop, Text};
use super::rng::{self, Streams};
use super::rules::{Call, Hook, Owner, Rulebook, Rules};
use super::run::Continuation;
use super::table::Table;
use super::view::{self, View};
use super::zone::Zone;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// Anything that answers.
pub trait Agent {
    /// The index of the option it chooses. It sees the table through `observation` alone.
    fn answer(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize;
}

/// What an agent can look at: nothing but what its seat may know. A view is made when it is asked
/// for.
pub struct Observation<'a> {
    pub(super) table: &'a Table,
    pub(super) rules: &'a Rc<Rules>,
    pub(super) seat: Seat,
}

impl Observation<'_> {
    /// The seat that looks.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The tables of the ruleset: public.
    #[must_use]
    pub const fn rules(&self) -> &Rc<Rules> {
        self.rules
    }

    /// What the seat knows.
    #[must_use]
    pub fn view(&self) -> View {
        View::of(self.table, self.seat)
    }

    /// A table that agrees with all the seat knows, everything else being dealt at random.
    #[must_use]
    pub fn determinized(&self, rng: &mut Pcg64Mcg) -> Table {
        view::determinized(self.table, self.rules, self.seat, rng)
    }
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The names of the seats, in their order.
    pub names: Arc<[Text]>,
    /// What the box holds, and where each card lies before the setup.
    pub deck: Arc<[(Kind, Zone, u16)]>,
    /// The seed of all chance.
    pub seed: u64,
    /// Who begins; nobody: a seat at random.
    pub first: Option<Seat>,
    /// Whether events are kept.
    pub log: bool,
    /// Whether chance is a function of what it decides, so that games of different decks go
    /// through the same luck ([`Streams::keyed`]).
    pub keyed: bool,
}

/// The answer names no option of the decision, or there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAnswer;

/// A hook that waits for an answer: it will be run again from its start.
#[derive(Clone, Debug)]
pub struct SuspendedHook {
    /// What is run.
    pub call: Call,
    /// What comes after it.
    pub then: Continuation,
    /// What has been answered so far.
    pub given: Vec<RecordedAnswer>,
    /// The fingerprint of the question it waits for.
    pub question: u64,
    /// The ply in which it first began, and how many questions had answered themselves then.
    pub since: Option<(u32, usize)>,
}

/// What the game waits for.
#[derive(Clone, Debug)]
pub enum Pending {
    /// The main decision of a turn.
    Main,
    /// A window.
    Window,
    /// The next card of a set put together one at a time.
    Cards { combo: ComboId, chosen: SmallVec<[CardId; 8]> },
    /// A question of a hook.
    Run(Box<SuspendedHook>),
    /// Nothing: the game is over.
    Over,
}

/// The table as an unfinished hook has left it, for showing only.
#[derive(Clone, Debug)]
pub struct UncommittedState {
    /// The table.
    pub table: Table,
    /// What the hook has done so far.
    pub events: Vec<Event>,
}

/// A game.
pub struct Game {
    pub(super) book: Rc<dyn Rulebook>,
    pub(super) rules: Rc<Rules>,
    pub(super) effect: EffectContext,
    pub(super) pending: Pending,
    pub(super) decision: Decision,
    pub(super) uncommitted: Option<Rc<UncommittedState>>,
    pub(super) before: Table,
    pub(super) base: Table,
    /// Whether a fault leads back to where the answer was given. Playouts that throw a faulty game
    /// away do without.
    pub rollback_on_fault: bool,
    pub(super) n_tasks: u32,
    /// Actions that are done with: their memory is used again.
    pub(super) scratch: Vec<Rc<Action>>,
}

impl Game {
    /// Builds the deck, runs the setup and goes on to the first decision.
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn new(book: Rc<dyn Rulebook>, setup: &Setup) -> Result<Self, Box<Fault>> {
        Self::started(book, setup, false)
    }

    /// The same, but what is left to chance is asked of [`Seat::CHANCE`], the deal included. (Who
    /// begins is still the generator's, where the setup names nobody.)
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn asking_chance(book: Rc<dyn Rulebook>, setup: &Setup) -> Result<Self, Box<Fault>> {
        Self::started(book, setup, true)
    }

    fn started(
        book: Rc<dyn Rulebook>,
        setup: &Setup,
        ask_chance: bool,
    ) -> Result<Self, Box<Fault>> {
        let rules = book.rules().clone();
        let mut chance = rng::generator(setup.seed, 4);
        let first = setup
            .first
            .unwrap_or_else(|| Seat(rng::below(&mut chance, setup.names.len() as u32) as u8));
        let mut table = Table::new(&rules, setup.names.len(), first, setup.seed);
        if setup.keyed {
            table.rng = Streams::keyed(setup.seed);
        }
        let mut game = Self::around(book, table, setup.names.clone(), setup.log);
        game.effect.settings.ask_chance = ask_chance;
        game.effect.stock(&setup.deck);
        let is_asked = if rules.hooks.has(Hook::Setup) {
            let call = Call::new(Hook::Setup, Owner::Rules, first);
            game.run(SuspendedHook::of(call, Continuation::Begin)).map_err(Box::new)?
        } else {
            game.begin_play();
            false
        };
        if !is_asked {
            game.advance().map_err(Box::new)?;
        }
        Ok(game)
    }

    /// The setup is done: the first turn begins, whatever the setup has set off.
    pub(super) fn begin_play(&mut self) {
        self.effect.run.caused.clear();
        let seat = self.effect.table.turns.current;
        self.effect.emit(EventKind::Began { seat, owed: 1, attacked: false });
    }

    /// A game that goes on from a table between two plays, for instance one that an agent imagines.
    ///
    /// # Errors
    /// A fault of a hook that runs before the first decision.
    pub fn resume(book: Rc<dyn Rulebook>, table: Table) -> Result<Self, Box<Fault>> {
        let names = numbered(table.n_seats());
        let mut game = Self::around(book, table, names, false);
        game.advance().map_err(Box::new)?;
        Ok(game)
    }

    /// A game around a table that nothing is run on: for looking at it.
    #[must_use]
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
        let rules = book.rules().clone();
        let effect = EffectContext::new(rules.clone(), table, names, log);
        Self {
            book,
            rules,
            before: Table::default(),
            base: Table::default(),
            effect,
            pending: Pending::Main,
            decision: Decision::default(),
            uncommitted: None,
            rollback_on_fault: true,
            n_tasks: 0,
            scratch: Vec::new(),
        }
    }

    /// Who must choose what; nothing once the game is over.
    #[must_use]
    pub const fn decision(&self) -> Option<&Decision> {
        match self.pending {
            Pending::Over => None,
            _ => Some(&self.decision),
        }
    }

    /// Answers the decision and runs on to the next one. Returns whether the answer was carried
    /// out: on a fault everything is as it was before.
    ///
    /// # Errors
    /// [`AnswerError::Illegal`] when there is no such option, [`AnswerError::Fault`] when a script
    /// is wrong.
    pub fn answer(&mut self, index: usize) -> Result<(), AnswerError> {
        if matches!(self.pending, Pending::Over) || index >= self.decision.options.len() {
            return Err(AnswerError::Illegal(IllegalAnswer));
        }
        let savepoint = self.savepoint();
        let done = self.carry_out(index);
        done.map_err(|fault| {
            self.restore(savepoint);
            AnswerError::Fault(Box::new(fault))
        })
    }

    /// Seats an agent, or takes it away. The decision at hand is put to it at the next
    /// [`Game::play_out`].
    pub fn seat(&mut self, seat: Seat, agent: Option<Box<dyn Agent>>) {
        let agents = &mut self.effect.agents;
        agents.seats[seat.index()] = agent;
        agents.has_vacancy = agents.seats.iter().any(Option::is_none);
    }

    /// Goes on as long as agents answer and at most `limit` decisions; returns how many were
    /// answered.
    ///
    /// # Errors
    /// A fault; the game is as it was before the answer that led to it.
    pub fn play_out(&mut self, limit: u64) -> Result<u64, Box<Fault>> {
        let before = self.n_decisions();
        while !matches!(self.pending, Pending::Over) {
            let n_answered = self.n_decisions() - before;
            let seat = self.decision.seat;
            if n_answered >= limit || !self.effect.has_agent(seat) {
                break;
            }
            let log = &mut self.effect.log;
            log.begin_ply(log.ply + 1);
            let savepoint = self.rollback_on_fault.then(|| self.savepoint());
            if let Err(fault) = self.answer_in_place() {
                if let Some(savepoint) = savepoint {
                    self.restore(savepoint);
                }
                return Err(Box::new(fault));
            }
        }
        Ok(self.n_decisions() - before)
    }

    fn carry_out(&mut self, index: usize) -> Result<(), Fault> {
        if self.take_answer(index)? { Ok(()) } else { self.advance() }
    }

    fn answer_in_place(&mut self) -> Result<(), Fault> {
        let seat = self.decision.seat;
        match self.effect.ask_agent(seat, Some(&self.decision)) {
            Ok(index) => self.carry_out(index),
            Err(Stop::Fault(fault)) => Err(*fault),
            Err(Stop::Asked) => unreachable!("an agent has answered"),
        }
    }

    /// The position that is committed: the one a waiting hook will be run again from.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.effect.table
    }

    /// The position to be shown: as a waiting hook has left it so far.
    #[must_use]
    pub fn shown(&self) -> &Table {
        self.uncommitted.as_ref().map_or_else(|| self.table(), |uncommitted| &uncommitted.table)
    }

    /// What a waiting hook has done so far.
    #[must_use]
    pub fn uncommitted_events(&self) -> &[Event] {
        self.uncommitted.as_ref().map_or(&[], |uncommitted| &uncommitted.events)
    }

    /// What one seat knows now.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        View::of(self.shown(), seat)
    }

    /// What an agent in this seat would look at now.
    #[must_use]
    pub fn observation(&self, seat: Seat) -> Observation<'_> {
        Observation { table: self.shown(), rules: &self.rules, seat }
    }

    /// The tables of the ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Rc<Rules> {
        &self.rules
    }

    /// The rulebook.
    #[must_use]
    pub fn book(&self) -> Rc<dyn Rulebook> {
        self.book.clone()
    }

    /// All that has happened, internal events included; nothing where no log is kept.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.effect.log.events()
    }

    /// Who has won.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.table().winner
    }

    /// Whether nothing can be answered any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.pending, Pending::Over)
    }

    /// The questions that have answered themselves since [`Game::begin_ply`].
    #[must_use]
    pub fn auto_answers(&self) -> &[AutoAnswer] {
        &self.effect.log.auto_answers
    }

    /// Says that a new ply begins: what happens from here on belongs to it.
    pub fn begin_ply(&mut self, ply: u32) {
        self.effect.log.begin_ply(ply);
        self.effect.log.auto_answers.clear();
    }

    /// How many questions agents have answered.
    #[must_use]
    pub const fn n_decisions(&self) -> u64 {
        self.effect.agents.n_decisions
    }

    /// Keeps a log from now on.
    pub fn keep_log(&mut self) {
        self.effect.log.start();
    }

    /// Sets which seats are asked in windows even where they can only pass, as long as they hold
    /// cards: so that being asked does not tell what somebody holds.
    pub fn also_ask(&mut self, seats: SeatSet) {
        self.effect.settings.also_ask = seats;
    }

    /// Whether what is left to chance is asked of [`Seat::CHANCE`] from now on.
    pub fn ask_chance(&mut self, on: bool) {
        self.effect.settings.ask_chance = on;
    }

    /// What the game waits for.
    #[must_use]
    pub const fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Lends the context to the rulebook for one hook.
    pub(super) fn call(&mut self, call: &Call, mode: RunMode) -> Result<(), Stop> {
        self.effect.run.begin(call, mode);
        let result = self.book.run(&mut self.effect, call);
        self.effect.run.end(mode);
        result
    }

    /// Who is alive.
    #[must_use]
    pub fn alive(&self) -> SeatSet {
        self.table().turns.alive
    }
}

/// Names for seats that have none.
fn numbered(n_seats: usize) -> Arc<[Text]> {
    (1..=n_seats).map(|n| Text::from(format!("p{n}"))).collect()
}

/// Why an answer was not carried out. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// There is no such option.
    Illegal(IllegalAnswer),
    /// A script is wrong.
    Fault(Box<Fault>),
}
