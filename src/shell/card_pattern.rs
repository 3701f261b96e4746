//! Lists of cards in assertions: `favor skip^ charge(charges=3) ? ...`.

use crate::kernel::layout::CardTraits;
use crate::kernel::{CardId, Kind, Table};
use crate::message::UNKNOWN;
use crate::variant::notation::Notation;

/// An item of a list of cards.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum CardPattern {
    /// A card with these traits, and with its other face up or not, if that counts.
    One { kind: Kind, face: Option<bool>, traits: CardTraits },
    /// A card that the viewer does not know.
    Unknown,
    /// Any cards.
    Any,
}

/// A card as a form sees it, if it is known.
pub(super) type ShownCard = Option<CardId>;

impl CardPattern {
    /// How much it asks of a card: what asks more comes first, so that the others leave it its
    /// card.
    const fn order(&self) -> u8 {
        match self {
            Self::One { face, traits, .. } => !traits.is_empty() as u8 * 2 + face.is_some() as u8,
            Self::Unknown | Self::Any => 0,
        }
    }
}

/// Compares lists with the cards of a table.
#[derive(Clone, Copy)]
pub(super) struct ShownCards<'a> {
    pub(super) table: &'a Table,
    pub(super) notation: &'a Notation,
}

impl ShownCards<'_> {
    pub(super) fn fits(self, pattern: &CardPattern, card: ShownCard) -> bool {
        match (pattern, card) {
            (CardPattern::Any, _) | (CardPattern::Unknown, None) => true,
            (CardPattern::One { kind, face, traits }, Some(card)) => {
                let state = self.table.cards[card.index()];
                state.kind == *kind
                    && face.is_none_or(|face| face == state.is_turned)
                    && self.table.has_traits(&self.notation.rules, card, traits)
            }
            _ => false,
        }
    }

    /// Whether these are the cards of a hand, in any order.
    pub(super) fn are_hand(self, wanted: &[CardPattern], actual: &[ShownCard]) -> bool {
        let mut left = actual.to_vec();
        let mut cards: Vec<&CardPattern> =
            wanted.iter().filter(|pattern| **pattern != CardPattern::Any).collect();
        cards.sort_by_key(|pattern| std::cmp::Reverse(pattern.order()));
        for pattern in cards {
            match left.iter().position(|card| self.fits(pattern, *card)) {
                Some(i) => drop(left.remove(i)),
                None => return false,
            }
        }
        left.is_empty() || wanted.contains(&CardPattern::Any)
    }

    /// Whether these are the cards of a pile, top first.
    pub(super) fn are_pile(self, wanted: &[CardPattern], actual: &[ShownCard]) -> bool {
        match (wanted.split_first(), actual.split_first()) {
            (None, None) => true,
            (Some((CardPattern::Any, rest)), _) => {
                (0..=actual.len()).any(|skipped| self.are_pile(rest, &actual[skipped..]))
            }
            (Some((pattern, rest)), Some((card, below))) => {
                self.fits(pattern, *card) && self.are_pile(rest, below)
            }
            _ => false,
        }
    }

    /// Formats cards as a list of ids, `?` for an unknown card.
    pub(super) fn masked(self, cards: &[ShownCard]) -> String {
        let word = |card: &ShownCard| match card {
            Some(card) => self.notation.card(self.table, *card).id(),
            None => UNKNOWN.to_owned(),
        };
        let words: Vec<String> = cards.iter().map(word).collect();
        if words.is_empty() { "-".into() } else { words.join(" ") }
    }
}
