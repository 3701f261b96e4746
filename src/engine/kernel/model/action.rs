//! Actions on the stack, which others may answer, and tasks on the agenda.

use super::card::{ActionId, CardId, ComboId, Kind, Seat, SeatSet};
use super::hook::Hook;
use super::value::Values;
use super::zone::Zone;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The subject of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    Card(CardId, Kind),
    /// A played set of cards.
    Combo(ComboId),
    /// An explosion, caused by this hazard or by a rule.
    Explosion(Option<CardId>),
    Draw,
    /// The beginning of a turn.
    #[default]
    Turn,
    /// The moment between two plays of a player, or before one takes effect.
    Between,
}

impl Subject {
    /// Whether cards were played for it.
    pub const fn is_play(self) -> bool {
        matches!(self, Self::Card(..) | Self::Combo(_))
    }
}

/// The response window of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Open: these seats have passed or need no asking.
    Open(SeatSet),
    Closed,
    /// Closed by a response. Once that has left the stack, the window reopens unless the action was
    /// cancelled or the response was cancelled by a play of its own kind.
    Answered,
}

impl Default for Window {
    fn default() -> Self {
        Self::Open(SeatSet::NONE)
    }
}

/// A reference to an action: its number, its player and its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionRef {
    pub id: ActionId,
    /// The player who plays, draws, explodes or begins a turn.
    pub by: Seat,
    /// Its subject.
    pub subject: Subject,
}

/// An announced action that has not resolved yet: others may answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action {
    pub id: ActionId,
    /// The player who plays, draws, explodes or begins a turn.
    pub by: Seat,
    /// Its subject.
    pub subject: Subject,
    /// The cards played for it.
    pub cards: SmallVec<[CardId; 5]>,
    /// The values that `announce` returned; public.
    pub announced: Values,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// Whether it was cancelled by a play of its own kind: then the window of the action it answers
    /// stays closed.
    pub overruled: bool,
    /// Whether its player was already out of the game when it began.
    pub by_the_dead: bool,
    /// Whether it was answered.
    pub answered: bool,
    /// The seats that also see the private events it causes.
    pub watchers: SeatSet,
    /// The state of its response window.
    pub window: Window,
    /// The action that it answers: the one below it on the stack.
    pub answers: Option<ActionId>,
}

impl Action {
    /// Returns a reference to it.
    pub const fn reference(&self) -> ActionRef {
        ActionRef { id: self.id, by: self.by, subject: self.subject }
    }

    /// Returns whom the play is aimed at: the players among what it has announced.
    pub fn targets(&self) -> SmallVec<[Seat; 4]> {
        let mut targets = SmallVec::new();
        self.announced.iter().for_each(|value| value.add_players(&mut targets));
        targets
    }
}

/// A task to be run once the script that caused it has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Task {
    /// Run a hook of a card (or of the rules, without a card) for a seat.
    Hook { hook: Hook, seat: Seat, card: Option<CardId> },
    /// A player explodes, by a hazard or by a rule.
    Explode { seat: Seat, hazard: Option<CardId> },
    /// A player plays a card that a script names.
    Play { seat: Seat, card: CardId },
    /// Open the window at the beginning of a turn.
    Turn { seat: Seat },
    /// Run a hook of a listener (a card, or the rules without one) that is about another card, as
    /// soon as the stack has this height again.
    About { hook: Hook, seat: Seat, card: Option<CardId>, about: CardId, height: u16 },
    /// The latest play that left the stack is over as soon as the stack has this height again.
    Settled { height: u16 },
    /// Open the window between two plays as soon as the stack has this height again.
    Between { height: u16 },
    /// A player draws this many more cards as soon as the stack has this height again.
    Draw { seat: Seat, n_cards: u16, height: u16 },
    /// Refill a pile that has become empty.
    Refill { pile: Zone },
}

impl Task {
    /// Whether it does not wait until fewer actions than this are on the stack.
    #[inline(always)]
    pub(in crate::kernel) fn is_due(&self, height: usize) -> bool {
        match self {
            Self::Settled { height: end }
            | Self::Between { height: end }
            | Self::Draw { height: end, .. }
            | Self::About { height: end, .. } => height <= usize::from(*end),
            _ => true,
        }
    }
}
