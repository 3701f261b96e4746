//! Strengths of agents from the games between pairs of them.
//!
//! Maximum-likelihood estimates of the model of Bradley and Terry, on the scale of Elo: each seat
//! wins with a probability proportional to the strength of its agent. A quarter of a virtual win of
//! each agent in each of the two seatings of a pairing keeps the estimate finite if an agent wins
//! every game, and makes it less biased (J. B. S. Haldane, 1956). The games of a seed are a
//! cluster: intervals follow from the sandwich estimator of the covariance, and Student's t.
//! Virtual wins count as seeds of their own. `README.md` has the sources (is it skill?).

use super::counts::{counts, sums};
use super::distributions::{all_differences, student};
use super::stats::{Estimate, larger};
use super::tally::WIN;

/// The points of a factor of e.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The virtual wins of each agent in each seating of a pairing.
const VIRTUAL: f64 = 0.25;

/// Two agents in one seating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The numbers of the agents.
    pub agents: [usize; 2],
    /// The seats of each agent, on average over the games.
    pub seats: [f64; 2],
}

sums! {
    pub struct Total {
        sum,
    }
}

counts! {
    /// The games of some pairings on the same seeds: sums over seeds, which are exact, whatever the
    /// order. The numbers of a seed are, for each pairing, whether its game has a winner, and the
    /// units of the win of the first agent.
    pub struct SeedSums {
        n: u64,
        sums: Vec<Total>,
        /// The products of each two numbers, row by row.
        products: Vec<Total>,
    }
}

impl SeedSums {
    /// Adds `n` seeds with the same result: for each pairing the units of the win of the first
    /// agent, `None` for a game without a winner.
    pub fn add(&mut self, results: &[Option<u64>], n: u64) {
        self.n += n;
        let pair = |won: &Option<u64>| won.map_or([0, 0], |won| [1, i128::from(won)]);
        let numbers: Vec<i128> = results.iter().flat_map(pair).collect();
        self.sums.resize(numbers.len(), Total::default());
        self.products.resize(numbers.len().pow(2), Total::default());
        let rows = self.products.chunks_mut(numbers.len().max(1));
        let n = i128::from(n);
        for ((total, row), a) in self.sums.iter_mut().zip(rows).zip(&numbers) {
            total.sum += a * n;
            row.iter_mut().zip(&numbers).for_each(|(product, b)| product.sum += a * b * n);
        }
    }

    fn sum(&self, number: usize) -> f64 {
        self.sums.get(number).map_or(0.0, |total| total.sum as f64)
    }

    /// The wins of both agents of a pairing.
    fn wins(&self, pairing: usize) -> [f64; 2] {
        let won = self.sum(2 * pairing + 1) / WIN as f64;
        [won, self.sum(2 * pairing) - won]
    }

    /// The pairings that have a game with a winner, by number.
    fn played<'a>(&self, pairings: &'a [Pairing]) -> impl Iterator<Item = (usize, &'a Pairing)> {
        pairings.iter().enumerate().filter(|(number, _)| self.sum(2 * number) > 0.0)
    }

    /// The covariance of two numbers of a seed, times the number of seeds.
    fn covariance(&self, a: usize, b: usize) -> f64 {
        let n = self.n as f64;
        let product = self.products.get(a * self.sums.len() + b);
        let product = product.map_or(0.0, |total| total.sum as f64);
        (product - self.sum(a) * (self.sum(b) / n)) * n / (n - 1.0).max(1.0)
    }
}

/// The strengths of agents relative to the first one, in Elo points.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    points: Vec<f64>,
    /// The covariances of all agents but the first.
    covariance: Vec<Vec<f64>>,
    /// The degrees of freedom, and the quantile of the intervals.
    freedom: f64,
    quantile: f64,
}

impl Strengths {
    /// Fits the strengths of `n` agents. `None` if the pairings do not connect all of them, or for
    /// fewer than two seeds.
    pub fn fit(n: usize, pairings: &[Pairing], seeds: &SeedSums) -> Option<Self> {
        let freedom = seeds.n.checked_sub(1)? as f64;
        let quantile = student(freedom)?;
        let mut strengths = vec![0.0; n];
        let mut bread = Vec::new();
        // Newton's method on a concave function; steps are limited to a factor of e^2.
        for _ in 0..200 {
            let (gradient, information) = derivatives(&strengths, pairings, seeds);
            bread = inverse(information)?;
            let mut largest: f64 = 0.0;
            for (i, row) in bread.iter().enumerate() {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                strengths[i + 1] += step.clamp(-2.0, 2.0);
                largest = larger(largest, step.abs());
            }
            if largest < 1e-10 {
                break;
            }
        }
        let meat = scores(&strengths, pairings, seeds);
        let covariance = product(&product(&bread, &meat), &bread);
        let points = strengths.iter().map(|strength| strength * SCALE).collect();
        Some(Self { points, covariance, freedom, quantile })
    }

    /// A linear combination of the strengths, with its 95 % interval.
    pub fn combined(&self, weights: &[f64]) -> Estimate {
        let value = self.points.iter().zip(weights).map(|(a, b)| a * b).sum();
        let weights = weights.get(1..).unwrap_or_default();
        let rows = self.covariance.iter().zip(weights);
        let variance: f64 =
            rows.map(|(row, a)| a * row.iter().zip(weights).map(|(c, b)| c * b).sum::<f64>()).sum();
        let half = self.quantile * SCALE * variance.clamp(0.0, f64::INFINITY).sqrt();
        Estimate::of(value, value - half, value + half)
    }

    /// The strength of an agent relative to another one.
    pub fn difference(&self, agent: usize, other: usize) -> Estimate {
        let mut weights = vec![0.0; self.points.len()];
        weights[agent] += 1.0;
        weights[other] -= 1.0;
        self.combined(&weights)
    }

    /// How many times as wide the intervals of all differences at once are.
    pub fn width_of_all(&self) -> f64 {
        all_differences(self.points.len(), self.freedom) / self.quantile
    }

    /// The slope of the strengths of some agents against numbers, by least squares. `None` if the
    /// numbers are not different.
    pub fn slope(&self, against: &[(usize, f64)]) -> Option<Estimate> {
        let n = against.len() as f64;
        let middle = against.iter().map(|(_, x)| x).sum::<f64>() / n;
        let spread: f64 = against.iter().map(|(_, x)| (x - middle).powi(2)).sum();
        let mut weights = vec![0.0; self.points.len()];
        for (agent, x) in against {
            weights[*agent] += (x - middle) / spread;
        }
        (spread > 1e-9).then(|| self.combined(&weights))
    }
}

/// The probability that a player with a lead of this many points beats another one in a game of
/// two.
pub fn expected(points: f64) -> f64 {
    expected_share(points, [1.0, 1.0])
}

/// The share of games that the seats of an agent with a lead of this many points win.
pub fn expected_share(points: f64, seats: [f64; 2]) -> f64 {
    let weight = seats[0] * (points / SCALE).exp();
    weight / (weight + seats[1])
}

/// The probability that the first agent of a pairing wins.
fn chance(strengths: &[f64], Pairing { agents: [a, b], seats }: &Pairing) -> f64 {
    let weights = [seats[0] * strengths[*a].exp(), seats[1] * strengths[*b].exp()];
    weights[0] / (weights[0] + weights[1])
}

/// The agents of a pairing but the first agent of all, each with the sign of its strength.
fn signs(Pairing { agents: [a, b], .. }: &Pairing) -> impl Iterator<Item = (usize, f64)> + use<> {
    let signs = [(*a, 1.0), (*b, -1.0)].into_iter();
    signs.filter_map(|(agent, sign)| Some((agent.checked_sub(1)?, sign)))
}

/// The gradient and the negative Hessian of the log-likelihood, without the first agent.
fn derivatives(
    strengths: &[f64],
    pairings: &[Pairing],
    seeds: &SeedSums,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len().saturating_sub(1);
    let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for (number, pairing) in seeds.played(pairings) {
        let wins = seeds.wins(number).map(|wins| wins + VIRTUAL);
        let p = chance(strengths, pairing);
        let total = wins[0] + wins[1];
        let (slope, curvature) = (wins[0] - total * p, total * p * (1.0 - p));
        for (i, sign) in signs(pairing) {
            gradient[i] += sign * slope;
            signs(pairing).for_each(|(j, other)| information[i][j] += sign * other * curvature);
        }
    }
    (gradient, information)
}

/// The covariance of the gradients of the seeds, times their number, without the first agent.
fn scores(strengths: &[f64], pairings: &[Pairing], seeds: &SeedSums) -> Vec<Vec<f64>> {
    let n = strengths.len().saturating_sub(1);
    let mut meat = vec![vec![0.0; n]; n];
    // The gradient of a game with a winner is the share of the win minus its expectation.
    let parts = |number: usize, pairing: &Pairing| {
        let p = chance(strengths, pairing);
        [(2 * number, -p), (2 * number + 1, 1.0 / WIN as f64)]
    };
    for (one, pairing) in seeds.played(pairings) {
        let p = chance(strengths, pairing);
        let virtual_games = VIRTUAL * ((1.0 - p).powi(2) + p.powi(2));
        for (i, sign) in signs(pairing) {
            signs(pairing).for_each(|(j, other)| meat[i][j] += sign * other * virtual_games);
        }
        for (other, against) in seeds.played(pairings) {
            let both = parts(one, pairing).into_iter().flat_map(|(a, factor)| {
                parts(other, against).map(|(b, with)| factor * with * seeds.covariance(a, b))
            });
            let both: f64 = both.sum();
            for (i, sign) in signs(pairing) {
                signs(against).for_each(|(j, other)| meat[i][j] += sign * other * both);
            }
        }
    }
    meat
}

/// The product of two square matrices.
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cell = |row: &[f64], j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter().map(|row| (0..b.len()).map(|j| cell(row, j)).collect()).collect()
}

/// The inverse of a matrix (Gauss-Jordan elimination with pivoting). `None` if it is singular.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        matrix.swap(column, pivot);
        let by = matrix[column][column];
        if by.abs() < 1e-12 {
            return None;
        }
        matrix[column].iter_mut().for_each(|x| *x /= by);
        let from = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&from).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}
