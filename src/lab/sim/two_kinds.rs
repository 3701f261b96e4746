//! Whether a distribution of lengths has two peaks: games of two kinds.
//!
//! Of three ranges of equal width, the one in the middle is a valley if both others have more
//! games. If there is one peak, one of the others has no more, whatever the distribution (sums over
//! equal ranges keep a single peak). So each range is tested against the valley by the exact
//! binomial test (J. Przyborowski and H. Wilenski, 1940), both have to be significant (the
//! intersection-union test of R. L. Berger, 1982), and all valleys share 5 % (Bonferroni).

use super::distributions::binomial_test;
use super::stats::rounded;
use serde::Serialize;

/// The number of ranges, about, into which nine in ten games fall.
const RANGES: usize = 10;

/// The most ranges in which a valley is searched.
const MAX_RANGES: usize = 64;

/// The most of the lower peak that a valley has, and the smallest share of games of a kind.
const DEEP: f64 = 0.7;
const RARE: f64 = 0.1;

/// Two kinds of games: short ones and others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TwoKinds {
    /// The short games end within this many turns.
    pub within: usize,
    /// Their share.
    pub share: f64,
    /// The mean number of turns of the others.
    pub others: f64,
}

impl TwoKinds {
    /// Finds two kinds in the numbers of games by their length; the width of ranges is a multiple
    /// of `step`, because lengths may be more frequent at certain seats.
    pub fn of(counts: &[u64], step: usize) -> Option<Self> {
        let ranges = ranges(counts, step)?;
        let games: Vec<u64> = ranges.iter().map(|(_, games)| *games).collect();
        let valley = valley(&games)?;
        let within = ranges[valley].0;
        let all = sum(counts);
        let (short, long) = counts.split_at(within + 1);
        let turns = (within + 1..).zip(long).map(|(turns, n)| turns as f64 * *n as f64);
        let share = sum(short) / all;
        let is_rare = share < RARE || 1.0 - share < RARE;
        let others = rounded(turns.sum::<f64>() / sum(long));
        (!is_rare).then(|| Self { within, share: rounded(share), others })
    }
}

fn sum(counts: &[u64]) -> f64 {
    counts.iter().map(|n| *n as f64).sum()
}

/// Ranges of equal width with their games, each by its middle; the last one may be shorter.
fn ranges(counts: &[u64], step: usize) -> Option<Vec<(usize, u64)>> {
    let (all, mut below) = (sum(counts), 0.0);
    let up_to = |n: &u64| {
        below += *n as f64;
        below / all
    };
    let below: Vec<f64> = counts.iter().map(up_to).collect();
    let at = |share: f64| below.iter().position(|below| *below >= share);
    let (low, high) = (at(0.05)?, at(0.95)?);
    let width = step.max(1) * (high - low + 1).div_ceil(RANGES * step.max(1));
    let parts = counts.chunks(width).enumerate().take(MAX_RANGES);
    let range = |(i, part): (usize, &[u64])| {
        let games = part.iter().fold(0, |sum: u64, n| sum.saturating_add(*n));
        (i * width + (width - 1) / 2, games)
    };
    Some(parts.map(range).collect())
}

/// The deepest valley that is no matter of chance.
fn valley(games: &[u64]) -> Option<usize> {
    let n = games.len();
    let n_tests = (n * n.saturating_sub(1) * n.saturating_sub(2) / 6).max(1) as f64;
    // The peaks on both sides are the best chances of a range to be a valley.
    let peaks = |at: usize| {
        let before = games[..at].iter().max().copied()?;
        Some((before, games[at + 1..].iter().max().copied()?))
    };
    let depth = |at: usize| {
        let (before, after) = peaks(at)?;
        let is_clear = |peak: u64| {
            let both = peak.saturating_add(games[at]);
            peak > games[at]
                && binomial_test(peak, both, 0.5).is_some_and(|p| p / 2.0 * n_tests < 0.05)
        };
        let lower = before.min(after);
        let is_deep = (games[at] as f64) <= DEEP * lower as f64;
        (is_deep && is_clear(before) && is_clear(after)).then(|| lower - games[at])
    };
    (0..n).filter_map(|at| Some((depth(at)?, at))).max_by_key(|(depth, _)| *depth).map(|(_, at)| at)
}
