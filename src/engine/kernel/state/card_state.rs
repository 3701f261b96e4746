//! The state of a single card.

use crate::kernel::card::{Kind, Seat, SeatSet};

/// The state of one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardState {
    pub kind: Kind,
    /// Whether its other face is up: face up in a hand or a face-down pile, face down elsewhere.
    pub is_turned: bool,
    /// Who played it, if it stays in play.
    pub played_by: Option<Seat>,
    /// The seats that know that this card is at its position.
    pub known: SeatSet,
}
