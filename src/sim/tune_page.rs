//! The result of a search as an HTML page: the combinations, and the frontier of two targets.

use super::figures::number;
use super::page::{HEIGHT, LEFT, WIDTH, label, page, plot, stroke, table};
use super::stats::Estimate;
use super::tune::{Candidate, Target};
use crate::error::plural;
use crate::output::escape_markup;
use std::fmt::Write as _;

/// Formats the candidates as a self-contained HTML page.
#[must_use]
pub fn tune_page(title: &str, targets: &[Target], found: &[Candidate]) -> String {
    let said: Vec<String> =
        summary(targets, found).iter().map(|text| escape_markup(text)).collect();
    let mut body = format!("<h1>{}</h1>\n", escape_markup(title));
    body += &format!("<p class=\"summary\">{}</p>\n", said.join(" "));
    if let [x, y, ..] = targets {
        body += "<h2>Frontier</h2>\n";
        body += &frontier([x, y], found);
    }
    body += "<h2>Combinations</h2>\n";
    let mut heads = vec!["combination"];
    heads.extend(targets.iter().map(|target| target.measure.name()));
    heads.extend(["distance", "measured", "frontier"]);
    let row = |candidate: &Candidate| {
        let name = escape_markup(&named(candidate));
        let mut cells = format!("<td data-value=\"{name}\">{name}</td>");
        for estimate in &candidate.measures {
            let value = estimate.map_or_else(String::new, |e| e.value.to_string());
            let shown = estimate.map_or_else(|| "-".to_owned(), |e| number(e, 3));
            cells += &format!("<td data-value=\"{value}\">{shown}</td>");
        }
        let distance = candidate.distance.map_or_else(String::new, |d| d.to_string());
        let (measured, is_on) = (candidate.measured, u8::from(candidate.is_on_frontier));
        let mark = if candidate.is_on_frontier { "*" } else { "" };
        cells += &format!("<td data-value=\"{distance}\">{distance}</td>");
        cells += &format!("<td data-value=\"{measured}\">{measured}</td>");
        cells + format!("<td data-value=\"{is_on}\">{mark}</td>").as_str()
    };
    body += &table(&heads, &found.iter().map(row).collect::<Vec<_>>(), true);
    page(title, &body)
}

fn named(candidate: &Candidate) -> String {
    let set = candidate.set.iter().map(|(name, value)| format!("{name}={value}"));
    set.collect::<Vec<_>>().join(" ")
}

/// The main findings, in plain sentences.
fn summary(targets: &[Target], found: &[Candidate]) -> Vec<String> {
    let Some(best) = found.first().filter(|best| best.distance.is_some()) else {
        return vec!["No game was played by all combinations.".to_owned()];
    };
    let mut said = vec![format!("{} is the best combination found: {}.", named(best), {
        let parts = targets.iter().zip(&best.measures);
        parts
            .filter_map(|(target, found)| reached(target, (*found)?))
            .collect::<Vec<_>>()
            .join("; ")
    })];
    // Who has played fewer games was left behind.
    let rivals = found[1..].iter().filter(|other| other.games == best.games);
    let n_close = rivals.filter(|other| is_close(best, other)).count();
    if n_close > 0 {
        said.push(format!(
            "{} cannot be distinguished from it: the intervals of all measures overlap.",
            plural(n_close, "other finalist")
        ));
    }
    let n_on = found.iter().filter(|candidate| candidate.is_on_frontier).count();
    said.push(format!("{} of {} on the frontier.", n_on, plural(found.len(), "combination")));
    said
}

/// `turns 24.013 ± 2.971, wanted 25`.
fn reached(target: &Target, found: Estimate) -> Option<String> {
    let (name, shown, wanted) = (target.measure.name(), number(found, 3), target.value);
    Some(format!("{name} {shown}, wanted {wanted}"))
}

/// Whether the intervals of all measures overlap.
fn is_close(one: &Candidate, other: &Candidate) -> bool {
    one.measures.iter().zip(&other.measures).all(|pair| match pair {
        (Some(one), Some(other)) => one.low <= other.high && other.low <= one.high,
        _ => false,
    })
}

/// The first two measures of each combination, with the target as a cross, and the intervals of
/// those on the frontier.
fn frontier(targets: [&Target; 2], found: &[Candidate]) -> String {
    let values = |i: usize| {
        let shown = found.iter().filter_map(move |candidate| {
            let Estimate { value, low, high } = (*candidate.measures.get(i)?)?;
            Some(if candidate.is_on_frontier { [low, value, high] } else { [value; 3] })
        });
        shown.flatten().chain([targets[i].value])
    };
    let ends = [0, 1].map(|i| {
        let least = values(i).fold(f64::INFINITY, f64::min);
        let most = values(i).fold(f64::NEG_INFINITY, f64::max);
        (least, (most - least).max(1e-9))
    });
    let x = |value: f64| LEFT + 10.0 + (WIDTH - LEFT - 20.0) * (value - ends[0].0) / ends[0].1;
    let y = |value: f64| HEIGHT - 54.0 - (HEIGHT - 70.0) * (value - ends[1].0) / ends[1].1;
    let mut out = String::new();
    let (cx, cy) = (x(targets[0].value), y(targets[1].value));
    stroke(&mut out, "fair", (LEFT, cy), (WIDTH, cy));
    stroke(&mut out, "fair", (cx, 8.0), (cx, HEIGHT - 44.0));
    for candidate in found {
        let [Some(a), Some(b), ..] = candidate.measures[..] else { continue };
        let radius = if candidate.is_on_frontier { 6.0 } else { 3.0 };
        if candidate.is_on_frontier {
            stroke(&mut out, "band", (x(a.low), y(b.value)), (x(a.high), y(b.value)));
            stroke(&mut out, "band", (x(a.value), y(b.low)), (x(a.value), y(b.high)));
        }
        let text = format!("{}: {}; {}", named(candidate), number(a, 3), number(b, 3));
        // Writing into a string cannot fail.
        let _ = writeln!(
            out,
            "<circle class=\"bar\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"><title>{}</title></circle>",
            x(a.value),
            y(b.value),
            escape_markup(&text)
        );
    }
    for (i, place) in [0.0, 1.0].into_iter().enumerate() {
        let at = |(least, range): (f64, f64)| range.mul_add(place, least);
        let anchor = if i == 0 { "start" } else { "end" };
        label(&mut out, x(at(ends[0])), HEIGHT - 26.0, anchor, &format!("{:.3}", at(ends[0])));
        label(&mut out, LEFT - 6.0, y(at(ends[1])) + 4.0, "end", &format!("{:.3}", at(ends[1])));
    }
    let [a, b] = targets.map(|target| target.measure.name());
    label(&mut out, LEFT.midpoint(WIDTH), HEIGHT - 9.0, "middle", &format!("{a} (left: {b})"));
    plot(
        &format!(
            "{a} and {b} of each combination; large: on the frontier, with 95 % intervals; dashed: targets"
        ),
        &out,
    )
}
