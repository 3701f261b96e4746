//! What happened: every change of the table is one of these, with its cause.

use super::action::{Action, ActionRef, Task};
use super::card::{CardId, Kind, Seat, SeatSet};
use super::layout::Layout;
use super::rng::Stream;
use super::turns::{EndedTurns, Phase};
use super::zone::Zone;
use smallvec::SmallVec;
use std::rc::Rc;

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
    /// The ply in which the play or the hook began that did it: an earlier one where questions
    /// came between.
    pub since: u32,
    /// The action on whose behalf it happened.
    pub action: Option<ActionRef>,
    /// The script line that did it; none where the kernel itself acted.
    pub place: Option<ScriptLine>,
}

/// One change of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Its number among the events of the game that people see, counted from 0, or the first of
    /// its [numbers](Self::numbers). An internal event has that of the next one they see.
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
    /// Cards of the deck were put into a zone before the game; each has a number of its own.
    Minted { kind: Kind, zone: Zone, n_cards: u16 },
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
    /// Something was announced: it is on the stack, and others may answer it.
    Announced { action: Rc<Action> },
    /// A player let a window go by.
    Passed { seat: Seat, action: ActionRef },
    /// An action was cancelled.
    Cancelled { action: ActionRef },
    /// The action on top of the stack takes effect, and has left the stack.
    Resolved { action: ActionRef },
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
    /// Internal: the window of the action on top of the stack has closed.
    WindowClosed {
        /// Whether because somebody answers the action.
        answered: bool,
    },
    /// Internal: the action on top of the stack has left it without taking effect.
    Withdrawn,
    /// Internal: a task was put on the agenda, to be done before all others there.
    Scheduled { task: Task },
    /// Internal: the next task has left the agenda and is being done.
    Started,
    /// Internal: the turn has come to another phase.
    PhaseChanged { phase: Phase },
    /// Internal: a number below `below` was drawn from a stream.
    RandomDrawn { stream: Stream, below: u32 },
    /// Internal: the game is over, and what was still to do will not be done.
    Cleared,
}

impl EventKind {
    /// How many numbers it takes in the list that people see: none where it is bookkeeping.
    #[inline(always)]
    #[must_use]
    pub const fn n_numbers(&self) -> u32 {
        match self {
            Self::WindowClosed { .. }
            | Self::Withdrawn
            | Self::Scheduled { .. }
            | Self::Started
            | Self::PhaseChanged { .. }
            | Self::RandomDrawn { .. }
            | Self::Cleared => 0,
            Self::Minted { n_cards, .. } => *n_cards as u32,
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
            | Self::Counted { .. }
            | Self::Seeded { .. }
            | Self::LaidOut { .. } => 1,
        }
    }
}

impl Event {
    /// The numbers it has in the list that people see.
    #[must_use]
    pub const fn numbers(&self) -> std::ops::Range<u32> {
        self.id..self.id + self.kind.n_numbers()
    }

    /// Whether people are shown it.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.kind.n_numbers() > 0
    }
}
