//! The rules of a variant as text.

use super::catalogue::Look;
use super::grid::Grid;
use crate::base::output::escape;
use crate::shell::catalogue::range;
use crate::shell::rules_page::{RulesEntry, RulesPage, RulesSection};
use std::fmt::Write as _;

/// Formats the rules of a variant.
pub fn page(page: &RulesPage, look: Look) -> String {
    let mut text = format!("{} ({})\n", look.strong(&page.name), page.id);
    if !page.about.is_empty() {
        let _ = writeln!(text, "{}", escape(&page.about));
    }
    let _ = writeln!(text, "{} players", range(page.players));
    if !page.source.is_empty() {
        let _ = writeln!(text, "{}", look.faint(&format!("from: {}", page.source)));
    }
    for section in &page.sections {
        let _ = write!(text, "\n{}\n{}", look.strong(&section.title), body(section, look));
    }
    text
}

fn body(section: &RulesSection, look: Look) -> String {
    let is_titled = |entry: &RulesEntry| !entry.title.is_empty();
    let has_lines = |entry: &RulesEntry| !entry.lines.is_empty();
    let alike = |a: &RulesEntry, b: &RulesEntry| {
        is_titled(a) == is_titled(b) && !has_lines(a) && !has_lines(b)
    };
    let parts = section.entries.chunk_by(alike).map(|entries| {
        let mut grid = Grid::new(&[]);
        for entry in entries {
            match is_titled(entry) {
                true => grid.row([&entry.title, &entry.text]),
                false => grid.row([&entry.text]),
            }
        }
        let lines = entries.iter().flat_map(|entry| &entry.lines);
        let lines: String = lines.map(|line| format!("    {}\n", escape(line))).collect();
        [look.grid(grid, "  "), lines].concat()
    });
    parts.collect()
}
