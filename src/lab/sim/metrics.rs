//! Measures of the quality of a game, from win-probability curves.
//!
//! A curve has the win probability of each seat at up to [`POINTS`] evenly spaced turns of a game,
//! as a spectator sees it who knows what everybody knows: [`ROLLOUTS`] deals that agree with it are
//! played to the end by the agents of the game. From the curve and the winner follow the measures
//! of each game ([`GameMetrics`](super::metric_tally::GameMetrics)); one decision of each game is
//! tried in deals of its own. `README.md` here defines all of them, with their sources.

use super::metric_tally::{MetricTally, Rollout};
use super::plan::Plan;
use super::progress::Progress;
use super::rollout::{Rollouts, is_between_plays};
use super::tally::WIN;
use crate::base::error::Error;
use crate::kernel::{Decision, Game, Seat, SeatSet, Table, rng};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// The most points of a curve.
pub const POINTS: usize = 12;

/// The simulated games of each point.
pub const ROLLOUTS: u64 = 64;

/// The deals in which each option of a decision is tried, twice.
pub const DECIDING: u64 = 64;

/// The difference of win probabilities, in percentage points, above which a decision matters.
pub const MATTERS: i64 = 10;

/// The needed part of the base game.
struct BaseGame {
    turns: Vec<Table>,
    sampled: Option<(Table, Decision)>,
    winners: SeatSet,
}

/// Measures the games of one thread.
pub(super) struct MetricCollector<'a> {
    rollouts: Rollouts<'a>,
}

impl<'a> MetricCollector<'a> {
    pub fn new(plan: &'a Plan, progress: &Progress) -> Result<Self, Vec<Error>> {
        Ok(Self { rollouts: Rollouts::new(plan, &plan.spec, progress)? })
    }

    /// Measures one game. Nothing is counted if the run is stopped.
    pub fn game(&self, number: u64) -> MetricTally {
        let mut own = MetricTally::default();
        let mut rng = rng::generator(self.rollouts.plan.seed_of(number), 0x3e7);
        let base = self.base(number, &mut rng);
        let turns =
            base.iter().flat_map(|base| evenly(base.turns.len()).map(move |i| &base.turns[i]));
        let sides = self.rollouts.plan.manifest.sides();
        let curve = turns.map(|turn| self.point(number, turn, &sides, &mut rng));
        let curve: Vec<Vec<Rollout>> = curve.collect();
        let won = base.as_ref().map_or(SeatSet::NONE, |base| base.winners);
        let has_won = |side: &usize| !sides[*side].intersection(won).is_empty();
        let winners: Vec<usize> = (0..sides.len()).filter(has_won).collect();
        own.add(number, &sides, &curve, &winners);
        if let Some((table, decision)) = base.iter().find_map(|base| base.sampled.as_ref())
            && let Some((difference, much)) = self.matters(number, table, decision, &mut rng)
        {
            own.add_decision(difference, much);
        }
        own.plies = self.rollouts.take_plies();
        if self.rollouts.is_interrupted() { MetricTally::default() } else { own }
    }

    fn base(&self, number: u64, rng: &mut Pcg64Mcg) -> Option<BaseGame> {
        let mut game = self.rollouts.begin(number, &self.rollouts.setup(number))?;
        let (mut turns, mut sampled, mut n_seen) = (Vec::new(), None, 0);
        for _ in 0..self.rollouts.plan.manifest.limit {
            let Some(decision) = game.decision() else { break };
            let n_began = self.rollouts.counts().n_turns();
            let is_between = is_between_plays(decision);
            if is_between && n_began > turns.len() {
                // A turn that ended before its first decision has the same point as the next one.
                turns.resize(n_began, game.table().clone());
            }
            if is_between && decision.options.len() > 1 {
                n_seen += 1;
                if rng.random_ratio(1, n_seen) {
                    sampled = Some((game.table().clone(), decision.clone()));
                }
            }
            game.play_out(1).ok()?;
        }
        self.rollouts.count(&game);
        game.is_over().then(|| BaseGame { turns, sampled, winners: game.winners() })
    }

    /// The rollouts from one point that have a result.
    fn point(
        &self,
        number: u64,
        table: &Table,
        sides: &[SeatSet],
        rng: &mut Pcg64Mcg,
    ) -> Vec<Rollout> {
        let still = Game::still(self.rollouts.book(), table.clone());
        // No seat of the game: what it knows is what everybody knows.
        let spectator = still.observation(Seat::CHANCE);
        let rollout = |round| -> Option<Rollout> {
            let deal = spectator.determinized(rng);
            let seed = self.rollouts.seed(number, round);
            let winners = self.rollouts.winners(deal, number, seed, None)?;
            let won = |side: &SeatSet| {
                side.iter().map(|seat| self.rollouts.units(winners, seat) as u64).max().unwrap_or(0)
            };
            (!winners.is_empty()).then(|| sides.iter().map(won).collect())
        };
        self.rounds(ROLLOUTS).filter_map(rollout).collect()
    }

    /// Numbers of rounds, as long as the run goes on.
    fn rounds(&self, n: u64) -> impl Iterator<Item = u64> {
        (0..n).take_while(|_| !self.rollouts.is_interrupted())
    }

    /// The measured difference between the best and the median option of a decision, and how much
    /// is needed to matter, in units of a win.
    fn matters(
        &self,
        number: u64,
        table: &Table,
        decision: &Decision,
        rng: &mut Pcg64Mcg,
    ) -> Option<(i64, i64)> {
        let still = Game::still(self.rollouts.book(), table.clone());
        let observation = still.observation(decision.seat);
        let mut sums = [vec![0; decision.options.len()], vec![0; decision.options.len()]];
        let mut n_measured = 0;
        for round in self.rounds(2 * DECIDING) {
            let is_measuring = round >= DECIDING;
            let deal = observation.determinized(rng);
            let Some(won) = self.rollouts.round(number, round, &deal, decision) else { continue };
            n_measured += i64::from(is_measuring);
            let sums = &mut sums[usize::from(is_measuring)];
            sums.iter_mut().zip(won).for_each(|(sum, won)| *sum += won);
        }
        let [chosen, measured] = sums;
        let mut order: Vec<usize> = (0..decision.options.len()).collect();
        order.sort_by_key(|index| chosen[*index]);
        let (median, best) = (order[(order.len() - 1) / 2], order[order.len() - 1]);
        let much = MATTERS * n_measured * WIN as i64 / 100;
        (n_measured > 0).then(|| (measured[best] - measured[median], much))
    }
}

/// At most [`POINTS`] of `n` indices, evenly spaced.
fn evenly(n: usize) -> impl Iterator<Item = usize> {
    let n_points = n.min(POINTS);
    (0..n_points).map(move |i| i * n / n_points)
}
