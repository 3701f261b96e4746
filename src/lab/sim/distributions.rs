//! Quantiles and tail probabilities: normal, Student's t, chi-squared, binomial and studentised
//! range, for 1 to 10^12 games. A result that cannot be computed is NaN, which stops a report
//! ([`finite`](super::finite)); `tests/lab/distributions.rs` compares all of them with tables.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::function::gamma::ln_gamma;
use std::cmp::Ordering;

/// The two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The degrees of freedom from which Student's t follows from series in their inverse: its integral
/// becomes inexact, then endless.
const MANY: f64 = 1e3;

/// The two-sided p-value of a number with a standard normal distribution.
pub fn normal_test(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// The two-sided 95 % quantile of Student's t. `None` without degrees of freedom.
pub fn student(freedom: f64) -> Option<f64> {
    if freedom < MANY {
        return Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975));
    }
    // M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.5.
    let (z, z2) = (Z95, Z95 * Z95);
    let terms = [
        z * (z2 + 1.0) / 4.0,
        z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
    ];
    Some(terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) / freedom) + z)
}

/// The two-sided p-value of a number with Student's t distribution. `None` without degrees of
/// freedom.
pub fn student_test(t: f64, freedom: f64) -> Option<f64> {
    if freedom < MANY {
        return Some(2.0 * StudentsT::new(0.0, 1.0, freedom).ok()?.sf(t.abs()));
    }
    // G. W. Hill, Algorithm 395: Student's t-distribution (1970).
    let a = freedom - 0.5;
    let z = (a * (t * t / freedom).ln_1p()).sqrt();
    Some(normal_test(z + z * z.mul_add(z, 3.0) / (48.0 * a * a)))
}

/// The probability that a number with a chi-squared distribution is larger. `None` without degrees
/// of freedom.
pub fn chi_squared_test(statistic: f64, freedom: f64) -> Option<f64> {
    Some(ChiSquared::new(freedom).ok()?.sf(statistic))
}

/// The two-sided p-value of the exact binomial test (twice the smaller tail) for `k` of `n` with
/// probability `p`. `None` without trials, or for `p` outside of 0 to 1.
pub fn binomial_test(k: u64, n: u64, p: f64) -> Option<f64> {
    if n == 0 || k > n || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let (below, above) = (at_most(k, n, p), at_most(n - k, n, 1.0 - p));
    Some((2.0 * below.min(above)).min(1.0))
}

/// The probability of at most `k` of `n`.
fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    if k as f64 >= n as f64 * p {
        return 1.0 - at_most(n - k - 1, n, 1.0 - p);
    }
    let (k, n, q) = (k as f64, n as f64, 1.0 - p);
    let choose = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    let (mut i, mut term, mut sum) = (k, 1.0, 0.0);
    // The terms relative to the largest, each from the one before.
    while term > sum * f64::EPSILON {
        sum += term;
        term *= i * q / ((n - i + 1.0) * p);
        i -= 1.0;
    }
    sum * (choose + k * p.ln() + (n - k) * (-p).ln_1p()).exp()
}

/// The factor of a standard error for 95 % intervals of all differences between `n` means at once,
/// with these degrees of freedom: the quantile of the studentised range over the root of 2 (J. W.
/// Tukey, 1953; C. Y. Kramer, 1956). With two means it is that of Student's t.
pub fn all_differences(n: usize, freedom: f64) -> f64 {
    if freedom.is_nan() || freedom < 1.0 {
        return f64::NAN;
    }
    let normal = Normal::standard();
    // The probability that a range of n normal variables is at most w.
    let range = |w: f64| {
        let inside = |z: f64| (normal.cdf(z) - normal.cdf(z - w)).powi(n as i32 - 1);
        n as f64 * integral(-8.5, 8.5, 0.25, |z| (-z * z / 2.0).exp() * inside(z)) / ROOT_2_PI
    };
    // The deviation is that of a sample: its square times the degrees of freedom is chi-squared.
    // The density of its logarithm, 1 at 0, is less than exp(-36) beyond these ends.
    let density = |u: f64| (freedom * (u - (2.0 * u).exp_m1() / 2.0)).exp();
    let reach = 36.0 / freedom;
    let (from, to) =
        (-f64::midpoint(reach, reach.mul_add(reach, 4.0 * reach).sqrt()), reach.sqrt());
    let step = f64::min(0.2, 0.35 / freedom.sqrt());
    let total = integral(from, to, step, density);
    let below = |q: f64| match freedom.is_infinite() {
        true => range(q),
        false => integral(from, to, step, |u| density(u) * range(q * u.exp())) / total,
    };
    root(0.0, 1_000.0, |q| below(q) - 0.95) / std::f64::consts::SQRT_2
}

const ROOT_2_PI: f64 = 2.506_628_274_631_000_5;

/// The integral of a smooth function that is almost 0 at both ends, where the trapezoidal rule is
/// nearly exact.
fn integral(from: f64, to: f64, step: f64, of: impl Fn(f64) -> f64) -> f64 {
    let n = ((to - from) / step).ceil().max(1.0);
    let step = (to - from) / n;
    (0..=n as u32).map(|i| of(step.mul_add(f64::from(i), from))).sum::<f64>() * step
}

/// The point at which an increasing function reaches 0, by bisection: `from` or `to` if that is
/// beyond it, NaN if the function is NaN anywhere it is asked.
pub(super) fn root(from: f64, to: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (from, to);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        match of(middle).partial_cmp(&0.0) {
            Some(Ordering::Less) => low = middle,
            Some(_) => high = middle,
            None => return f64::NAN,
        }
        if high - low <= 1e-11 * high {
            break;
        }
    }
    low
}
