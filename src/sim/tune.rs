//! What a search ([`tune_run`](super::tune_run)) is for: measures, their targets, and candidates
//! with their distances.

use super::measures::{MEASURES, Measure};
use super::stats::{Estimate, rounded};
use crate::error::Refusal;
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
        Ok(Self { measure, value: number(value)?, weight: number(weight)? })
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
}

/// A point of the space and what was found.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The values of the options.
    pub set: Vec<(String, String)>,
    /// The number of games played.
    pub games: u64,
    /// The number of games that the measures are of: for those who have played in the last round,
    /// the games of that round, which have not been used to choose them.
    pub measured: u64,
    /// The measures, in the order of the targets.
    pub measures: Vec<Option<Estimate>>,
    /// The weighted sum of the distances from the targets; `None` if a measure has no value.
    pub distance: Option<f64>,
    /// Whether no other candidate is at least as near to each target and nearer to one.
    pub is_on_frontier: bool,
    /// The number of games that ended with a script fault.
    pub faulty: u64,
}

/// The weighted sum of the distances; `None` if a measure has no value.
pub(super) fn distance(measures: &[Option<Estimate>], targets: &[Target]) -> Option<f64> {
    let parts = measures.iter().zip(targets);
    let parts =
        parts.map(|(found, target)| Some(target.weight * target.distance(found.as_ref()?.value)));
    parts.sum::<Option<f64>>().map(rounded)
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

pub(super) fn mark_frontier(found: &mut [Candidate], targets: &[Target]) {
    let distances: Vec<Option<Vec<f64>>> = found
        .iter()
        .map(|candidate| {
            let parts = candidate.measures.iter().zip(targets);
            parts.map(|(found, target)| Some(target.distance(found.as_ref()?.value))).collect()
        })
        .collect();
    let is_better = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).all(|(a, b)| a <= b) && a.iter().zip(b).any(|(a, b)| a < b)
    };
    for (candidate, own) in found.iter_mut().zip(&distances) {
        let Some(own) = own else { continue };
        candidate.is_on_frontier = !distances.iter().flatten().any(|other| is_better(other, own));
    }
}
