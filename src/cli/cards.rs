//! `litterbox cards`: all that a variant is made of.

use super::args::{CardsArgs, Format, SharedArgs};
use super::table::Grid;
use super::{CliResult, OK, library, print};
use crate::repl::paint::{FAINT, STRONG, paint};
use crate::script::Setting;
use crate::variant::{Count, Ruleset, Titles};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Runs the command.
///
/// # Errors
/// The variant cannot be loaded or not be played by so many, the output is closed.
pub fn run(shared: &SharedArgs, args: &CardsArgs) -> CliResult {
    let mut library = library::open(shared)?;
    let id = library::find(&mut library, &args.variant)?;
    let ruleset = library::load(&library, &id)?;
    let titles = library::titles(&library, shared, &ruleset)?;
    let players = args.players.map(usize::from);
    if let Some(n) = players {
        ruleset.check_players(n).map_err(|error| super::CliError::Unknown(vec![*error]))?;
    }
    let page = Page { ruleset: &ruleset, titles: &titles, groups: groups(&ruleset, players) };
    match args.shape.format {
        Format::Json => print::json(&page.json())?,
        Format::Text => print::text(&page.text())?,
    }
    Ok(OK)
}

/// How many cards the box holds, in words where it depends on the number of players.
#[must_use]
pub fn in_box(ruleset: &Ruleset) -> String {
    if let Some(size) = ruleset.box_size {
        return size.to_string();
    }
    let sums: Vec<usize> = ruleset.players.clone().map(|n| total(ruleset, n)).collect();
    let (least, most) = (sums.iter().min(), sums.iter().max());
    library::range(least.copied().unwrap_or(0), most.copied().unwrap_or(0))
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

struct Page<'a> {
    ruleset: &'a Ruleset,
    titles: &'a Titles,
    groups: Vec<RangeInclusive<usize>>,
}

impl Page<'_> {
    fn text(&self) -> String {
        let ruleset = self.ruleset;
        let (least, most) = ruleset.players.clone().into_inner();
        let players = library::range(least, most);
        let mut text = format!("{} ({})\n", paint(STRONG, &ruleset.name), ruleset.id);
        if !ruleset.about.is_empty() {
            let _ = writeln!(text, "{}", ruleset.about);
        }
        let cards = in_box(ruleset);
        let _ = writeln!(text, "{players} players, {cards} cards, {} dealt", ruleset.spec.deal);
        if !ruleset.source.is_empty() {
            let _ = writeln!(text, "{}", paint(FAINT, &format!("from: {}", ruleset.source)));
        }
        section(&mut text, "Cards", &self.cards());
        section(&mut text, "What they do", &self.texts());
        section(&mut text, "Combos", &self.combos());
        section(&mut text, "Options (--set NAME=VALUE changes one for a game)", &self.options());
        section(&mut text, "Assumed, as the rulebook does not say", &self.assumed());
        text
    }

    fn cards(&self) -> String {
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
        grid.text("  ", 1)
    }

    fn texts(&self) -> String {
        let mut grid = Grid::new(&["id", "text"]);
        for (id, _) in self.ruleset.counts() {
            grid.row([id, self.titles.card(id).text]);
        }
        grid.text("  ", 1)
    }

    fn combos(&self) -> String {
        let mut grid = Grid::new(&["id", "title", "text"]);
        for combo in &self.ruleset.spec.combos {
            let wording = self.titles.combo(&combo.id);
            grid.row([&*combo.id, &wording.title, wording.text]);
        }
        if self.ruleset.spec.combos.is_empty() { String::new() } else { grid.text("  ", 1) }
    }

    fn options(&self) -> String {
        let mut grid = Grid::new(&["option", "value", "about"]);
        for option in &self.ruleset.options {
            let mut about = option.about.clone();
            let values: Vec<String> = option.values.iter().map(library::setting).collect();
            if !matches!(option.value, Setting::Bool(_)) && !values.is_empty() {
                about += &format!(" One of {}.", values.join(", "));
            }
            if option.value != option.default {
                about += &format!(" By default {}.", library::setting(&option.default));
            }
            grid.row([option.name.to_string(), library::setting(&option.value), about]);
        }
        if self.ruleset.options.is_empty() { String::new() } else { grid.text("  ", 1) }
    }

    fn assumed(&self) -> String {
        let mut grid = Grid::new(&[]);
        self.ruleset.assumed.iter().for_each(|line| grid.row([line]));
        if self.ruleset.assumed.is_empty() { String::new() } else { grid.text("  ", 1) }
    }

    fn json(&self) -> Json {
        let ruleset = self.ruleset;
        let numbers: Vec<usize> = self.groups.iter().cloned().flatten().collect();
        let in_play = |at: usize| -> Map<String, Json> {
            numbers.iter().map(|n| (n.to_string(), json!(ruleset.deck(*n)[at].2))).collect()
        };
        let cards = ruleset.counts().enumerate().map(|(at, (id, count))| {
            let (wording, count) = (self.titles.card(id), library::count(count));
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
                "value": library::setting_json(&option.value),
                "default": library::setting_json(&option.default),
                "values": option.values.iter().map(library::setting_json).collect::<Vec<_>>(),
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

fn section(text: &mut String, title: &str, body: &str) {
    if !body.is_empty() {
        let _ = write!(text, "\n{}\n{body}", paint(STRONG, title));
    }
}
