//! Aims of a search ([`tune_run`](super::tune_run)): measures, their targets, and candidates with
//! their distances.

use super::measures::{MEASURES, Measure};
use super::stats::{Estimate, larger, rounded};
use crate::base::error::Refusal;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The number of candidates that play in all rounds.
const FINALISTS: usize = 4;

/// A wanted value of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Target {
    pub measure: &'static Measure,
    pub value: f64,
    /// How much its distance counts.
    pub weight: f64,
}

impl FromStr for Target {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let expected = || {
            let names: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
            format!("expected MEASURE=VALUE or MEASURE=VALUE*WEIGHT, with {}", names.join(", "))
        };
        let (name, value) = text.split_once('=').ok_or_else(expected)?;
        let measure = Measure::named(name.trim()).ok_or_else(expected)?;
        let (value, weight) = value.split_once('*').unwrap_or((value, "1"));
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
            number.ok_or_else(|| format!("`{text}` is not a number from 0 up"))
        };
        let (value, weight) = (number(value)?, number(weight)?);
        if measure.is_share() && value > 1.0 {
            let name = measure.name;
            return Err(format!("`{name}={value}`: a share is from 0 to 1: 50 % is 0.5").into());
        }
        Ok(Self { measure, value, weight })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}*{}", self.measure.name, self.value, self.weight)
    }
}

impl Target {
    /// The distance of a value, 0 at the target.
    pub fn distance(&self, value: f64) -> f64 {
        let scale = if self.measure.is_share() { 1.0 } else { self.value.max(1.0) };
        (value - self.value).abs() / scale
    }

    /// The least and the largest distance of the values of an interval, where each game of the
    /// share `missing` that was left out may be off by the whole target, or as a share by 1.
    fn reach(&self, found: &Estimate, missing: f64) -> [f64; 2] {
        let [low, high] = [found.low, found.high].map(|end| self.distance(end));
        let nearest = if found.holds(self.value) { 0.0 } else { -larger(-low, -high) };
        [(nearest - missing).clamp(0.0, f64::INFINITY), larger(low, high) + missing]
    }
}

/// A point of the space and what was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Candidate {
    /// The values of the options.
    pub set: Vec<(String, String)>,
    /// The number of games played.
    pub games: u64,
    /// The number of games that were measured: for those who have played in the last round,
    /// the games of that round, which have not been used to choose them.
    pub measured: u64,
    /// How many of them are left out of the measures, as nobody won.
    pub left_out: u64,
    /// How many of them were stopped at the ply limit.
    pub stopped: u64,
    /// The measures, in the order of the targets.
    pub measures: Vec<Option<Estimate>>,
    /// The weighted sum of the distances from the targets; `None` if a measure has no value.
    pub distance: Option<f64>,
    /// The largest distance of the values of their intervals, where games that are left out may be
    /// off by the whole target. Candidates are ranked by it.
    pub bound: Option<f64>,
    /// Whether it is a finalist, and no other finalist is at least as near to each target and
    /// clearly nearer to one: their intervals do not overlap.
    pub is_on_frontier: bool,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
}

impl Candidate {
    /// The distances from each target, with their reaches; `None` if a measure has no value.
    fn distances(&self, targets: &[Target]) -> Option<Vec<(f64, [f64; 2])>> {
        let missing = self.left_out as f64 / self.measured.max(1) as f64;
        let one = |(found, target): (&Option<Estimate>, &Target)| {
            let found = found.as_ref()?;
            Some((target.distance(found.value), target.reach(found, missing)))
        };
        self.measures.iter().zip(targets).map(one).collect()
    }

    /// Returns the candidate with its distance and its bound.
    pub(super) fn placed(self, targets: &[Target]) -> Self {
        let distances = self.distances(targets);
        let sum = |of: fn(&(f64, [f64; 2])) -> f64| {
            let parts = distances.iter().flatten().zip(targets);
            distances.is_some().then(|| rounded(parts.map(|(one, t)| t.weight * of(one)).sum()))
        };
        let (distance, bound) = (sum(|(distance, _)| *distance), sum(|(_, reach)| reach[1]));
        Self { distance, bound, ..self }
    }
}

/// The games of each candidate after each round, and how many candidates play it: a budget of
/// `games` in all, spread evenly over the rounds. In the last one the finalists are only measured.
pub fn rounds(candidates: usize, games: u64) -> Vec<(usize, u64)> {
    let mut sizes = vec![candidates];
    while let Some(last) = sizes.last().copied().filter(|n| *n > FINALISTS) {
        sizes.push(last.div_ceil(2).max(FINALISTS));
    }
    sizes.extend(sizes.last().copied());
    let a_round = games / sizes.len() as u64;
    let mut played = 0;
    let round = |n: usize| {
        played += (a_round / n as u64).max(2);
        (n, played)
    };
    sizes.into_iter().map(round).collect()
}

/// Marks the finalists to which no other one is clearly preferable.
pub(super) fn mark_frontier(finalists: &mut [Candidate], targets: &[Target]) {
    let all: Vec<_> = finalists.iter().map(|one| one.distances(targets)).collect();
    let is_better = |a: &[(f64, [f64; 2])], b: &[(f64, [f64; 2])]| {
        let mut pairs = a.iter().zip(b);
        pairs.clone().all(|(a, b)| a.0 <= b.0) && pairs.any(|(a, b)| a.1[1] < b.1[0])
    };
    for (candidate, own) in finalists.iter_mut().zip(&all) {
        let Some(own) = own else { continue };
        candidate.is_on_frontier = !all.iter().flatten().any(|other| is_better(other, own));
    }
}
