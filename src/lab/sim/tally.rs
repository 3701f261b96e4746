//! The counts of a run. All are whole numbers that add up: tallies of disjoint games, merged in any
//! order, give the tally of all.

use super::clusters::RatioSums;
use super::counts::{Merge, counts};
use super::histogram::Histogram;
use super::metric_tally::MetricTally;
use super::paired::Paired;
use super::questions::Questions;
use super::uses::Uses;
use super::value_tally::ValueTally;
use crate::base::error::plural;
use crate::base::output::json;
use crate::kernel::card::MAX_SEATS;
use crate::kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The units of a whole win: divisible by every number of winners up to 16, so that shares of wins
/// add up exactly.
pub const WIN: u64 = 720_720;

/// Returns the units that each of `n` winners gets; 0 without a winner.
pub const fn win_share(n: usize) -> u64 {
    if n == 0 { 0 } else { WIN / n as u64 }
}

/// The first game that ended with a fault of a script or an agent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstFault {
    /// The index of the game, counted from 0.
    pub game: u64,
    #[serde(deserialize_with = "json::number")]
    pub seed: u64,
    pub fault: String,
}

impl FirstFault {
    /// The sentence of a report about the games that failed.
    pub(super) fn told(&self, faulty: u64) -> String {
        let (Self { game, seed, fault }, games) = (self, plural(faulty, "game"));
        format!("{games} failed, the first in game {game} with seed {seed}:\n\n{fault}")
    }
}

impl Merge for Option<FirstFault> {
    fn merge_from(&mut self, other: &Self) {
        *self = self.take().into_iter().chain(other.clone()).min();
    }
}

/// How a game ended that has winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ending {
    /// The number of the seating ([`RunManifest`](super::plan::RunManifest)).
    pub seating: u64,
    /// The starting player, unless the game ended before the first turn.
    pub first: Option<Seat>,
    pub winners: SeatSet,
}

impl From<Ending> for String {
    fn from(Ending { seating, first, winners }: Ending) -> Self {
        format!("{seating} {} {}", first.map_or(0, |seat| seat.0 + 1), winners.0)
    }
}

impl TryFrom<String> for Ending {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut parts = text.split(' ').map(|part| part.parse::<u32>().ok());
        let mut next = |most: u32| parts.next().flatten().filter(|n| *n <= most);
        let ends = (next(u32::MAX), next(MAX_SEATS as u32), next(SeatSet::first(MAX_SEATS).0));
        let (Some(seating), Some(first), Some(winners)) = ends else {
            return Err(format!("`{text}` is not the end of a game"));
        };
        let first = first.checked_sub(1).map(|seat| Seat(seat as u8));
        Ok(Self { seating: seating.into(), first, winners: SeatSet(winners) })
    }
}

/// The number of games by their end.
pub type Endings = BTreeMap<Ending, u64>;

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
        /// The turns that had begun in these games.
        pub stopped_turns: u64,
        /// The number of games that ended with a script fault.
        pub faulty: u64,
        pub first_fault: Option<FirstFault>,
        /// The number of decisions in all games.
        pub decisions: u64,
        /// The games with a winner, by how they ended.
        pub endings: Endings,
        /// The number of games in which a winner alone held the fewest cards halfway through the
        /// turns.
        pub comebacks: u64,
        /// By measure ([`measures`](super::measures)): its number in each game.
        pub numbers: Vec<Histogram>,
        /// The number of rounds of each game.
        pub rounds: Histogram,
        /// The number of options per decision: turns, windows, questions.
        pub options: [Histogram; 3],
        /// Sums by game: the number of decisions, and of their options.
        pub option_sums: [RatioSums; 3],
        /// By seat: the turn in which it was eliminated.
        pub out: Vec<Histogram>,
        /// By turn: by how much it raises the squared number of players that are out, summed over
        /// games.
        pub out_squares: Histogram,
        /// By turn: the number of hands of living players, and of their cards.
        pub hands: Vec<[u64; 2]>,
        /// By seat: how many were out before it; the number of seats if it stayed in the game.
        pub places: Vec<Histogram>,
        /// By seat; empty until a score is set.
        pub scores: Vec<Paired>,
        pub kinds: Vec<Uses>,
        pub combos: Vec<Uses>,
        /// By game: the cards put back unseen, and those that the next player drew at once.
        pub put_backs: RatioSums,
        /// By game: the plays that only shuffle, and those of players who know nothing of the pile.
        pub shuffles: RatioSums,
        /// The questions of scripts, with their answers.
        pub questions: Questions,
        /// The number of players eliminated without a card as the cause.
        pub other_eliminations: u64,
        /// The value of each card; empty if it was not measured.
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
            kinds: vec![uses.clone(); n_kinds],
            combos: vec![uses; n_combos],
            ..Self::default()
        }
    }
}

/// Whether more than one game in a hundred was stopped: those that end early are not like all.
pub const fn is_cut(stopped: u64, games: u64) -> bool {
    stopped > games / 100
}
