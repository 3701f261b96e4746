//! Strengths of agents from the games between pairs of them.
//!
//! The model of R. A. Bradley and M. E. Terry, *Rank Analysis of Incomplete Block Designs* (1952),
//! on the scale of A. E. Elo: an agent wins against another one of equal strength with probability
//! 1/2, and against one that is 400 points weaker with probability 10/11. With more than two seats,
//! each seat wins with a probability proportional to the strength of its agent (R. D. Luce,
//! *Individual Choice Behavior*, 1959). Strengths are maximum-likelihood estimates, and intervals
//! follow from the Fisher information. A quarter of a virtual win of each agent in each of the two
//! seatings of a pairing keeps the estimate finite if an agent wins every game, and makes it less
//! biased (J. B. S. Haldane, 1956).

use super::stats::{Estimate, Z95};

/// The points of a factor of e.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The virtual wins of each agent in each seating of a pairing.
const VIRTUAL: f64 = 0.25;

/// The games of two agents in one seating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The numbers of the agents.
    pub agents: [usize; 2],
    /// The seats of each agent, on average over the games.
    pub seats: [f64; 2],
    /// The wins of each agent; a shared win counts in parts.
    pub wins: [f64; 2],
}

/// The strengths of agents relative to the first one, in Elo points.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    points: Vec<f64>,
    /// The covariances of all agents but the first.
    covariance: Vec<Vec<f64>>,
}

impl Strengths {
    /// Fits the strengths of `n` agents. `None` if the pairings do not connect all of them.
    #[must_use]
    pub fn fit(n: usize, pairings: &[Pairing]) -> Option<Self> {
        let mut strengths = vec![0.0; n];
        let mut covariance = Vec::new();
        // Newton's method on a concave function; steps are limited to a factor of e^2.
        for _ in 0..200 {
            let (gradient, information) = derivatives(&strengths, pairings);
            covariance = inverse(information)?;
            let mut largest: f64 = 0.0;
            for (i, row) in covariance.iter().enumerate() {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                strengths[i + 1] += step.clamp(-2.0, 2.0);
                largest = largest.max(step.abs());
            }
            if largest < 1e-10 {
                break;
            }
        }
        let points = strengths.iter().map(|strength| strength * SCALE).collect();
        Some(Self { points, covariance })
    }

    /// A linear combination of the strengths, with its 95 % interval.
    #[must_use]
    pub fn combined(&self, weights: &[f64]) -> Estimate {
        let value = self.points.iter().zip(weights).map(|(a, b)| a * b).sum();
        let weights = weights.get(1..).unwrap_or_default();
        let rows = self.covariance.iter().zip(weights);
        let variance: f64 =
            rows.map(|(row, a)| a * row.iter().zip(weights).map(|(c, b)| c * b).sum::<f64>()).sum();
        let half = Z95 * SCALE * variance.max(0.0).sqrt();
        Estimate::of(value, value - half, value + half)
    }

    /// The strength of an agent relative to another one.
    #[must_use]
    pub fn difference(&self, agent: usize, other: usize) -> Estimate {
        let mut weights = vec![0.0; self.points.len()];
        weights[agent] += 1.0;
        weights[other] -= 1.0;
        self.combined(&weights)
    }

    /// The slope of the strengths of some agents against numbers, by least squares. `None` if the
    /// numbers are not different.
    #[must_use]
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

/// The probability that a player with a lead of so many points beats another one in a game of two.
#[must_use]
pub fn expected(points: f64) -> f64 {
    expected_share(points, [1.0, 1.0])
}

/// The share of games that the seats of an agent with a lead of so many points win.
#[must_use]
pub fn expected_share(points: f64, seats: [f64; 2]) -> f64 {
    let weight = seats[0] * (points / SCALE).exp();
    weight / (weight + seats[1])
}

/// The gradient and the negative Hessian of the log-likelihood, without the first agent.
fn derivatives(strengths: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len().saturating_sub(1);
    let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
    for Pairing { agents: [a, b], seats, wins } in pairings {
        let wins = wins.map(|wins| wins + VIRTUAL);
        let weights = [seats[0] * strengths[*a].exp(), seats[1] * strengths[*b].exp()];
        let p = weights[0] / (weights[0] + weights[1]);
        let total = wins[0] + wins[1];
        let (slope, curvature) = (wins[0] - total * p, total * p * (1.0 - p));
        for (agent, sign) in [(*a, 1.0), (*b, -1.0)] {
            let Some(i) = agent.checked_sub(1) else { continue };
            gradient[i] += sign * slope;
            information[i][i] += curvature;
            let other = if agent == *a { *b } else { *a };
            if let Some(j) = other.checked_sub(1) {
                information[i][j] -= curvature;
            }
        }
    }
    (gradient, information)
}

/// The inverse of a matrix (Gauss-Jordan elimination with pivoting). `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
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
