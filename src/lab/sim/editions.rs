//! Figures of the shipped editions, to compare others with: 300 games each of the smallest number
//! of greedy players, seed 1. `tests/lab/editions.rs` checks them, and
//! says how to measure them again.

/// The edition that others are compared with first.
pub(super) const CLASSIC: &str = "classic";

/// The measured figures of an edition.
#[derive(Clone, Debug, PartialEq)]
pub struct EditionFigures {
    pub edition: String,
    /// The number of players.
    pub players: usize,
    /// The mean number of turns.
    pub turns: f64,
    /// How often a winner alone held the fewest cards halfway, from 0 to 1.
    pub comebacks: f64,
    /// The share of plays that are cancelled, from 0 to 1.
    pub cancelled: f64,
    /// The mean number of options on a turn.
    pub options: f64,
    /// The values of the weakest and the strongest of its cards to their holder, in points: of
    /// classic alone, in 5,000 games.
    pub cards: Option<[f64; 2]>,
}

/// The figures of all editions.
pub fn editions() -> Vec<EditionFigures> {
    let rows = include_str!("editions.csv").lines().skip(1).map(|row| {
        let mut cells = row.split(',');
        let edition = cells.next().unwrap_or_default().to_owned();
        let players = cells.next().and_then(|cell| cell.parse().ok()).unwrap_or_default();
        let numbers: Vec<f64> = cells.filter_map(|cell| cell.parse().ok()).collect();
        let [turns, comebacks, cancelled, options] = std::array::from_fn(|i| numbers[i]);
        let cards = numbers.get(4).copied().zip(numbers.get(5).copied()).map(<[f64; 2]>::from);
        EditionFigures { edition, players, turns, comebacks, cancelled, options, cards }
    });
    rows.collect()
}
