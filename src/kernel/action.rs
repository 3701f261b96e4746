//! What others may answer (actions on the stack), and what is still to do (tasks on the agenda).

use super::card::{CardId, ComboId, Kind, Seat, SeatSet};
use super::rules::Hook;
use super::value::Values;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The number of an action, given out in order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ActionId(pub u32);

/// What an action is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// A card was played.
    Card(CardId, Kind),
    /// A set of cards was played.
    Combo(ComboId),
    /// A player is exploding, by this hazard or by a rule.
    Explosion(Option<CardId>),
    /// A player is about to draw.
    Draw,
    /// A turn has begun.
    #[default]
    Turn,
}

impl Subject {
    /// Whether cards were played for it.
    #[must_use]
    pub const fn is_play(self) -> bool {
        matches!(self, Self::Card(..) | Self::Combo(_))
    }
}

/// The response window of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// These seats have been asked and have passed, or need no asking.
    Open(SeatSet),
    /// Everybody has passed, or a response has taken over.
    Closed,
}

impl Default for Window {
    fn default() -> Self {
        Self::Open(SeatSet::NONE)
    }
}

/// What names an action wherever it is spoken of: which it is, whose, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionRef {
    /// Its number.
    pub id: ActionId,
    /// Who plays, draws, explodes or begins a turn.
    pub by: Seat,
    /// What it is about.
    pub subject: Subject,
}

/// Something announced that has not happened yet: others may answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action {
    /// Its number.
    pub id: ActionId,
    /// Who plays, draws, explodes or begins a turn.
    pub by: Seat,
    /// What it is about.
    pub subject: Subject,
    /// The cards played for it.
    pub cards: SmallVec<[CardId; 5]>,
    /// What `announce` returned: known to everybody.
    pub announced: Values,
    /// Whether something has cancelled it.
    pub cancelled: bool,
    /// Whether anything was played in answer to it.
    pub answered: bool,
    /// Who has been asked.
    pub window: Window,
    /// What it answers: the action below it on the stack.
    pub answers: Option<ActionId>,
}

/// What it answers follows from the rest of the stack, and adds nothing to the hash.
impl Hash for Action {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { id, by, subject, cards, announced, .. } = self;
        let Self { cancelled, answered, window, .. } = self;
        (id, by, subject, cards, announced, cancelled, answered, window).hash(state);
    }
}

impl Action {
    /// What names it.
    #[must_use]
    pub const fn reference(&self) -> ActionRef {
        ActionRef { id: self.id, by: self.by, subject: self.subject }
    }
}

/// Something to be done once the script that caused it has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Run a hook of a card (or of the rules, without a card) for a seat.
    Hook { hook: Hook, seat: Seat, card: Option<CardId> },
    /// A player explodes, by a hazard or by a rule.
    Explode { seat: Seat, hazard: Option<CardId> },
    /// A player plays a card that a script names.
    Play { seat: Seat, card: CardId },
    /// The moment a turn begins may be answered.
    Turn { seat: Seat },
}
