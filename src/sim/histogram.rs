//! How often each small number occurred.

use super::stats::{self, Estimate};
use serde::{Deserialize, Serialize};

/// Counts of small numbers, indexed by the number. The size depends on the largest number only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: usize) {
        self.add_times(number, 1);
    }

    /// Counts a number this many times.
    pub fn add_times(&mut self, number: usize, times: u64) {
        if number >= self.0.len() {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += times;
    }

    /// Whether nothing was counted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a += b);
    }

    /// The sum of all counts.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts, by the number.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// The mean with its 95 % interval.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        let weigh = |power: u32| -> i128 {
            let counted = (0i128..).zip(&self.0);
            counted.map(|(number, n)| number.pow(power) * i128::from(*n)).sum()
        };
        stats::mean(self.n(), weigh(1), weigh(2))
    }

    /// The number that `per_mille` of all numbers do not exceed (nearest rank).
    #[must_use]
    pub fn quantile(&self, per_mille: u64) -> Option<usize> {
        let n = self.n();
        let rank = (n * per_mille).div_ceil(1000).max(1);
        let mut seen = 0;
        self.0.iter().position(|count| {
            seen += count;
            n > 0 && seen >= rank
        })
    }
}

/// Groups the counts of numbers from 0 up into at most `most` ranges of equal width, from the first
/// number that occurred; each range as text with its count.
#[must_use]
pub fn bins(counts: &[u64], most: usize) -> Vec<(String, u64)> {
    let start = counts.iter().position(|n| *n > 0).unwrap_or(0);
    let width = (counts.len() - start).div_ceil(most).max(1);
    let range = |low: usize| match width {
        1 => low.to_string(),
        _ => format!("{low}-{}", low + width - 1),
    };
    let chunks = counts[start..].chunks(width).enumerate();
    chunks.map(|(i, chunk)| (range(start + i * width), chunk.iter().sum())).collect()
}
