//! Sheets of cards to print and cut, as one HTML file without scripts and external resources.

use super::board_sheet;
use super::card::{CardWords, back, front, overview};
use super::deck::{PrintedCard, cards};
use super::faces::Face;
use super::rule_sheet;
use super::rules::faces_by_id;
use super::template::{self, PageParts};
use crate::base::error::plural;
use crate::base::output::escape_markup;
use crate::script::Symbol;
use crate::shell::{catalogue, rules_page};
use crate::transcript::{Header, LoadedRuleset};
use crate::variant::{Ruleset, Titles};
use clap::ValueEnum;
use std::fmt::Write as _;

const STYLE: &str = include_str!("sheet.css");

/// The size of a card, in mm, and the cards in a row and in a column of a page.
const CARD: [f32; 2] = [63.5, 88.9];
const PER_ROW: usize = 3;
const PER_PAGE: usize = 9;

/// The back of cards that go to the discard pile.
const BACK: Face = Face { symbol: Symbol::Cat, letter: ' ', n_alike: 1, stops: false };

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

impl Paper {
    /// Its width and height, in mm.
    const fn size(self) -> [f32; 2] {
        match self {
            Self::A4 => [210.0, 297.0],
            Self::Letter => [215.9, 279.4],
        }
    }

    /// The margins on the left and above the cards, in mm.
    fn margins(self) -> [f32; 2] {
        let ([width, height], n_rows) = (self.size(), PER_PAGE / PER_ROW);
        [(width - PER_ROW as f32 * CARD[0]) / 2.0, (height - n_rows as f32 * CARD[1]) / 2.0]
    }
}

/// The printed sheet: its contents and layout.
#[derive(Clone, Debug, Default)]
pub struct SheetConfig {
    pub paper: Paper,
    /// The number of players whose cards are printed; `None`: the whole box.
    pub players: Option<usize>,
    /// The ids of the kinds, without overview and rules; empty: everything.
    pub kinds: Vec<String>,
    /// Whether each kind is printed once.
    pub is_one_each: bool,
    pub has_backs: bool,
    /// Whether backs are white, for little ink.
    pub is_light: bool,
}

/// A file to print.
pub struct Sheets {
    pub html: String,
    /// The number of cards, with overviews.
    pub n_cards: usize,
    /// The number of sheets of paper.
    pub n_sheets: usize,
    /// The parts that do not fit, one sentence each.
    pub warnings: Vec<String>,
}

/// A place on a page.
struct SheetCell {
    front: String,
    /// The index of its back.
    back: usize,
}

/// A variant, with the header of a game of it.
pub struct SheetSource {
    pub header: Header,
    pub loaded: LoadedRuleset,
}

impl SheetSource {
    /// The cards of these kinds, or all of the box.
    fn cards(&self, config: &SheetConfig) -> Vec<PrintedCard> {
        let LoadedRuleset { ruleset, titles, host, .. } = &self.loaded;
        let catalogue = catalogue::page(ruleset, titles, config.players);
        let (mut kinds, _) = cards(ruleset, titles, host, &catalogue, config.players);
        kinds.retain(|card| config.kinds.is_empty() || config.kinds.contains(&card.id));
        kinds
    }
}

/// Leaves the cards that are new or look otherwise than before, and those of which there are more.
fn changed(kinds: Vec<PrintedCard>, before: &[PrintedCard]) -> Vec<PrintedCard> {
    let new = |mut card: PrintedCard| {
        let looks = |other: &&PrintedCard| other.id == card.id && other.looks_like(&card);
        let n_printed = before.iter().find(looks).map_or(0, |other| other.n_copies);
        card.n_copies = card.n_copies.saturating_sub(n_printed);
        Some(card).filter(|card| card.n_copies > 0)
    };
    kinds.into_iter().filter_map(new).collect()
}

/// Returns the sheets of a variant; only those of what has changed since an earlier one, if given.
pub fn sheets(source: &SheetSource, since: Option<&SheetSource>, config: &SheetConfig) -> Sheets {
    let SheetSource { header, loaded } = source;
    let LoadedRuleset { ruleset, titles, .. } = loaded;
    let mut kinds = source.cards(config);
    if let Some(since) = since {
        kinds = changed(kinds, &since.cards(config));
    }
    let words = CardWords::of(&titles.language, config.players.is_none());
    let mut backs: Vec<(Option<&String>, Face)> = vec![(None, BACK)];
    let (mut cells, mut warnings): (Vec<SheetCell>, Vec<String>) = Default::default();
    for card in &kinds {
        let home = card.home.as_ref();
        let back = backs.iter().position(|(pile, _)| *pile == home).unwrap_or_else(|| {
            let n_alike = backs.len();
            backs.push((home, Face { n_alike, ..card.face }));
            n_alike
        });
        let front = front(card, words, &mut warnings);
        let n_copies = if config.is_one_each { 1 } else { card.n_copies };
        cells.extend((0..n_copies).map(|_| SheetCell { front: front.clone(), back }));
    }
    let mut backs: Vec<String> = backs.iter().map(|(_, face)| back(face)).collect();
    let n_sides = if config.has_backs { 2 } else { 1 };
    // Sides of sheets of their own: those of boards, and the rules.
    let mut sides: Vec<(&str, Vec<String>)> = Vec::new();
    if config.kinds.is_empty() && since.is_none() {
        let n_players = config.players.unwrap_or(*ruleset.players.end());
        let overviews = overview(&kinds, words);
        let n_cards = overviews.len().div_ceil(n_sides);
        let n_overviews = match config.is_one_each {
            true => 1,
            false => n_overviews(cells.len(), n_cards, n_players),
        };
        for overview in overviews.chunks(n_sides) {
            // A long one goes on on the other side.
            let back = overview.get(1).map_or(0, |_| backs.len());
            backs.extend(overview.get(1).cloned());
            let cell = || SheetCell { front: overview[0].clone(), back };
            cells.extend((0..n_overviews).map(|_| cell()));
        }
        let page = rules_page::of(loaded, config.players);
        let boards = board_sheet::pictures(header.clone(), loaded);
        sides.push(("board", board_sheet::pages(&ruleset.name, &boards, n_players)));
        let rules = rule_sheet::pages(&page, &faces_by_id(loaded), &mut warnings);
        sides.push(("rules", rules));
    }
    let n_card_sheets = cells.len().div_ceil(PER_PAGE);
    let sheets: Vec<(&str, &[String])> = sides
        .iter()
        .flat_map(|(class, sides)| sides.chunks(n_sides).map(|sheet| (*class, sheet)))
        .collect();
    let n_sheets = n_card_sheets + sheets.len();
    let mut html = pages(&cells, n_sheets, &backs, config);
    for (i, (class, sheet)) in sheets.into_iter().enumerate() {
        html += &whole_pages(class, sheet, n_card_sheets + i + 1, n_sheets, n_sides);
    }
    let html = page(ruleset, titles, config, &html, n_sheets);
    Sheets { html, n_cards: cells.len(), n_sheets, warnings }
}

/// The overviews, each on this number of cards: one for each player, or as many as fit on the last
/// sheet of the others if two players need not share more than one.
fn n_overviews(n_others: usize, n_cards: usize, n_players: usize) -> usize {
    let n_free = n_others.next_multiple_of(PER_PAGE) - n_others;
    match n_free / n_cards.max(1) {
        fitting if 2 * fitting >= n_players => fitting.min(n_players),
        _ => n_players,
    }
}

/// Formats the sides of a sheet without cards; the last one may be empty.
fn whole_pages(
    class: &str,
    sheet: &[String],
    number: usize,
    n_sheets: usize,
    n_sides: usize,
) -> String {
    let side = |i: usize| {
        let (shown, side) = (sheet.get(i).map_or("", String::as_str), ["front", "back"][i]);
        format!(
            "<section class=\"page {class}\"><article lang=\"en\">{shown}</article>\
             <p class=\"note\">{side} {number} of {n_sheets} · print at 100 %</p></section>"
        )
    };
    (0..n_sides).map(side).collect()
}

/// Puts the pages into a file.
fn page(
    ruleset: &Ruleset,
    titles: &Titles,
    config: &SheetConfig,
    pages: &str,
    n_sheets: usize,
) -> String {
    let sides =
        if config.has_backs { "on both sides, flipped on the long edge" } else { "on one side" };
    let hint =
        format!("{}: print {sides}, at 100 % (not “fit to page”)", plural(n_sheets, "sheet"));
    let ([width, height], [left, top]) = (config.paper.size(), config.paper.margins());
    let size = format!(
        "@page{{size:{width}mm {height}mm;margin:0}}:root{{--width:{width}mm;--height:{height}mm;\
         --left:{left}mm;--top:{top}mm}}"
    );
    let light = if config.is_light { " class=\"light\"" } else { "" };
    let body = format!(
        "<header lang=\"en\"><h1>{}</h1><p>{hint}</p></header>\n<main{light}>{pages}</main>",
        escape_markup(&ruleset.name)
    );
    template::page(&PageParts {
        language: &titles.language,
        title: &format!("{}: cards to print", ruleset.name),
        policy: Some("style-src 'unsafe-inline'; img-src data:"),
        style: &format!("{size}\n{STYLE}"),
        body: &body,
        ..PageParts::default()
    })
}

/// Formats the pages: fronts, then their backs.
fn pages(cells: &[SheetCell], n_sheets: usize, backs: &[String], config: &SheetConfig) -> String {
    let marks = marks(config.paper);
    let mut html = String::new();
    for (i, page) in cells.chunks(PER_PAGE).enumerate() {
        let fronts: String = page.iter().map(|cell| cell.front.as_str()).collect();
        let note = format!("{} of {n_sheets} · print at 100 %", i + 1);
        // Writing into a string cannot fail.
        let _ = write!(
            html,
            "<section class=\"page\">{marks}<div class=\"grid\">{fronts}</div>\
             <p class=\"note\">front {note}</p></section>"
        );
        if config.has_backs {
            // Turned over on the long edge, the left card of a row lies on the right.
            let row = |row: &[SheetCell]| {
                let back = |i: usize| match row.get(PER_ROW - 1 - i) {
                    Some(cell) => backs[cell.back].as_str(),
                    None => "<div></div>",
                };
                (0..PER_ROW).map(back).collect::<String>()
            };
            let backs: String = page.chunks(PER_ROW).map(row).collect();
            let _ = write!(
                html,
                "<section class=\"page backs\"><div class=\"grid\">{backs}</div>\
                 <p class=\"note\">back {note}</p></section>"
            );
        }
    }
    html
}

/// Draws the cut marks, which lie in the margins.
fn marks(paper: Paper) -> String {
    const LONGEST: f32 = 9.0;
    const GAP: f32 = 0.8;
    let ([width, height], [left, top]) = (paper.size(), paper.margins());
    let mut strokes = String::new();
    for i in 0_u8..=3 {
        let [x, y] = [left + CARD[0] * f32::from(i), top + CARD[1] * f32::from(i)];
        let ends = |margin: f32| (margin - GAP, (margin - GAP).min(LONGEST) - 1.5);
        let ((from_y, long_y), (from_x, long_x)) = (ends(top), ends(left));
        let _ = write!(
            strokes,
            "M{x:.2} {from_y:.2}v-{long_y:.2}M{x:.2} {:.2}v{long_y:.2}",
            height - from_y
        );
        let _ = write!(
            strokes,
            "M{from_x:.2} {y:.2}h-{long_x:.2}M{:.2} {y:.2}h{long_x:.2}",
            width - from_x
        );
    }
    format!("<svg class=\"marks\" viewBox=\"0 0 {width} {height}\"><path d=\"{strokes}\"/></svg>")
}
