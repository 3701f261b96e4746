//! Paired differences: sums that add up exactly, whatever the order.

use super::counts::{Merge as _, sums};
use super::stats::{self, Estimate, paired_mean};

sums! {
    /// The number, the sum and the sum of squares of whole numbers.
    pub struct Paired {
        n,
        sum,
        squares,
    }
}

impl Paired {
    pub fn add(&mut self, difference: i64) {
        let sum = i128::from(difference);
        self.merge_from(&Self { n: 1, sum, squares: sum * sum });
    }

    /// The number of differences.
    pub fn n(&self) -> u64 {
        u64::try_from(self.n).unwrap_or_default()
    }

    /// The mean, in units of `unit`, with its 95 % interval. `None` for fewer than two differences.
    pub fn mean(&self, unit: u64) -> Option<Estimate> {
        paired_mean(self.n(), self.sum, self.squares).map(|mean| mean.divided(unit))
    }

    /// The same for differences of which most may be 0, and few differ: the interval is that of the
    /// sample with one more difference of plus a unit and one of minus a unit, so that it is not
    /// too narrow when few differences were seen, and has a width when none was (D. G. Bonett and
    /// R. M. Price, *Adjusted Wald Confidence Interval for a Difference of Binomial Proportions
    /// Based on Paired Data*, 2012).
    pub fn rare_mean(&self, unit: u64) -> Option<Estimate> {
        let mut adjusted = *self;
        let unit_difference = i64::try_from(unit).ok()?;
        adjusted.add(unit_difference);
        adjusted.add(-unit_difference);
        let (found, Estimate { low, high, .. }) = (self.mean(unit)?.value, adjusted.mean(unit)?);
        Some(Estimate { value: found, low: low.min(found), high: high.max(found) })
    }

    /// The mean with the normal quantile, for large samples.
    pub fn normal_mean(&self, unit: u64) -> Option<Estimate> {
        stats::mean(self.n(), self.sum, self.squares).map(|mean| mean.divided(unit))
    }
}
