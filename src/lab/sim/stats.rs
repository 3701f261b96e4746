//! Statistics: intervals and tests, computed from counts of independent games.

use statrs::distribution::{
    Binomial, ChiSquared, Continuous, ContinuousCDF, DiscreteCDF, Normal, StudentsT,
};

/// The two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

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
        Self::of(self.value * factor, low.min(high), low.max(high))
    }

    /// The same with an interval within the possible values: shares are from 0 to 1.
    pub const fn within(self, least: f64, most: f64) -> Self {
        Self { value: self.value, low: self.low.max(least), high: self.high.min(most) }
    }

    /// The same with an interval whose ends are so many times as far from the value.
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
        if half > 0.0 { two_sided(Z95 * off / half) } else { f64::from(u8::from(off == 0.0)) }
    }

    /// Whether the interval contains a number.
    pub fn holds(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }
}

/// A test of the hypothesis that there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Test {
    pub statistic: f64,
    /// The probability of a difference at least this large by chance.
    pub p_value: f64,
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
    ((middle - half).max(0.0), (middle + half).min(1.0))
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
    let (t, freedom) = ((mean / error).abs(), n as f64 - 1.0);
    Some(match freedom {
        _ if mean == 0.0 => 1.0,
        MANY.. => two_sided(t),
        _ => rounded(2.0 * StudentsT::new(0.0, 1.0, freedom).ok()?.sf(t)),
    })
}

/// Corrects the p-values of several tests, so that with a probability of at most 5 % any true
/// hypothesis has one below 0.05 (S. Holm).
pub fn holm(p_values: &mut [&mut f64]) {
    p_values.sort_by(|a, b| a.total_cmp(b));
    let (n, mut least) = (p_values.len(), 0.0);
    for (i, p) in p_values.iter_mut().enumerate() {
        least = f64::max(least, **p * (n - i) as f64).min(1.0);
        **p = rounded(least);
    }
}

/// The degrees of freedom from which Student's t is normal: its computation becomes inexact, and
/// then endless.
const MANY: f64 = 1e6;

/// The two-sided 95 % quantile of Student's t. `None` without degrees of freedom.
pub(super) fn student(freedom: f64) -> Option<f64> {
    if freedom >= MANY {
        return Some(Z95);
    }
    Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975))
}

/// The factor of a standard error for 95 % intervals of all differences between `n` means at once,
/// with these degrees of freedom: the quantile of the studentised range over the root of 2 (J. W.
/// Tukey, 1953; C. Y. Kramer, 1956). With two means it is that of Student's t.
pub fn all_differences(n: usize, freedom: f64) -> f64 {
    let normal = Normal::standard();
    // The probability that a range of n normal variables is at most w, by Simpson's rule.
    let range = |w: f64| {
        let inside = |z: f64| normal.cdf(z) - normal.cdf(z - w);
        n as f64 * simpson(-8.0, 8.0, |z| normal.pdf(z) * inside(z).powi(n as i32 - 1))
    };
    // The deviation is that of a sample: s² times the degrees of freedom is chi-squared.
    let below = |q: f64| match ChiSquared::new(freedom) {
        Ok(chance) if freedom < 1_000.0 => {
            let density = |s: f64| 2.0 * freedom * s * chance.pdf(freedom * s * s);
            let reach = 6.0 / (2.0 * freedom).sqrt();
            simpson((1.0 - reach).max(0.0), 1.0 + reach, |s| density(s) * range(q * s))
        }
        _ => range(q),
    };
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..32 {
        let middle = f64::midpoint(low, high);
        if below(middle) < 0.95 { low = middle } else { high = middle }
    }
    low / std::f64::consts::SQRT_2
}

/// The integral of a function by Simpson's rule.
fn simpson(from: f64, to: f64, of: impl Fn(f64) -> f64) -> f64 {
    const STEPS: u32 = 48;
    let width = (to - from) / f64::from(STEPS);
    let term = |i: u32| {
        let weight = if i == 0 || i == STEPS { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
        weight * of(width.mul_add(f64::from(i), from))
    };
    (0..=STEPS).map(term).sum::<f64>() * width / 3.0
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
    Some((sum as f64 / n, (spread / (n * (n - 1.0)) / n).max(0.0).sqrt()))
}

/// Returns the two-sided p-value of the exact binomial test (twice the smaller tail) for `k` of `n`
/// with probability `p`.
pub fn binomial_test(k: u64, n: u64, p: f64) -> Option<f64> {
    let chance = Binomial::new(p, n).ok().filter(|_| n > 0)?;
    let below = chance.cdf(k);
    let above = if k == 0 { 1.0 } else { chance.sf(k - 1) };
    Some(rounded((2.0 * below.min(above)).min(1.0)))
}

/// The two-sided p-value of a number with a standard normal distribution.
pub(super) fn two_sided(z: f64) -> f64 {
    rounded(2.0 * Normal::standard().sf(z.abs()))
}

/// The test of a statistic with a chi-squared distribution. `None` without degrees of freedom.
pub(super) fn chi_squared(statistic: f64, freedom: usize) -> Option<Test> {
    let p_value = rounded(ChiSquared::new(freedom as f64).ok()?.sf(statistic));
    Some(Test { statistic: rounded(statistic), p_value })
}
