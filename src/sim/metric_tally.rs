//! The sums of the measures of quality.

use super::counts::{Merge, counts};
use super::paired::Paired;
use super::stats::Estimate;
use crate::kernel::SeatSet;
use serde::{Deserialize, Serialize};

/// The win probability at which a game is decided.
pub(super) const DECIDED: f64 = 0.9;

counts! {
    /// The sums of the measures.
    pub struct MetricTally {
        /// In units of [`UNIT`].
        pub lead_changes: Paired,
        /// In units of [`UNIT`].
        pub drama: Paired,
        /// In units of [`UNIT`].
        pub uncertainty: Paired,
        /// In units of [`UNIT`].
        pub decisiveness: Paired,
        /// The sampled decisions: 1 if the best option was better by much, -1 if it was worse by as
        /// much, else 0.
        pub decisions: Paired,
        /// By tenth of the game: the win probability of the winner, in units of [`UNIT`].
        pub winner: Vec<Paired>,
        /// The curves of the first games.
        pub examples: Examples,
    }
}

/// Curves by the number of the game: for each point the win probabilities in units of [`UNIT`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples(pub Vec<(u64, Vec<Vec<u64>>)>);

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
        self.decisions.add(i64::from(difference > much) - i64::from(difference < -much));
    }

    /// The share of decisions that matter, with its interval.
    pub(super) fn decisions_that_matter(&self) -> Option<Estimate> {
        let share = self.decisions.rare_mean(1)?;
        Some(Estimate { high: share.high.min(1.0), ..share })
    }

    pub(super) fn add(&mut self, number: u64, curve: &[Vec<f64>], winners: SeatSet) {
        let Some(metrics) = GameMetrics::of(curve, winners) else { return };
        let scaled = |share: f64| (share * UNIT as f64).round() as i64;
        self.lead_changes.add(scaled(metrics.lead_changes));
        self.drama.add(scaled(metrics.drama));
        self.uncertainty.add(scaled(metrics.uncertainty));
        self.decisiveness.add(scaled(metrics.decisiveness));
        self.winner.resize(10, Paired::default());
        for (tenth, sums) in self.winner.iter_mut().enumerate() {
            let point = &curve[(tenth * curve.len()) / 10];
            let best = winners.iter().map(|seat| point[seat.index()]).fold(0.0, f64::max);
            sums.add(scaled(best));
        }
        // A thread plays its games in order, so the first ones are enough.
        if self.examples.0.len() < EXAMPLES {
            let stored =
                |point: &Vec<f64>| point.iter().map(|p| scaled(*p).unsigned_abs()).collect();
            self.examples.0.push((number, curve.iter().map(stored).collect()));
        }
    }
}

/// The number of games whose curves are kept.
pub(super) const EXAMPLES: usize = 5;

/// The measures of one game, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameMetrics {
    /// The share of steps between points after which another seat leads.
    pub lead_changes: f64,
    /// The mean square root of how far the winner is behind the leader, over the points at which
    /// the winner does not lead; 0 if there are none.
    pub drama: f64,
    /// The mean of 1 minus the lead of the leader over the second.
    pub uncertainty: f64,
    /// The share of the game that is over when the leader first has a win probability of 90 %;
    /// what is left is played although it is decided. 1 if that never happens.
    pub decisiveness: f64,
}

impl GameMetrics {
    /// Computes the measures of a curve: for each point the win probability of each seat. `None`
    /// for a curve with fewer than two points or without a winner.
    pub fn of(curve: &[Vec<f64>], winners: SeatSet) -> Option<Self> {
        if curve.len() < 2 || winners.is_empty() {
            return None;
        }
        let n = curve.len() as f64;
        let leader = |point: &Vec<f64>| {
            let seats = (0..point.len()).rev();
            seats.max_by(|a, b| point[*a].total_cmp(&point[*b])).unwrap_or(0)
        };
        let leaders: Vec<usize> = curve.iter().map(leader).collect();
        // A seat that has drawn level is not yet ahead.
        let overtakes = |i: &usize| curve[i + 1][leaders[i + 1]] > curve[i + 1][leaders[*i]];
        let changes = (0..curve.len() - 1).filter(overtakes).count();
        let lead = |(point, leader): (&Vec<f64>, &usize)| {
            let others = (0..point.len()).filter(|seat| seat != leader);
            point[*leader] - others.map(|seat| point[seat]).fold(0.0, f64::max)
        };
        let leads = curve.iter().zip(&leaders).map(lead);
        let behind = curve.iter().zip(&leaders).filter_map(|(point, leader)| {
            let best = winners.iter().map(|seat| point[seat.index()]).fold(0.0, f64::max);
            (point[*leader] > best).then(|| (point[*leader] - best).sqrt())
        });
        let behind: Vec<f64> = behind.collect();
        let decided = curve.iter().zip(&leaders).position(|(point, lead)| point[*lead] >= DECIDED);
        Some(Self {
            lead_changes: changes as f64 / (n - 1.0),
            drama: behind.iter().sum::<f64>() / (behind.len().max(1) as f64),
            uncertainty: 1.0 - leads.sum::<f64>() / n,
            decisiveness: decided.map_or(1.0, |point| point as f64 / n),
        })
    }
}

/// The unit of the measures in sums: they are from 0 to 1.
pub const UNIT: u64 = 1_000_000;
