//! Ratios of sums over games. The seats, plays and decisions of one game are not independent: they
//! are a cluster, and intervals follow from how much games differ.
//!
//! The ratio of two sums has Cochran's linearised variance. Shares of players have the Wilson
//! interval of the number of independent players that would have this variance; the difference of
//! two shares is built from these intervals, with their correlation (`README.md`: how sure?).

use super::counts::{Merge as _, sums};
use super::distributions::student;
use super::stats::{Estimate, wilson_ends};

sums! {
    /// The sums of two numbers of each game: a size `x` (decisions, players) and a total `y` (their
    /// options, their wins), and of their squares and product.
    pub struct RatioSums {
        /// The number of games with a size.
        n,
        x,
        y,
        xx,
        xy,
        yy,
    }
}

sums! {
    /// The sums of the products of the numbers of one [`RatioSums`] and those of another one.
    pub struct RatioProducts {
        xx,
        xy,
        yx,
        yy,
    }
}

impl RatioSums {
    /// The sums of `n` games of the same size, whose totals and their squares have these sums.
    pub(super) fn of_equal_sizes(n: u64, size: u64, y: i128, squares: i128) -> Self {
        let [n, size] = [n, size].map(i128::from);
        Self { n, x: n * size, y, xx: n * size * size, xy: size * y, yy: squares }
    }

    /// Counts a game. One without a size counts for nothing.
    pub fn add(&mut self, x: u64, y: u64) {
        // A game adds little, unlike counts of somebody else: saturating sums and products of 128
        // bits are slow.
        let both = |a: u64, b: u64| i128::from(a * b);
        if x > 0 {
            self.n += 1;
            self.x += i128::from(x);
            self.y += i128::from(y);
            self.xx += both(x, x);
            self.xy += both(x, y);
            self.yy += both(y, y);
        }
    }

    /// Counts `n` games with these numbers.
    pub(super) fn add_times(&mut self, x: u64, y: u64, n: u64) {
        if x > 0 {
            let square = |a: u64, b: u64| {
                let square = u128::from(a) * u128::from(b);
                i128::try_from(square).unwrap_or(i128::MAX).saturating_mul(n.into())
            };
            let (xx, xy, yy) = (square(x, x), square(x, y), square(y, y));
            self.merge_from(&Self { n: n.into(), x: square(x, 1), y: square(y, 1), xx, xy, yy });
        }
    }

    /// The sums with the sizes of other ones, which have all games: those without a total, too.
    pub(super) const fn with_sizes_of(self, all: &Self) -> Self {
        Self { n: all.n, x: all.x, xx: all.xx, ..self }
    }

    /// The sum of the sizes.
    pub fn size(&self) -> u64 {
        u64::try_from(self.x).unwrap_or_default()
    }

    /// The sum of the totals.
    pub fn total(&self) -> u64 {
        u64::try_from(self.y).unwrap_or_default()
    }

    /// The sums of what is left of `games` games with this size and this total.
    pub fn rest(&self, games: u64, size: u64, total: u64) -> (Self, RatioProducts) {
        let [n, size, total] = [games, size, total].map(i128::from);
        let (left, times) = (i128::saturating_sub, i128::saturating_mul);
        // The sum of (a - u) (b - v) over games, where a and b are constant.
        let both = |a: i128, b: i128, u: i128, v: i128, uv: i128| {
            let crossed = times(a, v).saturating_add(times(b, u));
            left(times(n * a, b).saturating_add(uv), crossed)
        };
        let Self { x, y, xx, xy, yy, .. } = *self;
        let rest = Self {
            n,
            x: left(n * size, x),
            y: left(n * total, y),
            xx: both(size, size, x, x, xx),
            xy: both(size, total, x, y, xy),
            yy: both(total, total, y, y, yy),
        };
        let products = RatioProducts {
            xx: left(times(size, x), xx),
            xy: left(times(total, x), xy),
            yx: left(times(size, y), xy),
            yy: left(times(total, y), yy),
        };
        (rest, products)
    }

    /// The ratio of the sums, in units of `unit`. `None` without a size.
    fn ratio(&self, unit: u64) -> Option<f64> {
        (self.x > 0).then(|| self.y as f64 / unit as f64 / self.x as f64)
    }

    /// The linearised variance of the ratio, without the correction for the estimated mean.
    fn variance(&self, unit: u64) -> Option<f64> {
        let Self { xx, xy, yy, .. } = *self;
        let products = RatioProducts { xx, xy, yx: xy, yy };
        covariance(self, self, &products, unit).map(|variance| variance.clamp(0.0, f64::INFINITY))
    }

    /// The mean of `y` per unit of `x` with its 95 % interval (Student's t). `None` for fewer than
    /// two games.
    pub fn mean(&self) -> Option<Estimate> {
        let n = self.n as f64;
        let (ratio, variance) = (self.ratio(1)?, self.variance(1)?);
        let half = student(n - 1.0)? * (variance * n / (n - 1.0)).sqrt();
        Some(Estimate::of(ratio, ratio - half, ratio + half))
    }

    /// The share of `y` in units of `unit`, from 0 to 1, with its 95 % interval. `None` without a
    /// size.
    pub fn share(&self, unit: u64) -> Option<Estimate> {
        share(std::slice::from_ref(self), unit)
    }

    /// The number of independent players whose share would have this variance; infinite if there is
    /// none.
    fn n_effective(&self, unit: u64) -> Option<f64> {
        let (p, variance) = (self.ratio(unit)?, self.variance(unit)?);
        Some(match p * (1.0 - p) {
            // Nothing varies, so nothing is known of the variance: each game counts once.
            binomial if binomial <= 0.0 => self.n as f64,
            binomial => binomial / variance,
        })
    }

    /// The ends of the interval of a share.
    fn ends(&self, unit: u64) -> Option<(f64, f64)> {
        let (p, n) = (self.ratio(unit)?, self.n_effective(unit)?);
        // A variance of 0 may come out as -0.
        Some(if n.is_infinite() { (p, p) } else { wilson_ends(p, n) })
    }
}

impl RatioProducts {
    /// Counts a game with these numbers.
    pub fn add(&mut self, a: (u64, u64), b: (u64, u64)) {
        self.add_times(a, b, 1);
    }

    /// Counts `n` games with these numbers.
    pub(super) fn add_times(&mut self, a: (u64, u64), b: (u64, u64), n: u64) {
        let of = |a: u64, b: u64| (i128::from(a) * i128::from(b)).saturating_mul(n.into());
        let (xx, xy, yx, yy) = (of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1));
        self.merge_from(&Self { xx, xy, yx, yy });
    }
}

/// The linearised covariance of two ratios of the same games.
fn covariance(a: &RatioSums, b: &RatioSums, products: &RatioProducts, unit: u64) -> Option<f64> {
    let (p, q) = (a.ratio(unit)?, b.ratio(unit)?);
    let RatioProducts { xx, xy, yx, yy } = products;
    let unit = unit as f64;
    let residuals = *yy as f64 / unit / unit - q * (*yx as f64 / unit) - p * (*xy as f64 / unit)
        + p * q * *xx as f64;
    Some(residuals / a.x as f64 / b.x as f64)
}

/// A share of players in several strata, which count equally.
struct Stratified {
    value: f64,
    ends: (f64, f64),
    variance: f64,
    /// The part of each stratum in the share.
    weights: Vec<f64>,
}

/// The weighted sum of independent shares, each with its interval (Zou and Donner).
fn stratified(strata: &[RatioSums], unit: u64) -> Option<Stratified> {
    let size = |sums: &RatioSums| if sums.n > 0 { sums.x as f64 / sums.n as f64 } else { 0.0 };
    let total: f64 = strata.iter().map(size).sum();
    let weights: Vec<f64> = strata.iter().map(|sums| size(sums) / total).collect();
    let (mut value, mut variance, mut below, mut above) = (0.0, 0.0, 0.0, 0.0);
    for (sums, weight) in strata.iter().zip(&weights).filter(|(sums, _)| sums.x > 0) {
        let (p, (low, high)) = (sums.ratio(unit)?, sums.ends(unit)?);
        value += weight * p;
        variance += weight * weight * sums.variance(unit)?;
        below += (weight * (p - low)).powi(2);
        above += (weight * (high - p)).powi(2);
    }
    let ends = (value - below.sqrt(), value + above.sqrt());
    (total > 0.0).then_some(Stratified { value, ends, variance, weights })
}

/// Returns the share of players in strata that count equally, with its 95 % interval; `y` is in
/// units of `unit`. `None` without players.
pub fn share(strata: &[RatioSums], unit: u64) -> Option<Estimate> {
    let Stratified { value, ends: (low, high), .. } = stratified(strata, unit)?;
    let [value, low, high] = [value, low, high].map(|share| share.clamp(0.0, 1.0));
    Some(Estimate::of(value, low, high))
}

/// Returns the difference between two shares of players in the same games, by stratum, with its
/// 95 % interval; `y` is in units of `unit`. `None` if one of them has no players.
pub fn difference(
    a: &[RatioSums],
    b: &[RatioSums],
    products: &[RatioProducts],
    unit: u64,
) -> Option<Estimate> {
    let (p, q) = (stratified(a, unit)?, stratified(b, unit)?);
    let strata = a.iter().zip(b).zip(products).zip(p.weights.iter().zip(&q.weights));
    let parts = strata
        .filter_map(|(((a, b), products), (v, w))| Some(v * w * covariance(a, b, products, unit)?));
    let correlation = match p.variance * q.variance {
        0.0 => 0.0,
        variances => (parts.sum::<f64>() / variances.sqrt()).clamp(-1.0, 1.0),
    };
    let both = |u: f64, v: f64| {
        let square = u * u + v * v - 2.0 * correlation * u * v;
        square.clamp(0.0, f64::INFINITY).sqrt()
    };
    let d = p.value - q.value;
    let low = d - both(p.value - p.ends.0, q.ends.1 - q.value);
    Some(Estimate::of(d, low, d + both(p.ends.1 - p.value, q.value - q.ends.0)))
}
