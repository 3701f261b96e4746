//! The parts of pages: plots, tables, and the page around them.

use super::figures::share;
use super::stats::Estimate;
use crate::output;
use std::fmt::Write as _;

/// The width of a plot, in SVG units.
pub(super) const WIDTH: f64 = 720.0;

pub(super) const HEIGHT: f64 = 256.0;

/// The margin for labels at the left and below.
pub(super) const LEFT: f64 = 56.0;

pub(super) const BELOW: f64 = 44.0;

pub(super) const STYLE: &str = include_str!("page.css");

pub(super) const SORTING: &str = include_str!("page.js");

/// The page loads no external resource (enforced by CSP).
pub(super) const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A self-contained page.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{}</title>\n<style>\n{STYLE}\
         </style>\n</head>\n<body>\n{body}<script>\n{SORTING}</script>\n</body>\n</html>\n",
        output::escape_markup(title)
    )
}

pub(super) fn section(body: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        *body += &format!("<h2>{title}</h2>\n{content}");
    }
}

/// An SVG plot with an accessible label.
pub(super) fn plot(label: &str, inside: &str) -> String {
    format!(
        "<div class=\"wide\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{}\">\n{inside}</svg></div>\n",
        output::escape_markup(label)
    )
}

pub(super) fn label(out: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        output::escape_markup(text)
    );
}

pub(super) fn stroke(out: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// Draws a point that is seen, with its text, under the pointer.
pub(super) fn dot(out: &mut String, (x, y): (f64, f64), text: &str) {
    let _ = writeln!(
        out,
        "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{}</title></circle>",
        output::escape_markup(text)
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
pub(super) fn top(share: f64) -> f64 {
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

/// A plot with its data, folded.
pub(super) fn with_data(plot: &str, table: &str) -> String {
    format!("{plot}<details><summary>Data</summary>\n{table}</details>\n")
}

/// Draws an interval on a scale from `-most` to `most`, with a line at 0.
pub(super) fn interval(estimate: Estimate, most: f64) -> String {
    interval_from(estimate, -most, most)
}

/// Draws an interval on a scale from `least` to `most`, which contains 0, with a line at 0.
pub(super) fn interval_from(estimate: Estimate, least: f64, most: f64) -> String {
    let x = |value: f64| 2.0 + 116.0 * (value - least) / (most - least);
    let Estimate { value, low, high } = estimate;
    let mut inside = String::new();
    stroke(&mut inside, "fair", (x(0.0), 0.0), (x(0.0), 16.0));
    stroke(&mut inside, "band", (x(low), 8.0), (x(high), 8.0));
    format!(
        "<svg class=\"interval\" viewBox=\"0 0 120 16\" aria-hidden=\"true\">{inside}\
         <circle class=\"bar\" cx=\"{:.1}\" cy=\"8\" r=\"3.5\"/></svg>",
        x(value)
    )
}

/// The win rates of an agent, for each seat with a tooltip.
pub(super) struct HeatRow<'a> {
    pub agent: &'a str,
    pub seats: Vec<(Option<Estimate>, String)>,
}

/// A table of win rates by agent and seat; the background of a cell is the stronger the higher the
/// rate.
pub(super) fn heat_map(rows: &[HeatRow<'_>]) -> String {
    let n_seats = rows.first().map_or(0, |row| row.seats.len());
    let heads: Vec<String> = (1..=n_seats).map(|seat| format!("p{seat}, %")).collect();
    let heads: Vec<&str> = [""].into_iter().chain(heads.iter().map(String::as_str)).collect();
    let cell = |(rate, title): &(Option<Estimate>, String)| {
        let strength = rate.map_or(0.0, |rate| 60.0 * rate.value);
        let (title, shown) = (output::escape_markup(title), share(*rate));
        format!(
            "<td class=\"heat\" style=\"--heat: {strength:.0}%\" title=\"{title}\">{shown}</td>"
        )
    };
    let row = |HeatRow { agent, seats }: &HeatRow<'_>| {
        format!(
            "<td>{}</td>{}",
            output::escape_markup(agent),
            seats.iter().map(cell).collect::<String>()
        )
    };
    table(&heads, &rows.iter().map(row).collect::<Vec<_>>(), false)
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
