//! The report of the quality of a game ([`metrics`](super::metrics)).

use super::figures::{bar, percent, share, width};
use super::metric_tally::{EXAMPLES, MetricTally, UNIT};
use super::metrics::{MATTERS, POINTS};
use super::page::{LEFT, WIDTH, axes, below, dot, height, interval_from, plot, table, with_data};
use super::stats::{Estimate, rounded};
use crate::kernel::card::MAX_SEATS;
use crate::output::escape_markup;
use serde::Serialize;
use std::fmt::Write as _;

/// Where the measures are from.
const NOTES: &str = "\
The measures are defined in src/sim/README.md. Lead changes, drama, uncertainty, decisiveness: after
C. Browne, Automatic Generation and Evaluation of Recombination Games (2008), and J. M. Thompson,
Defining the Abstract (2000). Decisions that matter: after the importance of a decision of L. Torrey
and M. E. Taylor, Teaching on a Budget: Agents Advising Agents in Reinforcement Learning (2013).
";

/// The measures, each from 0 to 1, as means over games.
#[derive(Clone, Debug, Serialize)]
pub struct Quality {
    /// The number of games measured.
    pub games: u64,
    /// The share of steps after which another seat leads.
    pub lead_changes: Option<Estimate>,
    /// How far behind the winner is where it does not lead.
    pub drama: Option<Estimate>,
    /// How close the two leading seats are.
    pub uncertainty: Option<Estimate>,
    /// How late the game is decided.
    pub decisiveness: Option<Estimate>,
    /// The share of decisions that matter.
    pub decisions_that_matter: Option<Estimate>,
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
}

impl Quality {
    /// Computes the means; `None` if nothing was measured.
    #[must_use]
    pub fn of(tally: &MetricTally) -> Option<Self> {
        if tally.is_empty() {
            return None;
        }
        let share = |units: &u64| rounded(*units as f64 / UNIT as f64);
        let example = |(game, curve): &(u64, Vec<Vec<u64>>)| {
            let point = |point: &Vec<u64>| point.iter().take(MAX_SEATS).map(share).collect();
            let curve = curve.iter().take(POINTS).map(point).collect();
            Example { game: *game, curve }
        };
        // These are shares; that of decisions is corrected for chance and may be below 0.
        let within = |mean: Option<Estimate>| mean.map(|mean| mean.within(0.0, 1.0));
        Some(Self {
            games: tally.drama.n(),
            lead_changes: within(tally.lead_changes.mean(UNIT)),
            drama: within(tally.drama.mean(UNIT)),
            uncertainty: within(tally.uncertainty.mean(UNIT)),
            decisiveness: within(tally.decisiveness.mean(UNIT)),
            decisions_that_matter: tally.decisions_that_matter(),
            winner: tally.winner.iter().take(10).map(|sums| within(sums.mean(UNIT))).collect(),
            examples: tally.examples.0.iter().take(EXAMPLES).map(example).collect(),
        })
    }

    /// The measures: title, name, explanation, estimate.
    #[must_use]
    pub fn rows(&self) -> [(&'static str, &'static str, String, Option<Estimate>); 5] {
        let matter = format!("best and median option differ by more than {MATTERS} points");
        let row = |title, name, what: &str, estimate| (title, name, what.to_owned(), estimate);
        [
            row("lead changes", "lead_changes", "steps with a new leader", self.lead_changes),
            row("drama", "drama", "how far behind winners come from", self.drama),
            row("uncertainty", "uncertainty", "how close the leaders are", self.uncertainty),
            row("decisiveness", "decisiveness", "how late it is decided", self.decisiveness),
            ("decisions that matter", "decisions_that_matter", matter, self.decisions_that_matter),
        ]
    }

    /// Formats the measures as a table.
    pub(super) fn text(&self) -> String {
        let mut out = format!("\nquality of the game, in % (from {} games)\n", self.games);
        let cells = self.rows().map(|(.., estimate)| share(estimate));
        let wide = width(&cells, 13);
        for ((title, _, what, estimate), cell) in self.rows().into_iter().zip(&cells) {
            let drawn = bar(estimate.map_or(0.0, |estimate| estimate.value), 20);
            // Writing into a string cannot fail.
            let _ = writeln!(out, "  {title:22}{cell:>wide$}  {drawn:20} {what}");
        }
        out += "win probability of the winner, by tenth of the game\n ";
        for estimate in &self.winner {
            let value =
                estimate.map_or_else(|| "-".to_owned(), |e| format!("{:.0}", 100.0 * e.value));
            let _ = write!(out, "{value:>6}");
        }
        format!("{out}\n{NOTES}")
    }

    /// The measures as a table, and the curves as plots with their data.
    pub(super) fn html(&self) -> String {
        let row = |(title, _, what, estimate): (&str, &str, String, Option<Estimate>)| {
            let drawn = estimate.map_or_else(String::new, |e| interval_from(e, 0.0, 1.0));
            let (cell, what) = (share(estimate), escape_markup(&what));
            format!("<td>{title}</td><td>{cell} {drawn}</td><td>{what}</td>")
        };
        let rows = self.rows().map(row);
        let mut page = table(&["measure", "%", "meaning"], &rows, false);
        page += &format!("<p>{}</p>\n", escape_markup(NOTES.trim()));
        page += &self.winner_curve();
        page.extend(self.examples.iter().map(Example::html));
        page
    }

    /// The curve of the winner with its interval.
    fn winner_curve(&self) -> String {
        let none = Estimate { value: 0.0, low: 0.0, high: 0.0 };
        let points = self.winner.iter().map(|estimate| estimate.unwrap_or(none)).collect();
        let curve = Curve { class: "curve", name: "the winner".to_owned(), points };
        let title = "win probability of the winner by part of the game, with its 95 % interval";
        let at = |point: usize| format!("at {} % of the game", 10 * point);
        let drawn = curves(title, &[curve], at, "part of the game");
        let cell = |(i, estimate): (usize, &Option<Estimate>)| {
            format!("<td>{} %</td><td>{}</td>", 10 * i, share(*estimate))
        };
        let rows: Vec<String> = self.winner.iter().enumerate().map(cell).collect();
        with_data(&drawn, &table(&["part of the game", "winner, %"], &rows, false))
    }
}

impl Example {
    /// The curve of each seat.
    fn html(&self) -> String {
        let Self { game, curve } = self;
        let n_seats = curve.first().map_or(0, Vec::len);
        let exact = |value: f64| Estimate { value, low: value, high: value };
        let seat = |seat: usize| Curve {
            class: "seat",
            name: format!("p{}", seat + 1),
            points: curve.iter().map(|point| exact(*point.get(seat).unwrap_or(&0.0))).collect(),
        };
        let title = format!("win probability of each seat in game {game}");
        let at = |point: usize| format!("point {} of {}", point + 1, curve.len());
        let lines: Vec<Curve> = (0..n_seats).map(seat).collect();
        let drawn = curves(&title, &lines, at, &format!("game {game}"));
        let cells = |point: &Vec<f64>| {
            let cells = point.iter().map(|p| format!("<td>{:.1}</td>", 100.0 * p));
            format!("<td></td>{}", cells.collect::<String>())
        };
        let heads: Vec<String> = (1..=n_seats).map(|seat| format!("p{seat}, %")).collect();
        let heads: Vec<&str> = [""].into_iter().chain(heads.iter().map(String::as_str)).collect();
        let rows: Vec<String> = curve.iter().map(cells).collect();
        with_data(&drawn, &table(&heads, &rows, false))
    }
}

/// A curve of shares from 0 to 1; the interval of an exact one has no width.
struct Curve {
    class: &'static str,
    name: String,
    points: Vec<Estimate>,
}

/// A plot of curves; `at` names a point.
fn curves(title: &str, lines: &[Curve], at: impl Fn(usize) -> String, axis: &str) -> String {
    let mut out = String::new();
    axes(&mut out, 1.0);
    for Curve { class, name, points } in lines {
        let step = (WIDTH - LEFT) / points.len().max(2).saturating_sub(1) as f64;
        let x = |i: usize| (i as f64).mul_add(step, LEFT);
        let place = |(i, value): (usize, f64)| format!("{:.1},{:.1}", x(i), height(value, 1.0));
        let path = |values: Vec<f64>| values.into_iter().enumerate().map(place).collect::<Vec<_>>();
        let path = |of: fn(&Estimate) -> f64| path(points.iter().map(of).collect()).join(" ");
        let [lows, values, highs] = [path(|e| e.low), path(|e| e.value), path(|e| e.high)];
        // Writing into a string cannot fail.
        if points.iter().any(|estimate| estimate.high > estimate.low) {
            let back: Vec<&str> = highs.split(' ').rev().collect();
            let area = format!("{lows} {}", back.join(" "));
            let _ = writeln!(out, "<polygon class=\"area\" points=\"{area}\"/>");
        }
        let title = escape_markup(name);
        let _ = writeln!(
            out,
            "<polyline class=\"{class}\" points=\"{values}\"><title>{title}</title></polyline>"
        );
        for (i, estimate) in points.iter().enumerate() {
            let shown = match estimate.high > estimate.low {
                true => percent(Some(*estimate)),
                false => format!("{:.1} %", 100.0 * estimate.value),
            };
            let text = format!("{name}, {}: {shown}", at(i));
            dot(&mut out, (x(i), height(estimate.value, 1.0)), &text);
        }
    }
    below(&mut out, LEFT.midpoint(WIDTH), "middle", "", axis);
    plot(title, &out)
}
