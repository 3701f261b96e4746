//! Tournaments: every pair of agents plays on the same seeds in both seatings, and strengths follow
//! from the results ([`bradley_terry`](super::bradley_terry)).

use super::agents::AgentName;
use super::bradley_terry::{Pairing, Strengths, expected, expected_share};
use super::plan::Plan;
use super::progress::Progress;
use super::run::run;
use super::stats::{Estimate, rounded, wilson_of};
use super::tally::{FirstFault, Tally};
use crate::agent::Budget;
use crate::error::Error;
use serde::Serialize;

/// The result of a tournament.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tournament {
    /// The agents, strongest first.
    pub agents: Vec<RankedAgent>,
    /// The pairings.
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
}

/// One agent.
#[derive(Clone, Debug, Serialize)]
pub struct RankedAgent {
    /// Its name.
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
    /// The share of games that the seats of the first agent won; each of k winners counts 1/k.
    pub rate: Option<Estimate>,
    /// The share that follows from the strengths.
    pub expected: Option<f64>,
}

/// The counts of a tournament.
struct Counts {
    pairings: Vec<Pairing>,
    /// By agent and seat: the wins, and the games.
    seats: Vec<Vec<(f64, u64)>>,
    results: Vec<(usize, usize, f64, u64)>,
}

/// Plays a tournament. `plan` returns the plan of two agents that keep their seats, each with half
/// of the games of a pairing.
///
/// # Errors
/// Those of plans; `A0102`: a thread cannot be started.
pub fn tournament<E: From<Vec<Error>>>(
    agents: &[AgentName],
    n_seats: usize,
    threads: usize,
    progress: &Progress,
    mut plan: impl FnMut([&AgentName; 2]) -> Result<Plan, E>,
) -> Result<Tournament, E> {
    let mut counts = Counts {
        pairings: Vec::new(),
        seats: vec![vec![(0.0, 0); n_seats]; agents.len()],
        results: Vec::new(),
    };
    let mut result = Tournament::default();
    let pairs = (0..agents.len()).flat_map(|a| (a + 1..agents.len()).map(move |b| (a, b)));
    for (a, b) in pairs {
        let (mut wins, mut games) = (0.0, 0);
        for seating in [[a, b], [b, a]] {
            if progress.stop.is_set() {
                break;
            }
            let plan = plan(seating.map(|agent| &agents[agent]))?;
            let tally = run(&plan, 0..plan.manifest.games, threads, progress)?;
            counts.add(seating, &tally);
            let first = usize::from(seating[0] != a);
            wins += tally.agents[first].total();
            games += tally.won;
            result.undecided += tally.games - tally.won - tally.faulty;
            result.faulty += tally.faulty;
            result.first_fault = result.first_fault.or(tally.first_fault);
        }
        if games > 0 {
            counts.results.push((a, b, wins, games));
        }
    }
    counts.conclude(agents, &mut result);
    Ok(result)
}

impl Counts {
    fn add(&mut self, seating: [usize; 2], tally: &Tally) {
        for (seat, count) in tally.seats.iter().enumerate() {
            let cell = &mut self.seats[seating[seat % 2]][seat];
            *cell = (cell.0 + count.total(), cell.1 + count.n);
        }
        if tally.won > 0 {
            let n_seats = tally.seats.len();
            let seats = [n_seats.div_ceil(2) as f64, (n_seats / 2) as f64];
            let wins = [tally.agents[0].total(), tally.agents[1].total()];
            self.pairings.push(Pairing { agents: seating, seats, wins });
        }
    }

    fn conclude(self, agents: &[AgentName], result: &mut Tournament) {
        let fitted = Strengths::fit(agents.len(), &self.pairings);
        let strength = |agent: usize| fitted.as_ref().map(|fit| fit.difference(agent, 0));
        let ranked =
            agents.iter().zip(&self.seats).enumerate().map(|(i, (name, seats))| RankedAgent {
                name: name.to_string(),
                strength: strength(i),
                seats: seats.iter().map(|(wins, n)| wilson_of(*wins, *n)).collect(),
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
        let n_seats = self.seats.first().map_or(0, Vec::len);
        let pairing = |(a, b, wins, games): &(usize, usize, f64, u64)| PairingResult {
            agents: [*a, *b].map(|agent| agents[agent].to_string()),
            games: *games,
            rate: wilson_of(*wins, *games),
            expected: fitted
                .as_ref()
                .map(|fit| both_seatings(fit.difference(*a, *b).value, n_seats)),
        };
        result.pairings = self.results.iter().map(pairing).collect();
    }
}

/// The expected share of games of the first agent, on average over both seatings.
fn both_seatings(points: f64, n_seats: usize) -> f64 {
    let (more, fewer) = (n_seats.div_ceil(2) as f64, (n_seats / 2) as f64);
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
