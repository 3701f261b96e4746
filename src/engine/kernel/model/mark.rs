//! Marks: characters that stand for a card in a text of a script, so that the text is the same in
//! all languages and each reader is shown as much of the card as they know.

use super::card::{CardId, Kind};
use std::sync::Arc;

/// The first mark of a card, in a plane for private use.
const CARDS: u32 = 0xf_0000;
/// The first mark of a kind, in the other plane for private use.
const KINDS: u32 = 0x10_0000;
/// The mark of a card that the reader does not know.
const UNKNOWN: char = '\u{10fffd}';
/// The word for a card that the reader does not know.
pub const A_CARD: &str = "a card";

/// The meaning of a marked character of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A card, of which each reader is shown what they know.
    Card(CardId),
    /// A card of this kind.
    Kind(Kind),
    /// A card that the reader does not know.
    Unknown,
}

impl Mark {
    /// The mark that a character is; `None` for a character of the text itself.
    pub const fn of(letter: char) -> Option<Self> {
        match letter as u32 {
            _ if letter == UNKNOWN => Some(Self::Unknown),
            code @ CARDS..KINDS => Some(Self::Card(CardId((code - CARDS) as u16))),
            code @ KINDS.. => Some(Self::Kind(Kind((code - KINDS) as u16))),
            _ => None,
        }
    }

    /// Its character.
    pub fn letter(self) -> char {
        let code = match self {
            Self::Card(card) => CARDS + u32::from(card.0),
            Self::Kind(kind) => KINDS + u32::from(kind.0),
            Self::Unknown => return UNKNOWN,
        };
        char::from_u32(code).unwrap_or(UNKNOWN)
    }
}

/// A text in which marks stand for cards. It is not written as it is: it is read, which names them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MarkedText(Arc<str>);

impl<T: Into<Arc<str>>> From<T> for MarkedText {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl MarkedText {
    /// The text as it is read, given what each mark is read as.
    pub fn read(&self, name: impl Fn(Mark) -> Option<Arc<str>>) -> String {
        read(&self.0, name)
    }

    /// The text as somebody reads it who knows none of its cards.
    pub fn plain(&self) -> String {
        plain(&self.0)
    }

    /// Its characters, each with the mark that it is.
    pub fn letters(&self) -> impl Iterator<Item = (char, Option<Mark>)> + '_ {
        self.0.chars().map(|letter| (letter, Mark::of(letter)))
    }

    /// Whether it is this text, without comparing the characters.
    pub fn is(&self, text: &Arc<str>) -> bool {
        Arc::ptr_eq(&self.0, text)
    }

    /// The text with its marks, for hashes.
    pub(crate) fn unread(&self) -> &str {
        &self.0
    }

    /// The number of its bytes.
    pub fn n_bytes(&self) -> usize {
        self.0.len()
    }
}

/// The cards that a text names, in its order.
pub fn cards(text: &str) -> impl Iterator<Item = CardId> {
    text.chars().filter_map(|letter| match Mark::of(letter) {
        Some(Mark::Card(card)) => Some(card),
        _ => None,
    })
}

/// A text as it is read, given what each mark is read as.
pub fn read(text: &str, name: impl Fn(Mark) -> Option<Arc<str>>) -> String {
    let mut read = String::with_capacity(text.len());
    for letter in text.chars() {
        match Mark::of(letter) {
            None => read.push(letter),
            Some(mark) => read.push_str(name(mark).as_deref().unwrap_or(A_CARD)),
        }
    }
    read
}

/// A text as somebody reads it who knows none of its cards.
pub fn plain(text: &str) -> String {
    read(text, |_| None)
}

/// A text in which each card is marked as its kind, or as unknown if `kind` has none.
pub fn by_kinds(text: &Arc<str>, kind: impl Fn(CardId) -> Option<Kind>) -> MarkedText {
    // Most texts are questions without a card, which are asked often.
    if text.is_ascii() || cards(text).next().is_none() {
        return MarkedText(text.clone());
    }
    let read = |letter| match Mark::of(letter) {
        Some(Mark::Card(card)) => kind(card).map_or(Mark::Unknown, Mark::Kind).letter(),
        _ => letter,
    };
    MarkedText(text.chars().map(read).collect::<String>().into())
}
