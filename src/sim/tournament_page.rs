//! A tournament as an HTML page: strengths, and a heat map of agents and seats.

use super::figures::{number, share, signed};
use super::page::{HeatRow, heat_map, interval, page, table};
use super::stats::Estimate;
use super::tournament::{RankedAgent, Tournament};
use crate::output::escape_markup;

/// Formats a tournament as a self-contained HTML page.
#[must_use]
pub fn tournament_page(title: &str, result: &Tournament) -> String {
    let said: Vec<String> = summary(result).iter().map(|text| escape_markup(text)).collect();
    let mut body = format!("<h1>{}</h1>\n", escape_markup(title));
    body += &format!("<p class=\"summary\">{}</p>\n<h2>Strength</h2>\n", said.join(" "));
    let ends = result.agents.iter().filter_map(|agent| agent.strength);
    let most = ends.map(|e| e.low.abs().max(e.high.abs())).fold(1.0, f64::max);
    let row = |agent: &RankedAgent| {
        let name = escape_markup(&agent.name);
        let drawn = |strength| format!("{} {}", signed(strength, 0), interval(strength, most));
        let shown = agent.strength.map_or_else(|| "-".to_owned(), drawn);
        let value = agent.strength.map_or_else(String::new, |strength| strength.value.to_string());
        format!("<td data-value=\"{name}\">{name}</td><td data-value=\"{value}\">{shown}</td>")
    };
    let rows: Vec<String> = result.agents.iter().map(row).collect();
    body += &table(&["agent", "Elo points"], &rows, true);
    body += "<h2>Win rate by agent and seat</h2>\n";
    let cell = |(seat, rate): (usize, &Option<Estimate>)| (*rate, format!("as p{}", seat + 1));
    let row = |agent: &'_ RankedAgent| agent.seats.iter().enumerate().map(cell).collect();
    let agents = result.agents.iter();
    let rows: Vec<_> =
        agents.map(|agent| HeatRow { agent: &agent.name, seats: row(agent) }).collect();
    body += &heat_map(&rows);
    body += "<h2>Pairs</h2>\n";
    let row = |pairing: &super::tournament::PairingResult| {
        let [a, b] = pairing.agents.each_ref().map(|name| escape_markup(name));
        let expected = pairing.expected.map(|share| format!("{:.1}", 100.0 * share));
        let expected = expected.unwrap_or_else(|| "-".to_owned());
        format!(
            "<td>{a}</td><td>{b}</td><td>{}</td><td>{expected}</td><td>{}</td>",
            share(pairing.rate),
            pairing.games
        )
    };
    let heads = ["agent", "against", "wins %", "by strength %", "games"];
    body += &table(&heads, &result.pairings.iter().map(row).collect::<Vec<_>>(), false);
    page(title, &body)
}

/// The main findings, in plain sentences.
fn summary(result: &Tournament) -> Vec<String> {
    let mut said = Vec::new();
    if let ([best, .., worst], Some(spread)) = (&result.agents[..], result.spread) {
        let (best, worst, points) = (&best.name, &worst.name, number(spread, 0));
        said.push(match spread.holds(0.0) {
            true => format!(
                "No agent is clearly stronger than another: {best} is {points} Elo points ahead of \
                 {worst}."
            ),
            false => format!("{best} is {points} Elo points stronger than {worst}."),
        });
        if let Some(wins) = result.strongest_beats_weakest {
            said.push(format!("{best} would win {:.1} % of games of two.", 100.0 * wins));
        }
    } else {
        said.push("Too few games were played to rank the agents.".to_owned());
    }
    if let Some(slope) = result.points_per_tenfold {
        let points = signed(slope, 0);
        said.push(match slope.holds(0.0) {
            true => {
                format!("Thinking ten times as long makes no clear difference: {points} points.")
            }
            false => format!("Thinking ten times as long is worth {points} points."),
        });
    }
    said
}
