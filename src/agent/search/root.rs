//! The options of the decision that is searched: which one to try next, and which one to choose.
//!
//! The n-th game of each option is played on the n-th sampled deal, so options are compared on
//! common random numbers: by the mean difference from the default policy's option on the same
//! deals. Another option replaces the default policy's only if a lower confidence bound of its
//! difference is above 0. The bound tightens with the number of deals, and allows for the number of
//! options: the best of many noisy means is high by chance.

use super::tree::{margin, shape};
use crate::kernel::Decision;

/// The exploration weight of UCB1, in standard deviations of the difference.
const EXPLORATION: f64 = 1.0;

/// The standard deviation of a difference before any has been seen, and how many differences this
/// counts as.
const PRIOR_DEVIATION: f64 = 0.2;
const PRIOR_PAIRS: f64 = 3.0;

/// The minimum number of deals on which an option must have been compared to be chosen.
const MIN_PAIRS: f64 = 3.0;

/// The options of the searched decision.
#[derive(Default)]
pub struct RootArms {
    pub arms: Vec<RootArm>,
    /// The index of the default policy's option.
    pub default_arm: usize,
    n_games: u32,
}

/// The results of one option.
#[derive(Default)]
pub struct RootArm {
    pub choice: u64,
    pub totals: ArmTotals,
    /// The reward on each deal; none if the game failed.
    rewards: Vec<Option<f64>>,
}

/// The sums over the games of one option.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArmTotals {
    /// The number of games that count, and the shares of the win in them.
    pub visits: u32,
    pub won: f64,
    /// The number, sum and sum of squares of the differences from the default policy's option.
    n_pairs: f64,
    difference: f64,
    squares: f64,
}

impl RootArm {
    /// Returns the number of deals on which the option was tried.
    pub const fn n_deals(&self) -> usize {
        self.rewards.len()
    }
}

impl ArmTotals {
    fn deviation(&self) -> f64 {
        let prior = PRIOR_PAIRS * PRIOR_DEVIATION * PRIOR_DEVIATION;
        ((self.squares + prior) / (self.n_pairs + PRIOR_PAIRS)).sqrt()
    }

    fn compare(&mut self, reward: f64, default: f64) {
        let difference = reward - default;
        self.n_pairs += 1.0;
        self.difference += difference;
        self.squares += difference * difference;
    }

    /// Adds the games of another search.
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.won += other.won;
        self.n_pairs += other.n_pairs;
        self.difference += other.difference;
        self.squares += other.squares;
    }
}

impl RootArms {
    pub fn new(decision: &Decision, default_arm: usize) -> Self {
        let arm = |choice| RootArm { choice: shape(choice), ..RootArm::default() };
        Self { arms: decision.options.iter().map(arm).collect(), default_arm, n_games: 0 }
    }

    /// Returns the option to try next: the one with the highest upper confidence bound, but first
    /// the default policy's on the same deal.
    pub fn next(&self) -> usize {
        let tries = f64::from(self.n_games + 1).ln();
        let bound = |(i, arm): (usize, &RootArm)| {
            let (n, deviation) = match i == self.default_arm {
                true => (arm.n_deals() as f64 + 1.0, PRIOR_DEVIATION),
                false => (arm.totals.n_pairs + 1.0, arm.totals.deviation()),
            };
            (i, arm.totals.difference / n + EXPLORATION * deviation * (tries / n).sqrt())
        };
        let bounds = self.arms.iter().enumerate().map(bound);
        let best = bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i);
        let is_compared = self.arms[self.default_arm].n_deals() > self.arms[best].n_deals();
        if is_compared { best } else { self.default_arm }
    }

    /// Records the reward of a game with an option; none if the game failed.
    pub fn record(&mut self, i: usize, reward: Option<f64>) {
        self.n_games += 1;
        let arm = &mut self.arms[i];
        let deal = arm.n_deals();
        arm.rewards.push(reward);
        let Some(reward) = reward else { return };
        arm.totals.visits += 1;
        arm.totals.won += reward;
        if i == self.default_arm {
            return;
        }
        let default = self.arms[self.default_arm].rewards.get(deal).copied().flatten();
        if let Some(default) = default {
            self.arms[i].totals.compare(reward, default);
        }
    }

    /// Adds the games of another search of the same decision, which had deals of its own.
    pub fn add(&mut self, totals: &[ArmTotals]) {
        for (arm, other) in self.arms.iter_mut().zip(totals) {
            arm.totals.add(other);
        }
    }

    /// Returns the sums of all options.
    pub fn totals(&self) -> impl Iterator<Item = &ArmTotals> {
        self.arms.iter().map(|arm| &arm.totals)
    }

    /// Returns the option to choose.
    pub fn chosen(&self) -> usize {
        let margin = margin(self.arms.len());
        let bound = |(i, arm): (usize, &ArmTotals)| {
            let error = arm.deviation() / arm.n_pairs.sqrt();
            (i, arm.difference / arm.n_pairs - margin * error)
        };
        let is_compared =
            |(i, arm): &(usize, &ArmTotals)| *i != self.default_arm && arm.n_pairs >= MIN_PAIRS;
        let bounds = self.totals().enumerate().filter(is_compared).map(bound);
        let best = bounds.filter(|(_, bound)| *bound > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(self.default_arm, |(i, _)| i)
    }
}
