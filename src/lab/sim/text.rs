//! A report for people: aligned tables with small bars.

use super::figures::{bar, width};
use super::sections::{Answer, Column, Medium, Report, ReportSection, TableRow};
use crate::base::output::line;

/// The width of a full bar, and the least one that says anything.
const BAR: usize = 40;
const LEAST_BAR: usize = 8;

/// The width of notes as they are written.
const NOTES: usize = 100;

/// The width that a column of texts needs at least: they are wrapped.
const TEXT: usize = 24;

/// Formats a report as text. Tables that are wider than `columns` are divided.
pub fn text(report: &Report, columns: usize) -> String {
    let mut out = String::new();
    let players = format!("Agents: {}.", report.players);
    let players = Some(&players).filter(|_| !report.players.is_empty());
    let head = [&report.title].into_iter().chain(players).chain([&report.about]);
    let head = head.filter(|text| !text.is_empty());
    head.chain(&report.warnings).for_each(|text| line(&mut out, text));
    let questions = width(report.summary.iter().map(|answer| answer.question), 0);
    let gap = if report.summary.is_empty() { "" } else { "\n" };
    out += gap;
    for Answer { question, text, .. } in &report.summary {
        let shown = format!("{question:questions$}  {text}");
        line(&mut out, if questions == 0 { text } else { &shown });
    }
    for section in &report.sections {
        if section.is_on(&[Medium::All, Medium::Text, Medium::Print]) {
            table(section, columns, &mut out);
        }
    }
    if !report.notes.is_empty() {
        line(&mut out, format_args!("\n{}", unwrapped(&report.notes, columns)));
    }
    out
}

/// Joins the lines of each paragraph of notes, for a terminal in which they must be wrapped again.
fn unwrapped(notes: &str, columns: usize) -> String {
    if columns >= NOTES {
        return notes.to_owned();
    }
    let paragraphs = notes.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A column of a table, aligned.
struct AlignedColumn {
    head: String,
    cells: Vec<String>,
    width: usize,
}

fn table(section: &ReportSection, columns: usize, out: &mut String) {
    let shown = section.columns.iter().enumerate();
    let shown: Vec<_> = shown.filter(|(_, column)| column.medium != Medium::Page).collect();
    // A single column needs no heading.
    let has_heads = shown.len() > 1;
    let names = width(section.rows.iter().map(|row| &row.name), 0);
    let names = if has_heads { names.max(section.title.chars().count()) } else { names };
    let aligned = |(i, column): (usize, &Column)| {
        let text = |row: &TableRow| row.cells.get(i).map_or("", |cell| &cell.text).to_owned();
        let cells = || section.rows.iter().map(text);
        let least = if has_heads { column.title.chars().count() } else { 0 };
        let wide = width(cells(), least) + 2;
        let align = |cell: &str| match column.is_text {
            true => format!("  {cell:<w$}", w = wide - 2),
            false => format!("{cell:>wide$}"),
        };
        AlignedColumn {
            head: if has_heads { align(&column.title) } else { String::new() },
            cells: cells().map(|cell| align(&cell)).collect(),
            width: if column.is_text { wide.min(TEXT) } else { wide },
        }
    };
    let all: Vec<AlignedColumn> = shown.into_iter().map(aligned).collect();
    let mut left = all.as_slice();
    loop {
        let mut used = names + 2;
        let fits = |column: &&AlignedColumn| {
            let is_first = used == names + 2;
            used += column.width;
            is_first || used <= columns
        };
        let (part, others) = left.split_at(left.iter().take_while(fits).count());
        let room =
            columns.saturating_sub(names + 4 + part.iter().map(|it| it.width).sum::<usize>());
        let room = if others.is_empty() { room.min(BAR) } else { 0 };
        rows(section, (names, has_heads), part, room, out);
        left = others;
        if left.is_empty() {
            break;
        }
    }
    section.findings.iter().for_each(|text| line(out, format_args!("  {text}")));
    if !section.notes.is_empty() {
        line(out, unwrapped(&section.notes, columns));
    }
}

/// Writes the rows of a part of a table, with bars of this width if there is room for them.
fn rows(
    section: &ReportSection,
    (names, has_heads): (usize, bool),
    part: &[AlignedColumn],
    room: usize,
    out: &mut String,
) {
    let heads: String = part.iter().map(|column| column.head.as_str()).collect();
    let title = format!("{:w$}{heads}", section.title, w = if has_heads { names + 2 } else { 0 });
    line(out, format_args!("\n{}", title.trim_end()));
    for (i, row) in section.rows.iter().enumerate() {
        let cells: String = part.iter().map(|column| column.cells[i].as_str()).collect();
        let drawn = section.bars.filter(|_| room >= LEAST_BAR).and_then(|bars| {
            let value = row.cells.get(bars.column)?.value?;
            let range = (bars.most - bars.least).max(f64::MIN_POSITIVE);
            Some(format!("  {}", bar((value - bars.least) / range, room)))
        });
        let shown = format!("  {:names$}{cells}{}", row.name, drawn.unwrap_or_default());
        line(out, shown.trim_end());
    }
}
