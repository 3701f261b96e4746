//! Who must choose what: every choice is one of these enumerated options.

use super::card::{CardId, ComboId, Kind, Seat};
use super::event::Cause;
use std::sync::Arc;

/// One option of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// End the turn by drawing.
    Draw,
    /// Let a window go by.
    Pass,
    /// Play a card of this kind on one's turn.
    Play(Kind),
    /// Play a set: its kinds where one option stands for each set, none where the cards are asked
    /// for one at a time.
    Combo(ComboId, SetKinds),
    /// Answer with a card of this kind.
    Respond(Kind),
    /// A player.
    Player(Seat),
    /// A card the chooser sees; it stands for all of its kind that they cannot tell apart.
    Card(CardId, Kind),
    /// A card the chooser does not see: the one at this place of what is offered, counted from 0.
    Hidden(CardId, u16),
    /// A kind of card.
    Kind(Kind),
    /// A number.
    Number(i64),
    /// One of the texts a script offers.
    Text(Arc<str>),
    /// Yes.
    Yes,
    /// No.
    No,
}

/// The kinds of a set of equal cards: so many of one kind, then so many wild ones standing for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SetKinds {
    kind: Kind,
    n_cards: u8,
    wild: Kind,
    n_wild: u8,
}

impl SetKinds {
    /// No kinds: the cards are asked for one at a time.
    pub const NONE: Self = Self { kind: Kind(0), n_cards: 0, wild: Kind(0), n_wild: 0 };

    /// So many cards of one kind.
    #[must_use]
    pub const fn equal(kind: Kind, n_cards: u8) -> Self {
        Self { kind, n_cards, ..Self::NONE }
    }

    /// The same, and so many wild cards.
    #[must_use]
    pub const fn with_wild(self, wild: Kind, n_wild: u8) -> Self {
        Self { wild, n_wild, ..self }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.n_cards == 0 && self.n_wild == 0
    }

    /// One kind for each card.
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        let wild = std::iter::repeat_n(self.wild, self.n_wild as usize);
        std::iter::repeat_n(self.kind, self.n_cards as usize).chain(wild)
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// The main decision of a turn.
    Turn,
    /// A response window: answer the action on top of the stack, or pass.
    Respond,
    /// The next card of a set that is put together one card at a time.
    Cards(ComboId),
    /// A question of a script, in its own words.
    Text(Arc<str>),
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Who must answer.
    pub seat: Seat,
    /// What is asked.
    pub prompt: Prompt,
    /// What may be answered: never empty.
    pub options: Vec<Choice>,
    /// What led to it.
    pub cause: Cause,
    /// Whether the answer is part of announcing a play (it may be typed on the same line).
    pub announcing: bool,
    /// How likely each option is, in equal parts, where chance is asked; empty everywhere else. An
    /// option of weight 0 is no outcome of its own.
    pub weights: Vec<u32>,
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            seat: Seat(0),
            prompt: Prompt::Turn,
            options: Vec::with_capacity(32),
            cause: Cause::default(),
            announcing: false,
            weights: Vec::new(),
        }
    }
}
