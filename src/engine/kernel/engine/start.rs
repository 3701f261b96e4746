//! The beginning of a game: the deck, the setup, the first turn.

use super::effect::{EarlyEnd, EffectContext, Players, Rulebook, RunningHook};
use super::game::Game;
use super::run::{Loop, fault};
use crate::kernel::card::Seat;
use crate::kernel::event::{CardEvent, GameEvent, PlayerEvent};
use crate::kernel::fault::{Fault, Stop};
use crate::kernel::hook::Hook;
use crate::kernel::log::Log;
use crate::kernel::observer::SharedObserver;
use crate::kernel::pending::{Answers, Idle, Pending};
use crate::kernel::rng::{self, Streams};
use crate::kernel::rules::{Call, Owner};
use crate::kernel::state::setup::{NotedSetup, Setup};
use crate::kernel::table::Table;
use crate::kernel::turns::TurnQueue;
use std::rc::Rc;

impl Game {
    /// Builds the deck, runs the setup and advances to the first decision.
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn new(book: Rc<dyn Rulebook>, setup: &Setup) -> Result<Self, Box<Fault>> {
        let mut game = Self::around(book, Table::default(), setup.names.clone(), setup.log);
        game.set_up(setup)?;
        Ok(game)
    }

    /// Starts a game in which [`Seat::CHANCE`] is asked for random outcomes, the deal included. (A
    /// random starting player still comes from the generator.)
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn asking_chance(book: Rc<dyn Rulebook>, setup: &Setup) -> Result<Self, Box<Fault>> {
        let mut game = Self::around(book, Table::default(), setup.names.clone(), setup.log);
        game.effect.players.ask_chance = true;
        game.set_up(setup)?;
        Ok(game)
    }

    /// Starts a game like [`Game::new`], with an observer of this game and of those that follow it
    /// ([`Game::start_over`]).
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn observed(
        book: Rc<dyn Rulebook>,
        setup: &Setup,
        observer: SharedObserver,
    ) -> Result<Self, Box<Fault>> {
        let mut game = Self::around(book, Table::default(), setup.names.clone(), setup.log);
        game.effect.players.observer = Some(observer);
        game.set_up(setup)?;
        Ok(game)
    }

    /// Ends this game and starts another one on the same rulebook, as [`Game::new`] does, but in
    /// the memory of this one. The settings and the observer stay, agents do not.
    ///
    /// # Errors
    /// A fault of the setup, or of a hook run before the first decision.
    pub fn start_over(&mut self, setup: &Setup) -> Result<(), Box<Fault>> {
        self.clear(setup);
        self.stocked.get_or_insert_default();
        self.set_up(setup)
    }

    /// Removes what belongs to a game.
    fn clear(&mut self, setup: &Setup) {
        self.effect.clear(setup);
        self.decision.reset();
        self.pending = Pending::Main;
        self.uncommitted = None;
        self.idle = Idle::default();
        (self.n_tasks, self.n_tasks_since) = (0, 0);
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), Box<Fault>> {
        let mut chance = rng::generator(setup.seed, 4);
        let n_seats = setup.names.len();
        let first =
            setup.first.unwrap_or_else(|| Seat(rng::below(&mut chance, n_seats as u32) as u8));
        self.effect.players.seats.resize_with(n_seats, || None);
        self.stock(setup, first);
        if let Some(observer) = &self.effect.players.observer {
            observer.borrow_mut().begin(&self.effect.table);
        }
        if self.set_up_alike(first)? { Ok(()) } else { self.advance() }
    }

    /// Sets up the first round: as in an earlier game that began alike, or else by its script.
    fn set_up_alike(&mut self, first: Seat) -> Loop {
        let EffectContext { table, players, log, cost, .. } = &mut self.effect;
        let is_alone = players.ask_chance || log.is_kept();
        let Some(stocked) = self.stocked.as_mut().filter(|_| !is_alone) else {
            return self.set_up_round(first);
        };
        match stocked.setups[first.index()].as_deref() {
            Some(NotedSetup {
                before_luck: Some((before_luck, spent)),
                calls,
                is_unique: false,
            }) => {
                let rng = table.rng.clone();
                table.clone_from(before_luck);
                table.rng = rng;
                cost.clone_from(spent);
                self.effect.run.begin(&Call::new(Hook::Setup, Owner::Rules, first));
                self.book.repeat(&mut self.effect, calls).map_err(fault)?;
                self.effect.run.end();
                self.begin_play();
                Ok(false)
            }
            Some(_) => self.set_up_round(first),
            None => {
                log.noted = Some(Box::default());
                let is_asked = self.set_up_round(first)?;
                if let Some(stocked) = &mut self.stocked {
                    stocked.setups[first.index()] = self.effect.log.noted.take();
                }
                Ok(is_asked)
            }
        }
    }

    /// Runs the setup of a round; this player begins.
    pub(super) fn set_up_round(&mut self, first: Seat) -> Loop {
        if self.rules.hooks.has(Hook::Setup) {
            return self.run(Call::new(Hook::Setup, Owner::Rules, first).into());
        }
        self.begin_play();
        Ok(false)
    }

    /// Lays out the deck. A game that was started over keeps the table for the next time.
    fn stock(&mut self, setup: &Setup, first: Seat) {
        let Self { effect, rules, stocked, .. } = self;
        let rng = if setup.keyed { Streams::keyed(setup.seed) } else { Streams::new(setup.seed) };
        match stocked {
            Some(stocked) if stocked.is_for(setup) && !effect.log.is_kept() => {
                effect.table.clone_from(&stocked.table);
                effect.table.turns = TurnQueue::new(setup.names.len(), first);
                effect.table.rng = rng;
            }
            _ => {
                effect.table = Table::new(rules, setup.names.len(), first, setup.seed);
                effect.table.rng = rng;
                effect.log.take(&effect.table);
                for (kind, zone, n_cards) in setup.deck.iter().copied() {
                    effect.emit(CardEvent::Created { kind, zone, n_cards });
                }
                if let Some(stocked) = stocked {
                    stocked.keep(setup, &effect.table);
                }
            }
        }
    }

    /// Begins the first turn of a round: of the player to whom its setup has given turns, if any.
    /// Tasks caused by the setup are dropped.
    pub(super) fn begin_play(&mut self) {
        self.effect.run.caused.clear();
        let turns = &self.effect.table.turns;
        let given = turns.next.filter(|(seat, _)| turns.alive.has(*seat));
        let (seat, owed) = given.unwrap_or((turns.current, 1));
        self.effect.emit(PlayerEvent::Began { seat, owed, attacked: false });
    }
}

impl EffectContext {
    /// Ends the running script and begins a new round with its setup. `first` begins; otherwise who
    /// was out last, or whose turn it is.
    ///
    /// # Errors
    /// Always: the script ends here.
    pub fn begin_round(&mut self, first: Option<Seat>) -> Result<(), Stop> {
        let first = first.or(self.table.last_out).unwrap_or(self.table.turns.current);
        self.emit(GameEvent::RoundBegan { first });
        self.run.caused.clear();
        self.run.early_end = Some(EarlyEnd::NewRound);
        Err(Stop::Asked)
    }

    /// Removes what belongs to a game.
    fn clear(&mut self, setup: &Setup) {
        if self.log.is_kept() || setup.log {
            self.log = Log::new(setup.log);
        } else {
            self.log.clear();
        }
        let players = &mut self.players;
        let mut seats = std::mem::take(&mut players.seats);
        seats.clear();
        self.players = Players {
            seats,
            also_ask: players.also_ask,
            ask_chance: players.ask_chance,
            observer: players.observer.take(),
            ..Players::new(setup.names.clone(), 0)
        };
        self.question.reset();
        let RunningHook { answers, caused, .. } = &mut self.run;
        let (mut given, mut caused) = (std::mem::take(&mut answers.given), std::mem::take(caused));
        given.clear();
        caused.clear();
        let answers = Answers { given, ..Answers::default() };
        self.run = RunningHook { answers, caused, ..RunningHook::default() };
    }
}
