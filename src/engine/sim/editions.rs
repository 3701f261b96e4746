//! Figures of the shipped editions, to compare others with: 300 games each of the smallest number
//! of greedy players, seed 1. `tests/editions.rs` checks them, and says how to measure them again.

/// The edition that others are compared with first.
const CLASSIC: &str = "classic";

/// What was measured of an edition.
#[derive(Clone, Debug, PartialEq)]
pub struct EditionFigures {
    pub edition: String,
    /// The mean number of turns.
    pub turns: f64,
    /// How often a winner alone held the fewest cards halfway, from 0 to 1.
    pub comebacks: f64,
    /// The share of plays that are cancelled, from 0 to 1.
    pub cancelled: f64,
    /// The mean number of options on a turn.
    pub options: f64,
}

/// The figures of all editions.
pub fn editions() -> Vec<EditionFigures> {
    let rows = include_str!("editions.csv").lines().skip(1).map(|row| {
        let mut cells = row.split(',');
        let edition = cells.next().unwrap_or_default().to_owned();
        let mut number = || cells.next().and_then(|cell| cell.parse().ok()).unwrap_or_default();
        let (turns, comebacks) = (number(), number());
        EditionFigures { edition, turns, comebacks, cancelled: number(), options: number() }
    });
    rows.collect()
}

/// A figure of classic, and its median over all editions.
pub(super) fn usual(of: impl Fn(&EditionFigures) -> f64) -> (f64, f64) {
    let all = editions();
    let classic = all.iter().find(|row| row.edition == CLASSIC).map_or(f64::NAN, &of);
    let mut values: Vec<f64> = all.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    (classic, values.get(values.len() / 2).copied().unwrap_or(f64::NAN))
}
