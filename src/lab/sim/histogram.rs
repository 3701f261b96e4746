//! How often each small number occurred.

use super::counts::Merge;
use super::stats::{self, Estimate};
use crate::base::error::Refusal;
use serde::{Deserialize, Serialize};

/// The largest number that a file counts, and the largest sum of its counts.
const MAX_NUMBER: usize = 1 << 20;
const MAX_SUM: u64 = 1 << 48;

/// Counts of small numbers, indexed by the number. The size depends on the largest number only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u64>", into = "Vec<u64>")]
pub struct Histogram(Vec<u64>);

impl From<Histogram> for Vec<u64> {
    fn from(Histogram(counts): Histogram) -> Self {
        counts
    }
}

impl TryFrom<Vec<u64>> for Histogram {
    type Error = Refusal;

    fn try_from(counts: Vec<u64>) -> Result<Self, Refusal> {
        let sum = counts.iter().try_fold(0, |sum: u64, n| sum.checked_add(*n));
        match sum {
            Some(0..=MAX_SUM) if counts.len() <= MAX_NUMBER => Ok(Self(counts)),
            _ => Err("counts that are too large".into()),
        }
    }
}

impl Merge for Histogram {
    fn merge_from(&mut self, other: &Self) {
        self.0.merge_from(&other.0);
    }
}

impl Histogram {
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

    /// The sum of all counts.
    pub fn n(&self) -> u64 {
        self.0.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// The counts, by the number.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// The mean with its 95 % interval.
    pub fn mean(&self) -> Option<Estimate> {
        let weigh = |power: u32| -> i128 {
            let counted = (0i128..).zip(&self.0);
            counted.map(|(number, n)| number.pow(power) * i128::from(*n)).sum()
        };
        stats::mean(self.n(), weigh(1), weigh(2))
    }

    /// The number that `per_mille` of all numbers do not exceed (nearest rank).
    pub fn quantile(&self, per_mille: u64) -> Option<usize> {
        let n = self.n();
        let rank = (u128::from(n) * u128::from(per_mille)).div_ceil(1000).max(1);
        let mut seen = 0;
        self.0.iter().position(|count| {
            seen += u128::from(*count);
            n > 0 && seen >= rank
        })
    }
}

/// Groups the counts of numbers from 0 up into at most `most` ranges of equal width, from the first
/// number that occurred; each range as text with its count.
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
