//! Aligned tables without borders; supports wide characters.

use crate::base::output::escape;
use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets,
};

/// The width of a page, in columns.
pub const PAGE_WIDTH: usize = 96;

/// The least width of a column that is wrapped, and of one where it must be.
const LEAST_WIDTH: u16 = 26;
const NARROW_WIDTH: u16 = 14;

/// The space between columns.
const GAP: u16 = 2;

/// The width of the terminal, if the output goes to one that knows it.
#[cfg(feature = "app")]
pub fn terminal_width() -> Option<usize> {
    Table::new().width().map(usize::from).filter(|width| *width >= NARROW_WIDTH.into())
}

/// A table built row by row.
#[derive(Debug)]
pub struct Grid {
    table: Table,
    titles: Vec<String>,
}

impl Grid {
    /// Creates an empty table. A column whose title starts with `#` is right-aligned; without
    /// titles there is one column.
    pub fn new(titles: &[&str]) -> Self {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        let title = |text: &&str| bold(Cell::new(text.trim_start_matches('#')));
        if !titles.is_empty() {
            table.set_header(titles.iter().map(title).collect::<Vec<_>>());
        }
        Self { table, titles: titles.iter().map(|title| (*title).to_owned()).collect() }
    }

    /// Disables colours and sets the width, independent of the terminal: at most that of a page.
    pub fn plain(mut self, indent: &str, columns: usize) -> String {
        #[cfg(feature = "app")]
        self.table.force_no_tty();
        self.table.set_width(columns.min(PAGE_WIDTH) as u16);
        self.text(indent, 1)
    }

    pub fn row<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.table.add_row(
            cells
                .into_iter()
                .map(|cell| escape(&cell.to_string()).into_owned())
                .collect::<Vec<_>>(),
        );
    }

    /// Adds a heading above rows.
    pub fn heading(&mut self, text: &str) {
        self.table.add_row([bold(Cell::new(text))]);
    }

    /// Formats the table with line ends. If the terminal is too narrow, the last `n_wide` columns
    /// are wrapped.
    pub fn text(mut self, indent: &str, n_wide: usize) -> String {
        let first_wide = self.titles.len().saturating_sub(n_wide);
        let is_narrow = self.table.width().is_some_and(|width| usize::from(width) < PAGE_WIDTH);
        let content = self.table.column_max_content_widths();
        let needed = content.iter().enumerate().map(|(at, width)| match at < first_wide {
            true => width + GAP,
            false => (*width).min(LEAST_WIDTH) + GAP,
        });
        let is_too_wide = self.table.width().is_some_and(|width| width < needed.sum());
        let at_least = |width| ColumnConstraint::LowerBoundary(Width::Fixed(width));
        for (at, column) in self.table.column_iter_mut().enumerate() {
            column.set_padding((0, GAP));
            if at > 0 && is_too_wide && content[at] > NARROW_WIDTH {
                column.set_constraint(at_least(NARROW_WIDTH));
            } else if at < first_wide {
                column.set_constraint(ColumnConstraint::ContentWidth);
            } else if at > 0 && is_narrow {
                column.set_constraint(at_least(LEAST_WIDTH));
            }
            if self.titles.get(at).is_some_and(|title| title.starts_with('#')) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        if let Some(width) = self.table.width() {
            self.table.set_width(width.saturating_sub(indent.len() as u16));
        }
        self.table.lines().map(|line| format!("{indent}{}\n", line.trim_end())).collect()
    }
}

#[cfg(feature = "app")]
fn bold(cell: Cell) -> Cell {
    cell.add_attribute(comfy_table::Attribute::Bold)
}

#[cfg(not(feature = "app"))]
fn bold(cell: Cell) -> Cell {
    cell
}
