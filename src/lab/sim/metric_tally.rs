//! The sums of the measures of quality.

use super::counts::{Merge, counts};
use super::paired::Paired;
use super::stats::Estimate;
use crate::kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The win probability at which a game is decided.
pub(super) const DECIDED: f64 = 0.9;

/// The measures, each from 0 to 1: name for programs and title.
pub const METRICS: [(&str, &str); 5] = [
    ("lead_changes", "lead changes"),
    ("drama", "drama"),
    ("uncertainty", "uncertainty"),
    ("decisiveness", "decisiveness"),
    ("decisions_that_matter", "decisions that matter"),
];

/// Those that say how tense a game is, by their places in [`METRICS`].
pub const TENSE: [usize; 3] = [1, 0, 4];

counts! {
    /// The sums of the measures.
    pub struct MetricTally {
        /// The games that have none of the measures of curves: without a winner or a second point.
        pub left_out: u64,
        /// In the order of [`METRICS`], in units of [`UNIT`]. Of a sampled decision: 1 if the best
        /// option was better by much, -1 if it was worse by as much, else 0.
        pub sums: [Paired; METRICS.len()],
        /// By tenth of the game: the win probability of the winner, in units of [`UNIT`].
        pub winner: Vec<Paired>,
        /// The curves of the first games.
        pub examples: Examples,
        /// The number of plies of the simulated games.
        pub plies: u64,
    }
}

/// Curves by the number of the game: for each point the win probabilities in units of [`UNIT`], and
/// who won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples(pub Vec<(u64, Vec<Vec<u64>>, SeatSet)>);

impl Merge for Examples {
    fn merge_from(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
        self.0.sort_unstable();
        self.0.truncate(EXAMPLES);
    }
}

impl MetricTally {
    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Counts a sampled decision by the measured difference between its best option and its median
    /// one: better by much, worse by as much, or neither.
    pub fn add_decision(&mut self, difference: i64, much: i64) {
        let sign = i64::from(difference > much) - i64::from(difference < -much);
        self.sums[4].add(sign * UNIT as i64);
    }

    /// The measures with their intervals. Those that are corrected for chance may be below 0.
    pub(super) fn means(&self) -> [Option<Estimate>; METRICS.len()] {
        let [lead_changes, drama, uncertainty, decisiveness, decisions] = &self.sums;
        let [lead_changes, drama, uncertainty, decisiveness] =
            [lead_changes, drama, uncertainty, decisiveness].map(|sums| sums.mean(UNIT));
        let decided = decisiveness.map(|mean| mean.within(0.0, 1.0));
        let matter = decisions.rare_mean(UNIT);
        let matter = matter.map(|share| Estimate { high: share.high.clamp(-1.0, 1.0), ..share });
        [lead_changes, drama, uncertainty, decided, matter]
    }

    /// Counts a game with the rollouts of each of its points. `sides` are the players or teams, and
    /// `winners` the numbers of those that won.
    pub(super) fn add(
        &mut self,
        number: u64,
        sides: &[SeatSet],
        curve: &[Vec<Rollout>],
        winners: &[usize],
    ) {
        let Some(metrics) = GameMetrics::of(curve, winners) else {
            self.left_out += 1;
            return;
        };
        let scaled = |share: f64| (share * UNIT as f64).round() as i64;
        let GameMetrics { lead_changes, drama, uncertainty, decisiveness } = metrics;
        let values = [lead_changes, drama, uncertainty, decisiveness];
        self.sums.iter_mut().zip(values).for_each(|(sums, value)| sums.add(scaled(value)));
        self.winner.resize(10, Paired::default());
        let shares: Vec<Vec<f64>> = curve.iter().map(|point| shares(point)).collect();
        for (tenth, sums) in self.winner.iter_mut().enumerate() {
            let point = &shares[(tenth * shares.len()) / 10];
            sums.add(scaled(winners.iter().map(|side| point[*side]).fold(0.0, f64::max)));
        }
        // A thread plays its games in order, so the first ones are enough.
        if self.examples.0.len() < EXAMPLES {
            let n_seats = sides.iter().map(|side| side.len()).sum::<usize>();
            let side =
                |seat: usize| sides.iter().position(|side| side.has(Seat(seat as u8))).unwrap_or(0);
            let stored = |point: &Vec<f64>| {
                (0..n_seats).map(|seat| scaled(point[side(seat)]).unsigned_abs()).collect()
            };
            let won = winners.iter().fold(SeatSet::NONE, |won, side| won.union(sides[*side]));
            self.examples.0.push((number, shares.iter().map(stored).collect(), won));
        }
    }
}

/// The number of games whose curves are kept.
pub(super) const EXAMPLES: usize = 5;

/// A simulated game: the units of a win of each side.
pub type Rollout = Vec<u64>;

/// The win probabilities of the sides at a point.
fn shares(point: &[Rollout]) -> Vec<f64> {
    let won = sums(point.iter());
    let all = won.iter().sum::<i64>().max(1) as f64;
    won.into_iter().map(|won| won as f64 / all).collect()
}

fn sums<'a>(rollouts: impl Iterator<Item = &'a Rollout>) -> Vec<i64> {
    let mut sums = Vec::new();
    for rollout in rollouts {
        sums.resize(rollout.len(), 0);
        sums.iter_mut().zip(rollout).for_each(|(sum, won)| *sum += *won as i64);
    }
    sums
}

/// The first side with the most wins, of those that fit.
fn leader(won: &[i64], fits: impl Fn(usize) -> bool) -> Option<usize> {
    (0..won.len()).rev().filter(|side| fits(*side)).max_by_key(|side| won[*side])
}

/// The measures of one game (`README.md`: is it tense?). None is biased by the chance of rollouts:
/// other ones choose the sides that are compared than compare them, so it can be below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameMetrics {
    pub lead_changes: f64,
    pub drama: f64,
    pub uncertainty: f64,
    pub decisiveness: f64,
}

impl GameMetrics {
    /// Computes the measures of a curve: for each point its rollouts. `None` for a curve with fewer
    /// than two points, or without a winner.
    pub fn of(curve: &[Vec<Rollout>], winners: &[usize]) -> Option<Self> {
        if curve.len() < 2 || winners.is_empty() || curve.iter().any(Vec::is_empty) {
            return None;
        }
        let n = curve.len() as f64;
        let steps = curve.windows(2).map(|pair| change(&pair[0], &pair[1]));
        let (mut behind, mut ahead) = (0.0, 0.0);
        for point in curve {
            let (of_winner, of_leader) = leads(point, winners);
            behind += of_winner;
            ahead += of_leader;
        }
        let most = |point: &Vec<Rollout>| shares(point).into_iter().fold(0.0, f64::max);
        let decided = curve.iter().position(|point| most(point) >= DECIDED);
        Some(Self {
            lead_changes: steps.sum::<f64>() / (n - 1.0),
            drama: behind / n,
            uncertainty: 1.0 - ahead / n,
            decisiveness: decided.map_or(1.0, |point| point as f64 / n),
        })
    }
}

/// How far the leader is ahead of the best of the winners, and of the second: measured in each
/// rollout, where all others choose the three.
fn leads(point: &[Rollout], winners: &[usize]) -> (f64, f64) {
    let all = sums(point.iter());
    let (mut behind, mut ahead) = (0, 0);
    for own in point {
        let rest: Vec<i64> = all.iter().zip(own).map(|(all, own)| all - *own as i64).collect();
        let first = leader(&rest, |_| true).unwrap_or(0);
        let won = |side: Option<usize>| side.map_or(0, |side| own[side] as i64);
        behind += won(Some(first)) - won(leader(&rest, |side| winners.contains(&side)));
        ahead += won(Some(first)) - won(leader(&rest, |side| side != first));
    }
    let all = all.iter().sum::<i64>().max(1) as f64;
    (behind as f64 / all, ahead as f64 / all)
}

/// Whether another side is ahead at the next point: 1 if it is, 0 if not or equal.
fn change(point: &[Rollout], next: &[Rollout]) -> f64 {
    let before = leader(&sums(point.iter()), |_| true).unwrap_or(0);
    let half = |from| sums(next.iter().skip(from).step_by(2));
    let sign = |[chooses, measures]: [&[i64]; 2]| {
        let now = leader(chooses, |_| true).unwrap_or(0);
        let won = |side: usize| measures.get(side).copied().unwrap_or(0);
        (won(now) - won(before)).signum() as f64
    };
    let (a, b) = (half(0), half(1));
    f64::midpoint(sign([&a, &b]), sign([&b, &a]))
}

/// The unit of the measures in sums: they are from 0 to 1.
pub const UNIT: u64 = 1_000_000;
