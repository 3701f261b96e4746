//! The report of what each card is worth ([`values`](super::values)).

use super::figures::{effect, signed, width};
use super::page::{interval, table};
use super::stats::Estimate;
use super::tally::WIN;
use super::value_tally::{ValueCounts, ValueTally};
use super::values::MEASURING;
use crate::output::escape_markup;
use serde::Serialize;
use std::fmt::Write as _;

/// What one kind or combo is worth. Shares of a win are from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct CardValue {
    /// Its id.
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
            playing: counts.playing.rare_mean(MEASURING * WIN),
            playing_n: counts.playing.n(),
            one_more_turns: counts.turns.rare_mean(1),
            one_more_first: counts.first.rare_mean(WIN),
        }
    }

    /// The figures by name.
    #[must_use]
    pub const fn measures(&self) -> [(&'static str, Option<Estimate>); 4] {
        [
            ("holding", self.holding),
            ("playing", self.playing),
            ("one_more_turns", self.one_more_turns),
            ("one_more_first", self.one_more_first),
        ]
    }
}

/// Computes the figures of kinds and combos, without those that were never measured.
#[must_use]
pub fn card_values(kinds: &[String], combos: &[String], tally: &ValueTally) -> Vec<CardValue> {
    let kinds = kinds.iter().zip(&tally.kinds);
    let rows = kinds.chain(combos.iter().zip(&tally.combos));
    let rows = rows.map(|(name, counts)| CardValue::new(name, counts));
    rows.filter(|row| row.measures().iter().any(|(_, estimate)| estimate.is_some())).collect()
}

/// What the figures are.
pub(super) const NOTES: &str = "\
Each figure compares a game with the same game changed in one respect, played by the same agents on
common random numbers. holding: points of win rate of a player with the card in the first hand,
against a blank in its place. playing: points gained by playing it where it can be played, against
the best other option. one more: in the deck. An interval that contains 0 shows no effect; with
many cards, one in twenty intervals does not contain the true value. Common random numbers: A. M.
Law, Simulation Modeling and Analysis, chapter 11.2. playing is measured by rollouts: G. Tesauro and
G. R. Galperin, On-line Policy Improvement using Monte-Carlo Search (1996). See src/sim/README.md.
";

const HEADS: [&str; 5] = ["", "holding", "playing", "one more: turns", "one more: first wins"];

fn cells(row: &CardValue) -> [String; 4] {
    let CardValue { holding, playing, one_more_turns, one_more_first, .. } = row;
    let turns = one_more_turns.map(|turns| signed(turns, 2));
    let turns = turns.unwrap_or_else(|| "-".to_owned());
    [effect(*holding), effect(*playing), turns, effect(*one_more_first)]
}

/// Formats the figures as a table; empty if nothing was measured.
pub(super) fn text(rows: &[CardValue]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let name = width(rows.iter().map(|row| &row.name), 18);
    let cells: Vec<[String; 4]> = rows.iter().map(cells).collect();
    let wide = 2 + width(cells.iter().flatten(), 19);
    let heads = HEADS[1..].iter().map(|head| format!("{head:>wide$}")).collect::<String>();
    let mut out = format!("\n{:w$}{heads}\n", "what a card is worth", w = name + 2);
    for (row, cells) in rows.iter().zip(&cells) {
        let cells = cells.iter().map(|cell| format!("{cell:>wide$}")).collect::<String>();
        // Writing into a string cannot fail.
        let _ = writeln!(out, "  {:name$}{cells}", row.name);
    }
    out + NOTES
}

/// The figures as a table with their intervals drawn; empty if nothing was measured.
pub(super) fn html(rows: &[CardValue]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let most = |of: fn(&CardValue) -> Option<Estimate>| {
        let ends = rows.iter().filter_map(of).map(|e| e.low.abs().max(e.high.abs()));
        ends.fold(f64::MIN_POSITIVE, f64::max)
    };
    let measures: [fn(&CardValue) -> Option<Estimate>; 4] =
        [|row| row.holding, |row| row.playing, |row| row.one_more_turns, |row| row.one_more_first];
    let row = |row: &CardValue| {
        let name = escape_markup(&row.name);
        let mut line = format!("<td data-value=\"{name}\">{name}</td>");
        for (cell, of) in cells(row).iter().zip(measures) {
            let value = of(row).map_or_else(String::new, |e| e.value.to_string());
            let drawn = of(row).map_or_else(String::new, |e| interval(e, most(of)));
            line += &format!("<td data-value=\"{value}\">{cell} {drawn}</td>");
        }
        line
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    let mut heads = HEADS;
    heads[0] = "name";
    table(&heads, &rows, true) + format!("<p>{}</p>\n", escape_markup(NOTES.trim())).as_str()
}
