//! The options of the decision that is searched: which one to try next, and which one to choose.
//!
//! The n-th game of each option is played on the n-th sampled deal, so options are compared on
//! common random numbers: by the mean difference from the default policy's option on the same
//! deals. The games are shared out by sequential halving (Karnin, Koren and Somekh 2013) in its
//! anytime form (Sagers, Winands and Soemers 2024): in each pass every option is tried, then the
//! better half of them twice as often, and so on. The default policy's option is part of every
//! round, so that none is compared on fewer deals than it has had.
//!
//! Another option is chosen only if a lower confidence bound of its difference is above 0. The
//! bound tightens with the number of deals, and allows for the number of options: the best of many
//! noisy means is high by chance.

use super::tree::{margin, shape};
use crate::kernel::{Choice, Decision};

/// The standard deviation of a difference before any has been seen, and how many differences this
/// counts as.
const PRIOR_DEVIATION: f64 = 0.2;
const PRIOR_PAIRS: f64 = 3.0;

/// The number of deals on which an option must have been compared to be chosen.
const MIN_PAIRS: f64 = 12.0;

/// An option that plays nothing must be ahead by this many times the usual margin. Simulated games
/// make the play a turn later, so that putting it off seems to cost little each time; a search that
/// always puts it off never makes it.
const WAITING: f64 = 2.0;

/// The options of the searched decision.
#[derive(Default)]
pub struct RootArms {
    pub arms: Vec<RootArm>,
    /// The index of the default policy's option.
    pub default_arm: usize,
    /// The options of this round of a pass.
    round: Vec<usize>,
    /// How often each of them is tried in this round.
    n_tries: usize,
    /// The options to try next, the last one first.
    next: Vec<usize>,
}

/// The results of one option.
#[derive(Default)]
pub struct RootArm {
    pub choice: u64,
    /// Whether it is to play nothing now.
    waits: bool,
    /// The number of games that count, and the shares of the win in them.
    pub visits: u32,
    pub won: f64,
    /// The reward on each deal; none if the game failed.
    rewards: Vec<Option<f64>>,
    /// Compared with the default policy's option.
    lead: Lead,
}

/// The difference of the shares of the win of two options, on the deals that both have had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedLead {
    /// The number of deals.
    pub n_deals: u32,
    pub difference: f64,
    /// By how much it must be larger than 0 to decide.
    pub margin: f64,
}

/// The number, sum and sum of squares of the differences from another option.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    n_pairs: f64,
    difference: f64,
    squares: f64,
}

impl Lead {
    /// The differences on the deals that two options have had.
    fn of(arm: &RootArm, other: &RootArm) -> Self {
        let mut lead = Self::default();
        for pair in arm.rewards.iter().zip(&other.rewards) {
            lead.add(pair);
        }
        lead
    }

    fn add(&mut self, pair: (&Option<f64>, &Option<f64>)) {
        let (Some(reward), Some(other)) = pair else { return };
        let difference = reward - other;
        self.n_pairs += 1.0;
        self.difference += difference;
        self.squares += difference * difference;
    }

    fn deviation(&self) -> f64 {
        let prior = PRIOR_PAIRS * PRIOR_DEVIATION * PRIOR_DEVIATION;
        ((self.squares + prior) / (self.n_pairs + PRIOR_PAIRS)).sqrt()
    }

    /// The lower bound of the difference.
    fn bound(&self, margin: f64) -> f64 {
        let error = self.deviation() / self.n_pairs.sqrt();
        self.difference / self.n_pairs - margin * error
    }
}

impl RootArm {
    /// Returns the number of deals on which the option was tried.
    pub const fn n_deals(&self) -> usize {
        self.rewards.len()
    }

    /// How many times the usual margin it must be ahead.
    const fn times(&self) -> f64 {
        if self.waits { WAITING } else { 1.0 }
    }

    fn record(&mut self, reward: Option<f64>) {
        self.rewards.push(reward);
        self.visits += u32::from(reward.is_some());
        self.won += reward.unwrap_or_default();
    }
}

impl RootArms {
    pub fn new(decision: &Decision, default_arm: usize) -> Self {
        let arm = |choice| RootArm {
            choice: shape(choice),
            waits: matches!(choice, Choice::Draw | Choice::Pass),
            ..RootArm::default()
        };
        let arms = decision.options.iter().map(arm).collect();
        Self { arms, default_arm, ..Self::default() }
    }

    /// Returns the option to try next.
    pub fn next(&mut self) -> usize {
        if self.next.is_empty() {
            self.begin_round();
        }
        self.next.pop().unwrap_or(self.default_arm)
    }

    /// Goes on with the better half of the options, or begins another pass with all of them.
    fn begin_round(&mut self) {
        let others = self.round.iter().copied().filter(|i| *i != self.default_arm);
        let mut better: Vec<usize> = others.collect();
        better.sort_by(|a, b| self.promise(*b).total_cmp(&self.promise(*a)));
        better.truncate(better.len().div_ceil(2));
        if better.len() == self.round.len().saturating_sub(1) {
            better = (0..self.arms.len()).filter(|i| *i != self.default_arm).collect();
            self.n_tries = 1;
        } else {
            self.n_tries *= 2;
        }
        self.round = better;
        self.round.push(self.default_arm);
        // A deal is played with the default policy's option before it is with others.
        let most = self.round.iter().map(|i| self.arms[*i].n_deals() + self.n_tries).max();
        let n_behind = most.unwrap_or(0).saturating_sub(self.arms[self.default_arm].n_deals());
        let others = self.round.iter().rev().filter(|i| **i != self.default_arm);
        let others = others.flat_map(|i| std::iter::repeat_n(*i, self.n_tries));
        self.next = others.chain(std::iter::repeat_n(self.default_arm, n_behind)).collect();
    }

    /// The mean difference of an option, drawn towards 0 while it was seldom compared.
    fn promise(&self, i: usize) -> f64 {
        let lead = &self.arms[i].lead;
        lead.difference / (lead.n_pairs + 1.0)
    }

    /// Records the reward of a game with an option; none if the game failed.
    pub fn record(&mut self, i: usize, reward: Option<f64>) {
        let deal = self.arms[i].n_deals();
        self.arms[i].record(reward);
        if let Some(default) = self.arms[self.default_arm].rewards.get(deal).copied() {
            self.arms[i].lead.add((&reward, &default));
        }
    }

    /// Adds the games of another search of the same decision, which had deals of its own.
    pub fn add(&mut self, rewards: Vec<Vec<Option<f64>>>) {
        let n_deals = self.arms.iter().map(RootArm::n_deals).max().unwrap_or_default();
        for (arm, rewards) in self.arms.iter_mut().zip(rewards) {
            arm.rewards.resize(n_deals, None);
            rewards.into_iter().for_each(|reward| arm.record(reward));
        }
    }

    /// Takes the rewards of each option, by deal.
    pub fn take_rewards(&mut self) -> Vec<Vec<Option<f64>>> {
        self.arms.iter_mut().map(|arm| std::mem::take(&mut arm.rewards)).collect()
    }

    /// An option compared with that of the default policy, on the deals that both have had.
    pub fn lead(&self, i: usize) -> Option<PairedLead> {
        let (arm, default) = (&self.arms[i], &self.arms[self.default_arm]);
        let lead = Lead::of(arm, default);
        (i != self.default_arm && lead.n_pairs > 0.0).then(|| PairedLead {
            n_deals: lead.n_pairs as u32,
            difference: lead.difference / lead.n_pairs,
            margin: arm.times() * margin(self.arms.len()) * lead.deviation() / lead.n_pairs.sqrt(),
        })
    }

    /// Returns the option to choose: the default policy's, or the one that is most clearly better.
    pub fn chosen(&mut self) -> usize {
        let default = &self.arms[self.default_arm];
        let leads = self.arms.iter().map(|arm| (Lead::of(arm, default), arm.times()));
        let margin = margin(self.arms.len());
        let ahead = leads.enumerate().filter(|(i, (lead, times))| {
            *i != self.default_arm && lead.n_pairs >= MIN_PAIRS && lead.bound(times * margin) > 0.0
        });
        let bounds = ahead.map(|(i, (lead, times))| (i, lead.bound(times * margin)));
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(self.default_arm, |(i, _)| i)
    }
}
