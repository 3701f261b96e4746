//! The cards of a variant as they are printed, and as CSV for tools that draw cards.

use super::faces::{Face, Faces, faces};
use crate::script::Host;
use crate::shell::catalogue::{CardInfo, VariantPage};
use crate::variant::{Ruleset, Titles};
use std::sync::Arc;

/// A kind of card in the box.
pub struct PrintedCard {
    pub id: String,
    pub title: String,
    /// Its text; may be empty.
    pub text: String,
    pub tags: Vec<String>,
    /// The number of copies.
    pub n_copies: usize,
    /// The pile it is discarded to, whose cards have a back of their own; `None`: the discard pile.
    pub home: Option<String>,
    pub face: Face,
    /// The image of its author, as a `data:` address.
    pub image: Option<Arc<str>>,
}

impl PrintedCard {
    /// Whether another card is printed in the same way, but for its colour and number of copies.
    pub fn looks_like(&self, other: &Self) -> bool {
        let texts = |card: &Self| [card.title.clone(), card.text.clone()];
        let face = |card: &Self| (card.face.symbol, card.face.letter);
        (texts(self), face(self)) == (texts(other), face(other))
            && (&self.home, &self.image) == (&other.home, &other.image)
    }
}

/// Returns the kinds in the box, in the order of the deck: of the whole box, or of what a number of
/// players plays with, without the kinds that they have no card of. Faces of combos come second.
pub fn cards(
    ruleset: &Ruleset,
    titles: &Titles,
    host: &Host,
    catalogue: &VariantPage,
    players: Option<usize>,
) -> (Vec<PrintedCard>, Vec<Face>) {
    let Faces { cards: faces, combos } = faces(ruleset, titles, host);
    let kinds = ruleset.counts().map(|(at, ..)| &ruleset.spec.kinds[at]);
    let cards = catalogue.cards.iter().zip(kinds).zip(faces).map(|((card, kind), face)| {
        let CardInfo { id, title, text, .. } = card.clone();
        let (tags, home, image) =
            (kind.tags.clone(), kind.home.clone(), titles.card(&kind.id).image);
        PrintedCard { id, title, text, tags, n_copies: n_copies(card, players), home, face, image }
    });
    (cards.filter(|card| card.n_copies > 0).collect(), combos)
}

/// The number of copies for a number of players, or in the whole box: all of its parts, and the
/// most that any number of players needs.
fn n_copies(card: &CardInfo, players: Option<usize>) -> usize {
    if players.is_none() && !card.subsets.is_empty() {
        return card.subsets.values().map(|n| usize::try_from(*n).unwrap_or(0)).sum();
    }
    card.in_play.values().copied().max().unwrap_or(0).into()
}

/// Formats cards as CSV: id, title, text, symbol, tags separated by spaces, number of copies.
pub fn csv(cards: &[PrintedCard]) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail, and all rows have as many cells.
    let _ = out.write_record(["id", "title", "text", "symbol", "tags", "count"]);
    for PrintedCard { id, title, text, tags, n_copies, face, .. } in cards {
        let (tags, count) = (tags.join(" "), n_copies.to_string());
        let _ = out.write_record([id, title, text, face.symbol.name(), &tags, &count]);
    }
    String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default()
}
