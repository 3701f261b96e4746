//! A comparison as an HTML page: the variants side by side, with intervals drawn.

use super::compare::{Comparison, Member};
use super::figures::number;
use super::page::{
    HEIGHT, LEFT, WIDTH, below, interval, label, page, plot, stroke, table, with_data,
};
use super::stats::Estimate;
use crate::output::escape_markup;
use std::fmt::Write as _;

/// Formats a comparison as a self-contained HTML page.
#[must_use]
pub fn compare_page(title: &str, comparison: &Comparison) -> String {
    let mut body = format!("<h1>{}</h1>\n", escape_markup(title));
    let [base, others @ ..] = comparison.members.as_slice() else { return page(title, &body) };
    let mut said: Vec<String> = Vec::new();
    for other in others {
        let clear = other.measures.iter().filter(|m| m.difference.is_some_and(|d| !d.holds(0.0)));
        let clear: Vec<String> = clear.map(|measured| escape_markup(&measured.sentence)).collect();
        if clear.is_empty() {
            let (name, base) = (escape_markup(&other.name), escape_markup(&base.name));
            said.push(format!("with {name}, no difference from {base} can be distinguished"));
        }
        said.extend(clear);
    }
    body += &format!("<p class=\"summary\">{}.</p>\n", said.join("; "));
    for (i, measure) in base.measures.iter().enumerate() {
        let drawn = means(&comparison.members, i);
        let rows = rows(&comparison.members, i);
        let heads = ["variant", "mean", "difference from the first", "width"];
        body += &format!("<h2>{}</h2>\n", escape_markup(measure.title));
        body += &with_data(&drawn, &table(&heads, &rows, true));
    }
    body += "<p>All variants play the same games on common random numbers. The lines are 95 % \
             intervals. width: that of the interval of the difference, relative to independent \
             games.</p>\n";
    page(title, &body)
}

fn rows(members: &[Member], i: usize) -> Vec<String> {
    let differences = members.iter().filter_map(|member| member.measures[i].difference);
    let ends = differences.map(|e| e.low.abs().max(e.high.abs()));
    let most = ends.fold(f64::MIN_POSITIVE, f64::max);
    let cell = |estimate: Option<Estimate>, drawn: String| {
        let value = estimate.map_or_else(String::new, |e| e.value.to_string());
        let shown = estimate.map_or_else(|| "-".to_owned(), |estimate| number(estimate, 3));
        format!("<td data-value=\"{value}\">{shown} {drawn}</td>")
    };
    let row = |member: &Member| {
        let (name, measured) = (escape_markup(&member.name), &member.measures[i]);
        let drawn = measured.difference.map_or_else(String::new, |e| interval(e, most));
        let width = measured.width.map_or_else(String::new, |width| format!("{width:.2}"));
        format!(
            "<td data-value=\"{name}\">{name}</td>{}{}<td data-value=\"{width}\">{width}</td>",
            cell(measured.mean, String::new()),
            cell(measured.difference, drawn)
        )
    };
    members.iter().map(row).collect()
}

/// The means side by side, with their intervals.
fn means(members: &[Member], i: usize) -> String {
    let found = || members.iter().filter_map(|member| member.measures[i].mean);
    let least = found().map(|e| e.low).fold(f64::INFINITY, f64::min);
    let most = found().map(|e| e.high).fold(f64::NEG_INFINITY, f64::max);
    let range = (most - least).max(1e-9);
    let y = |value: f64| HEIGHT - 54.0 - (HEIGHT - 70.0) * (value - least) / range;
    let mut out = String::new();
    for value in [least, most].into_iter().filter(|value| value.is_finite()) {
        stroke(&mut out, "axis", (LEFT, y(value)), (WIDTH, y(value)));
        label(&mut out, LEFT - 6.0, y(value) + 4.0, "end", &format!("{value:.2}"));
    }
    let step = (WIDTH - LEFT) / members.len().max(1) as f64;
    for (place, member) in members.iter().enumerate() {
        let x = (place as f64 + 0.5).mul_add(step, LEFT);
        if let Some(mean) = member.measures[i].mean {
            let Estimate { value, low, high } = mean;
            stroke(&mut out, "band", (x, y(low)), (x, y(high)));
            // Writing into a string cannot fail.
            let _ = writeln!(
                out,
                "<circle class=\"bar\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}: {}</title></circle>",
                y(value),
                escape_markup(&member.name),
                number(mean, 3)
            );
        }
        if place % members.len().div_ceil(8).max(1) == 0 {
            below(&mut out, x, "middle", &member.name, "");
        }
    }
    plot(&format!("mean {} of each variant", members[0].measures[i].title), &out)
}
