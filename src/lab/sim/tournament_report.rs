//! The report of a tournament, as sections: strengths, pairs, and win rates by agent and seat.

use super::figures::{number, percent, signed};
use super::sections::{Bars, Cell, Column, Plot, Report, ReportSection, TableRow, answers};
use super::stats::Estimate;
use super::tally::is_cut;
use super::tournament::{PairingResult, RankedAgent, Tournament};
use crate::base::error::plural;
use crate::sim::registry::described;

const NOTES: &str = "\
Elo points are relative to the first agent named: 400 points more win 10 of 11 games of two. by
strength: the share of wins that follows from the strengths. Agents are sorted by the result, so the
intervals of ahead of the next, and of the strongest against the weakest, hold for all differences
between agents at once (studentised range).";

/// The sections of a tournament.
pub fn tournament_report(title: String, result: &Tournament) -> Report {
    let names: Vec<String> = result.agents.iter().map(|agent| agent.name.clone()).collect();
    Report {
        title,
        players: described(&names),
        warnings: left_out(result),
        summary: answers("Who is stronger?", summary(result)),
        sections: vec![
            strengths(&result.agents),
            seats(&result.agents),
            matrix(result),
            pairs(&result.pairings),
        ],
        notes: NOTES.to_owned(),
        ..Report::default()
    }
}

fn left_out(result: &Tournament) -> Vec<String> {
    let mut reasons = Vec::new();
    if result.undecided > 0 {
        let games = plural(result.undecided, "game");
        let count = if result.undecided == 1 { "counts" } else { "count" };
        reasons.push(format!("{games} without a winner {count} for nobody"));
    }
    reasons.extend(result.first_fault.iter().map(|first| first.told(result.faulty)));
    reasons
}

fn strengths(agents: &[RankedAgent]) -> ReportSection {
    let row = |agent: &RankedAgent| {
        let cells = [agent.strength, agent.ahead].map(|points| Cell::difference(points, 0));
        TableRow::new(&agent.name, cells)
    };
    let rows: Vec<TableRow> = agents.iter().map(row).collect();
    let points = || rows.iter().filter_map(|row| row.cells[0].value);
    let (least, most) =
        (points().fold(f64::INFINITY, f64::min), points().fold(f64::NEG_INFINITY, f64::max));
    let column = Column::new("strength", "Elo points").drawn(ReportSection::reach(&rows, 0));
    ReportSection {
        name: "agent",
        title: "strength in Elo points".to_owned(),
        names: "agent",
        columns: vec![column, Column::new("ahead", "ahead of the next")],
        bars: Some(Bars { column: 0, least, most }),
        plot: Some(Plot::Points {
            unit: "",
            column: 0,
            axis: "Elo points".to_owned(),
            at: None,
            target: None,
        }),
        sorts: true,
        is_ranked: true,
        rows,
        ..ReportSection::default()
    }
}

fn seats(agents: &[RankedAgent]) -> ReportSection {
    let n_seats = agents.first().map_or(0, |agent| agent.seats.len());
    let row = |agent: &RankedAgent| {
        let rates = agent.seats.iter().map(|rate| Cell::share(*rate));
        TableRow::new(&agent.name, rates.collect::<Vec<_>>())
    };
    let column = |n: usize| Column::new(format!("win_rate_p{n}"), format!("p{n}, %"));
    ReportSection {
        name: "agent_seat",
        title: "win rate by agent and seat".to_owned(),
        names: "agent",
        columns: (1..=n_seats).map(column).collect(),
        rows: agents.iter().map(row).collect(),
        heat: true,
        ..ReportSection::default()
    }
}

/// Who wins how often against whom; two agents have one row in the table of pairs.
fn matrix(result: &Tournament) -> ReportSection {
    let agents = || result.agents.iter().filter(|_| result.agents.len() > 2);
    let rate = |a: &RankedAgent, b: &RankedAgent| {
        result.pairings.iter().find_map(|pairing| match &pairing.agents {
            [first, second] if *first == a.name && *second == b.name => pairing.rate,
            [first, second] if *first == b.name && *second == a.name => {
                let Estimate { value, low, high } = pairing.rate?;
                Some(Estimate::of(1.0 - value, 1.0 - high, 1.0 - low))
            }
            _ => None,
        })
    };
    let row = |a: &RankedAgent| {
        let cells = agents().map(|b| Cell::share(rate(a, b)));
        TableRow::new(&a.name, cells.collect::<Vec<_>>())
    };
    ReportSection {
        title: "wins against each agent, %".to_owned(),
        names: "agent",
        columns: agents().map(|agent| Column::new("", &agent.name)).collect(),
        rows: agents().map(row).collect(),
        heat: true,
        ..ReportSection::default()
    }
}

fn pairs(pairings: &[PairingResult]) -> ReportSection {
    let row = |pairing: &PairingResult| {
        let [a, b] = &pairing.agents;
        let expected = pairing.expected.map_or_else(|| Cell::text("-"), Cell::part);
        let cells = [Cell::percent(pairing.rate), expected, Cell::count(pairing.games)];
        TableRow::new(format!("{a} against {b}"), cells)
    };
    ReportSection {
        name: "pair",
        title: "wins of each pair".to_owned(),
        names: "agents",
        columns: vec![
            Column::new("win_rate", "wins"),
            Column::new("expected", "by strength"),
            Column::new("games", "games"),
        ],
        rows: pairings.iter().map(row).collect(),
        ..ReportSection::default()
    }
}

/// The main findings, in plain sentences.
fn summary(result: &Tournament) -> Vec<String> {
    let mut said = Vec::new();
    if is_cut(result.stopped, result.played) {
        let (stopped, games) = (result.stopped, plural(result.played, "game"));
        return vec![format!(
            "Nobody is ranked: {stopped} of {games} did not end. Games that end early are not like \
             all: play on with a larger --limit."
        )];
    }
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
            said.push(format!("{best} would win {} of games of two.", percent(Some(wins))));
        }
        let steps = result
            .agents
            .windows(2)
            .filter(|pair| pair[0].ahead.is_some_and(|ahead| ahead.low > 0.0));
        let steps: Vec<String> =
            steps.map(|pair| format!("{} over {}", pair[0].name, pair[1].name)).collect();
        if result.agents.len() > 2 && !spread.holds(0.0) {
            said.push(match steps.is_empty() {
                true => "No agent is clearly stronger than the next one.".to_owned(),
                false => format!("Clear steps from one to the next: {}.", steps.join(", ")),
            });
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
