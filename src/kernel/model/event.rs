//! Events: every change of the table is an event with its cause.

use super::action::{Action, ActionRef, Task};
use super::card::{ActionId, CardId, Kind, Seat, SeatSet};
use super::fault::{ScriptLine, Text};
use super::layout::Layout;
use super::rng::Stream;
use super::turns::{EndedTurns, Phase};
use super::zone::Zone;
use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;
use std::rc::Rc;

/// The cause of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The ply: the input that led to it.
    pub ply: u32,
    /// The ply in which the play or hook that caused it began: an earlier one if questions were
    /// asked in between.
    pub since: u32,
    /// The action it belongs to.
    pub action: Option<ActionRef>,
    /// The script line that caused it; `None` for the kernel itself.
    pub place: Option<ScriptLine>,
}

/// One change of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number among the visible events of the game, counted from 0, or the first of its
    /// [numbers](Self::numbers). An internal event has the number of the next visible one.
    pub id: u32,
    /// The cause.
    pub cause: Cause,
    /// The change.
    pub kind: EventKind,
}

/// Why a card moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MoveReason {
    /// Placed by the setup.
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
    /// Stolen from another player at random.
    Steal,
    /// Chosen from a pile.
    Take,
    /// Put into a pile at a depth that only the player knows.
    Hide,
    /// Laid face up in front of the player it is about to blow up.
    Expose,
    /// Moved by a script in any other way.
    Move,
}

/// The kinds of events. This crate matches them exhaustively; other crates need a wildcard.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// Cards of the deck were created in a zone before the game; each has its own event number.
    Created { kind: Kind, zone: Zone, n_cards: u16 },
    /// A card moved.
    Moved {
        card: CardId,
        from: Zone,
        to: Zone,
        /// The depth in `to`, 0 = top.
        depth: u16,
        reason: MoveReason,
        /// The seats that see which card it is.
        seen: SeatSet,
        /// Whether all seats see its position in the source zone (the top of a pile, not "some card
        /// of a hand").
        tracked: bool,
        /// The seats that see its position in the target zone.
        placed: SeatSet,
    },
    /// A zone was shuffled.
    Shuffled {
        zone: Zone,
        /// The chosen outcomes on top, top first; the rest is random.
        top: Vec<CardId>,
    },
    /// A player secretly put the top of a pile into this order, top first.
    Arranged { zone: Zone, order: SmallVec<[CardId; 4]>, by: Seat },
    /// A player looked at a card.
    Shown { card: CardId, to: Seat },
    /// A card was shown to all players.
    Revealed { card: CardId },
    /// An action was announced: it is on the stack, and others may answer it.
    Announced { action: Rc<Action> },
    /// A player passed in a window.
    Passed { seat: Seat, action: ActionRef },
    /// An action was cancelled.
    Cancelled {
        action: ActionRef,
        /// Whether a play of its own kind cancelled it.
        overruled: bool,
    },
    /// The action on top of the stack takes effect and has left the stack.
    Resolved { action: ActionRef },
    /// The current turn (or all owed turns) will end once everything is settled.
    Ended { turns: EndedTurns },
    /// A player was assigned the next turns.
    Assigned { to: Seat, turns: u32 },
    /// The current player owes more turns.
    Added { turns: u32 },
    /// A turn began.
    Began { seat: Seat, owed: u32, attacked: bool },
    /// The direction of play changed.
    Reversed,
    /// A player is out of the game.
    Out { seat: Seat },
    /// A player came back into the game.
    Revived { seat: Seat },
    /// A player won, alone or with others, and the game is over.
    Won { seat: Seat },
    /// A player lost, and the game is over.
    Lost { seat: Seat },
    /// A player has this score.
    Scored { seat: Seat, score: i64 },
    /// The game is over; the winners, if any, follow.
    GameEnded,
    /// A script says something to a player, or to all of them.
    Said { text: Text, to: Option<Seat> },
    /// A script prints something; `to` are the seats that know what it printed.
    Printed { text: Text, to: SeatSet },
    /// A counter changed; `slot` is its index in the ruleset.
    Counted { slot: u16, value: i64 },
    /// A counter of a card changed; `slot` is its index in the ruleset.
    CardCounted { card: CardId, slot: u16, value: i64 },
    /// A card was turned over where it lies.
    Turned { card: CardId, face_up: bool },
    /// A player's hand was turned face down to its own holder, or they may look at it again.
    Blinded { seat: Seat, is_blind: bool },
    /// The generators were reseeded by a sandbox edit.
    Seeded { seed: u64 },
    /// A position was set up by a sandbox edit.
    LaidOut { layout: Box<Layout> },
    /// Internal: the setup deals cards from a zone, so each kind in it may be in a hand.
    Dealing { zone: Zone },
    /// Internal: the window of the action on top of the stack has closed.
    WindowClosed {
        /// Whether it closed because a seat answers the action.
        answered: bool,
    },
    /// Internal: the window of the action on top of the stack is open again, and passes are void.
    WindowReopened,
    /// Internal: a player also sees the private events that an action causes.
    Watched { action: ActionId, seat: Seat },
    /// Internal: the action on top of the stack was removed without taking effect.
    Withdrawn,
    /// Internal: a task was pushed onto the agenda.
    Scheduled { task: Task },
    /// Internal: the next task was popped from the agenda and is running.
    Started,
    /// Internal: the turn entered another phase.
    PhaseChanged { phase: Phase },
    /// Internal: a number below `below` was drawn from a stream.
    RandomDrawn { stream: Stream, below: u32 },
    /// Internal: the game is over, and the remaining tasks are dropped.
    Cleared,
}

impl EventKind {
    /// Whether it owns memory.
    #[inline(always)]
    pub(in crate::kernel) const fn owns_memory(&self) -> bool {
        matches!(
            self,
            Self::Shuffled { .. }
                | Self::Arranged { .. }
                | Self::Announced { .. }
                | Self::Said { .. }
                | Self::Printed { .. }
                | Self::LaidOut { .. }
        )
    }

    /// Whether few games have such events.
    #[inline(always)]
    pub(in crate::kernel) const fn is_rare(&self) -> bool {
        matches!(
            self,
            Self::WindowReopened
                | Self::Watched { .. }
                | Self::Lost { .. }
                | Self::Scored { .. }
                | Self::GameEnded
                | Self::Dealing { .. }
                | Self::CardCounted { .. }
                | Self::Turned { .. }
                | Self::Blinded { .. }
                | Self::Seeded { .. }
        )
    }

    /// Returns how many event numbers it takes: 0 for an internal event.
    #[inline(always)]
    #[must_use]
    pub const fn n_numbers(&self) -> u32 {
        match self {
            Self::Dealing { .. }
            | Self::WindowClosed { .. }
            | Self::WindowReopened
            | Self::Watched { .. }
            | Self::Withdrawn
            | Self::Scheduled { .. }
            | Self::Started
            | Self::PhaseChanged { .. }
            | Self::RandomDrawn { .. }
            | Self::Cleared => 0,
            Self::Created { n_cards, .. } => *n_cards as u32,
            Self::Moved { .. }
            | Self::Shuffled { .. }
            | Self::Arranged { .. }
            | Self::Shown { .. }
            | Self::Revealed { .. }
            | Self::Announced { .. }
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
            | Self::Lost { .. }
            | Self::Scored { .. }
            | Self::GameEnded
            | Self::Said { .. }
            | Self::Printed { .. }
            | Self::Counted { .. }
            | Self::CardCounted { .. }
            | Self::Turned { .. }
            | Self::Blinded { .. }
            | Self::Seeded { .. }
            | Self::LaidOut { .. } => 1,
        }
    }
}

impl Event {
    /// Returns its event numbers.
    #[must_use]
    pub const fn numbers(&self) -> std::ops::Range<u32> {
        self.id..self.id + self.kind.n_numbers()
    }

    /// Whether it is visible, that is, not internal.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.kind.n_numbers() > 0
    }
}

/// The visibility of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visibility {
    /// The seats that see which card moves.
    pub seen: SeatSet,
    /// Whether all seats see its position in the source zone.
    pub tracked: bool,
    /// The seats that see its position in the target zone.
    pub placed: SeatSet,
}

impl Visibility {
    /// Fully public.
    pub const ALL: Self = Self { seen: SeatSet::ALL, tracked: true, placed: SeatSet::ALL };
}
