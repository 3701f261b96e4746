//! A report as CSV: one number per line.

use super::sections::{Medium, Report, ReportSection};

/// Formats a report as lines `section,name,measure,value,low,high`; the ends of the 95 % interval
/// are empty if there is no interval.
pub fn csv(report: &Report) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail, and all rows have as many cells.
    let _ = out.write_record(["section", "name", "measure", "value", "low", "high"]);
    let media = [Medium::All, Medium::Page, Medium::Csv, Medium::Print];
    let named = |section: &&_| ReportSection::is_on(section, &media) && !section.name.is_empty();
    for section in report.sections.iter().filter(named) {
        for row in &section.rows {
            for (column, cell) in section.columns.iter().zip(&row.cells) {
                let Some(value) = cell.value.filter(|_| !column.name.is_empty()) else { continue };
                let ends = cell.ends.map(|ends| ends.map(|end| end.to_string()));
                let [low, high] = ends.unwrap_or_default();
                let names = [section.name, row.id.unwrap_or(&row.name), &column.name];
                let _ =
                    out.write_record(names.into_iter().chain([&*value.to_string(), &low, &high]));
            }
        }
    }
    String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default()
}
