//! Continues games of a plan from a table, with the agents of the game and with keyed random draws.

use super::collect::SharedCounter;
use super::plan::Plan;
use super::progress::Progress;
use super::questions::read_text;
use super::tally::win_share;
use crate::base::error::Error;
use crate::counting::GameCounter;
use crate::kernel::{Decision, Game, Prompt, Rulebook, Seat, SeatSet, Setup, Table, rng};
use crate::script::{Host, Spec};
use crate::sim::registry::AgentPool;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

/// The rollouts of one thread.
pub(super) struct Rollouts<'a> {
    pub plan: &'a Plan,
    host: Rc<Host>,
    agents: AgentPool,
    counter: SharedCounter,
    /// The plies of the games since they were last taken.
    n_plies: Cell<u64>,
}

impl<'a> Rollouts<'a> {
    /// Compiles a ruleset, which may have more kinds than that of the plan.
    pub fn new(plan: &'a Plan, spec: &Spec, progress: &Progress) -> Result<Self, Vec<Error>> {
        let host = Host::load(spec, &progress.control())?;
        let interrupt = progress.stop.clone();
        let messages = &progress.messages;
        let agents =
            AgentPool::new(plan.agents(), &plan.library, host.clone(), interrupt, messages)?;
        let agents = agents.with_common_random(true);
        let counter = GameCounter::new(host.rules(), plan.manifest.players, read_text);
        let (counter, n_plies) = (Rc::new(RefCell::new(counter)), Cell::default());
        Ok(Self { plan, host, agents, counter, n_plies })
    }

    pub fn book(&self) -> Rc<dyn Rulebook> {
        self.host.clone()
    }

    /// Whether the user asked the run to stop.
    pub fn is_interrupted(&self) -> bool {
        self.agents.is_interrupted()
    }

    /// Counts the plies of a game that was played.
    pub fn count(&self, game: &Game) {
        self.n_plies.set(self.n_plies.get().saturating_add(game.n_decisions()));
    }

    /// Takes the number of plies that were played since the last call.
    pub fn take_plies(&self) -> u64 {
        self.n_plies.take()
    }

    /// The seed of a round of rollouts of a game.
    pub fn seed(&self, number: u64, round: u64) -> u64 {
        rng::split_mix(self.plan.seed_of(number) ^ rng::split_mix(round + 1))
    }

    /// The setup of a game on common random numbers.
    pub fn setup(&self, number: u64) -> Setup {
        Setup { keyed: true, ..self.plan.setup(number, false) }
    }

    /// Begins a game, which is counted. `None` if its setup fails.
    pub fn begin(&self, number: u64, setup: &Setup) -> Option<Game> {
        let mut game = Game::observed(self.host.clone(), setup, self.counter.clone()).ok()?;
        self.seat_agents(&mut game, number, self.plan.seed_of(number));
        Some(game)
    }

    /// The counts of the game that was begun last.
    pub fn counts(&self) -> Ref<'_, GameCounter> {
        self.counter.borrow()
    }

    fn seat_agents(&self, game: &mut Game, number: u64, seed: u64) {
        for seat in (0..self.plan.manifest.players).map(|seat| Seat(seat as u8)) {
            let which = self.plan.agent_of(number, seat);
            game.seat(seat, Some(self.agents.agent(which, number, seed, seat)));
        }
        game.rollback_on_fault = false;
    }

    /// Continues from a table between two plays to the end, after an answer to its decision if one
    /// is given; returns the winners. `None` without an end, or if the decision is another one.
    pub fn winners(
        &self,
        table: Table,
        number: u64,
        seed: u64,
        answer: Option<(&Decision, usize)>,
    ) -> Option<SeatSet> {
        let mut table = table;
        table.rng = rng::Streams::keyed(seed);
        let mut game = Game::resume(self.host.clone(), table).ok()?;
        self.seat_agents(&mut game, number, seed);
        if let Some((asked, index)) = answer {
            let decision = game.decision()?;
            if (decision.seat, &decision.options) != (asked.seat, &asked.options) {
                return None;
            }
            game.answer(index).ok()?;
        }
        let played = game.play_out(self.plan.manifest.limit);
        self.count(&game);
        played.ok()?;
        game.is_over().then(|| game.winners())
    }

    /// Continues with each option of a decision on the same luck; returns what the player wins, in
    /// units of a win. `None` if a game has no result.
    pub fn round(
        &self,
        number: u64,
        round: u64,
        table: &Table,
        decision: &Decision,
    ) -> Option<Vec<i64>> {
        let seed = self.seed(number, round);
        let won = |index| {
            let winners = self.winners(table.clone(), number, seed, Some((decision, index)));
            winners.map(|winners| self.units(winners, decision.seat))
        };
        (0..decision.options.len()).map(won).collect()
    }

    /// The units of a win that a seat has.
    pub fn units(&self, winners: SeatSet, seat: Seat) -> i64 {
        let n_winners = || self.host.rules().teams.count(self.plan.manifest.players, winners);
        if winners.has(seat) { win_share(n_winners()) as i64 } else { 0 }
    }
}

/// Whether the game can be continued from the table at this decision.
pub(super) const fn is_between_plays(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::Turn | Prompt::Respond)
}
