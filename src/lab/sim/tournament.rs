//! Tournaments: every pair of agents plays all arrangements around the table in turn, each also
//! with the agents exchanged on the same seeds, and strengths follow from the results
//! ([`bradley_terry`](super::bradley_terry)).

use super::bradley_terry::{Pairing, SeedSums, Strengths, expected, expected_share};
use super::clusters::RatioSums;
use super::counts::{Merge as _, counts};
use super::finite;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::run::{Worker, share_out};
use super::shard::ShardedRun;
use super::stats::{Estimate, rounded};
use super::tally::{FirstFault, WIN, win_share};
use crate::agent::Budget;
use crate::base::error::{Error, Refusal};
use crate::kernel::SeatSet;
use crate::sim::registry::AgentName;
use crate::transcript::short_hash;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The most agents of a shard result.
const MAX_AGENTS: usize = 64;

/// The result of a tournament.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tournament {
    /// The agents, strongest first.
    pub agents: Vec<RankedAgent>,
    pub pairings: Vec<PairingResult>,
    /// How many points a factor of ten in thinking is worth, for agents `search:N`.
    pub points_per_tenfold: Option<Estimate>,
    /// How many points the strongest agent is ahead of the weakest. The two are chosen by the
    /// result, so the interval is that of all differences at once.
    pub spread: Option<Estimate>,
    /// How often the strongest agent beats the weakest in a game of two, by their strengths.
    pub strongest_beats_weakest: Option<Estimate>,
    /// The number of games stopped at the ply limit or without a winner, which count for nobody.
    pub undecided: u64,
    /// The number of games stopped at the ply limit.
    pub stopped: u64,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
    pub first_fault: Option<FirstFault>,
    /// The number of games played: fewer than planned if the tournament was stopped.
    #[serde(skip)]
    pub played: u64,
    /// The number of games of the whole tournament.
    #[serde(skip)]
    pub planned: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RankedAgent {
    pub name: String,
    /// Its strength in Elo points, relative to the first agent named.
    pub strength: Option<Estimate>,
    /// How many points it is ahead of the next one, with the interval of all differences at once;
    /// `None` for the weakest.
    pub ahead: Option<Estimate>,
    /// The win rate in each seat.
    pub seats: Vec<Option<Estimate>>,
}

/// The games of two agents.
#[derive(Clone, Debug, Serialize)]
pub struct PairingResult {
    /// The agents by name.
    pub agents: [String; 2],
    /// The number of games with a winner.
    pub games: u64,
    /// The share of games that the seats of the first agent won; each of k winners (or
    /// teams that win) counts 1/k.
    pub rate: Option<Estimate>,
    /// The share that follows from the strengths.
    pub expected: Option<f64>,
}

counts! {
    /// The counts of a tournament: sums over seeds.
    pub struct TournamentCounts {
        seeds: SeedSums,
        /// By agent and seat: the number of games of a seed, and the units of their wins.
        seats: Vec<Vec<RatioSums>>,
        /// By pair: the number of games of a seed, and the units that the first agent won.
        pairs: Vec<RatioSums>,
        /// The number of games played.
        played: u64,
        undecided: u64,
        stopped: u64,
        faulty: u64,
        first_fault: Option<FirstFault>,
    }
}

/// A tournament: the plan of its games, with all agents. Its games are counted by seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentRun {
    pub plan: RunManifest,
}

impl TournamentRun {
    /// The run of agents, and the plans of its seatings: `plan` returns that of two agents, with
    /// half of the games of a pairing.
    ///
    /// # Errors
    /// Those of plans.
    pub fn new<E>(
        agents: &[AgentName],
        mut plan: impl FnMut([&AgentName; 2]) -> Result<Plan, E>,
    ) -> Result<(Self, Vec<Plan>), E> {
        let plans = seatings(agents.len()).map(|seating| plan(seating.map(|agent| &agents[agent])));
        let plans: Vec<Plan> = plans.collect::<Result<_, _>>()?;
        let mut run = plans[0].manifest.clone();
        run.agents = agents.iter().map(ToString::to_string).collect();
        run.games *= 2;
        if plans.iter().any(|plan| plan.manifest.rules != run.rules) {
            // The rules of a plan are also those of its agents.
            let rules = plans.iter().map(|plan| plan.manifest.rules.as_str());
            run.rules = short_hash(rules.collect::<String>().as_bytes());
        }
        let arrangements = arrangements(&run.sides());
        let plans = plans.into_iter().map(|plan| plan.with_arrangements(arrangements.clone()));
        Ok((Self { plan: run }, plans.collect()))
    }

    fn pairings(&self) -> Vec<Pairing> {
        let n_sides = self.plan.sides().len();
        let seats = [n_sides.div_ceil(2) as f64, (n_sides / 2) as f64];
        seatings(self.plan.agents.len()).map(|agents| Pairing { agents, seats }).collect()
    }
}

impl ShardedRun for TournamentRun {
    const COMMAND: &'static str = "tournament";
    type Counts = TournamentCounts;

    fn n_games(&self) -> u64 {
        self.plan.games / 2
    }

    fn check(&self, _counts: &TournamentCounts) -> Result<(), Refusal> {
        self.plan.check_seats()?;
        match self.plan.agents.len() {
            2..=MAX_AGENTS => Ok(()),
            n => Err(format!("{n} agents; 2 to {MAX_AGENTS} are possible").into()),
        }
    }

    fn check_figures(&self, counts: &TournamentCounts) -> Result<(), Vec<Error>> {
        finite::check(&Tournament::new(self, counts))
    }
}

/// Every pair of `n` agents.
fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b]))
}

/// Both seatings of each pair, which follow each other.
fn seatings(n: usize) -> impl Iterator<Item = [usize; 2]> {
    pairs(n).flat_map(|[a, b]| [[a, b], [b, a]])
}

/// The distinct arrangements of two agents around the table without their mirror images, in which
/// the agents are exchanged: for each the seats of the second agent as bits. The first agent has
/// half of the sides, or one more. A side is a seat, or all seats of a team.
fn arrangements(sides: &[SeatSet]) -> Arc<[u32]> {
    let n_sides = sides.len();
    let is_half = |second: &u32| second.count_ones() as usize == n_sides / 2;
    let has_first = |second: &u32| n_sides % 2 == 1 || second & 1 == 0;
    let seats = |second: u32| {
        let theirs = sides.iter().enumerate().filter(|(side, _)| second >> side & 1 == 1);
        theirs.fold(0, |seats, (_, side)| seats | side.0)
    };
    (0..1 << n_sides).filter(is_half).filter(has_first).map(seats).collect()
}

/// Plays some seeds of a tournament, whose seatings have these plans. The games of a seed are those
/// of every pair in both seatings, in one of the arrangements.
///
/// # Errors
/// Script errors; `A0102`: a thread cannot be started.
pub fn tournament(
    run: &TournamentRun,
    plans: &[Plan],
    seeds: Range<u64>,
    threads: usize,
    progress: &Progress,
) -> Result<TournamentCounts, Vec<Error>> {
    let arrangements = arrangements(&run.plan.sides());
    let workers = || -> Result<(Vec<Worker<'_>>, TournamentCounts), Vec<Error>> {
        let workers = plans.iter().map(|plan| Worker::new(plan, progress));
        Ok((workers.collect::<Result<_, _>>()?, TournamentCounts::default()))
    };
    let play = |(workers, counts): &mut (Vec<Worker<'_>>, TournamentCounts), seed| {
        let play = |worker: &mut Worker<'_>| Some(worker.play(seed)?.winners);
        let winners: Vec<_> = workers.iter_mut().map(play).collect();
        progress.games.fetch_add(winners.len() as u64 - 1, Ordering::Relaxed);
        // The games of a seed count together or not at all.
        if !workers.iter().any(Worker::is_interrupted) {
            let second = arrangements[(seed % arrangements.len() as u64) as usize];
            counts.add(&run.plan, &winners, SeatSet(second));
        }
    };
    let finish = |(workers, mut counts): (Vec<Worker<'_>>, TournamentCounts)| {
        for tally in workers.into_iter().map(Worker::finish) {
            counts.played += tally.games;
            counts.undecided += tally.games - tally.won - tally.faulty;
            counts.stopped += tally.stopped;
            counts.faulty += tally.faulty;
            counts.first_fault.merge_from(&tally.first_fault);
        }
        counts
    };
    let mut whole = TournamentCounts::default();
    let parts = share_out(seeds, threads, progress, workers, play, finish)?;
    parts.iter().for_each(|part| whole.merge_from(part));
    Ok(whole)
}

impl TournamentCounts {
    /// Counts the games of a seed by their winners: those of both seatings of each pair. `second`
    /// are the seats of the second agent of the seating.
    pub fn add(&mut self, plan: &RunManifest, winners: &[Option<SeatSet>], second: SeatSet) {
        let (sides, n_agents) = (&plan.sides(), plan.agents.len());
        let has_won = |side: SeatSet, winners| !side.intersection(winners).is_empty();
        let won = |winners: SeatSet, side: SeatSet| {
            let n_winners = sides.iter().filter(|side| has_won(**side, winners)).count();
            if has_won(side, winners) { win_share(n_winners) } else { 0 }
        };
        let is_second = |side: SeatSet| has_won(side, second);
        let of_first = || sides.iter().filter(|side| !is_second(**side));
        let first = |winners| of_first().map(|side| won(winners, *side)).sum();
        let results: Vec<Option<u64>> = winners.iter().map(|winners| winners.map(first)).collect();
        self.seeds.add(&results, 1);
        self.pairs.resize(winners.len() / 2, RatioSums::default());
        self.seats.resize(n_agents, vec![RatioSums::default(); plan.players]);
        let mut seats = vec![vec![(0, 0); plan.players]; n_agents];
        let games = results.chunks(2).zip(winners.chunks(2));
        for (([a, b], sums), (results, winners)) in pairs(n_agents).zip(&mut self.pairs).zip(games)
        {
            let ours = [results[0], results[1].map(|theirs| WIN - theirs)];
            sums.add(ours.iter().flatten().count() as u64, ours.iter().flatten().sum());
            for (seating, winners) in [[a, b], [b, a]].iter().zip(winners) {
                let Some(winners) = *winners else { continue };
                for (side, seat) in
                    sides.iter().flat_map(|side| side.iter().map(move |s| (side, s)))
                {
                    let agent = seating[usize::from(is_second(*side))];
                    let (n, units) = &mut seats[agent][seat.index()];
                    (*n, *units) = (*n + 1, *units + won(winners, *side));
                }
            }
        }
        for (sums, (n, units)) in self.seats.iter_mut().flatten().zip(seats.into_iter().flatten()) {
            sums.add(n, units);
        }
    }
}

impl Tournament {
    /// Derives the strengths of a run from its counts.
    pub fn new(run: &TournamentRun, counts: &TournamentCounts) -> Self {
        let names = &run.plan.agents;
        let fitted = Strengths::fit(names.len(), &run.pairings(), &counts.seeds);
        let fit = fitted.as_ref();
        let points = |agent: usize| fit.map_or(0.0, |fit| fit.difference(agent, 0).value);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|a, b| points(*b).total_cmp(&points(*a)));
        let (best, worst) = (order[0], order[order.len() - 1]);
        let width = fit.map_or(1.0, Strengths::width_of_all);
        let chosen = |fit: &Strengths, a, b| fit.difference(a, b).widened(width);
        let spread = fit.map(|fit| chosen(fit, best, worst));
        let ranked = |(rank, agent): (usize, &usize)| RankedAgent {
            name: names[*agent].clone(),
            strength: fit.map(|fit| fit.difference(*agent, 0)),
            ahead: fit.and_then(|fit| Some(chosen(fit, *agent, *order.get(rank + 1)?))),
            seats: (0..run.plan.players)
                .map(|seat| counts.seats.get(*agent)?.get(seat)?.share(WIN))
                .collect(),
        };
        let wins = |Estimate { value, low, high }: Estimate| {
            let [value, low, high] = [value, low, high].map(expected);
            Estimate::of(value, low, high)
        };
        let n_sides = run.plan.sides().len();
        let thinking: Vec<(usize, f64)> = names.iter().enumerate().filter_map(log_budget).collect();
        let pairing = |([a, b], sums): ([usize; 2], &RatioSums)| PairingResult {
            agents: [a, b].map(|agent| names[agent].clone()),
            games: sums.size(),
            rate: sums.share(WIN),
            expected: fit.map(|fit| both_seatings(fit.difference(a, b).value, n_sides)),
        };
        // A run that was stopped at once has counted nothing.
        let none = RatioSums::default();
        let sums = counts.pairs.iter().chain(std::iter::repeat(&none));
        Self {
            agents: order.iter().enumerate().map(ranked).collect(),
            pairings: pairs(names.len()).zip(sums).map(pairing).collect(),
            points_per_tenfold: fit.and_then(|fit| fit.slope(&thinking)),
            spread,
            strongest_beats_weakest: spread.map(wins),
            undecided: counts.undecided,
            stopped: counts.stopped,
            faulty: counts.faulty,
            first_fault: counts.first_fault.clone(),
            played: counts.played,
            planned: run.n_games().saturating_mul(2 * pairs(names.len()).count() as u64),
        }
    }
}

/// The expected share of games of the first agent, on average over both seatings.
fn both_seatings(points: f64, n_sides: usize) -> f64 {
    let (more, fewer) = (n_sides.div_ceil(2) as f64, (n_sides / 2) as f64);
    let shares = [[more, fewer], [fewer, more]].map(|seats| expected_share(points, seats));
    rounded(f64::midpoint(shares[0], shares[1]))
}

/// The power of ten of the games that an agent simulates for each decision.
fn log_budget((i, agent): (usize, &String)) -> Option<(usize, f64)> {
    match agent.parse().ok()? {
        AgentName::Search(Budget::Iterations(n), _) => Some((i, f64::from(n).log10())),
        _ => None,
    }
}
