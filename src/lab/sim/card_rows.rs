//! The figures of each kind of card and each combo: as data, and as a table. A new one is a field
//! of [`CardRow`], computed from the counts of `uses`, and its column.

use super::clusters;
use super::plan::RunManifest;
use super::sections::{Cell, Column, ReportSection, TableRow};
use super::stats::{Estimate, rounded};
use super::tally::{Tally, WIN};
use super::uses::Uses;
use serde::Serialize;

/// The statistics of a kind of card or a combo.
#[derive(Clone, Debug, Serialize)]
pub struct CardRow {
    pub name: String,
    /// Its cards that were played, alone, as another card or in a set, per game; plays of a combo.
    pub played: f64,
    pub drawn: f64,
    /// Transfers between hands per game.
    pub stolen: f64,
    /// Cards in the hands of eliminated players, per game.
    pub dead: f64,
    /// The share of its plays that were cancelled.
    pub cancelled: Option<Estimate>,
    /// The share of the explosions it caused that were cancelled.
    pub rescued: Option<Estimate>,
    /// The number of players who held it at the first turn, per game.
    pub held: f64,
    /// The win rate of players who drew it.
    pub won_drawn: Option<Estimate>,
    /// By agent: its answers per game.
    pub answered: Vec<f64>,
    /// The win rate of players who held it at the first turn, minus that of players who did not: an
    /// observation, but the deal is random.
    pub dealt: Option<Estimate>,
}

/// The columns: name, title, whether sets have it, too, and its cell.
type Figure = (&'static str, &'static str, bool, fn(&CardRow) -> Cell);

/// Computes the rows of all kinds of cards, or of all combos.
pub(super) fn card_rows(
    plan: &RunManifest,
    names: &[String],
    uses: &[Uses],
    tally: &Tally,
) -> Vec<CardRow> {
    let games = tally.won.saturating_add(tally.drawn).max(1) as f64;
    let n_seats = tally.out.len() as u64;
    // The wins of a game: each member of a team wins. `None` where teams differ in size.
    let sides = plan.sides();
    let size = sides.first().map_or(1, |side| side.len());
    let wins = sides.iter().all(|side| side.len() == size).then_some(WIN * size as u64);
    let row = |(name, uses): (&String, &Uses)| {
        let a_game = |n: u64| rounded(n as f64 / games);
        let dealt = || {
            let with = &uses.opening_sums;
            let (without, products) = with.rest(tally.won, n_seats, wins?);
            clusters::difference(&[*with], &[without], &[products], WIN)
        };
        CardRow {
            name: name.clone(),
            played: a_game(uses.played),
            drawn: a_game(uses.drawn),
            stolen: a_game(uses.stolen),
            dead: a_game(uses.dead),
            held: a_game(uses.opening_sums.size()),
            won_drawn: uses.drawn_sums.share(WIN),
            answered: uses.answered.iter().map(|n| a_game(*n)).collect(),
            cancelled: uses.cancelled_sums.share(1),
            rescued: uses.rescued_sums.share(1),
            dealt: dealt(),
        }
    };
    names.iter().zip(uses).map(row).collect()
}

/// Lays out the rows as a table.
pub(super) fn card_section(
    name: &'static str,
    title: &str,
    rows: &[CardRow],
    are_cards: bool,
) -> ReportSection {
    let figures: [Figure; 7] = [
        ("played", "played", true, |row| Cell::number(row.played, 2)),
        ("drawn", "drawn", false, |row| Cell::number(row.drawn, 2)),
        ("stolen", "stolen", false, |row| Cell::number(row.stolen, 2)),
        ("dead", "dead", false, |row| Cell::number(row.dead, 2)),
        ("cancelled", "cancelled, %", true, |row| Cell::share(row.cancelled)),
        ("rescued", "rescued, %", false, |row| Cell::share(row.rescued)),
        ("dealt", "dealt", false, |row| Cell::points(row.dealt)),
    ];
    let figures = figures.iter().filter(|(.., is_of_combos, _)| are_cards || *is_of_combos);
    let row = |row: &CardRow| {
        let cells = figures.clone().map(|(.., of)| of(row));
        TableRow::new(&row.name, cells.collect::<Vec<_>>())
    };
    let rows: Vec<TableRow> = rows.iter().map(row).collect();
    let dealt = ReportSection::reach(&rows, 6);
    let column = |(name, title, ..): &Figure| match *name {
        "dealt" => Column::new(*name, *title).drawn(dealt),
        _ => Column::new(*name, *title),
    };
    ReportSection {
        name,
        title: title.to_owned(),
        names: "name",
        columns: figures.clone().map(column).collect(),
        rows,
        sorts: true,
        ..ReportSection::default()
    }
}
