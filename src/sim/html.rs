//! The report as a self-contained HTML page.

use super::histogram::bins;
use super::report::{CardRow, CauseRow, Length, Row, SimReport};
use super::stats::Estimate;
use super::summary::summary;
use super::text;
use super::value_report;
use crate::error::plural;
use std::fmt::Write as _;

/// The width of a plot, in SVG units.
pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 256.0;
/// The margin for labels at the left and below.
pub(super) const LEFT: f64 = 56.0;
const BELOW: f64 = 44.0;

const STYLE: &str = include_str!("page.css");
const SORTING: &str = include_str!("page.js");

/// The page loads no external resource (enforced by CSP).
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

const LEGEND: &str = "<p>The lines beside the bars are 95 % intervals, the dashed line is the fair
share, thin curves are the seats one by one. Click on a heading to sort by it.</p>
";

/// Formats the report as an HTML page.
#[must_use]
pub fn html(report: &SimReport) -> String {
    let plan = &report.plan;
    let title = format!(
        "{}: {}, {}",
        plan.variant,
        plural(report.games, "game"),
        plural(plan.players, "player")
    );
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&about(report)));
    troubles(report, &mut body);
    if report.won > 0 {
        let said: Vec<String> = summary(report).iter().map(|text| escaped(text)).collect();
        body += &format!("<p class=\"summary\">{}</p>\n", said.join(" "));
        let fair = 1.0 / plan.players as f64;
        section(&mut body, "Win rate by seat", &rates(&report.seats, fair));
        for finding in text::findings(report) {
            body += &format!("<p>{}</p>\n", escaped(&finding));
        }
        if !report.scores.is_empty() {
            section(&mut body, "Mean score by seat", &scores(report));
        }
        if report.agents.len() > 1 {
            section(&mut body, "Win rate by agent", &rates(&report.agents, fair));
        }
        let survived = |(turn, share): (usize, &f64)| {
            format!("<td>{turn}</td><td>{:.1} %</td>", 100.0 * share)
        };
        let rows: Vec<String> = report.survival.iter().enumerate().map(survived).collect();
        let curve =
            with_data(&survival(report), &table(&["after turn", "in the game"], &rows, false));
        section(&mut body, "Survival by turn", &curve);
        let counted = |(turns, n): (usize, &u64)| format!("<td>{turns}</td><td>{n}</td>");
        let rows: Vec<String> = report.turn_counts.iter().enumerate().map(counted).collect();
        let bars =
            with_data(&histogram(&report.turn_counts), &table(&["turns", "games"], &rows, false));
        section(&mut body, "Length in turns", &bars);
        section(&mut body, "Game length", &lengths(report));
        section(&mut body, "Causes of elimination", &causes(report));
        section(&mut body, "Cards", &cards(&report.cards, true));
        section(&mut body, "Combos", &cards(&report.combos, false));
        if let Some(quality) = &report.metrics {
            section(&mut body, "Quality of the game", &quality.html());
        }
        section(&mut body, "What a card is worth", &value_report::html(&report.values));
        body += &format!("<p>{}</p>\n{LEGEND}", escaped(text::NOTES.trim()));
    }
    page(&title, &body)
}

/// A self-contained page.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{}</title>\n<style>\n{STYLE}\
         </style>\n</head>\n<body>\n{body}<script>\n{SORTING}</script>\n</body>\n</html>\n",
        escaped(title)
    )
}

fn about(report: &SimReport) -> String {
    let plan = &report.plan;
    let set: Vec<String> = plan.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let set = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
    let agents = plan.agents.join(", ");
    format!("Agents: {agents}{set}. Seed {}. Rules {}.", plan.seed, plan.rules)
}

fn troubles(report: &SimReport, body: &mut String) {
    for text in text::troubles(report) {
        *body += &format!("<p class=\"warning\">{}</p>\n", escaped(&text));
    }
}

fn section(body: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        *body += &format!("<h2>{title}</h2>\n{content}");
    }
}

/// Escapes a text for HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An SVG plot with an accessible label.
pub(super) fn plot(label: &str, inside: &str) -> String {
    format!(
        "<div class=\"wide\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{}\">\n{inside}</svg></div>\n",
        escaped(label)
    )
}

pub(super) fn label(out: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(text)
    );
}

pub(super) fn stroke(out: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// Draws two lines of text below a plot.
pub(super) fn below(out: &mut String, x: f64, anchor: &str, first: &str, second: &str) {
    label(out, x, HEIGHT - 26.0, anchor, first);
    if !second.is_empty() {
        label(out, x, HEIGHT - 9.0, anchor, second);
    }
}

/// The top of a plot: at least the share, a whole even number of percent.
fn top(share: f64) -> f64 {
    ((share * 50.0).ceil() / 50.0).clamp(0.02, 1.0)
}

/// The height of a share on a plot whose top is `most`.
pub(super) fn height(share: f64, most: f64) -> f64 {
    8.0 + (HEIGHT - BELOW - 8.0) * (1.0 - share / most)
}

pub(super) fn axes(out: &mut String, most: f64) {
    for share in [0.0, 0.5, 1.0].map(|part| part * most) {
        let y = height(share, most);
        stroke(out, "axis", (LEFT, y), (WIDTH, y));
        label(out, LEFT - 6.0, y + 4.0, "end", &format!("{:.0} %", 100.0 * share));
    }
}

fn rates(rows: &[Row], fair: f64) -> String {
    let highs = rows.iter().filter_map(|row| row.rate).map(|rate| rate.high);
    let most = top(highs.fold(fair, f64::max) * 1.05);
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / rows.len() as f64;
    for (i, row) in rows.iter().enumerate() {
        let middle = (i as f64 + 0.5).mul_add(step, LEFT);
        let wide = (step * 0.6).min(90.0);
        let rate = row.rate.map_or(0.0, |rate| rate.value);
        let (tip, bottom) = (height(rate, most), height(0.0, most));
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{tip:.1}\" width=\"{wide:.1}\" \
             height=\"{:.1}\"><title>{} {}</title></rect>",
            middle - wide / 2.0,
            bottom - tip,
            escaped(&row.name),
            text::share(row.rate)
        );
        if let Some(Estimate { low, high, .. }) = row.rate {
            let x = wide.mul_add(0.5, middle) + 5.0;
            stroke(&mut out, "band", (x, height(low, most)), (x, height(high, most)));
        }
        below(&mut out, middle, "middle", &row.name, &format!("{:.1} %", 100.0 * rate));
    }
    let y = height(fair, most);
    stroke(&mut out, "fair", (LEFT, y), (WIDTH, y));
    let told: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.name, text::share(row.rate))).collect();
    let cells = |row: &Row| {
        let (name, wins, n) = (escaped(&row.name), row.wins, row.n);
        format!("<td>{name}</td><td>{}</td><td>{wins}</td><td>{n}</td>", text::share(row.rate))
    };
    let rows: Vec<String> = rows.iter().map(cells).collect();
    with_data(
        &plot(&told.join(", "), &out),
        &table(&["", "win rate, %", "wins", "games"], &rows, false),
    )
}

fn survival(report: &SimReport) -> String {
    let mut out = String::new();
    axes(&mut out, 1.0);
    let n_turns = report.survival.len().max(2) - 1;
    let path = |shares: &[f64]| {
        let mut path = String::new();
        for (turn, share) in shares.iter().enumerate() {
            let x = LEFT + (WIDTH - LEFT) * turn as f64 / n_turns as f64;
            let y = height(*share, 1.0);
            let _ = match turn {
                0 => write!(path, "M{x:.1} {y:.1}"),
                _ => write!(path, "H{x:.1} V{y:.1}"),
            };
        }
        path
    };
    for seat in &report.seat_survival {
        let _ = writeln!(out, "<path class=\"seat\" d=\"{}\"/>", path(seat));
    }
    let _ = writeln!(out, "<path class=\"curve\" d=\"{}\"/>", path(&report.survival));
    for turn in [0, n_turns / 2, n_turns] {
        let x = LEFT + (WIDTH - LEFT) * turn as f64 / n_turns as f64;
        let anchor = if turn == n_turns { "end" } else { "middle" };
        let axis = if turn == n_turns / 2 { "turn of the game" } else { "" };
        below(&mut out, x, anchor, &turn.to_string(), axis);
    }
    plot("share of players still in the game after each turn; thin lines: by seat", &out)
}

fn histogram(counts: &[u64]) -> String {
    let bins = bins(counts, 60);
    let all: u64 = counts.iter().sum();
    let most = top(bins.iter().map(|(_, n)| *n).max().unwrap_or(0) as f64 / all.max(1) as f64);
    let mut out = String::new();
    axes(&mut out, most);
    let step = (WIDTH - LEFT) / bins.len().max(1) as f64;
    for (i, (range, n)) in bins.iter().enumerate() {
        let x = (i as f64).mul_add(step, LEFT);
        let tip = height(*n as f64 / all.max(1) as f64, most);
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{tip:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>{range} turns: {}</title></rect>",
            step * 0.9,
            height(0.0, most) - tip,
            plural(n, "game")
        );
        if i % bins.len().div_ceil(8).max(1) == 0 {
            below(&mut out, step.mul_add(0.5, x), "middle", range, "");
        }
    }
    below(&mut out, LEFT.midpoint(WIDTH), "middle", "", "turns per game, in percent of games");
    plot("distribution of the number of turns", &out)
}

/// A plot with its data, folded.
pub(super) fn with_data(plot: &str, table: &str) -> String {
    format!("{plot}<details><summary>Data</summary>\n{table}</details>\n")
}

/// Draws an interval on a scale from `-most` to `most`, with a line at 0.
pub(super) fn interval(estimate: Estimate, most: f64) -> String {
    let x = |value: f64| 60.0 + 58.0 * value / most;
    let Estimate { value, low, high } = estimate;
    let mut inside = String::new();
    stroke(&mut inside, "fair", (60.0, 0.0), (60.0, 16.0));
    stroke(&mut inside, "band", (x(low), 8.0), (x(high), 8.0));
    format!(
        "<svg class=\"interval\" viewBox=\"0 0 120 16\" aria-hidden=\"true\">{inside}\
         <circle class=\"bar\" cx=\"{:.1}\" cy=\"8\" r=\"3.5\"/></svg>",
        x(value)
    )
}

/// A table; with `sorts`, a click on a heading sorts it.
pub(super) fn table(heads: &[&str], rows: &[String], sorts: bool) -> String {
    let head = |head: &&str| match sorts {
        true => format!("<th scope=\"col\"><button>{head}</button></th>"),
        false => format!("<th scope=\"col\">{head}</th>"),
    };
    let heads: String = heads.iter().map(head).collect();
    let class = if sorts { " class=\"sorts\"" } else { "" };
    let rows: String = rows.iter().map(|cells| format!("<tr>{cells}</tr>\n")).collect();
    format!(
        "<div class=\"wide\"><table{class}><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\
         </tbody></table></div>\n"
    )
}

fn lengths(report: &SimReport) -> String {
    let mut heads = vec![""];
    heads.extend(text::LENGTH_HEADS);
    let row = |(name, length): (&str, Option<Length>)| {
        let cells = text::length(&length?).map(|cell| format!("<td>{cell}</td>"));
        Some(format!("<td>{name}</td>{}", cells.concat()))
    };
    let rows: Vec<String> = text::lengths_of(report).into_iter().filter_map(row).collect();
    table(&heads, &rows, false)
}

fn scores(report: &SimReport) -> String {
    let row = |row: &super::report::ScoreRow| {
        format!("<td>{}</td><td>{}</td>", escaped(&row.name), text::mean(row.mean))
    };
    table(&["seat", "mean"], &report.scores.iter().map(row).collect::<Vec<_>>(), false)
}

fn causes(report: &SimReport) -> String {
    let row = |cause: &CauseRow| {
        let (name, n, share) = (escaped(&cause.name), cause.eliminations, 100.0 * cause.share);
        format!("<td>{name}</td><td>{n}</td><td>{share:.1} %</td>")
    };
    let rows: Vec<String> = report.causes.iter().map(row).collect();
    table(&["name", "players", "share"], &rows, false)
}

fn cards(rows: &[CardRow], are_cards: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut heads = vec!["name", "played"];
    if are_cards {
        heads.extend(["drawn", "stolen", "dead", "cancelled %", "rescued %", "dealt"]);
    } else {
        heads.push("cancelled %");
    }
    let number = |n: f64| format!("<td data-value=\"{n}\">{n:.2}</td>");
    let cell = |estimate: Option<Estimate>, shown: String| {
        let value = estimate.map_or_else(String::new, |estimate| estimate.value.to_string());
        format!("<td data-value=\"{value}\">{shown}</td>")
    };
    let share = |rate| cell(rate, text::share(rate));
    let effect = |rate| cell(rate, text::effect(rate));
    let row = |row: &CardRow| {
        let name = escaped(&row.name);
        let mut cells = format!("<td data-value=\"{name}\">{name}</td>{}", number(row.played));
        if are_cards {
            cells += &[row.drawn, row.stolen, row.dead].map(number).concat();
            cells += &[share(row.cancelled), share(row.rescued), effect(row.dealt)].concat();
        } else {
            cells += &share(row.cancelled);
        }
        cells
    };
    table(&heads, &rows.iter().map(row).collect::<Vec<_>>(), true)
}
