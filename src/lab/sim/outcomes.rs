//! Who won, by how the agents sat. Agents change seats from game to game, so games are a stratified
//! sample: each seating is a stratum, all count equally, and intervals follow from how much the
//! games of one seating differ. With few games of some seating, all games are one stratum.

use super::bradley_terry::inverse;
use super::clusters::{self, RatioProducts, RatioSums};
use super::distributions::binomial_test;
use super::plan::RunManifest;
use super::stats::{Estimate, SeatTest, rounded};
use super::tally::{Ending, Endings, WIN, win_share};
use crate::kernel::{Seat, SeatSet};

/// The fewest games of a seating that are a stratum of their own.
const MIN_GAMES: u64 = 20;

/// The wins of some players. Each of k winners of a game, or all players of k winning teams, have a
/// win, of which 1/k counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Wins {
    /// The number of wins, alone or with others.
    pub wins: u64,
    /// By stratum, the sums by game of the number of these players, and of the units of their wins.
    pub strata: Vec<RatioSums>,
}

impl Wins {
    /// The number of games, counted once for each of the players.
    pub fn n(&self) -> u64 {
        self.strata.iter().map(RatioSums::size).fold(0, u64::saturating_add)
    }

    /// The wins that count.
    pub fn total(&self) -> f64 {
        self.strata.iter().map(|sums| sums.total() as f64).sum::<f64>() / WIN as f64
    }

    /// The win rate with its 95 % interval.
    pub fn rate(&self) -> Option<Estimate> {
        clusters::share(&self.strata, WIN)
    }

    /// The test of a win rate: exact if the games are one stratum and no win is shared.
    pub fn test(&self, expected: f64) -> Option<f64> {
        let is_shared = self.wins.checked_mul(WIN) != Some(self.strata[0].total());
        match self.strata.len() == 1 && !is_shared {
            true => binomial_test(self.wins, self.n(), expected).map(rounded),
            false => Some(self.rate()?.test(expected)),
        }
    }
}

/// The mean shares of the sides, each player or team, and the covariances of these means.
#[derive(Clone, Debug, PartialEq)]
pub struct SideShares {
    pub games: f64,
    pub means: Vec<f64>,
    pub covariance: Vec<Vec<f64>>,
}

/// The endings of some games of a plan.
pub struct Outcomes<'a> {
    plan: &'a RunManifest,
    sides: Vec<SeatSet>,
    strata: Vec<Vec<(Ending, u64)>>,
}

impl<'a> Outcomes<'a> {
    pub fn new(plan: &'a RunManifest, endings: &Endings) -> Self {
        let n_seatings = plan.n_seatings();
        let mut strata = vec![Vec::new(); n_seatings as usize];
        for (ending, n) in endings {
            strata[(ending.seating % n_seatings) as usize].push((*ending, *n));
        }
        let games =
            |of: &Vec<(Ending, u64)>| of.iter().map(|(_, n)| *n).fold(0, u64::saturating_add);
        if strata.iter().any(|stratum| games(stratum) < MIN_GAMES) {
            strata = vec![strata.concat()];
        }
        Self { plan, sides: plan.sides(), strata }
    }

    pub const fn n_sides(&self) -> usize {
        self.sides.len()
    }

    /// The units of a win that each side that wins has.
    fn unit(&self, winners: SeatSet) -> u64 {
        let has_won = |side: &&SeatSet| !side.intersection(winners).is_empty();
        win_share(self.sides.iter().filter(has_won).count())
    }

    /// The sums by game of two numbers of each game.
    fn sums(&self, of: impl Fn(&Ending) -> (u64, u64)) -> Vec<RatioSums> {
        let stratum = |endings: &Vec<(Ending, u64)>| {
            let mut sums = RatioSums::default();
            for (ending, n) in endings {
                let (x, y) = of(ending);
                sums.add_times(x, y, *n);
            }
            sums
        };
        self.strata.iter().map(stratum).collect()
    }

    /// The number of some players of a game, and the units of their wins.
    fn numbers(&self, ending: &Ending, players: SeatSet) -> (u64, u64) {
        let n_wins = players.intersection(ending.winners).len() as u64;
        (players.len() as u64, n_wins * self.unit(ending.winners))
    }

    fn wins(&self, players: impl Fn(&Ending) -> SeatSet) -> Wins {
        let won = |(ending, n): &(Ending, u64)| {
            n.saturating_mul(players(ending).intersection(ending.winners).len() as u64)
        };
        Wins {
            wins: self.strata.iter().flatten().map(won).fold(0, u64::saturating_add),
            strata: self.sums(|ending| self.numbers(ending, players(ending))),
        }
    }

    fn seats_of(&self, agent: usize, ending: &Ending) -> SeatSet {
        let is_own = |seat: &Seat| self.plan.agent_in(ending.seating, *seat) == agent;
        SeatSet::first(self.plan.players).iter().filter(is_own).collect()
    }

    pub fn seat(&self, seat: usize) -> Wins {
        self.wins(|_| SeatSet::one(Seat(seat as u8)))
    }

    pub fn agent(&self, agent: usize) -> Wins {
        self.wins(|ending| self.seats_of(agent, ending))
    }

    /// The wins of an agent in one seat.
    pub fn agent_in(&self, agent: usize, seat: usize) -> Wins {
        let seat = SeatSet::one(Seat(seat as u8));
        self.wins(|ending| self.seats_of(agent, ending).intersection(seat))
    }

    /// The wins of the starting player.
    pub fn first(&self) -> Wins {
        self.wins(|ending| ending.first.map_or(SeatSet::NONE, SeatSet::one))
    }

    /// The units of a win that the seats of an agent have together if these seats win.
    fn units_of(&self, agent: usize, ending: &Ending) -> u64 {
        let (own, unit) = (self.seats_of(agent, ending), self.unit(ending.winners));
        let winning =
            self.sides.iter().filter(|side| !side.intersection(ending.winners).is_empty());
        winning.map(|side| unit * side.intersection(own).len() as u64 / side.len() as u64).sum()
    }

    /// The share of the games that the seats of an agent win together, and that of a fair game.
    pub fn agent_games(&self, agent: usize) -> Option<(Estimate, f64)> {
        let found = clusters::share(&self.sums(|ending| (1, self.units_of(agent, ending))), WIN)?;
        let (first, winners) = (None, SeatSet::first(self.plan.players));
        let n_seatings = self.plan.n_seatings();
        let fair = (0..n_seatings).map(|seating| Ending { seating, first, winners });
        let fair: u64 = fair.map(|ending| self.units_of(agent, &ending)).sum();
        Some((found, rounded(fair as f64 / (n_seatings * WIN) as f64)))
    }

    /// The win rate of an agent minus that of another one.
    pub fn difference(&self, agent: usize, other: usize) -> Option<Estimate> {
        let numbers = |of: usize, ending: &Ending| self.numbers(ending, self.seats_of(of, ending));
        let products = |endings: &Vec<(Ending, u64)>| {
            let mut products = RatioProducts::default();
            for (ending, n) in endings {
                products.add_times(numbers(agent, ending), numbers(other, ending), *n);
            }
            products
        };
        let products: Vec<_> = self.strata.iter().map(products).collect();
        let [a, b] = [agent, other].map(|of| self.sums(|ending| numbers(of, ending)));
        clusters::difference(&a, &b, &products, WIN)
    }

    /// `None` without a game.
    pub fn sides(&self) -> Option<SideShares> {
        let (n_sides, n_strata) = (self.sides.len(), self.strata.len() as f64);
        let mut means = vec![0.0; n_sides];
        let mut covariance = vec![vec![0.0; n_sides]; n_sides];
        let mut games = 0.0;
        for endings in &self.strata {
            let n: f64 = endings.iter().map(|(_, n)| *n as f64).sum();
            let of = |side: &SeatSet| {
                let won = |(ending, n): &(Ending, u64)| {
                    let has_won = !side.intersection(ending.winners).is_empty();
                    let share = self.unit(ending.winners) as f64 / WIN as f64;
                    (if has_won { share } else { 0.0 }, *n as f64)
                };
                endings.iter().map(won).collect::<Vec<_>>()
            };
            let shares: Vec<Vec<(f64, f64)>> = self.sides.iter().map(of).collect();
            let mean = |side: &Vec<(f64, f64)>| side.iter().map(|(y, n)| y * n).sum::<f64>() / n;
            let own: Vec<f64> = shares.iter().map(mean).collect();
            for (i, a) in shares.iter().enumerate() {
                means[i] += own[i] / n_strata;
                for (j, b) in shares.iter().enumerate() {
                    let product =
                        a.iter().zip(b).map(|((y, n), (z, _))| y * z * n).sum::<f64>() / n;
                    let of_mean = (product - own[i] * own[j]) / (n - 1.0).max(1.0);
                    covariance[i][j] += of_mean / n_strata.powi(2);
                }
            }
            games += n;
        }
        (games > 0.0).then_some(SideShares { games, means, covariance })
    }
}

impl SideShares {
    /// How far each side is from a fair share.
    pub fn offsets(&self) -> Vec<f64> {
        self.means.iter().map(|mean| mean - 1.0 / self.means.len() as f64).collect()
    }

    /// The Wald test of equal shares, with the deviations about equal shares (for two sides that
    /// share no win it is Pearson's chi-squared test). A small part of a virtual game with a
    /// random winner stands for what does not vary. `None` for fewer than two sides.
    pub fn test(&self) -> Option<SeatTest> {
        let (n, n_sides) = (self.games, self.means.len() as f64);
        let freedom = self.means.len().checked_sub(1).filter(|n| *n > 0)?;
        let virtual_game = |i: usize, j: usize| {
            (f64::from(u8::from(i == j)) - 1.0 / n_sides) / n_sides / n.min(1e8) / 1e3
        };
        let row =
            |i: usize| (0..freedom).map(move |j| self.covariance[i][j] * n + virtual_game(i, j));
        let inverse = inverse((0..freedom).map(|i| row(i).collect()).collect())?;
        let off = self.offsets();
        let weighted = |row: &Vec<f64>| row.iter().zip(&off).map(|(a, b)| a * b).sum::<f64>();
        let wald: f64 = inverse.iter().zip(&off).map(|(row, off)| off * weighted(row)).sum();
        SeatTest::chi_squared(n * n * wald / (n - 1.0 + n * wald), freedom)
    }
}
