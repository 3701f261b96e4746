//! How far apart the win rates of the seats are.
//!
//! The figure is the root mean square difference between the win rates of two seats; for two seats,
//! their difference. Chance alone makes observed rates differ, so the square of the figure is that
//! of the observed rates minus the part expected of sampling. The interval inverts the noncentral
//! chi-squared distribution of the observed squares (J. T. Kent and T. J. Hainsworth, *Confidence
//! Intervals for the Noncentral Chi-squared Distribution*, 1995), in the approximation of M.
//! Sankaran, *Approximations to the Non-central Chi-square Distribution* (1963). Its low end is 0
//! unless the seats differ significantly.

use super::stats::{Estimate, Z95};

/// Returns the root mean square difference between two of these win rates, which add up to 1, in
/// `games` games with one winner each, with its 95 % interval; from 0 to 1. `None` for fewer than
/// two rates or games.
pub fn seat_spread(rates: &[f64], games: u64) -> Option<Estimate> {
    if games < 2 || rates.len() < 2 {
        return None;
    }
    let (n, n_rates) = (games as f64, rates.len() as f64);
    let off = |p: &f64| p - 1.0 / n_rates;
    let squares: f64 = rates.iter().map(|p| off(p).powi(2)).sum();
    let spread = |squares: f64| (2.0 * squares / (n_rates - 1.0)).sqrt();
    // The variance of a game in all directions, and along the differences that were observed.
    let all = 1.0 - rates.iter().map(|p| p * p).sum::<f64>();
    let mean: f64 = rates.iter().map(|p| p * off(p)).sum();
    let raw: f64 = rates.iter().map(|p| p * off(p).powi(2)).sum();
    let along = if squares > 0.0 { (raw - mean * mean) / squares } else { 1.0 / n_rates };
    if along <= 0.0 {
        let found = spread(squares);
        return Some(Estimate::of(found, found, found));
    }
    let (found, freedom) = (n * squares / along, all / along);
    let spread = |noncentrality: f64| spread(noncentrality * along / n);
    // Rates that differ by less than chance makes expect are no evidence that seats are equal.
    let high = noncentrality(found.max(freedom), freedom, -Z95);
    let low = noncentrality(found, freedom, Z95);
    Some(Estimate::of(spread((found - freedom).max(0.0)), spread(low), spread(high)))
}

/// The noncentrality from 0 up at which a noncentral chi-squared variable is `x` or less with the
/// probability of the normal quantile `z`.
fn noncentrality(x: f64, freedom: f64, z: f64) -> f64 {
    let (mut low, mut high) = (0.0, 2.0 * (x + freedom) + 100.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if sankaran(x, freedom, middle) > z {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
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
