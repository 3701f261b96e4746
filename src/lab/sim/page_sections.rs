//! Sections that only pages have: the cards in one table, and the course of games.

use super::card_rows::CardRow;
use super::compare::{Measured, Member};
use super::measures::N_OF_GAMES;
use super::report::SimReport;
use super::sections::{Cell, Column, Medium, Plot, ReportSection, TableRow};

/// Adds them to those of a simulation: the cards first.
pub(super) fn add_to(sections: &mut Vec<ReportSection>, report: &SimReport) {
    let end = report.danger.iter().zip(&report.hands).count();
    let danger = report.danger.iter().take(end).map(|danger| Cell::share(Some(*danger)));
    let hands = report.hands.iter().take(end).map(|mean| Cell::number(*mean, 1));
    sections.push(by_turn("chance that somebody is eliminated in a turn", "danger", "%", danger));
    sections.push(by_turn("cards in a hand when a turn begins", "hands", "", hands));
    sections.extend([places(report), answered(report)]);
    let mut first = vec![cards(report)];
    if let Some(at) = sections.iter().position(|section| section.name == "value") {
        let plot = Plot::Forest { unit: " ", column: 0, axis: "points of win rate".to_owned() };
        let values = sections[at].clone();
        sections[at].medium = Medium::Print;
        let medium = Medium::Page;
        first.push(ReportSection { plot: Some(plot), medium, name: "", opens: true, ..values });
    }
    sections.splice(0..0, first);
}

fn cards(report: &SimReport) -> ReportSection {
    let value = |row: &CardRow| report.values.iter().find(|value| value.name == row.name);
    let is_measured = report.values.iter().any(|value| value.holding.is_some());
    let row = |row: &CardRow| {
        let holding = value(row).and_then(|value| value.holding);
        let worth = if is_measured { holding } else { row.dealt };
        let counts = [row.held, row.drawn, row.played].map(|n| Cell::number(n, 2));
        let cells = counts.into_iter().chain([Cell::share(row.won_drawn), Cell::points(worth)]);
        TableRow::new(&row.name, cells.collect::<Vec<_>>())
    };
    let rows: Vec<TableRow> = report.cards.iter().map(row).collect();
    let (worth, notes) = match is_measured {
        true => (
            "value, points",
            "value: the win rate with it in the first hand, minus that with a \
                  blank in its place; the plot below shows it.",
        ),
        false => (
            "dealt it, points",
            "dealt it: the win rate of those who were dealt it, minus that \
                   of the others. --card-values measures what a card is worth. A hollow point: \
                   the interval contains 0.",
        ),
    };
    let columns = ["dealt to", "drawn", "played", "won if drawn, %"];
    let columns = columns.map(|title| Column::new("", title)).into_iter();
    ReportSection {
        title: "cards".to_owned(),
        medium: Medium::Page,
        names: "card",
        columns: columns
            .chain([Column::new("", worth).drawn(ReportSection::reach(&rows, 4))])
            .collect(),
        rows,
        sorts: true,
        notes: format!("dealt to: the number of players; numbers are per game. {notes}"),
        ..ReportSection::default()
    }
}

/// A curve over the turns.
fn by_turn(
    title: &str,
    short: &'static str,
    unit: &'static str,
    values: impl Iterator<Item = Cell>,
) -> ReportSection {
    let rows = (1..)
        .zip(values)
        .map(|(turn, cell): (usize, Cell)| TableRow::new(turn.to_string(), [cell]));
    ReportSection {
        title: title.to_owned(),
        short,
        medium: Medium::Page,
        names: "turn",
        columns: vec![Column::new("", short)],
        rows: rows.collect(),
        plot: Plot::curves(unit, "turn of the game", Vec::new()),
        ..ReportSection::default()
    }
}

/// Who goes out first, second, …
fn places(report: &SimReport) -> ReportSection {
    let n_seats = report.plan.players;
    let cells = |shares: &Vec<f64>| {
        let shares = (0..n_seats).map(|place| shares.get(place).copied().unwrap_or_default());
        shares.map(Cell::part).collect::<Vec<_>>()
    };
    let last = |shares: &Vec<f64>| Cell::part(shares.get(n_seats).copied().unwrap_or_default());
    let row = |(seat, shares): (usize, &Vec<f64>)| {
        // Somebody stays, so nobody is out last.
        let mut cells = cells(shares);
        cells.pop();
        cells.push(last(shares));
        TableRow::new(format!("p{}", seat + 1), cells)
    };
    let ordinal = |place: usize| match place {
        1 => "out first".to_owned(),
        2 => "out second".to_owned(),
        3 => "out third".to_owned(),
        n => format!("out {n}th"),
    };
    let places = (1..n_seats).map(|place| Column::new("", ordinal(place)));
    let is_known = report.causes.iter().any(|cause| cause.eliminations > 0);
    ReportSection {
        title: "who goes out when".to_owned(),
        short: "order",
        medium: Medium::Page,
        names: "seat",
        columns: places.chain([Column::new("", "stays in")]).collect(),
        rows: report.places.iter().enumerate().filter(|_| is_known).map(row).collect(),
        heat: true,
        ..ReportSection::default()
    }
}

/// How often plays are answered, by whom, and cancelled.
fn answered(report: &SimReport) -> ReportSection {
    let all = report.cards.iter().chain(&report.combos);
    let is_answered = |row: &&CardRow| row.answered.iter().any(|n| *n > 0.0);
    let row = |row: &CardRow| {
        let answers = row.answered.iter().map(|n| Cell::number(*n, 2));
        let cells = answers.chain([Cell::share(row.cancelled)]).collect::<Vec<_>>();
        TableRow::new(&row.name, cells)
    };
    let by = |agent: &String| match report.plan.agents.len() {
        1 => "answers per game".to_owned(),
        _ => format!("by {agent}, per game"),
    };
    let columns = report.plan.agents.iter().map(|agent| Column::new("", by(agent)));
    ReportSection {
        title: "what is answered, such as by a Nope".to_owned(),
        short: "answers",
        medium: Medium::Page,
        names: "play",
        columns: columns.chain([Column::new("", "cancelled, %")]).collect(),
        rows: all.filter(is_answered).map(row).collect(),
        sorts: true,
        ..ReportSection::default()
    }
}

/// The differences of a variant from the first one: those of measures, relative to their means or
/// in points; or those of the quality of games and of cards.
pub(super) fn differences(base: &Member, other: &Member, are_measures: bool) -> ReportSection {
    let n = N_OF_GAMES.min(other.measures.len());
    let (part, name, medium, of) = match are_measures {
        true => (&other.measures[..n], "", Medium::Page, ""),
        false => (&other.measures[n..], "quality", Medium::All, ": quality and cards"),
    };
    let row = |measured: &Measured| {
        let (mean, is_share) = (measured.before?.value, measured.figure.is_share);
        let scale = if is_share { 1.0 } else { 1.0 / mean };
        let relative = measured.difference.filter(|_| scale.is_finite()).map(|d| d.times(scale));
        let unit = if is_share { " points" } else { " %" };
        let cell = Cell::points(relative);
        let cell = Cell { text: cell.text + unit, ..cell };
        let cell_of = if is_share { Cell::percent } else { Cell::mean };
        let [from, to] = [measured.before, measured.mean].map(cell_of);
        let title = &measured.figure.title;
        let name = if are_measures { title.clone() } else { format!("{}: {title}", other.name) };
        Some(TableRow::new(name, [cell, from, to]))
    };
    let rows: Vec<TableRow> = part.iter().filter_map(row).collect();
    ReportSection {
        title: format!("what {} changes{of}", other.name),
        name,
        medium,
        names: "measure",
        columns: vec![
            Column::new("difference", "difference").drawn(ReportSection::reach(&rows, 0)),
            Column::new("base", &base.name),
            Column::new("mean", &other.name),
        ],
        plot: Some(Plot::Forest {
            unit: " ",
            column: 0,
            axis: "numbers: % of the mean before; shares: points".to_owned(),
        }),
        rows,
        notes: "Paired differences, game by game.".to_owned(),
        ..ReportSection::default()
    }
}
