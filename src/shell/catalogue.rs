//! What is on the shelf: all that a variant is made of, and which variants there are.

use super::compat::number_of;
use super::grid::Grid;
use crate::script::Setting;
use crate::variant::{Count, Library, Ruleset, Titles};
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// How many cards the box holds, in words where it depends on the number of players.
#[must_use]
pub fn in_box(ruleset: &Ruleset) -> String {
    if let Some(size) = ruleset.box_size {
        return size.to_string();
    }
    let sums: Vec<usize> = ruleset.players.clone().map(|n| total(ruleset, n)).collect();
    let (least, most) = (sums.iter().min(), sums.iter().max());
    range(least.copied().unwrap_or(0), most.copied().unwrap_or(0))
}

/// The numbers of players, those with the same deck together.
fn groups(ruleset: &Ruleset, players: Option<usize>) -> Vec<RangeInclusive<usize>> {
    let mut groups: Vec<RangeInclusive<usize>> = Vec::new();
    for n in players.map_or_else(|| ruleset.players.clone(), |n| n..=n) {
        match groups.last_mut() {
            Some(last) if ruleset.deck(*last.end()) == ruleset.deck(n) => {
                *last = *last.start()..=n;
            }
            _ => groups.push(n..=n),
        }
    }
    groups
}

fn total(ruleset: &Ruleset, players: usize) -> usize {
    ruleset.deck(players).iter().map(|(.., n_cards)| usize::from(*n_cards)).sum()
}

/// Whether headings stand out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// For a terminal, as wide as it is.
    Colour,
    /// Text alone, as wide as a page.
    Plain,
}

impl Look {
    fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    fn faint(self, text: &str) -> String {
        self.styled(AnsiColor::BrightBlack.on_default(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        match self {
            Self::Colour => format!("{style}{text}{style:#}"),
            Self::Plain => text.to_owned(),
        }
    }

    fn grid(self, grid: Grid, indent: &str) -> String {
        match self {
            Self::Colour => grid.text(indent, 1),
            Self::Plain => grid.plain(indent),
        }
    }
}

/// All that a variant is made of.
pub struct Page<'a> {
    ruleset: &'a Ruleset,
    titles: &'a Titles,
    groups: Vec<RangeInclusive<usize>>,
}

impl<'a> Page<'a> {
    /// The page of a variant, for so many players if they are known.
    #[must_use]
    pub fn new(ruleset: &'a Ruleset, titles: &'a Titles, players: Option<usize>) -> Self {
        Self { ruleset, titles, groups: groups(ruleset, players) }
    }

    /// The page for people.
    #[must_use]
    pub fn text(&self, look: Look) -> String {
        let ruleset = self.ruleset;
        let (least, most) = ruleset.players.clone().into_inner();
        let players = range(least, most);
        let mut text = format!("{} ({})\n", look.strong(&ruleset.name), ruleset.id);
        if !ruleset.about.is_empty() {
            let _ = writeln!(text, "{}", ruleset.about);
        }
        let cards = in_box(ruleset);
        let _ = writeln!(text, "{players} players, {cards} cards, {} dealt", ruleset.spec.deal);
        if !ruleset.source.is_empty() {
            let _ = writeln!(text, "{}", look.faint(&format!("from: {}", ruleset.source)));
        }
        section(&mut text, look, "Cards", &self.cards(look));
        section(&mut text, look, "What they do", &self.texts(look));
        section(&mut text, look, "Combos", &self.combos(look));
        section(
            &mut text,
            look,
            "Options (--set NAME=VALUE changes one for a game)",
            &self.options(look),
        );
        section(&mut text, look, "Assumed, as the rulebook does not say", &self.assumed(look));
        text
    }

    fn cards(&self, look: Look) -> String {
        let ruleset = self.ruleset;
        let decks: Vec<_> = self.groups.iter().map(|group| ruleset.deck(*group.end())).collect();
        let subsets: Vec<&str> = ruleset.subsets.keys().map(String::as_str).collect();
        let label = |group: &RangeInclusive<usize>| match group.clone().into_inner() {
            (n, most) if n == most => format!("#for {n}"),
            (least, most) => format!("#for {least}-{most}"),
        };
        let varies = decks.len() > 1 || !subsets.is_empty();
        let mut columns = vec!["id".to_owned(), "title".to_owned()];
        columns.extend(subsets.iter().map(|name| format!("#{name}")));
        columns.extend(if varies {
            self.groups.iter().map(label).collect()
        } else {
            vec!["#n".into()]
        });
        let mut grid = Grid::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for (at, (id, count)) in ruleset.counts().enumerate() {
            let wording = self.titles.card(id);
            let mut row = vec![id.to_owned(), wording.title.to_string()];
            row.extend(subsets.iter().map(|name| part(count, name)));
            row.extend(decks.iter().map(|deck| deck[at].2.to_string()));
            grid.row(row);
        }
        let mut sums = vec![String::new(), "total".to_owned()];
        sums.extend(subsets.iter().map(|name| {
            let parts = ruleset.counts().map(|(_, count)| part(count, name));
            parts.filter_map(|part| part.parse::<usize>().ok()).sum::<usize>().to_string()
        }));
        sums.extend(self.groups.iter().map(|group| total(ruleset, *group.end()).to_string()));
        grid.row(sums);
        look.grid(grid, "  ")
    }

    fn texts(&self, look: Look) -> String {
        let mut grid = Grid::new(&["id", "text"]);
        for (id, _) in self.ruleset.counts() {
            grid.row([id, self.titles.card(id).text]);
        }
        look.grid(grid, "  ")
    }

    fn combos(&self, look: Look) -> String {
        let mut grid = Grid::new(&["id", "title", "text"]);
        for combo in &self.ruleset.spec.combos {
            let wording = self.titles.combo(&combo.id);
            grid.row([&*combo.id, &wording.title, wording.text]);
        }
        if self.ruleset.spec.combos.is_empty() { String::new() } else { look.grid(grid, "  ") }
    }

    fn options(&self, look: Look) -> String {
        let mut grid = Grid::new(&["option", "value", "about"]);
        for option in &self.ruleset.options {
            let mut about = option.about.clone();
            let values: Vec<String> = option.values.iter().map(setting).collect();
            if !matches!(option.value, Setting::Bool(_)) && !values.is_empty() {
                about += &format!(" One of {}.", values.join(", "));
            }
            if option.value != option.default {
                about += &format!(" By default {}.", setting(&option.default));
            }
            grid.row([option.name.to_string(), setting(&option.value), about]);
        }
        if self.ruleset.options.is_empty() { String::new() } else { look.grid(grid, "  ") }
    }

    fn assumed(&self, look: Look) -> String {
        let mut grid = Grid::new(&[]);
        self.ruleset.assumed.iter().for_each(|line| grid.row([line]));
        if self.ruleset.assumed.is_empty() { String::new() } else { look.grid(grid, "  ") }
    }

    /// The page for programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let ruleset = self.ruleset;
        let numbers: Vec<usize> = self.groups.iter().cloned().flatten().collect();
        let in_play = |at: usize| -> Map<String, Json> {
            numbers.iter().map(|n| (n.to_string(), json!(ruleset.deck(*n)[at].2))).collect()
        };
        let cards = ruleset.counts().enumerate().map(|(at, (id, count))| {
            let (wording, count) = (self.titles.card(id), self::count(count));
            json!({
                "id": id,
                "title": wording.title,
                "text": wording.text,
                "count": count,
                "in_play": in_play(at),
            })
        });
        let combos = ruleset.spec.combos.iter().map(|combo| {
            let wording = self.titles.combo(&combo.id);
            json!({ "id": *combo.id, "title": wording.title, "text": wording.text })
        });
        let options = ruleset.options.iter().map(|option| {
            json!({
                "name": *option.name,
                "value": setting_json(&option.value),
                "default": setting_json(&option.default),
                "values": option.values.iter().map(setting_json).collect::<Vec<_>>(),
                "set_by": *option.set_by,
                "about": option.about,
            })
        });
        let totals = numbers.iter().map(|n| (n.to_string(), json!(total(ruleset, *n))));
        json!({
            "id": *ruleset.id,
            "name": ruleset.name,
            "about": ruleset.about,
            "source": ruleset.source,
            "language": ruleset.language,
            "players": [ruleset.players.start(), ruleset.players.end()],
            "deal": ruleset.spec.deal,
            "box": ruleset.box_size,
            "cards": cards.collect::<Vec<_>>(),
            "in_play": totals.collect::<Map<_, _>>(),
            "combos": combos.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
            "assumed": ruleset.assumed,
        })
    }
}

/// How many cards of a kind belong to a subset.
fn part(count: &Count, subset: &str) -> String {
    match count {
        Count::Subsets(parts) => parts.get(subset).map_or(String::new(), i64::to_string),
        Count::Number(_) | Count::Expression(_) => String::new(),
    }
}

fn section(text: &mut String, look: Look, title: &str, body: &str) {
    if !body.is_empty() {
        let _ = write!(text, "\n{}\n{body}", look.strong(title));
    }
}

/// The variants there are, one a line; one with mistakes is listed too, so that it can be found.
#[must_use]
pub fn variants(library: &Library, look: Look) -> String {
    let loaded = library.variant_ids().map(|id| (id, Ruleset::load(library, id, &[])));
    let titles = ["id", "name", "players", "#cards", "language", "source"];
    let mut grid = Grid::new(&titles);
    for (id, ruleset) in loaded {
        let row = match ruleset {
            Ok(ruleset) => {
                let (least, most) = ruleset.players.clone().into_inner();
                [
                    id.to_owned(),
                    ruleset.name.clone(),
                    range(least, most),
                    in_box(&ruleset),
                    ruleset.language.clone(),
                    ruleset.source.clone(),
                ]
            }
            Err(errors) => {
                let mistakes = number_of(errors.len(), "mistake", "mistakes");
                let advice = format!("{mistakes}: litterbox check {id}");
                let name = library.variant(id).map_or(String::new(), |file| file.name.to_string());
                [id.to_owned(), name, "?".into(), "?".into(), "?".into(), advice]
            }
        };
        grid.row(row);
    }
    look.grid(grid, "")
}

/// `2-5`, or `4`.
#[must_use]
pub fn range(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least}-{most}") }
}

/// A count as the variant writes it.
#[must_use]
pub fn count(count: &Count) -> String {
    match count {
        Count::Number(number) => number.to_string(),
        Count::Expression(text) => text.clone(),
        Count::Subsets(parts) => {
            let parts = parts.iter().filter(|(_, number)| **number != 0);
            parts.map(|(name, number)| format!("{number} {name}")).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// The value of an option as it is written.
#[must_use]
pub fn setting(setting: &Setting) -> String {
    match setting {
        Setting::Bool(on) => on.to_string(),
        Setting::Int(number) => number.to_string(),
        Setting::Text(text) | Setting::Count(text) => text.to_string(),
    }
}

/// The value of an option as data.
#[must_use]
pub fn setting_json(setting: &Setting) -> Json {
    match setting {
        Setting::Bool(on) => (*on).into(),
        Setting::Int(number) => (*number).into(),
        Setting::Text(text) | Setting::Count(text) => (&**text).into(),
    }
}
