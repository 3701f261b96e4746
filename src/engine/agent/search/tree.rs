//! The tree below the searched decision: the statistics of the later decisions of the same seat,
//! by information set.

use crate::agent::Greedy;
use crate::kernel::canonical::stable_hash;
use crate::kernel::{Agent, Choice, Decision, Observation, rng};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;

/// The exploration weight of UCB1; rewards are in 0..=1.
const EXPLORATION: f64 = 0.3;

/// As if every option had been visited this often with the average reward of the node: more often
/// for the default policy's option (progressive bias).
const DEFAULT_PRIOR: f64 = 4.0;
const OTHER_PRIOR: f64 = 1.0;

/// Beyond the tree, one in this many choices is random.
const EPSILON: u32 = 50;

/// The factor of [`margin`].
const MARGIN: f64 = 0.5;

/// The assumed standard deviation of a reward.
const DEVIATION: f64 = 0.3;

/// The tree is cleared beyond this number of nodes.
const MAX_NODES: usize = 50_000;

/// The statistics of one decision in one information set.
pub struct SearchNode {
    pub n: u32,
    /// The index of the default policy's option at the first visit.
    default_arm: usize,
    arms: Vec<Arm>,
}

#[derive(Clone, Default)]
struct Arm {
    n: u32,
    won: f64,
}

impl SearchNode {
    fn new(n_options: usize, default_arm: usize) -> Self {
        Self { n: 0, default_arm, arms: vec![Arm::default(); n_options] }
    }

    /// Returns the option with the highest upper bound.
    fn most_promising(&self) -> usize {
        let mean = self.arms.iter().map(|arm| arm.won).sum::<f64>() / f64::from(self.n.max(1));
        let tries = f64::from(self.n + 1).ln();
        let bound = |(i, arm): (usize, &Arm)| {
            let prior = if i == self.default_arm { DEFAULT_PRIOR } else { OTHER_PRIOR };
            let n = f64::from(arm.n) + prior;
            (i, (arm.won + mean * prior) / n + EXPLORATION * (tries / n).sqrt())
        };
        let bounds = self.arms.iter().enumerate().map(bound);
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i)
    }

    /// Returns the default policy's option, or one that is clearly better.
    fn best(&self) -> usize {
        let margin = margin(self.arms.len()) * DEVIATION;
        let default = &self.arms[self.default_arm];
        let n = |arm: &Arm| f64::from(arm.n.max(1));
        let lead = |arm: &Arm| {
            let noise = margin * (1.0 / n(arm) + 1.0 / n(default)).sqrt();
            arm.won / n(arm) - default.won / n(default) - noise
        };
        let leads = self.arms.iter().map(lead).enumerate();
        let best = leads.filter(|(_, lead)| *lead > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(self.default_arm, |(i, _)| i)
    }
}

/// Returns how many standard errors another option must be ahead of the default policy's. It grows
/// with the square root of the doubled logarithm of the number of options: the order of the largest
/// of that many normal variables.
pub fn margin(n_options: usize) -> f64 {
    MARGIN * (2.0 * (n_options as f64).ln()).sqrt()
}

/// Hashes a choice without card ids, which differ between deals.
pub fn shape(choice: &Choice) -> u64 {
    match choice {
        Choice::Card(_, kind) => stable_hash(&(0, kind)),
        Choice::Hidden(_, place) => stable_hash(&(1, place)),
        Choice::Placed(_, kind, place) => match (place.zone, &place.traits) {
            (None, None) => stable_hash(&(3, kind)),
            (Some(zone), None) => stable_hash(&(4, kind, zone, place.is_turned)),
            _ => stable_hash(&(5, kind, place)),
        },
        Choice::Copies(combo, set) => {
            let first = stable_hash(&(6, combo));
            set.iter().fold(first, |hash, copy| stable_hash(&(hash, copy.kind, &copy.place)))
        }
        other => stable_hash(&(2, other)),
    }
}

/// Identifies a decision in an information set.
fn node_key(observation: &Observation<'_>, decision: &Decision) -> u64 {
    let asked = observation.information_set() ^ stable_hash(&decision.prompt);
    decision.options.iter().fold(asked, |key, choice| rng::split_mix(key ^ shape(choice)))
}

/// The tree, and the path through it in the current simulated game.
pub struct SearchTree {
    pub greedy: Greedy,
    pub rng: Pcg64Mcg,
    nodes: HashMap<u64, SearchNode>,
    path: Vec<(u64, usize)>,
    is_inside: bool,
    /// The choice at the searched decision, until it is made.
    first: Option<u64>,
}

impl SearchTree {
    pub fn new(seed: u64) -> Self {
        let (greedy, rng) = (Greedy::new(seed), rng::generator(seed, 1));
        let (nodes, path) = (HashMap::new(), Vec::new());
        Self { greedy, rng, nodes, path, is_inside: true, first: None }
    }

    /// Begins the next search. Nodes are kept: what the seat knows identifies them, so those of a
    /// position that has come about are still valid.
    pub fn begin_search(&mut self) {
        if self.nodes.len() > MAX_NODES {
            self.nodes.clear();
        }
    }

    /// Begins a simulated game with this choice.
    pub fn begin(&mut self, seed: u64, first: u64) {
        self.rng = rng::generator(seed, 1);
        self.greedy = Greedy::new(seed);
        self.path.clear();
        self.is_inside = true;
        self.first = Some(first);
    }

    /// Returns the default policy's option or one that is clearly better, if the decision has at
    /// least `min_visits` visits for each option on average.
    pub fn best(
        &self,
        observation: &Observation<'_>,
        decision: &Decision,
        min_visits: u32,
    ) -> Option<usize> {
        let node = self.nodes.get(&node_key(observation, decision))?;
        (node.n >= min_visits * decision.options.len() as u32).then(|| node.best())
    }

    /// Chooses for the searching seat.
    pub fn descend(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if let Some(first) = self.first.take() {
            let chosen = decision.options.iter().position(|choice| shape(choice) == first);
            // A sampled game at another decision does not count.
            self.first = chosen.is_none().then_some(first);
            return chosen.unwrap_or_default();
        }
        if !self.is_inside {
            return self.play(observation, decision);
        }
        let key = node_key(observation, decision);
        let index = match self.nodes.get(&key) {
            Some(node) if node.arms.len() == decision.options.len() => node.most_promising(),
            _ => {
                self.is_inside = false;
                let index = self.greedy.answer(observation, decision);
                self.nodes.insert(key, SearchNode::new(decision.options.len(), index));
                index
            }
        };
        self.path.push((key, index));
        index
    }

    /// Plays beyond the tree: the default policy with occasional random choices.
    pub fn play(&mut self, observation: &Observation<'_>, decision: &Decision) -> usize {
        if self.rng.random_ratio(1, EPSILON) {
            return self.rng.random_range(0..decision.options.len());
        }
        self.greedy.answer(observation, decision)
    }

    /// Records the reward of a game; returns whether it came to the searched decision.
    pub fn reward(&mut self, reward: f64) -> bool {
        for (key, index) in self.path.drain(..) {
            let Some(node) = self.nodes.get_mut(&key) else { continue };
            node.n += 1;
            node.arms[index].n += 1;
            node.arms[index].won += reward;
        }
        self.first.is_none()
    }
}
