//! The options of the decision that is searched: which one to try next, and which one to choose.
//!
//! The n-th game of each option is played on the n-th sampled deal, so options are compared on
//! common random numbers: by the mean difference from the leading option on the same deals. At
//! first the default policy's option leads. Another one takes the lead only if a lower confidence
//! bound of its difference is above 0. The bound tightens with the number of deals, and allows for
//! the number of options: the best of many noisy means is high by chance.

use super::tree::{margin, shape};
use crate::kernel::{Choice, Decision};

/// The exploration weight of UCB1, in standard deviations of the difference.
const EXPLORATION: f64 = 1.0;

/// The standard deviation of a difference before any has been seen, and how many differences this
/// counts as.
const PRIOR_DEVIATION: f64 = 0.2;
const PRIOR_PAIRS: f64 = 3.0;

/// The number of deals on which each option is tried before the most promising ones are, as far as
/// the budget allows, and on which it must have been compared to take the lead.
const MIN_PAIRS: usize = 3;

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
    /// The index of the leading option.
    leader: usize,
    n_games: u32,
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
    /// Compared with the leading option.
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
        Self { arms, default_arm, leader: default_arm, n_games: 0 }
    }

    /// Returns the option to try next: one that has been tried on few deals, else the one with the
    /// highest upper confidence bound; but first the leading one on the same deal.
    pub fn next(&self) -> usize {
        let fewest = (0..self.arms.len()).min_by_key(|i| self.arms[*i].n_deals()).unwrap_or(0);
        let next = match self.arms[fewest].n_deals() < MIN_PAIRS {
            true => fewest,
            false => self.most_promising(),
        };
        let is_compared = self.arms[self.leader].n_deals() > self.arms[next].n_deals();
        if is_compared { next } else { self.leader }
    }

    fn most_promising(&self) -> usize {
        let tries = f64::from(self.n_games + 1).ln();
        let bound = |(i, arm): (usize, &RootArm)| {
            let (n, deviation) = match i == self.leader {
                true => (arm.n_deals() as f64 + 1.0, PRIOR_DEVIATION),
                false => (arm.lead.n_pairs + 1.0, arm.lead.deviation()),
            };
            (i, arm.lead.difference / n + EXPLORATION * deviation * (tries / n).sqrt())
        };
        let bounds = self.arms.iter().enumerate().map(bound);
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i)
    }

    /// Records the reward of a game with an option; none if the game failed.
    pub fn record(&mut self, i: usize, reward: Option<f64>) {
        self.n_games += 1;
        let deal = self.arms[i].n_deals();
        self.arms[i].record(reward);
        if i != self.leader
            && let Some(leading) = self.arms[self.leader].rewards.get(deal).copied()
        {
            self.arms[i].lead.add((&reward, &leading));
            if self.is_ahead(&self.arms[i].lead, 1.0) {
                self.follow(i);
            }
        }
    }

    /// Whether an option is clearly better than the leading one.
    fn is_ahead(&self, lead: &Lead, times: f64) -> bool {
        lead.n_pairs >= MIN_PAIRS as f64 && lead.bound(times * margin(self.arms.len())) > 0.0
    }

    /// Compares all options with this one from now on.
    fn follow(&mut self, leader: usize) {
        self.leader = leader;
        let leads = self.arms.iter().map(|arm| Lead::of(arm, &self.arms[leader]));
        let leads: Vec<Lead> = leads.collect();
        for (i, (arm, lead)) in self.arms.iter_mut().zip(leads).enumerate() {
            arm.lead = if i == leader { Lead::default() } else { lead };
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

    /// Returns the option to choose: the default policy's, one that is clearly better, or one that
    /// is clearly better than that.
    pub fn chosen(&mut self) -> usize {
        self.follow(self.default_arm);
        let margin = margin(self.arms.len());
        for _ in 0..self.arms.len() {
            let is_ahead = |arm: &RootArm| self.is_ahead(&arm.lead, arm.times());
            let ahead = self.arms.iter().enumerate().filter(|(_, arm)| is_ahead(arm));
            let bounds = ahead.map(|(i, arm)| (i, arm.lead.bound(margin)));
            let Some((best, _)) = bounds.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
            self.follow(best);
        }
        self.leader
    }
}
