//! The straight line through the values of a sweep, by least squares, and how far the values are
//! from it. All of it are weighted sums of paired differences, added up game by game, so that their
//! intervals follow from how much games differ.

use super::counts::counts;
use super::paired::Paired;
use super::stats::{self, Estimate};

/// The number that stands for a weight of 1: weights are whole numbers, so that sums are exact.
const SCALE: u64 = 1 << 16;

/// The weights of the values of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedLine {
    /// The largest number minus the smallest.
    range: f64,
    /// The weights of the change over the whole range.
    slope: Vec<i64>,
    /// The weights of what the line leaves of a parabola, and of each value. Of three values, they
    /// are all the same up to a factor.
    rest: Vec<Vec<i64>>,
}

counts! {
    /// The sums of one figure.
    pub struct LineSums {
        slope: Paired,
        rest: Vec<Paired>,
    }
}

/// The numbers of a sweep, if its values are numbers: `deck.nope=3`.
pub fn numbers<'a>(names: impl Iterator<Item = &'a str>) -> Option<Vec<f64>> {
    let number = |name: &str| name.rsplit_once('=')?.1.parse::<f64>().ok();
    names.map(|name| number(name).filter(|number| number.is_finite())).collect()
}

impl FittedLine {
    /// The line through values at these numbers; `None` if there are not two different ones.
    pub fn through(at: &[f64]) -> Option<Self> {
        let (least, most) = at.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| {
            (f64::min(a, *x), f64::max(b, *x))
        });
        let range = most - least;
        if at.len() < 2 || !range.is_finite() || range <= 0.0 {
            return None;
        }
        let n = at.len() as f64;
        let mean = at.iter().map(|x| x / n).sum::<f64>();
        let x: Vec<f64> = at.iter().map(|x| (x - mean) / range).collect();
        let squares: f64 = x.iter().map(|x| x * x).sum();
        let scaled = |weights: Vec<f64>| {
            let most = weights.iter().fold(0.0, |most, weight| f64::max(most, weight.abs()));
            let unit = SCALE as f64 / f64::max(most, 1.0);
            weights.iter().map(|weight| (weight * unit).round() as i64).collect::<Vec<_>>()
        };
        // What is left of numbers by the line through them.
        let left = |y: &[f64]| {
            let mean = y.iter().sum::<f64>() / n;
            let slope: f64 = x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>() / squares;
            x.iter().zip(y).map(|(x, y)| y - mean - slope * x).collect::<Vec<_>>()
        };
        let parabola = left(&x.iter().map(|x| 4.0 * x * x).collect::<Vec<_>>());
        let one =
            |i: usize| left(&(0..x.len()).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>());
        let singles = if at.len() > 3 { at.len() } else { 0 };
        let rest = std::iter::once(parabola).chain((0..singles).map(one)).map(scaled);
        Some(Self {
            range,
            slope: x.iter().map(|x| (x / squares * SCALE as f64).round() as i64).collect(),
            rest: rest.filter(|weights| weights.iter().any(|weight| weight.abs() > 8)).collect(),
        })
    }

    /// Adds the differences of a game from its value at the first number.
    pub fn add(&self, sums: &mut LineSums, differences: &[i64]) {
        let sum = |weights: &[i64]| weights.iter().zip(differences).map(|(w, d)| w * d).sum();
        sums.slope.add(sum(&self.slope));
        sums.rest.resize(self.rest.len(), Paired::default());
        sums.rest.iter_mut().zip(&self.rest).for_each(|(sums, weights)| sums.add(sum(weights)));
    }
}

impl LineSums {
    /// The slope by a step of 1, with the p-value of no slope; `unit` is that of the figure.
    pub fn slope(&self, line: &FittedLine, unit: u64) -> Option<(Estimate, f64)> {
        let (change, p_value) = self.slope.difference(unit.checked_mul(SCALE)?)?;
        Some((change.times(1.0 / line.range), p_value))
    }

    /// The p-value of the hypothesis that the values are on a line (lack of fit): the smallest of
    /// those of what the line leaves, corrected for their number. `None` for two values.
    pub fn rest(&self, unit: u64) -> Option<f64> {
        let unit = unit.checked_mul(SCALE)?;
        let p_values = self.rest.iter().map(|sums| Some(sums.difference(unit)?.1));
        let mut p_values: Vec<f64> = p_values.collect::<Option<_>>()?;
        stats::holm(&mut p_values.iter_mut().collect::<Vec<_>>());
        p_values.into_iter().reduce(|a, b| -stats::larger(-a, -b))
    }
}
