//! The counts of one kind of card or one combo in a game.

use crate::kernel::SeatSet;

/// The counts of a kind of card or a combo in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameUses {
    pub played: u32,
    /// The plays on their own, which can be cancelled.
    pub announced: u32,
    pub cancelled: u32,
    pub drawn: u32,
    pub stolen: u32,
    pub dead: u32,
    pub explosions: u32,
    pub rescued: u32,
    pub eliminations: u32,
    /// The plays that somebody could answer.
    pub stoppable: u32,
    /// The seats that held it at the first turn.
    pub opening: SeatSet,
    /// The seats that played it.
    pub chosen: SeatSet,
    /// The seats that drew it.
    pub drawn_by: SeatSet,
}
