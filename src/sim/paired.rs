//! Paired differences: sums that add up exactly, whatever the order.

use super::stats::{self, Estimate, paired_mean};
use serde::{Deserialize, Serialize};

/// The number, the sum and the sum of squares of whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Paired {
    n: u64,
    sum: i64,
    squares: u128,
}

/// The same as stored: JSON numbers have 64 bits at most, so the squares are a text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    n: u64,
    sum: i64,
    squares: String,
}

impl TryFrom<Stored> for Paired {
    type Error = std::num::ParseIntError;

    fn try_from(Stored { n, sum, squares }: Stored) -> Result<Self, Self::Error> {
        Ok(Self { n, sum, squares: squares.parse()? })
    }
}

impl From<Paired> for Stored {
    fn from(Paired { n, sum, squares }: Paired) -> Self {
        Self { n, sum, squares: squares.to_string() }
    }
}

impl Paired {
    /// The sums of `n` differences, of which `plus` are 1, `minus` are -1 and the others 0.
    #[must_use]
    pub fn of_signs(n: u64, plus: u64, minus: u64) -> Self {
        let sum = i64::try_from(i128::from(plus) - i128::from(minus)).unwrap_or_default();
        Self { n, sum, squares: u128::from(plus) + u128::from(minus) }
    }

    /// Adds a difference.
    pub const fn add(&mut self, difference: i64) {
        let size = difference.unsigned_abs() as u128;
        self.merge(&Self { n: 1, sum: difference, squares: size * size });
    }

    /// Adds the differences of other games.
    pub const fn merge(&mut self, other: &Self) {
        self.n = self.n.saturating_add(other.n);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The number of differences.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean, in units of `unit`, with its 95 % interval. `None` for fewer than two differences.
    #[must_use]
    pub fn mean(&self, unit: u64) -> Option<Estimate> {
        let squares = i128::try_from(self.squares).ok()?;
        paired_mean(self.n, self.sum.into(), squares).map(|mean| mean.divided(unit))
    }

    /// The same for differences of which most may be 0, and few differ: the interval is that of the
    /// sample with one more difference of plus a unit and one of minus a unit, so that it is not
    /// too narrow when few differences were seen, and has a width when none was (D. G. Bonett and
    /// R. M. Price, *Adjusted Wald Confidence Interval for a Difference of Binomial Proportions
    /// Based on Paired Data*, 2012).
    #[must_use]
    pub fn rare_mean(&self, unit: u64) -> Option<Estimate> {
        let mut adjusted = *self;
        let unit_difference = i64::try_from(unit).ok()?;
        adjusted.add(unit_difference);
        adjusted.add(-unit_difference);
        let (found, Estimate { low, high, .. }) = (self.mean(unit)?.value, adjusted.mean(unit)?);
        Some(Estimate { value: found, low: low.min(found), high: high.max(found) })
    }

    /// The mean with the normal quantile, for large samples.
    #[must_use]
    pub fn normal_mean(&self, unit: u64) -> Option<Estimate> {
        let squares = i128::try_from(self.squares).ok()?;
        stats::mean(self.n, self.sum.into(), squares).map(|mean| mean.divided(unit))
    }
}
