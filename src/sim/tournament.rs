//! Tournaments: every pair of agents plays all arrangements around the table in turn, each also
//! with the agents exchanged on the same seeds, and strengths follow from the results
//! ([`bradley_terry`](super::bradley_terry)).

use super::bradley_terry::{Pairing, SeedSums, Strengths, expected, expected_share};
use super::clusters::RatioSums;
use super::counts::Merge as _;
use super::plan::{Plan, RunManifest};
use super::progress::Progress;
use super::run::{Worker, share_out};
use super::stats::{Estimate, rounded};
use super::tally::{FirstFault, WIN, win_share};
use crate::agent::Budget;
use crate::error::Error;
use crate::kernel::{Seat, SeatSet};
use crate::registry::AgentName;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The result of a tournament.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tournament {
    /// The agents, strongest first.
    pub agents: Vec<RankedAgent>,
    pub pairings: Vec<PairingResult>,
    /// How many points a factor of ten in thinking is worth, for agents `search:N`.
    pub points_per_tenfold: Option<Estimate>,
    /// How many points the strongest agent is ahead of the weakest.
    pub spread: Option<Estimate>,
    /// How often the strongest agent beats the weakest in a game of two, by their strengths.
    pub strongest_beats_weakest: Option<f64>,
    /// The number of games stopped at the ply limit or without a winner, which count for nobody.
    pub undecided: u64,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
    /// The first script fault.
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

/// The counts of a tournament: sums over seeds.
#[derive(Clone)]
struct Counts {
    seeds: SeedSums,
    /// By agent and seat: the number of games of a seed, and the units of their wins.
    seats: Vec<Vec<RatioSums>>,
    /// The seats that play together.
    sides: Vec<SeatSet>,
    /// By pair: the number of games of a seed, and the units that the first agent won.
    pairs: Vec<([usize; 2], RatioSums)>,
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

/// Returns the teams, or each seat alone.
fn sides(plan: &RunManifest) -> Vec<SeatSet> {
    let team = |team: &Vec<u8>| team.iter().copied().map(Seat).collect();
    match plan.teams.as_slice() {
        [] => (0..plan.players).map(|seat| SeatSet::one(Seat(seat as u8))).collect(),
        teams => teams.iter().map(team).collect(),
    }
}

/// Plays a tournament with the players and teams of a run. `plan` returns the plan of two agents
/// with half of the games of a pairing.
/// The games of a seed are those of every pair in both seatings, in one of the arrangements.
///
/// # Errors
/// Those of plans; `A0102`: a thread cannot be started.
pub fn tournament<E: From<Vec<Error>>>(
    agents: &[AgentName],
    run: &RunManifest,
    threads: usize,
    progress: &Progress,
    mut plan: impl FnMut([&AgentName; 2]) -> Result<Plan, E>,
) -> Result<Tournament, E> {
    let pairs = (0..agents.len()).flat_map(|a| (a + 1..agents.len()).map(move |b| [a, b]));
    let pairs: Vec<[usize; 2]> = pairs.collect();
    // Both seatings of a pair follow each other.
    let seatings = || pairs.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]);
    let (sides, n_seats) = (sides(run), run.players);
    let arrangements = arrangements(&sides);
    let plans = seatings().map(|seating| -> Result<Plan, E> {
        let plan = plan(seating.map(|agent| &agents[agent]))?;
        Ok(plan.with_arrangements(arrangements.clone()))
    });
    let plans: Vec<Plan> = plans.collect::<Result<_, _>>()?;
    let seats = [sides.len().div_ceil(2) as f64, (sides.len() / 2) as f64];
    let pairings = seatings().map(|agents| Pairing { agents, seats });
    let none = Counts {
        seeds: SeedSums::new(pairings.collect()),
        seats: vec![vec![RatioSums::default(); n_seats]; agents.len()],
        pairs: pairs.iter().map(|pair| (*pair, RatioSums::default())).collect(),
        sides,
    };
    let workers = || -> Result<(Vec<Worker<'_>>, Counts), Vec<Error>> {
        let workers = plans.iter().map(|plan| Worker::new(plan, progress));
        Ok((workers.collect::<Result<_, _>>()?, none.clone()))
    };
    let play = |(workers, counts): &mut (Vec<Worker<'_>>, Counts), seed| {
        let play = |worker: &mut Worker<'_>| Some(worker.play(seed)?.winners);
        let winners: Vec<_> = workers.iter_mut().map(play).collect();
        progress.games.fetch_add(winners.len() as u64 - 1, Ordering::Relaxed);
        // The games of a seed count together or not at all.
        if !workers.iter().any(Worker::is_interrupted) {
            let second = arrangements[(seed % arrangements.len() as u64) as usize];
            counts.add(&winners, n_seats, SeatSet(second));
        }
    };
    let finish = |(workers, counts): (Vec<Worker<'_>>, Counts)| {
        (workers.into_iter().map(Worker::finish).collect::<Vec<_>>(), counts)
    };
    let n_games = plans.first().map_or(0, |plan| plan.manifest.games);
    let (mut result, mut counts) = (Tournament::default(), none.clone());
    result.planned = plans.len() as u64 * n_games;
    for (tallies, part) in share_out(0..n_games, threads, progress, workers, play, finish)? {
        counts.merge(&part);
        for tally in tallies {
            result.played += tally.games;
            result.undecided += tally.games - tally.won - tally.faulty;
            result.faulty += tally.faulty;
            let faults = [result.first_fault.take(), tally.first_fault];
            result.first_fault = faults.into_iter().flatten().min();
        }
    }
    counts.conclude(agents, &mut result);
    Ok(result)
}

impl Counts {
    /// Counts the games of a seed by their winners: those of both seatings of each pair. `second`
    /// are the seats of the second agent of the seating.
    fn add(&mut self, winners: &[Option<SeatSet>], n_seats: usize, second: SeatSet) {
        let sides = &self.sides;
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
        let mut seats = vec![vec![(0, 0); n_seats]; self.seats.len()];
        let games = results.chunks(2).zip(winners.chunks(2));
        for (([a, b], sums), (results, winners)) in self.pairs.iter_mut().zip(games) {
            let ours = [results[0], results[1].map(|theirs| WIN - theirs)];
            sums.add(ours.iter().flatten().count() as u64, ours.iter().flatten().sum());
            for (seating, winners) in [[*a, *b], [*b, *a]].iter().zip(winners) {
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

    fn merge(&mut self, other: &Self) {
        self.seeds.merge(&other.seeds);
        let theirs = other.seats.iter().flatten();
        self.seats.iter_mut().flatten().zip(theirs).for_each(|(a, b)| a.merge_from(b));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|((_, a), (_, b))| a.merge_from(b));
    }

    fn conclude(self, agents: &[AgentName], result: &mut Tournament) {
        let fitted = Strengths::fit(agents.len(), &self.seeds);
        let strength = |agent: usize| fitted.as_ref().map(|fit| fit.difference(agent, 0));
        let ranked =
            agents.iter().zip(&self.seats).enumerate().map(|(i, (name, seats))| RankedAgent {
                name: name.to_string(),
                strength: strength(i),
                seats: seats.iter().map(|sums| sums.share(WIN)).collect(),
            });
        result.agents = ranked.collect();
        let points = |agent: &RankedAgent| agent.strength.map_or(0.0, |strength| strength.value);
        result.agents.sort_by(|a, b| points(b).total_cmp(&points(a)));
        let by_strength = |i: &usize, j: &usize| {
            let points = |i: usize| strength(i).map_or(0.0, |strength| strength.value);
            points(*i).total_cmp(&points(*j))
        };
        let best = (0..agents.len()).rev().max_by(by_strength).unwrap_or(0);
        let worst = (0..agents.len()).min_by(by_strength).unwrap_or(0);
        result.spread = fitted.as_ref().map(|fit| fit.difference(best, worst));
        result.strongest_beats_weakest =
            result.spread.map(|spread| rounded(expected(spread.value)));
        let thinking: Vec<(usize, f64)> =
            agents.iter().enumerate().filter_map(log_budget).collect();
        result.points_per_tenfold = fitted.as_ref().and_then(|fit| fit.slope(&thinking));
        let n_sides = self.sides.len();
        let pairing = |([a, b], sums): &([usize; 2], RatioSums)| PairingResult {
            agents: [*a, *b].map(|agent| agents[agent].to_string()),
            games: sums.size(),
            rate: sums.share(WIN),
            expected: fitted
                .as_ref()
                .map(|fit| both_seatings(fit.difference(*a, *b).value, n_sides)),
        };
        result.pairings = self.pairs.iter().map(pairing).collect();
    }
}

/// The expected share of games of the first agent, on average over both seatings.
fn both_seatings(points: f64, n_sides: usize) -> f64 {
    let (more, fewer) = (n_sides.div_ceil(2) as f64, (n_sides / 2) as f64);
    let shares = [[more, fewer], [fewer, more]].map(|seats| expected_share(points, seats));
    rounded(f64::midpoint(shares[0], shares[1]))
}

/// The power of ten of the games that an agent simulates for each decision.
fn log_budget((i, agent): (usize, &AgentName)) -> Option<(usize, f64)> {
    match agent {
        AgentName::Search(Budget::Iterations(n), _) => Some((i, f64::from(*n).log10())),
        _ => None,
    }
}
