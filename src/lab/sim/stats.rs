//! Statistics: intervals and tests, computed from counts of independent games.

use super::distributions::{Z95, chi_squared_test, normal_test, student, student_test};

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
}

impl Estimate {
    pub(super) fn of(value: f64, low: f64, high: f64) -> Self {
        Self { value: rounded(value), low: rounded(low), high: rounded(high) }
    }

    /// The estimate of a quantity measured in `unit`s.
    pub fn divided(self, unit: u64) -> Self {
        let unit = unit as f64;
        Self::of(self.value / unit, self.low / unit, self.high / unit)
    }

    /// The estimate of a multiple.
    pub(super) fn times(self, factor: f64) -> Self {
        let [low, high] = [self.low * factor, self.high * factor];
        Self::of(self.value * factor, -larger(-low, -high), larger(low, high))
    }

    /// Returns it with an interval within the possible values: shares are from 0 to 1.
    pub const fn within(self, least: f64, most: f64) -> Self {
        let [low, high] =
            [self.low.clamp(least, f64::INFINITY), self.high.clamp(-f64::INFINITY, most)];
        Self { value: self.value, low, high }
    }

    /// Returns it with an interval whose ends are this many times as far from the value.
    pub(super) fn widened(self, times: f64) -> Self {
        let Self { value, low, high } = self;
        Self::of(value, value + times * (low - value), value + times * (high - value))
    }

    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The two-sided p-value for an expected value: its 5 % limits are the ends of the interval.
    pub fn test(&self, expected: f64) -> f64 {
        let off = self.value - expected;
        let half = if off > 0.0 { self.value - self.low } else { self.high - self.value };
        match half == 0.0 {
            true => f64::from(u8::from(off == 0.0)),
            false => rounded(normal_test(Z95 * off / half)),
        }
    }

    /// Whether the interval contains a number.
    pub fn holds(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }
}

/// A test of the hypothesis that there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SeatTest {
    pub statistic: f64,
    /// The probability of a difference at least this large by chance.
    pub p_value: f64,
}

impl SeatTest {
    /// The test of a statistic with a chi-squared distribution. `None` without degrees of freedom.
    pub(super) fn chi_squared(statistic: f64, freedom: usize) -> Option<Self> {
        let p_value = rounded(chi_squared_test(statistic, freedom as f64)?);
        Some(Self { statistic: rounded(statistic), p_value })
    }
}

/// The larger of two numbers; NaN if one of them is, unlike [`f64::max`].
pub(super) const fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}

/// Rounds to six decimal places, so that output is the same on every machine.
pub fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// Returns the share `k` of `n` with its 95 % interval (Wilson score interval, 1927), which stays
/// within 0 and 1 and has good coverage for small samples. `None` if `n` is 0.
pub fn wilson(k: u64, n: u64) -> Option<Estimate> {
    if n == 0 {
        return None;
    }
    let p = k as f64 / n as f64;
    let (low, high) = wilson_ends(p, n as f64);
    Some(Estimate::of(p, low, high))
}

/// The ends of the Wilson interval of a share `p` of `n`, which need not be whole.
pub fn wilson_ends(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    ((middle - half).clamp(0.0, 1.0), (middle + half).clamp(0.0, 1.0))
}

/// Returns the mean of `n` whole numbers, given their sum and sum of squares, with its 95 %
/// interval (Student's t). `None` for fewer than two numbers, or sums too large to be those of
/// whole numbers of 64 bits.
pub fn mean(n: u64, sum: i128, squares: i128) -> Option<Estimate> {
    let (mean, error) = mean_and_error(n, sum, squares)?;
    let half = student(n as f64 - 1.0)? * error;
    Some(Estimate::of(mean, mean - half, mean + half))
}

/// Returns the two-sided p-value of the hypothesis that the mean of these numbers is 0 (Student's
/// t). `None` as for [`mean`].
pub fn mean_test(n: u64, sum: i128, squares: i128) -> Option<f64> {
    let (mean, error) = mean_and_error(n, sum, squares)?;
    match mean == 0.0 {
        true => Some(1.0),
        false => student_test(mean / error, n as f64 - 1.0).map(rounded),
    }
}

/// Corrects the p-values of several tests, so that with a probability of at most 5 % any true
/// hypothesis has one below 0.05 (S. Holm).
pub fn holm(p_values: &mut [&mut f64]) {
    p_values.sort_by(|a, b| a.total_cmp(b));
    let (n, mut least) = (p_values.len(), 0.0);
    for (i, p) in p_values.iter_mut().enumerate() {
        least = larger(least, **p * (n - i) as f64).clamp(0.0, 1.0);
        **p = rounded(least);
    }
}

/// The mean and its standard error.
fn mean_and_error(n: u64, sum: i128, squares: i128) -> Option<(f64, f64)> {
    if n < 2 {
        return None;
    }
    let n_wide = i128::from(n);
    // Integer arithmetic: no cancellation in the variance.
    let spread = n_wide.checked_mul(squares)?.checked_sub(sum.checked_mul(sum)?)? as f64;
    let n = n as f64;
    Some((sum as f64 / n, (spread / (n * (n - 1.0)) / n).clamp(0.0, f64::INFINITY).sqrt()))
}
