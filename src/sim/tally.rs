//! The counts of a run. All are whole numbers that add up: tallies of disjoint games, merged in any
//! order, give the tally of all.

use super::clusters::{RatioProducts, RatioSums};
use super::histogram::Histogram;
use super::metric_tally::MetricTally;
use super::stats::{Estimate, wilson_of};
use super::value_tally::ValueTally;
use serde::{Deserialize, Serialize};

/// The units of a whole win: divisible by every number of winners up to 16, so that shares of wins
/// add up exactly.
pub const WIN: u64 = 720_720;

/// Returns the units that each of `n` winners gets; 0 without a winner.
#[must_use]
pub const fn win_share(n: usize) -> u64 {
    if n == 0 { 0 } else { WIN / n as u64 }
}

/// A number of players, and how many of them won. Each of k winners of a game has a win, of which
/// 1/k counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinCount {
    /// The number of players, in games with a winner.
    pub n: u64,
    /// The number of them who won, alone or with others.
    pub wins: u64,
    /// The units of these wins that count for other winners.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shared: u64,
}

impl WinCount {
    /// Counts a player, with the units of a win that they got.
    pub const fn add(&mut self, share: u64) {
        self.n += 1;
        if share > 0 {
            self.wins += 1;
            self.shared += WIN - share;
        }
    }

    /// Counts `n` players of a game, of whom `n_wins` got this share of the win.
    pub const fn add_all(&mut self, n: u64, n_wins: u64, share: u64) {
        self.n += n;
        self.wins += n_wins;
        self.shared += n_wins * (WIN - share);
    }

    /// Returns the wins that count.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.wins as f64 - self.shared as f64 / WIN as f64
    }

    const fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.wins += other.wins;
        self.shared += other.shared;
    }
}

/// Returns the win rate of players whose sums by game are these, with its 95 % interval. Without
/// sums of all of them, as in files of older versions, they count as independent.
pub(super) fn win_rate(count: WinCount, by_game: &RatioSums) -> Option<Estimate> {
    let by_game = by_game.of_all(count.n).and_then(|sums| sums.share(WIN));
    by_game.or_else(|| wilson_of(count.total(), count.n))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_empty(sums: &[RatioSums]) -> bool {
    sums.iter().all(RatioSums::is_empty)
}

/// The scores of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreCount {
    /// The number of games in which it had a score at the end.
    pub n: u64,
    /// The sum of the scores.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl ScoreCount {
    /// Counts the score of a game.
    pub const fn add(&mut self, score: i64) {
        self.n += 1;
        self.sum += score;
        self.squares += score.unsigned_abs() * score.unsigned_abs();
    }

    const fn merge(&mut self, other: Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The counts of a kind of card or a combo.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// The number of plays, including responses.
    pub played: u64,
    /// The number of plays that were cancelled.
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
    /// The players who held it at the first turn.
    pub opening: WinCount,
    /// The players who did not.
    pub no_opening: WinCount,
    /// By game: the players who held it at the first turn, and the units of their wins.
    #[serde(default, skip_serializing_if = "RatioSums::is_empty")]
    pub opening_sums: RatioSums,
    /// By game: the plays, and those that were cancelled.
    #[serde(default, skip_serializing_if = "RatioSums::is_empty")]
    pub cancelled_sums: RatioSums,
    /// By game: the explosions, and those that were cancelled.
    #[serde(default, skip_serializing_if = "RatioSums::is_empty")]
    pub rescued_sums: RatioSums,
}

impl Uses {
    fn merge(&mut self, other: &Self) {
        self.played += other.played;
        self.cancelled += other.cancelled;
        self.drawn += other.drawn;
        self.stolen += other.stolen;
        self.dead += other.dead;
        self.explosions += other.explosions;
        self.rescued += other.rescued;
        self.eliminations += other.eliminations;
        self.opening.merge(other.opening);
        self.no_opening.merge(other.no_opening);
        self.opening_sums.merge(&other.opening_sums);
        self.cancelled_sums.merge(&other.cancelled_sums);
        self.rescued_sums.merge(&other.rescued_sums);
    }
}

/// The first game that ended with a script fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FirstFault {
    /// The index of the game, counted from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The rendered fault.
    pub fault: String,
}

/// The tally of some games of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The number of games won by the starting player, alone or with others.
    pub first_wins: u64,
    /// The units of these wins that count for other winners ([`WinCount`]).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_shared: u64,
    /// The number of games in which a winner alone held the fewest cards halfway through the turns.
    pub comebacks: u64,
    /// Plies per game.
    pub plies: Histogram,
    /// Turns per game.
    pub turns: Histogram,
    /// Cards drawn per game.
    pub draws: Histogram,
    /// The number of options per decision: turns, windows, questions.
    pub options: [Histogram; 3],
    /// The same by game: the number of decisions, and of their options.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub option_sums: [RatioSums; 3],
    /// By seat: the turn in which it was eliminated.
    pub out: Vec<Histogram>,
    /// By turn: by how much it raises the squared number of players that are out, summed over
    /// games.
    #[serde(default, skip_serializing_if = "Histogram::is_empty")]
    pub out_squares: Histogram,
    /// By seat.
    pub seats: Vec<WinCount>,
    /// By seat and by game: 1, and the units of its win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_sums: Vec<RatioSums>,
    /// The same for the starting player.
    #[serde(default, skip_serializing_if = "RatioSums::is_empty")]
    pub first_sums: RatioSums,
    /// By seat; empty until a score is set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreCount>,
    /// By agent.
    pub agents: Vec<WinCount>,
    /// By agent and seat; empty with one agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agent_seats: Vec<Vec<WinCount>>,
    /// By agent and by game: the number of its seats, and the units of their wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agent_sums: Vec<RatioSums>,
    /// The products of these numbers of the first agent and of the second one.
    #[serde(default, skip_serializing_if = "RatioProducts::is_empty")]
    pub agent_products: RatioProducts,
    /// By kind.
    pub kinds: Vec<Uses>,
    /// By combo.
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

impl Tally {
    /// Creates an empty tally.
    #[must_use]
    pub fn new(n_seats: usize, n_agents: usize, n_kinds: usize, n_combos: usize) -> Self {
        Self {
            out: vec![Histogram::default(); n_seats],
            seats: vec![WinCount::default(); n_seats],
            agents: vec![WinCount::default(); n_agents],
            agent_seats: match n_agents {
                0 | 1 => Vec::new(),
                n => vec![vec![WinCount::default(); n_seats]; n],
            },
            kinds: vec![Uses::default(); n_kinds],
            combos: vec![Uses::default(); n_combos],
            ..Self::default()
        }
    }

    /// Adds the tally of other games of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.stopped += other.stopped;
        self.faulty += other.faulty;
        let faults = [self.first_fault.take(), other.first_fault.clone()];
        self.first_fault = faults.into_iter().flatten().min();
        self.decisions += other.decisions;
        self.first_wins += other.first_wins;
        self.first_shared += other.first_shared;
        self.comebacks += other.comebacks;
        self.plies.merge(&other.plies);
        self.turns.merge(&other.turns);
        self.draws.merge(&other.draws);
        self.other_eliminations += other.other_eliminations;
        each(&mut self.options, &other.options, Histogram::merge);
        each(&mut self.option_sums, &other.option_sums, RatioSums::merge);
        each(&mut self.out, &other.out, Histogram::merge);
        self.out_squares.merge(&other.out_squares);
        each(&mut self.seats, &other.seats, |a, b| a.merge(*b));
        self.scores.resize(self.scores.len().max(other.scores.len()), ScoreCount::default());
        each(&mut self.scores, &other.scores, |a, b| a.merge(*b));
        each(&mut self.agents, &other.agents, |a, b| a.merge(*b));
        let n_agents = self.agent_seats.len().max(other.agent_seats.len());
        self.agent_seats.resize(n_agents, vec![WinCount::default(); self.seats.len()]);
        each(&mut self.agent_seats, &other.agent_seats, |ours, theirs| {
            each(ours, theirs, |a, b| a.merge(*b));
        });
        merge_sums(&mut self.seat_sums, &other.seat_sums);
        self.first_sums.merge(&other.first_sums);
        merge_sums(&mut self.agent_sums, &other.agent_sums);
        self.agent_products.merge(&other.agent_products);
        each(&mut self.kinds, &other.kinds, Uses::merge);
        each(&mut self.combos, &other.combos, Uses::merge);
        self.values.merge(&other.values);
        self.metrics.merge(&other.metrics);
    }
}

fn merge_sums(ours: &mut Vec<RatioSums>, theirs: &[RatioSums]) {
    ours.resize(ours.len().max(theirs.len()), RatioSums::default());
    each(ours, theirs, RatioSums::merge);
}

fn each<T>(ours: &mut [T], theirs: &[T], merge: impl Fn(&mut T, &T)) {
    for (a, b) in ours.iter_mut().zip(theirs) {
        merge(a, b);
    }
}
