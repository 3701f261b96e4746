//! Paired differences: sums that add up exactly, whatever the order.

use super::counts::{Merge as _, sums};
use super::stats::{self, Estimate, larger};

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

    /// The difference, if it is the only one.
    pub(super) fn only(&self) -> Option<i64> {
        (self.n == 1).then(|| i64::try_from(self.sum).ok())?
    }

    /// The mean, in units of `unit`, with its 95 % interval. `None` for fewer than two differences.
    pub fn mean(&self, unit: u64) -> Option<Estimate> {
        stats::mean(self.n(), self.sum, self.squares).map(|mean| mean.divided(unit))
    }

    /// Estimates the mean of differences of which most may be 0, and few differ: the interval is
    /// that of the sample with one more difference of plus a unit and one of minus a unit, so that
    /// it is not too narrow when few differences were seen, and has a width when none was (Bonett
    /// and Price).
    pub fn rare_mean(&self, unit: u64) -> Option<Estimate> {
        let found = self.mean(unit)?.value;
        let Estimate { low, high, .. } = self.with_two_more(unit)?.mean(unit)?;
        Some(Estimate { value: found, low: -larger(-low, -found), high: larger(high, found) })
    }

    /// The mean with the wider of both intervals, and the larger of both p-values of the hypothesis
    /// that it is 0: for differences that may be frequent, rare, or all the same.
    pub fn difference(&self, unit: u64) -> Option<(Estimate, f64)> {
        let (all, rare) = (self.mean(unit)?, self.rare_mean(unit)?);
        let (low, high) = (-larger(-all.low, -rare.low), larger(all.high, rare.high));
        let p_value = larger(self.test()?, self.with_two_more(unit)?.test()?);
        Some((Estimate { value: all.value, low, high }, p_value))
    }

    fn with_two_more(mut self, unit: u64) -> Option<Self> {
        let unit = i64::try_from(unit).ok()?;
        self.add(unit);
        self.add(-unit);
        Some(self)
    }

    fn test(&self) -> Option<f64> {
        stats::mean_test(self.n(), self.sum, self.squares)
    }
}
