//! The report of the quality of a game ([`metrics`](super::metrics)).

use super::metric_tally::{EXAMPLES, METRICS, MetricTally, UNIT};
use super::metrics::{MATTERS, POINTS};
use super::sections::{Bars, Cell, Column, Medium, Plot, ReportSection, TableRow};
use super::stats::{Estimate, rounded};
use crate::base::error::plural;
use crate::kernel::SeatSet;
use crate::kernel::card::MAX_SEATS;
use serde::{Serialize, Serializer};

/// The meaning of the measures, and their sources.
const NOTES: &str = "\
lead changes: steps with a new leader. drama: how far winners are behind. uncertainty: how
close the leaders are. decisiveness: how late the game is decided. decisions that matter: those
whose best and median option differ by more than {} points. `litterbox guide measuring` defines the
measures, after C. Browne, Automatic Generation and Evaluation of Recombination Games (2008), J. M.
Thompson, Defining the Abstract (2000), and L. Torrey and M. E. Taylor, Teaching on a Budget:
Agents Advising Agents in Reinforcement Learning (2013).";

/// The measures, each from 0 to 1, as means over games.
#[derive(Clone, Debug, Serialize)]
pub struct Quality {
    /// The number of games that the measures of curves are of.
    pub games: u64,
    /// The number of games without these measures: without a winner, or with one turn.
    pub left_out: u64,
    /// The number of sampled decisions.
    pub decisions: u64,
    /// The measures ([`METRICS`]).
    #[serde(flatten, serialize_with = "by_name")]
    pub means: [Option<Estimate>; METRICS.len()],
    /// By tenth of the game: the mean win probability of the winner.
    pub winner: Vec<Option<Estimate>>,
    /// The curves of some games: for each point the win probability of each seat.
    pub examples: Vec<Example>,
}

/// The curve of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// The number of the game.
    pub game: u64,
    /// For each point the win probability of each seat.
    pub curve: Vec<Vec<f64>>,
    /// The seats that won, counted from 1.
    pub winners: Vec<u8>,
}

impl Quality {
    /// Computes the means; `None` if nothing was measured.
    pub fn of(tally: &MetricTally) -> Option<Self> {
        if tally.is_empty() {
            return None;
        }
        let share = |units: &u64| rounded(*units as f64 / UNIT as f64);
        let example = |(game, curve, winners): &(u64, Vec<Vec<u64>>, SeatSet)| {
            let point = |point: &Vec<u64>| point.iter().take(MAX_SEATS).map(share).collect();
            let curve = curve.iter().take(POINTS).map(point).collect();
            Example { game: *game, curve, winners: winners.iter().map(|s| s.0 + 1).collect() }
        };
        let within = |mean: Option<Estimate>| mean.map(|mean| mean.within(0.0, 1.0));
        Some(Self {
            games: tally.sums[0].n(),
            left_out: tally.left_out,
            decisions: tally.sums[4].n(),
            means: tally.means(),
            winner: tally.winner.iter().take(10).map(|sums| within(sums.mean(UNIT))).collect(),
            examples: tally.examples.0.iter().take(EXAMPLES).map(example).collect(),
        })
    }

    /// The measures as a table, and the curves.
    pub(super) fn sections(&self) -> Vec<ReportSection> {
        let row = |((id, title), estimate): ((&'static str, &str), &Option<Estimate>)| TableRow {
            id: Some(id),
            ..TableRow::new(title, [Cell::share(*estimate)])
        };
        let measures = ReportSection {
            name: "quality",
            title: format!(
                "quality of the game, in % (from {}, {} left out; {})",
                plural(self.games, "game"),
                self.left_out,
                plural(self.decisions, "decision")
            ),
            short: "quality",
            names: "measure",
            columns: vec![Column::new("mean", "mean, %").drawn([0.0, 1.0])],
            rows: METRICS.into_iter().zip(&self.means).map(row).collect(),
            bars: Some(Bars { column: 0, least: 0.0, most: 1.0 }),
            notes: NOTES.replace("{}", &MATTERS.to_string()),
            ..ReportSection::default()
        };
        let tenth = |(i, estimate): (usize, &Option<Estimate>)| {
            TableRow::new(format!("{} %", 10 * i), [Cell::share(*estimate)])
        };
        let winner = ReportSection {
            title: "win probability of the winner, by part of the game".to_owned(),
            short: "the winner",
            names: "part of the game",
            columns: vec![Column::new("", "the winner, %")],
            rows: self.winner.iter().enumerate().map(tenth).collect(),
            bars: Some(Bars { column: 0, least: 0.0, most: 1.0 }),
            plot: Plot::curves("%", "part of the game", Vec::new()),
            ..ReportSection::default()
        };
        [measures, winner].into_iter().chain(self.examples.iter().map(Example::section)).collect()
    }
}

fn by_name<S: Serializer>(means: &[Option<Estimate>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(METRICS.iter().map(|(name, _)| name).zip(means))
}

impl Example {
    /// The curve of each seat.
    fn section(&self) -> ReportSection {
        let Self { game, curve, winners } = self;
        let strong = winners.iter().map(|seat| usize::from(*seat) - 1).collect();
        let n_seats = curve.first().map_or(0, Vec::len);
        let share =
            |p: &f64| Cell { text: format!("{:.1}", 100.0 * p), value: Some(*p), ends: None };
        let point = |(i, point): (usize, &Vec<f64>)| {
            TableRow::new((i + 1).to_string(), point.iter().map(share).collect::<Vec<_>>())
        };
        ReportSection {
            title: format!("win probability of each seat in game {game}"),
            short: "curves",
            medium: Medium::Page,
            names: "point",
            columns: (1..=n_seats).map(|seat| Column::new("", format!("p{seat}, %"))).collect(),
            rows: curve.iter().enumerate().map(point).collect(),
            plot: Plot::curves("%", "points of the game, evenly spaced", strong),
            ..ReportSection::default()
        }
    }
}
