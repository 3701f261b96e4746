//! A report for people: aligned tables with small bars.

use super::figures::{bar, effect, mean, p_value, percent, share, width};
use super::histogram::bins;
use super::metric_report::Quality;
use super::report::{CardRow, Length, Row, SimReport};
use super::value_report;
use crate::error::plural;
use crate::output::line;

/// Formats the report as text.
#[must_use]
pub fn text(report: &SimReport) -> String {
    let mut out = String::new();
    head(report, &mut out);
    if report.won > 0 {
        rates("win rate by seat", &report.seats, report.plan.players, &mut out);
        for finding in findings(report) {
            line(&mut out, format_args!("  {finding}"));
        }
        scores(report, &mut out);
        if report.agents.len() > 1 {
            rates("win rate by agent", &report.agents, report.plan.players, &mut out);
        }
        lengths(report, &mut out);
        histogram(report, &mut out);
        causes(report, &mut out);
        cards("card", &report.cards, &mut out);
        cards("combo", &report.combos, &mut out);
        out.push_str(NOTES);
        out.push_str(&value_report::text(&report.values));
        out.push_str(&report.metrics.as_ref().map_or_else(String::new, Quality::text));
    }
    out
}

/// The explanations of the columns.
pub(super) const NOTES: &str = "
± is the half-width of a 95 % interval; an interval that is not symmetric is in brackets. played,
drawn, stolen, dead: number per game; dead: in the hand of an eliminated player. dealt: the win rate
in percentage points of players who held it at the first turn, minus that of the others: an
observation, but the deal is random. What a card is worth is measured with --card-values.
";

fn head(report: &SimReport, out: &mut String) {
    let plan = &report.plan;
    let set: Vec<String> =
        plan.set.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    line(
        out,
        format_args!(
            "{}{}: {}, {}, {}, seed {}",
            plan.variant,
            set.concat(),
            plural(report.games, "game"),
            plural(plan.players, "player"),
            plan.agents.join(", "),
            plan.seed
        ),
    );
    for reason in left_out(report) {
        line(out, reason);
    }
}

/// The games that are left out of the figures, and why.
pub(super) fn left_out(report: &SimReport) -> Vec<String> {
    let plan = &report.plan;
    let mut reasons = Vec::new();
    if report.games < plan.games {
        reasons.push(format!("played only {} of {}", report.games, plural(plan.games, "game")));
    }
    if report.stopped > 0 {
        let (games, plies) = (plural(report.stopped, "game"), plural(plan.limit, "ply"));
        reasons.push(format!("{games} did not end within {plies}: left out of every figure"));
        if report.stopped == report.games {
            reasons
                .push("no game ended: is there a card that eliminates a player, or a script that ends the game?".into());
        }
    }
    if report.drawn > 0 {
        reasons.push(format!("{} ended without a winner", plural(report.drawn, "game")));
    }
    if let Some(first) = &report.first_fault {
        let (game, seed, fault) = (first.game, first.seed, &first.fault);
        let games = plural(report.faulty, "game");
        reasons.push(format!(
            "a script failed in {games}, first in game {game} with seed {seed}:\n\n{fault}"
        ));
    }
    reasons
}

fn rates(title: &str, rows: &[Row], players: usize, out: &mut String) {
    line(out, format_args!("\n{title} (fair: {:.1} %)", 100.0 / players as f64));
    let across = width(rows.iter().map(|row| &row.name), 0);
    let shown: Vec<String> = rows.iter().map(|row| percent(row.rate)).collect();
    let wide = width(&shown, 14);
    for (row, shown) in rows.iter().zip(&shown) {
        let rate = row.rate.map_or(0.0, |rate| rate.value);
        line(out, format_args!("  {:across$}  {shown:>wide$}  {}", row.name, bar(rate, 40)));
    }
}

fn scores(report: &SimReport, out: &mut String) {
    if report.scores.is_empty() {
        return;
    }
    let width = width(report.scores.iter().map(|row| &row.name), 0);
    line(out, format_args!("\nmean score by seat"));
    for row in &report.scores {
        line(out, format_args!("  {:width$}  {:>16}", row.name, mean(row.mean)));
    }
}

/// The conclusions about seats.
pub(super) fn findings(report: &SimReport) -> Vec<String> {
    let mut findings = Vec::new();
    if let Some(test) = report.seat_test {
        let verdict = if test.p_value < 0.05 {
            "seats differ significantly"
        } else {
            "no significant difference"
        };
        let (statistic, p) = (test.statistic, test.p_value);
        findings.push(format!("{verdict}: chi-squared {statistic:.2}, p = {}", p_value(p)));
    }
    if let Some(first) = report.first {
        let (points, p) = (effect(Some(first.advantage())), p_value(first.p_value));
        findings.push(format!("starting-player advantage: {points} points, p = {p}"));
    }
    let comebacks = percent(report.comebacks);
    findings.push(format!("comebacks (fewest cards at half-time): {comebacks}"));
    findings
}

/// The columns of [`length`].
pub(super) const LENGTH_HEADS: [&str; 8] =
    ["mean", "min", "5 %", "25 %", "50 %", "75 %", "95 %", "max"];

/// The distributions that are listed, with their names.
pub(super) const fn lengths_of(report: &SimReport) -> [(&'static str, Option<Length>); 6] {
    [
        ("plies", report.plies),
        ("turns", report.turns),
        ("cards drawn", report.draws),
        ("options on a turn", report.turn_options),
        ("options in a window", report.window_options),
        ("options of a question", report.question_options),
    ]
}

/// The mean and the quantiles.
pub(super) fn length(length: &Length) -> [String; 8] {
    let Length { mean: average, min, p05, p25, median, p75, p95, max } = length;
    let mean = mean(Some(*average));
    let [min, p05, p25, median, p75, p95, max] =
        [min, p05, p25, median, p75, p95, max].map(ToString::to_string);
    [mean, min, p05, p25, median, p75, p95, max]
}

fn lengths(report: &SimReport, out: &mut String) {
    let [mean, rest @ ..] = LENGTH_HEADS;
    let rest = rest.map(|head| format!("{head:>7}")).concat();
    line(out, format_args!("\n{:22}{mean:>16}{rest}", "game length"));
    for (name, size) in lengths_of(report) {
        let Some(size) = size else { continue };
        let [mean, rest @ ..] = length(&size);
        let rest = rest.map(|n| format!("{n:>7}")).concat();
        line(out, format_args!("  {name:20}{mean:>17}{rest}"));
    }
}

fn histogram(report: &SimReport, out: &mut String) {
    let bins = bins(&report.turn_counts, 16);
    let most = bins.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1);
    line(out, format_args!("\nturns"));
    for (range, n) in bins {
        line(out, format_args!("  {range:>9} {n:>9}  {}", bar(n as f64 / most as f64, 40)));
    }
}

fn causes(report: &SimReport, out: &mut String) {
    if report.causes.is_empty() {
        return;
    }
    line(out, format_args!("\ncauses of elimination"));
    for cause in &report.causes {
        let share = format!("{:.1} %", 100.0 * cause.share);
        let (name, n) = (&cause.name, cause.eliminations);
        line(out, format_args!("  {name:24}{n:>10}{share:>9}  {}", bar(cause.share, 40)));
    }
}

fn cards(title: &str, rows: &[CardRow], out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let name = width(rows.iter().map(|row| &row.name), 18);
    let small = ["played", "drawn", "stolen", "dead"].map(|head| format!("{head:>7}")).concat();
    let estimates = |row: &CardRow| [share(row.cancelled), share(row.rescued), effect(row.dealt)];
    let cells: Vec<[String; 3]> = rows.iter().map(estimates).collect();
    let widths = [0, 1, 2].map(|column| width(cells.iter().map(|row| &row[column]), 12));
    let wide = |cells: [&str; 3]| {
        let cells = cells.into_iter().zip(widths);
        cells.map(|(cell, width)| format!("  {cell:>width$}")).collect::<String>()
    };
    let heads = wide(["cancelled %", "rescued %", "dealt"]);
    line(out, format_args!("\n{title:name$}  {small}{heads}"));
    for (row, cells) in rows.iter().zip(&cells) {
        let small = [row.played, row.drawn, row.stolen, row.dead];
        let small = small.map(|n| format!("{n:>7.2}")).concat();
        let wide = wide(cells.each_ref().map(String::as_str));
        line(out, format_args!("  {:name$}{small}{wide}", row.name));
    }
}
