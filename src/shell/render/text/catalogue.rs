//! The catalogue as tables, for the REPL and the command line.

use super::grid::Grid;
use crate::base::error::plural;
use crate::base::output::escape;
use crate::shell::catalogue::{SettingValue, VariantEntry, VariantPage, range};
use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Whether tables have colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// For a terminal, at its width.
    Colour,
    /// Plain text, at this width.
    Plain(usize),
}

impl Look {
    pub(super) fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    pub(super) fn faint(self, text: &str) -> String {
        self.styled(AnsiColor::BrightBlack.on_default(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        let text = escape(text);
        match self {
            Self::Colour => format!("{style}{text}{style:#}"),
            Self::Plain(_) => text.into_owned(),
        }
    }

    pub(super) fn grid(self, grid: Grid, indent: &str) -> String {
        match self {
            Self::Colour => grid.text(indent, 1),
            Self::Plain(columns) => grid.plain(indent, columns),
        }
    }
}

/// Formats the contents of a variant.
pub fn page(page: &VariantPage, look: Look) -> String {
    let players = range(page.players);
    let mut text = format!("{} ({})\n", look.strong(&page.name), page.id);
    if !page.about.is_empty() {
        let _ = writeln!(text, "{}", escape(&page.about));
    }
    let cards = range(page.box_range);
    let _ = writeln!(text, "{players} players, {cards} cards, {} dealt", setting(&page.deal));
    if !page.source.is_empty() {
        let _ = writeln!(text, "{}", look.faint(&format!("from: {}", page.source)));
    }
    let assumed_in = match &page.assumed_in {
        None => "Assumed, as the rulebook does not say".to_owned(),
        Some(name) => format!("Assumed in {name}, as its rulebook does not say"),
    };
    let options = "Options (--set NAME=VALUE changes one for a game)";
    for (title, grid) in [
        ("Cards", Some(cards_grid(page))),
        ("What they do", Some(texts(page))),
        ("Combos", combos(page)),
        (options, self::options(page)),
        ("Rules", rules(page)),
        (&*assumed_in, assumed(page)),
    ] {
        let body = grid.map_or_else(String::new, |grid| look.grid(grid, "  "));
        if !body.is_empty() {
            let _ = write!(text, "\n{}\n{body}", look.strong(title));
        }
    }
    text
}

/// Groups numbers of players with the same deck.
fn groups(page: &VariantPage) -> Vec<RangeInclusive<usize>> {
    let is_same = |a, b| page.cards.iter().all(|card| card.in_play.get(&a) == card.in_play.get(&b));
    let mut groups: Vec<RangeInclusive<usize>> = Vec::new();
    for n in page.in_play.keys().copied() {
        match groups.last_mut() {
            Some(last) if is_same(*last.end(), n) => *last = *last.start()..=n,
            _ => groups.push(n..=n),
        }
    }
    groups
}

fn cards_grid(page: &VariantPage) -> Grid {
    let groups = groups(page);
    let mut columns = vec!["id".to_owned(), "title".to_owned()];
    columns.extend(page.subsets.iter().map(|name| format!("#{name}")));
    columns.extend(if groups.len() > 1 || !page.subsets.is_empty() {
        groups
            .iter()
            .map(|group| format!("#for {}", range([*group.start(), *group.end()])))
            .collect()
    } else {
        vec!["#n".to_owned()]
    });
    let mut grid = Grid::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for card in &page.cards {
        let mut row = vec![card.id.clone(), card.title.clone()];
        let part = |name: &String| card.subsets.get(name).map_or(String::new(), i64::to_string);
        row.extend(page.subsets.iter().map(part));
        let in_play = |n: &usize| card.in_play.get(n).map_or(String::new(), u16::to_string);
        row.extend(groups.iter().map(|group| in_play(group.end())));
        grid.row(row);
    }
    let mut sums = vec![String::new(), "total".to_owned()];
    sums.extend(page.subsets.iter().map(|name| {
        page.cards.iter().filter_map(|card| card.subsets.get(name)).sum::<i64>().to_string()
    }));
    let in_play = |n: &usize| page.in_play.get(n).map_or(String::new(), usize::to_string);
    sums.extend(groups.iter().map(|group| in_play(group.end())));
    grid.row(sums);
    grid
}

fn texts(page: &VariantPage) -> Grid {
    let mut grid = Grid::new(&["id", "text"]);
    page.cards.iter().for_each(|card| grid.row([&card.id, &card.text]));
    grid
}

fn combos(page: &VariantPage) -> Option<Grid> {
    let mut grid = Grid::new(&["id", "title", "text"]);
    page.combos.iter().for_each(|combo| grid.row([&combo.id, &combo.title, &combo.text]));
    (!page.combos.is_empty()).then_some(grid)
}

fn options(page: &VariantPage) -> Option<Grid> {
    let mut grid = Grid::new(&["option", "value", "about"]);
    for option in &page.options {
        let mut about = option.about.clone();
        let values: Vec<String> = option.values.iter().map(setting).collect();
        if !matches!(option.value, SettingValue::Bool(_)) && !values.is_empty() {
            about += &format!(" One of {}.", values.join(", "));
        }
        if option.value != option.default {
            about += &format!(" By default {}.", setting(&option.default));
        }
        grid.row([option.name.clone(), setting(&option.value), about]);
    }
    (!page.options.is_empty()).then_some(grid)
}

fn rules(page: &VariantPage) -> Option<Grid> {
    let mut grid = Grid::new(&[]);
    page.rules.iter().for_each(|line| grid.row([line]));
    (!page.rules.is_empty()).then_some(grid)
}

fn assumed(page: &VariantPage) -> Option<Grid> {
    let mut grid = Grid::new(&[]);
    page.assumed.iter().for_each(|line| grid.row([line]));
    (!page.assumed.is_empty()).then_some(grid)
}

/// Formats the list of variants, one per line.
pub fn variants(variants: &[VariantEntry], look: Look) -> String {
    let mut grid = Grid::new(&["id", "name", "players", "#cards", "language", "source"]);
    for variant in variants {
        grid.row(match variant {
            VariantEntry::Loaded(variant) => [
                variant.id.clone(),
                variant.name.clone(),
                range(variant.players),
                range(variant.box_range),
                variant.language.clone(),
                variant.source.clone(),
            ],
            VariantEntry::Abstract { id, name, children } => {
                let children = format!("abstract, for {}", children.join(", "));
                [id.clone(), name.clone(), "-".into(), "-".into(), "-".into(), children]
            }
            VariantEntry::Broken { id, file, mistakes } => {
                let mistakes = plural(*mistakes, "mistake");
                let advice = format!("{mistakes}: litterbox check {id}");
                let name = file.clone().unwrap_or_default();
                [id.clone(), name, "?".into(), "?".into(), "?".into(), advice]
            }
        });
    }
    look.grid(grid, "")
}

/// The value of an option as typed.
pub fn setting(value: &SettingValue) -> String {
    value.to_string()
}
