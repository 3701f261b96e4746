//! A tournament as an HTML page: strengths, and a heat map of agents and seats.

use super::figures::share;
use super::page::{escaped, interval, page, table};
use super::stats::Estimate;
use super::tournament::{RankedAgent, Tournament};

/// Formats a tournament as a self-contained HTML page.
#[must_use]
pub fn tournament_page(title: &str, result: &Tournament) -> String {
    let mut body = format!("<h1>{}</h1>\n<h2>Strength</h2>\n", escaped(title));
    let ends = result.agents.iter().filter_map(|agent| agent.strength);
    let most = ends.map(|e| e.low.abs().max(e.high.abs())).fold(1.0, f64::max);
    let row = |agent: &RankedAgent| {
        let name = escaped(&agent.name);
        let shown = agent.strength.map_or_else(String::new, |strength| {
            let (value, margin) = (strength.value, strength.margin());
            format!("{value:+.0} ± {margin:.0} {}", interval(strength, most))
        });
        let value = agent.strength.map_or(0.0, |strength| strength.value);
        format!("<td data-value=\"{name}\">{name}</td><td data-value=\"{value}\">{shown}</td>")
    };
    let rows: Vec<String> = result.agents.iter().map(row).collect();
    body += &table(&["agent", "Elo points"], &rows, true);
    body += "<h2>Win rate by agent and seat</h2>\n";
    let n_seats = result.agents.first().map_or(0, |agent| agent.seats.len());
    let heads: Vec<String> = (1..=n_seats).map(|seat| format!("p{seat}, %")).collect();
    let heads: Vec<&str> = [""].into_iter().chain(heads.iter().map(String::as_str)).collect();
    let row = |agent: &RankedAgent| {
        let cells: String = agent.seats.iter().map(|rate| heat(*rate)).collect();
        format!("<td>{}</td>{cells}", escaped(&agent.name))
    };
    body += &table(&heads, &result.agents.iter().map(row).collect::<Vec<_>>(), false);
    body += "<h2>Pairs</h2>\n";
    let row = |pairing: &super::tournament::PairingResult| {
        let [a, b] = pairing.agents.each_ref().map(|name| escaped(name));
        let expected = pairing.expected.map_or(0.0, |share| 100.0 * share);
        format!(
            "<td>{a}</td><td>{b}</td><td>{}</td><td>{expected:.1}</td><td>{}</td>",
            share(pairing.rate),
            pairing.games
        )
    };
    let heads = ["agent", "against", "wins %", "by strength %", "games"];
    body += &table(&heads, &result.pairings.iter().map(row).collect::<Vec<_>>(), false);
    page(title, &body)
}

/// A cell whose background is the stronger the higher the rate.
fn heat(rate: Option<Estimate>) -> String {
    let strength = rate.map_or(0.0, |rate| 60.0 * rate.value);
    format!("<td class=\"heat\" style=\"--heat: {strength:.0}%\">{}</td>", share(rate))
}
