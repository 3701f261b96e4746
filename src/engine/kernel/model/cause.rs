//! Why something happens, and who sees it: the cause of an event or a question, the reason and the
//! visibility of a move.

use super::action::ActionRef;
use super::card::SeatSet;
use super::fault::ScriptLine;
use serde::Serialize;

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

/// Why a card moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
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
    /// Put back where it came from.
    Return,
}

/// The visibility of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visibility {
    /// The seats that see which card moves.
    pub seen: SeatSet,
    /// Whether all seats see its position in the source zone (the top of a pile, not "some card of
    /// a hand").
    pub tracked: bool,
    /// The seats that see its position in the target zone.
    pub placed: SeatSet,
}

impl Visibility {
    /// Fully public.
    pub const ALL: Self = Self { seen: SeatSet::ALL, tracked: true, placed: SeatSet::ALL };
}
