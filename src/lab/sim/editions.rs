//! Figures of the shipped editions, to compare others with: how tense they are when greedy players
//! play them, by the number of players. `tests/lab/editions.rs` plays games of them again, and says
//! which command writes the table.

use super::metric_tally::TENSE;
use super::stats::Estimate;

/// The edition that others are compared with first.
pub(super) const CLASSIC: &str = "classic";

/// The measured figures of an edition.
#[derive(Clone, Debug, PartialEq)]
pub struct EditionFigures {
    pub edition: String,
    /// The number of players.
    pub players: usize,
    /// The number of measured games, and the seed of their run.
    pub games: u64,
    pub seed: u64,
    /// How tense it is, in the order of [`TENSE`].
    pub tension: [Estimate; TENSE.len()],
    /// The values of the weakest and the strongest of its cards to their holder, in points: of
    /// classic alone, in 5,000 games.
    pub cards: Option<[f64; 2]>,
}

/// The figures of all editions.
pub fn editions() -> Vec<EditionFigures> {
    include_str!("editions.csv").lines().skip(1).map(row).collect()
}

/// Reads a row; `tests/lab/editions.rs` checks that all have their cells.
fn row(row: &str) -> EditionFigures {
    let mut cells = row.split(',');
    let edition = cells.next().unwrap_or_default().to_owned();
    let mut whole = || cells.next().and_then(|cell| cell.parse().ok()).unwrap_or_default();
    let (players, games, seed) = (whole() as usize, whole(), whole());
    let numbers: Vec<f64> = cells.filter_map(|cell| cell.parse().ok()).collect();
    let share = |at: usize| numbers.get(at).map_or(0.0, |percent| percent / 100.0);
    let figure =
        |i: usize| Estimate { value: share(3 * i), low: share(3 * i + 1), high: share(3 * i + 2) };
    let cards = numbers.get(3 * TENSE.len()).zip(numbers.get(3 * TENSE.len() + 1));
    let cards = cards.map(|(low, high)| [*low, *high]);
    EditionFigures { edition, players, games, seed, tension: std::array::from_fn(figure), cards }
}
