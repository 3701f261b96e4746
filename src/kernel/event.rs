//! What happened: every change of the table is one of these, with its cause.

use super::action::{ActionId, Subject};
use super::card::{CardId, Kind, Seat, SeatSet};
use super::layout::Layout;
use super::turns::EndedTurns;
use super::value::Value;
use super::zone::Zone;
use smallvec::SmallVec;

/// A line of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScriptLine {
    /// The script, as numbered by the host.
    pub script: u16,
    /// The line, counted from 1.
    pub line: u16,
    /// The column, counted from 1.
    pub column: u16,
}

/// Why something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The ply: which typed input led to it.
    pub ply: u32,
    /// The action on whose behalf it happened.
    pub action: Option<ActionId>,
    /// The script line that did it; none where the kernel itself acted.
    pub place: Option<ScriptLine>,
}

/// One change of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Its number within the game, counted from 0.
    pub id: u32,
    /// Why it happened.
    pub cause: Cause,
    /// What happened.
    pub kind: EventKind,
}

/// How a card moved, as a person would say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveReason {
    /// Put somewhere by the setup.
    SetUp,
    /// Dealt to a player.
    Deal,
    /// Drawn from a pile.
    Draw,
    /// Played from a hand.
    Play,
    /// Discarded.
    Discard,
    /// Given by one player to another.
    Give,
    /// Taken from another player at random.
    Steal,
    /// Taken out of a pile by choice.
    Take,
    /// Put into a pile at a depth only the player knows.
    Hide,
    /// Laid face up before the player it is about to blow up.
    Expose,
    /// Put somewhere else by a script.
    Move,
}

/// The kinds of change. Closed, and matched in full everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A card of the deck was put into a zone before the game.
    Minted { kind: Kind, zone: Zone },
    /// A card moved.
    Moved {
        card: CardId,
        from: Zone,
        to: Zone,
        /// Where in `to`, 0 = top.
        depth: u16,
        reason: MoveReason,
        /// Who sees what card it is.
        seen: SeatSet,
        /// Whether everybody sees which place it came from (the top of a pile, not "some card of a
        /// hand").
        tracked: bool,
        /// Who sees which place it goes to.
        placed: SeatSet,
    },
    /// A zone was shuffled.
    Shuffled {
        zone: Zone,
        /// What chance was told to put on top, top first; the rest falls as it falls.
        top: Vec<CardId>,
    },
    /// The top of a pile was put into this order, top first, by a player in secret.
    Arranged { zone: Zone, order: SmallVec<[CardId; 4]>, by: Seat },
    /// A player looked at a card.
    Shown { card: CardId, to: Seat },
    /// Everybody was shown a card.
    Revealed { card: CardId },
    /// Something was announced, and others may answer it.
    Announced { action: ActionId, by: Seat, subject: Subject, announced: Box<[Value]> },
    /// A player let a window go by.
    Passed { seat: Seat, action: ActionId },
    /// An action was cancelled.
    Cancelled { action: ActionId },
    /// An action was not cancelled and takes effect.
    Resolved { action: ActionId },
    /// The current turn (or all owed ones) will end once everything is settled.
    Ended { turns: EndedTurns },
    /// These turns will follow.
    Assigned { to: Seat, turns: u32 },
    /// The current player owes more turns.
    Added { turns: u32 },
    /// A turn began.
    Began { seat: Seat, owed: u32, attacked: bool },
    /// The direction of play changed.
    Reversed,
    /// A player left the game.
    Out { seat: Seat },
    /// A player came back into the game.
    Revived { seat: Seat },
    /// A player won, and the game is over.
    Won { seat: Seat },
    /// A counter changed; its slot is the ruleset's.
    Counted { slot: u16, value: i64 },
    /// All chance comes from another seed from here on, by hand.
    Seeded { seed: u64 },
    /// A position was laid out by hand.
    LaidOut { layout: Box<Layout> },
}

impl EventKind {
    /// Whether it owns memory.
    #[inline(always)]
    pub(super) fn owns(&self) -> bool {
        match self {
            Self::Shuffled { top, .. } => top.capacity() > 0,
            Self::Arranged { order, .. } => order.spilled(),
            Self::Announced { announced, .. } => !announced.is_empty(),
            Self::LaidOut { .. } => true,
            Self::Minted { .. }
            | Self::Moved { .. }
            | Self::Shown { .. }
            | Self::Revealed { .. }
            | Self::Passed { .. }
            | Self::Cancelled { .. }
            | Self::Resolved { .. }
            | Self::Ended { .. }
            | Self::Assigned { .. }
            | Self::Added { .. }
            | Self::Began { .. }
            | Self::Reversed
            | Self::Out { .. }
            | Self::Revived { .. }
            | Self::Won { .. }
            | Self::Counted { .. }
            | Self::Seeded { .. } => false,
        }
    }
}
