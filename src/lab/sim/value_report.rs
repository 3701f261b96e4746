//! The report of what each card is worth ([`values`](super::values)).

use super::sections::{Cell, Column, ReportSection, TableRow};
use super::stats::Estimate;
use super::tally::WIN;
use super::value_tally::{ValueCounts, ValueTally};
use super::values::ROUNDS;
use serde::Serialize;

/// The value of one kind or combo. Shares of a win are from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct CardValue {
    pub name: String,
    /// The share of the win of a player who is dealt it, minus that with a blank in its place.
    pub holding: Option<Estimate>,
    /// The number of games in which this was measured.
    pub holding_n: u64,
    /// The share of the win after playing it, minus that after the best of the rest.
    pub playing: Option<Estimate>,
    /// The number of decisions at which this was measured.
    pub playing_n: u64,
    /// How many turns longer a game is with one more in the deck.
    pub one_more_turns: Option<Estimate>,
    /// The starting player's share of the win with one more in the deck, minus that without.
    pub one_more_first: Option<Estimate>,
}

impl CardValue {
    fn new(name: &str, counts: &ValueCounts) -> Self {
        Self {
            name: name.to_owned(),
            holding: counts.holding.rare_mean(WIN),
            holding_n: counts.holding.n(),
            playing: counts.playing.rare_mean(ROUNDS * WIN),
            playing_n: counts.playing.n(),
            one_more_turns: counts.turns.rare_mean(1),
            one_more_first: counts.first.rare_mean(WIN),
        }
    }
}

/// Computes the figures of kinds and combos, without those that were never measured.
pub fn card_values(kinds: &[String], combos: &[String], tally: &ValueTally) -> Vec<CardValue> {
    let kinds = kinds.iter().zip(&tally.kinds);
    let rows = kinds.chain(combos.iter().zip(&tally.combos));
    let rows = rows.map(|(name, counts)| CardValue::new(name, counts));
    let is_measured = |row: &CardValue| {
        let CardValue { holding, playing, one_more_turns, one_more_first, .. } = row;
        [holding, playing, one_more_turns, one_more_first].into_iter().any(Option::is_some)
    };
    rows.filter(is_measured).collect()
}

/// The meaning of the figures.
pub(super) const NOTES: &str = "\
Each figure compares a game with the same game changed in one respect, played by the same agents on
common random numbers. holding: points of win rate of a player with the card in the first hand,
against a blank in its place. playing: points gained by playing it where it can be played, against
the best other option. one more: in the deck. An interval that contains 0 shows no effect; with
many cards, one in twenty intervals does not contain the true value. Common random numbers: A. M.
Law, Simulation Modeling and Analysis, chapter 11.2. playing is measured by rollouts: G. Tesauro and
G. R. Galperin, On-line Policy Improvement using Monte-Carlo Search (1996). See
`litterbox guide measuring`.
";

/// The figures as a table with their intervals drawn.
pub(super) fn section(rows: &[CardValue]) -> ReportSection {
    let row = |row: &CardValue| {
        let CardValue { name, holding, playing, one_more_turns, one_more_first, .. } = row;
        let turns = Cell::difference(*one_more_turns, 2);
        let [holding, playing, first] =
            [holding, playing, one_more_first].map(|e| Cell::points(*e));
        TableRow::new(name, [holding, playing, turns, first])
    };
    let rows: Vec<TableRow> = rows.iter().map(row).collect();
    let column = |(i, (name, title)): (usize, (&str, &str))| {
        Column::new(name, title).drawn(ReportSection::reach(&rows, i))
    };
    let columns = [
        ("holding", "holding"),
        ("playing", "playing"),
        ("one_more_turns", "one more: turns"),
        ("one_more_first", "one more: first wins"),
    ];
    ReportSection {
        name: "value",
        title: "what a card is worth".to_owned(),
        short: "values",
        names: "name",
        columns: columns.into_iter().enumerate().map(column).collect(),
        rows,
        sorts: true,
        notes: NOTES.trim().to_owned(),
        ..ReportSection::default()
    }
}
