//! A report for people: aligned tables with small bars.

use super::figures::{bar, width};
use super::sections::{Answer, Medium, Report, ReportSection, TableRow};
use crate::base::output::line;

/// The width of a full bar.
const BAR: usize = 40;

/// Formats a report as text.
pub fn text(report: &Report) -> String {
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
            table(section, &mut out);
        }
    }
    if !report.notes.is_empty() {
        line(&mut out, format_args!("\n{}", report.notes));
    }
    out
}

fn table(section: &ReportSection, out: &mut String) {
    let columns = section.columns.iter().enumerate();
    let columns = columns.filter(|(_, column)| column.medium != Medium::Page);
    let columns: Vec<_> = columns.collect();
    // A single column needs no heading.
    let has_heads = columns.len() > 1;
    let names = width(section.rows.iter().map(|row| &row.name), 0);
    let names = if has_heads { names.max(section.title.chars().count()) } else { names };
    let mut lines = vec![String::new(); section.rows.len()];
    let mut heads = String::new();
    for (i, column) in columns {
        let is_text = column.is_text;
        let text = |row: &TableRow| row.cells.get(i).map_or("", |cell| &cell.text).to_owned();
        let cells = || section.rows.iter().map(text);
        let least = if has_heads { column.title.chars().count() } else { 0 };
        let wide = width(cells(), least) + 2;
        let aligned = |cell: &str| match is_text {
            true => format!("  {cell:<w$}", w = wide - 2),
            false => format!("{cell:>wide$}"),
        };
        heads += &aligned(&column.title);
        lines.iter_mut().zip(cells()).for_each(|(line, cell)| *line += &aligned(&cell));
    }
    let heads = if has_heads { heads } else { String::new() };
    let title = format!("{:w$}{heads}", section.title, w = if has_heads { names + 2 } else { 0 });
    line(out, format_args!("\n{}", title.trim_end()));
    for (row, cells) in section.rows.iter().zip(&lines) {
        let drawn = section.bars.and_then(|bars| {
            let value = row.cells.get(bars.column)?.value?;
            let range = (bars.most - bars.least).max(f64::MIN_POSITIVE);
            Some(format!("  {}", bar((value - bars.least) / range, BAR)))
        });
        let shown = format!("  {:names$}{cells}{}", row.name, drawn.unwrap_or_default());
        line(out, shown.trim_end());
    }
    section.findings.iter().for_each(|text| line(out, format_args!("  {text}")));
    if !section.notes.is_empty() {
        line(out, &section.notes);
    }
}
