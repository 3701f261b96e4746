//! Decisions: every choice is one of the enumerated options.

use super::card::{CardId, ComboId, Kind, Seat, SeatSet};
use super::cause::Cause;
use super::fault::Fault;
pub use super::mark;
use super::mark::MarkedText;
use super::traits::CardTraits;
use super::zone::Zone;
use serde::Serialize;
use smallvec::SmallVec;
use std::num::NonZeroU8;
use std::sync::Arc;

/// One option of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// End the turn by drawing.
    Draw,
    /// Pass in a response window.
    Pass,
    /// Play a card of this kind on the player's own turn.
    Play(Kind),
    /// Play a set: with its kinds if each set is one option, without kinds if the cards are chosen
    /// one at a time.
    Combo(ComboId, SetKinds),
    /// Answer with a card of this kind.
    Respond(Kind),
    /// Turn over a random card of the player's own hand, which they cannot see.
    Unseen,
    Player(Seat),
    /// A card visible to the chooser; it stands for all cards of its kind that they cannot tell
    /// apart.
    Card(CardId, Kind),
    /// A card hidden from the chooser, by its index among the offered cards.
    Hidden(CardId, u16),
    /// A kind of card.
    Kind(Kind),
    Number(i64),
    /// One of the texts a script offers.
    Text(Arc<str>),
    Yes,
    No,
    /// Like [`Choice::Card`], for cards that the chooser can tell from other offered cards of their
    /// kind, or that lie with their other face up. In the main decision and in a window: to play
    /// this card rather than one of its kind that lies as usual.
    Placed(CardId, Kind, CardPlace),
    /// Like [`Choice::Combo`], where the player can tell cards of a kind apart: with these.
    Copies(ComboId, Arc<[SetCopy]>),
}

/// A card of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SetCopy {
    pub card: CardId,
    pub kind: Kind,
    pub place: CardPlace,
}

/// How cards of one kind that a question offers can be told apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct CardPlace {
    /// Where they lie, if cards of the kind in several zones are offered.
    pub zone: Option<Zone>,
    /// Whether their other face is up.
    pub is_turned: bool,
    /// The traits in which offered cards of the kind differ. Without them nothing is encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traits: Option<Arc<CardTraits>>,
}

impl Choice {
    /// Returns the option for a card visible to the chooser.
    pub fn of_card(card: CardId, kind: Kind, place: CardPlace) -> Self {
        let is_usual = place == CardPlace::default();
        if is_usual { Self::Card(card, kind) } else { Self::Placed(card, kind, place) }
    }

    /// The kind of a card that is played by itself, if this is an option of a main decision or of a
    /// window.
    pub const fn played_kind(&self) -> Option<Kind> {
        match self {
            Self::Play(kind) | Self::Respond(kind) | Self::Placed(_, kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// The combo of a set.
    pub const fn combo(&self) -> Option<ComboId> {
        match self {
            Self::Combo(combo, _) | Self::Copies(combo, _) => Some(*combo),
            _ => None,
        }
    }

    /// The kinds of the cards of a set, once per card; none if they are chosen one at a time.
    pub fn set_kinds(&self) -> SmallVec<[Kind; 5]> {
        match self {
            Self::Combo(_, kinds) => kinds.iter().collect(),
            Self::Copies(_, set) => set.iter().map(|copy| copy.kind).collect(),
            _ => SmallVec::new(),
        }
    }

    /// The kind of a card visible to the chooser, whichever face is up.
    pub const fn visible_kind(&self) -> Option<Kind> {
        match self {
            Self::Card(_, kind) | Self::Placed(_, kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// The card that it stands for, whether the chooser sees it or not.
    pub const fn card(&self) -> Option<CardId> {
        match self {
            Self::Card(card, _) | Self::Placed(card, ..) | Self::Hidden(card, _) => Some(*card),
            _ => None,
        }
    }

    /// The kind of a card visible to the chooser, and how it can be told from others.
    pub fn place(&self) -> Option<(Kind, CardPlace)> {
        match self {
            Self::Card(_, kind) => Some((*kind, CardPlace::default())),
            Self::Placed(_, kind, place) => Some((*kind, place.clone())),
            _ => None,
        }
    }
}

/// The kinds of a set of equal cards: `n_cards` of one kind, and the wild cards standing for it, of
/// at most two kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct SetKinds {
    kind: Kind,
    n_cards: u8,
    wild: Kind,
    n_wild: u8,
    /// The wild cards of a second kind. Without them nothing is encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<(Kind, u8)>,
    /// How many of the `n_cards` have their other face up; `None`: as few as the hand allows, and
    /// nothing is encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_turned: Option<NonZeroU8>,
}

impl SetKinds {
    /// No kinds: the cards are chosen one at a time.
    pub const NONE: Self =
        Self { kind: Kind(0), n_cards: 0, wild: Kind(0), n_wild: 0, others: None, n_turned: None };

    /// Returns `n_cards` cards of one kind.
    pub const fn equal(kind: Kind, n_cards: u8) -> Self {
        Self { kind, n_cards, ..Self::NONE }
    }

    pub const fn with_wild(self, wild: Kind, n_wild: u8) -> Self {
        Self { wild, n_wild, ..self }
    }

    /// Adds wild cards of a second kind.
    pub const fn with_others(self, wild: Kind, n_wild: u8) -> Self {
        Self { others: Some((wild, n_wild)), ..self }
    }

    /// Sets how many of the equal cards have their other face up.
    pub const fn with_turned(self, n_turned: u8) -> Self {
        Self { n_turned: NonZeroU8::new(n_turned), ..self }
    }

    /// Whether there are no kinds.
    pub const fn is_empty(self) -> bool {
        self.n_cards == 0 && self.n_wild == 0
    }

    /// Iterates over the kinds, once per card.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        let (other, n_others) = self.others.unwrap_or_default();
        let repeated = |kind, n| std::iter::repeat_n(kind, usize::from(n));
        repeated(self.kind, self.n_cards)
            .chain(repeated(self.wild, self.n_wild))
            .chain(repeated(other, n_others))
    }

    /// Calls this with each kind once.
    #[inline]
    pub fn for_each_kind(self, mut call: impl FnMut(Kind)) {
        if self.n_cards > 0 {
            call(self.kind);
        }
        if self.n_wild > 0 {
            call(self.wild);
        }
        if let Some((other, _)) = self.others {
            call(other);
        }
    }

    /// Iterates over the cards: the kind, and whether the other face is wanted up.
    pub fn faces(self) -> impl Iterator<Item = (Kind, bool)> + Clone {
        let n_turned = self.n_turned.map_or(0, |n| usize::from(n.get()));
        self.iter().enumerate().map(move |(i, kind)| (kind, i < n_turned))
    }
}

/// The question of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// The main decision of a turn.
    #[default]
    Turn,
    /// A response window: answer the action on top of the stack, or pass.
    Respond,
    /// The next card of a set that is chosen one card at a time.
    Cards(ComboId),
    /// The text of a script's question.
    Text(MarkedText),
}

/// A question to one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The seat that must answer.
    pub seat: Seat,
    pub prompt: Prompt,
    /// The options; never empty.
    pub options: Vec<Choice>,
    /// The cause of the question.
    pub cause: Cause,
    /// Whether the answer is part of announcing a play (it may be given on the same input line).
    pub announcing: bool,
    /// The seats that are asked at the same time and have not answered, this one included; none if
    /// the question is one of its own. The answers are secret until all are given.
    pub together: SeatSet,
    /// The zone of which the number that is asked is a depth, 0 being the top.
    pub depth_of: Option<Zone>,
    /// Whether it is asked only because of [`Game::also_ask`]: there is one answer, or the answers
    /// come to the same.
    ///
    /// [`Game::also_ask`]: crate::kernel::Game::also_ask
    pub is_formal: bool,
    /// The weights of the options if chance is asked; otherwise empty. An option of weight 0 is not
    /// an outcome.
    pub weights: Vec<u32>,
}

impl Decision {
    /// Makes it the default, and keeps the memory of the options.
    pub(in crate::kernel) fn reset(&mut self) {
        let Self { mut options, mut weights, .. } = std::mem::take(self);
        options.clear();
        weights.clear();
        *self = Self { options, weights, ..Self::default() };
    }

    /// Checks the answer of an agent.
    #[inline]
    pub(in crate::kernel) fn checked(&self, index: usize) -> Result<usize, Box<Fault>> {
        if index < self.options.len() {
            return Ok(index);
        }
        Err(Fault::new("F0401", format!("the agent chose option {index}, which is not there"))
            .hint("options are counted from 0")
            .into())
    }
}

/// A recorded answer to a question of a hook, with the fingerprint of that question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RecordedAnswer {
    /// The hash of hook, seat, prompt and options.
    pub question: u64,
    /// The index of the chosen option.
    pub index: u16,
    /// The chosen card, if the options are cards.
    pub card: Option<CardId>,
    /// The ply that gave it.
    pub ply: u32,
}

impl RecordedAnswer {
    /// Records the choice of an option.
    pub fn of(question: u64, decision: &Decision, index: usize, ply: u32) -> Self {
        let card = decision.options.get(index).and_then(Choice::card);
        Self { question, index: index as u16, card, ply }
    }
}

/// A question with a single option, which was answered automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutoAnswer {
    /// The seat that was not asked.
    pub seat: Seat,
    pub choice: Choice,
    /// Whether it was part of announcing a play.
    pub announcing: bool,
}
