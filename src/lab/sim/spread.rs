//! How far apart the shares of the sides are: players, or teams.
//!
//! The figure is the root mean square difference between the shares of two sides; for two sides,
//! their difference. Chance alone makes observed rates differ, so the square of the figure is that
//! of the observed rates minus the part expected of sampling. The interval inverts the noncentral
//! chi-squared distribution of the observed squares (J. T. Kent and T. J. Hainsworth, *Confidence
//! Intervals for the Noncentral Chi-squared Distribution*, 1995), in the approximation of M.
//! Sankaran, *Approximations to the Non-central Chi-square Distribution* (1963). Its low end is 0
//! unless the seats differ significantly.

use super::distributions::{Z95, root};
use super::outcomes::SideShares;
use super::stats::{Estimate, larger};

/// Returns the root mean square difference between the shares of two sides, with its 95 % interval;
/// from 0 to 1. `None` for fewer than two sides or games.
pub fn seat_spread(sides: &SideShares) -> Option<Estimate> {
    let SideShares { games, means, covariance } = sides;
    if *games < 2.0 || means.len() < 2 {
        return None;
    }
    let off = sides.offsets();
    let squares: f64 = off.iter().map(|off| off.powi(2)).sum();
    let spread = |squares: f64| (2.0 * squares / (means.len() as f64 - 1.0)).sqrt();
    // The variance of the means in all directions, and along the differences that were observed.
    let all: f64 = (0..means.len()).map(|i| covariance[i][i]).sum();
    let across = |row: &Vec<f64>| row.iter().zip(&off).map(|(a, b)| a * b).sum::<f64>();
    let raw: f64 = covariance.iter().zip(&off).map(|(row, off)| off * across(row)).sum();
    let along = if squares > 0.0 { raw / squares } else { all / (means.len() as f64 - 1.0) };
    if along <= f64::EPSILON * all {
        let found = spread(squares);
        return Some(Estimate::of(found, found, found));
    }
    let (found, freedom) = (squares / along, all / along);
    let spread = |noncentrality: f64| spread(noncentrality * along);
    // Rates that differ by less than chance makes expect are no evidence that seats are equal.
    let high = noncentrality(larger(found, freedom), freedom, -Z95);
    let low = noncentrality(found, freedom, Z95);
    Some(Estimate::of(
        spread((found - freedom).clamp(0.0, f64::INFINITY)),
        spread(low),
        spread(high),
    ))
}

/// The noncentrality from 0 up at which a noncentral chi-squared variable is `x` or less with the
/// probability of the normal quantile `z`.
fn noncentrality(x: f64, freedom: f64, z: f64) -> f64 {
    root(0.0, 2.0 * (x + freedom) + 100.0, |noncentrality| z - sankaran(x, freedom, noncentrality))
}

/// The normal quantile of `x` in the noncentral chi-squared distribution, approximately.
fn sankaran(x: f64, freedom: f64, noncentrality: f64) -> f64 {
    let (k, l) = (freedom, noncentrality);
    let h = 1.0 - 2.0 * (k + l) * (k + 3.0 * l) / (3.0 * (k + 2.0 * l).powi(2));
    let p = (k + 2.0 * l) / (k + l).powi(2);
    let m = (h - 1.0) * (1.0 - 3.0 * h);
    let mean = 1.0 + h * p * (h - 1.0 - 0.5 * (2.0 - h) * m * p);
    let deviation = h * (2.0 * p).sqrt() * (1.0 + 0.5 * m * p);
    ((x / (k + l)).powf(h) - mean) / deviation
}
