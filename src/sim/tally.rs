//! The counts of a run. All are whole numbers that add up: tallies of disjoint games, merged in any
//! order, give the tally of all.

use super::clusters::{RatioProducts, RatioSums};
use super::counts::{Merge, counts};
use super::histogram::Histogram;
use super::metric_tally::MetricTally;
use super::paired::Paired;
use super::stats::Estimate;
use super::value_tally::ValueTally;
use crate::output::json;
use serde::{Deserialize, Serialize};

/// The units of a whole win: divisible by every number of winners up to 16, so that shares of wins
/// add up exactly.
pub const WIN: u64 = 720_720;

/// Returns the units that each of `n` winners gets; 0 without a winner.
pub const fn win_share(n: usize) -> u64 {
    if n == 0 { 0 } else { WIN / n as u64 }
}

counts! {
    /// The wins of some players. Each of k winners of a game, or all players of k winning teams,
    /// have a win, of which 1/k counts.
    pub struct Wins {
        /// The number of wins, alone or with others.
        pub wins: u64,
        /// By game: the number of these players, and the units of their wins.
        pub sums: RatioSums,
    }
}

impl Wins {
    /// Counts `n` of the players of a game, of whom `n_wins` won this share each.
    pub fn add(&mut self, n: u64, n_wins: u64, share: u64) {
        self.wins += n_wins;
        self.sums.add(n, n_wins * share);
    }

    /// Returns the wins that count.
    pub fn total(&self) -> f64 {
        self.sums.total() as f64 / WIN as f64
    }

    /// Whether a win was shared.
    pub fn has_shared(&self) -> bool {
        self.wins.checked_mul(WIN) != Some(self.sums.total())
    }

    /// Returns the win rate with its 95 % interval.
    pub fn rate(&self) -> Option<Estimate> {
        self.sums.share(WIN)
    }
}

counts! {
    /// The counts of a kind of card or a combo.
    pub struct Uses {
        /// The number of its cards that were played, alone, as another card or in a set; of a
        /// combo, of its plays.
        pub played: u64,
        /// The number of its plays on its own that were cancelled.
        pub cancelled: u64,
        /// The number of its cards drawn.
        pub drawn: u64,
        /// The number of its cards moved from hand to hand.
        pub stolen: u64,
        /// The number of its cards in the hands of players when they were eliminated.
        pub dead: u64,
        /// The number of explosions it caused.
        pub explosions: u64,
        /// The number of these explosions that were cancelled.
        pub rescued: u64,
        /// The number of players it eliminated.
        pub eliminations: u64,
        /// By agent: the number of games in which it could play it.
        pub offered: Vec<u64>,
        /// By agent: the number of games in which it played it.
        pub chosen: Vec<u64>,
        /// By game: the players who held it at the first turn, and the units of their wins.
        pub opening_sums: RatioSums,
        /// By game: the players who drew it, and the units of their wins.
        pub drawn_sums: RatioSums,
        /// By agent: the number of plays that answered it.
        pub answered: Vec<u64>,
        /// By game: the plays on its own, and those that were cancelled.
        pub cancelled_sums: RatioSums,
        /// By game: the explosions, and those that were cancelled.
        pub rescued_sums: RatioSums,
    }
}

/// The first game that ended with a script fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstFault {
    /// The index of the game, counted from 0.
    pub game: u64,
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    pub fault: String,
}

impl Merge for Option<FirstFault> {
    fn merge_from(&mut self, other: &Self) {
        *self = self.take().into_iter().chain(other.clone()).min();
    }
}

counts! {
    /// The tally of some games of one run.
    pub struct Tally {
        /// The number of games played.
        pub games: u64,
        /// The number of games with a winner. Lengths and shares refer to these only.
        pub won: u64,
        /// The number of games that ended without a winner.
        pub drawn: u64,
        /// The number of games stopped at the ply limit.
        pub stopped: u64,
        /// The number of games that ended with a script fault.
        pub faulty: u64,
        /// The first script fault.
        pub first_fault: Option<FirstFault>,
        /// The number of decisions in all games.
        pub decisions: u64,
        pub first: Wins,
        /// The number of games in which a winner alone held the fewest cards halfway through the
        /// turns.
        pub comebacks: u64,
        /// By measure ([`measures`](super::measures)): its number in each game.
        pub numbers: Vec<Histogram>,
        /// The number of options per decision: turns, windows, questions.
        pub options: [Histogram; 3],
        /// The same by game: the number of decisions, and of their options.
        pub option_sums: [RatioSums; 3],
        /// By seat: the turn in which it was eliminated.
        pub out: Vec<Histogram>,
        /// By turn: by how much it raises the squared number of players that are out, summed over
        /// games.
        pub out_squares: Histogram,
        /// By turn: the number of hands of living players, and of their cards.
        pub hands: [Histogram; 2],
        /// By seat: how many were out before it; the number of seats if it stayed in the game.
        pub places: Vec<Histogram>,
        pub seats: Vec<Wins>,
        /// By seat; empty until a score is set.
        pub scores: Vec<Paired>,
        pub agents: Vec<Wins>,
        /// By agent and seat; empty with one agent.
        pub agent_seats: Vec<Vec<Wins>>,
        /// The products of the numbers of the first agent and of the second one, by game.
        pub agent_products: RatioProducts,
        pub kinds: Vec<Uses>,
        pub combos: Vec<Uses>,
        /// The number of players eliminated without a card as the cause.
        pub other_eliminations: u64,
        /// What each card is worth; empty if it was not measured.
        #[serde(default, skip_serializing_if = "ValueTally::is_empty")]
        pub values: ValueTally,
        /// The quality of the game; empty if it was not measured.
        #[serde(default, skip_serializing_if = "MetricTally::is_empty")]
        pub metrics: MetricTally,
    }
}

impl Tally {
    /// Creates an empty tally.
    pub fn new(n_seats: usize, n_agents: usize, n_kinds: usize, n_combos: usize) -> Self {
        let by_agent = vec![0; n_agents];
        let (offered, chosen) = (by_agent.clone(), by_agent.clone());
        let uses = Uses { offered, chosen, answered: by_agent, ..Uses::default() };
        Self {
            out: vec![Histogram::default(); n_seats],
            places: vec![Histogram::default(); n_seats],
            seats: vec![Wins::default(); n_seats],
            agents: vec![Wins::default(); n_agents],
            agent_seats: match n_agents {
                0 | 1 => Vec::new(),
                n => vec![vec![Wins::default(); n_seats]; n],
            },
            kinds: vec![uses.clone(); n_kinds],
            combos: vec![uses; n_combos],
            ..Self::default()
        }
    }
}
