//! Facts about a game that a page needs besides its positions: the seats, and what cards and combos
//! show.

use super::faces::{Face, Faces, faces};
use crate::debugger::Debugger;
use crate::debugger::reply::StartedInfo;
use crate::message::SeatName;
use crate::script::{Host, Symbol};
use crate::shell::{catalogue, rules_page};
use crate::variant::{Ruleset, Titles};
use indexmap::IndexMap;
use serde::Serialize;
use std::sync::Arc;

/// A game for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownGame {
    pub title: String,
    /// The language of the titles.
    pub lang: String,
    seats: Vec<SeatName>,
    /// By their ids.
    kinds: IndexMap<String, ShownKind>,
    combos: IndexMap<String, ShownKind>,
    /// How to win and how a turn goes.
    rules: String,
}

/// The face of a card or combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownKind {
    title: String,
    text: String,
    /// The number of copies in play; 0 for combos.
    count: u16,
    /// The id of its drawing; none for a letter.
    drawing: Option<String>,
    letter: char,
    /// In degrees.
    hue: usize,
    /// The image of its author instead of the drawing, as a `data:` address.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<Arc<str>>,
    /// Whether it stops what it answers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stops: bool,
}

impl ShownGame {
    /// Describes the game, with the texts of its rules and language.
    pub fn of(debugger: &Debugger) -> Self {
        let (loaded, notation) = (&debugger.loaded, debugger.notation());
        let n_players = Some(notation.seats.len());
        let (kinds, combos) = shown_kinds(&loaded.ruleset, &loaded.titles, &loaded.host, n_players);
        let StartedInfo { title, names: seats, .. } = debugger.started();
        let lang = language(debugger);
        let rules = rules_page::brief(loaded, n_players);
        Self { title, lang, seats, kinds, combos, rules }
    }
}

/// The language of the titles of a game.
pub fn language(debugger: &Debugger) -> String {
    debugger.loaded.titles.language.clone()
}

/// Returns what the kinds and the combos of a variant show, by their ids: first the kinds in the
/// box, then the others, of which no copy is in play.
pub fn shown_kinds(
    ruleset: &Ruleset,
    titles: &Titles,
    host: &Host,
    players: Option<usize>,
) -> (IndexMap<String, ShownKind>, IndexMap<String, ShownKind>) {
    let catalogue = catalogue::page(ruleset, titles, players);
    let Faces { cards: card_faces, combos: combo_faces } = faces(ruleset, titles, host);
    let cards = catalogue.cards.into_iter().zip(card_faces).map(|(card, face)| {
        let count = card.in_play.values().copied().max().unwrap_or(0);
        let image = titles.card(&card.id).image;
        (card.id, shown_kind((card.title, card.text), count, face, image))
    });
    let mut cards: IndexMap<String, ShownKind> = cards.collect();
    for kind in &ruleset.spec.kinds {
        let face = Face { symbol: Symbol::Letter, letter: '?', n_alike: 0, stops: false };
        let title = titles.card(&kind.id).title.to_string();
        let other = || shown_kind((title, String::new()), 0, face, None);
        cards.entry(kind.id.to_string()).or_insert_with(other);
    }
    let combos = catalogue.combos.into_iter().zip(combo_faces);
    let combos = combos.map(|(combo, face)| {
        let image = titles.combo(&combo.id).image;
        (combo.id, shown_kind((combo.title, combo.text), 0, face, image))
    });
    (cards, combos.collect())
}

fn shown_kind(
    (title, text): (String, String),
    count: u16,
    face: Face,
    image: Option<Arc<str>>,
) -> ShownKind {
    let Face { letter, stops, .. } = face;
    ShownKind { title, text, count, drawing: face.drawing(), letter, hue: face.hue(), image, stops }
}
