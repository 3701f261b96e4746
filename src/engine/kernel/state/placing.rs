//! Choices of places in face-down piles that others did not see, as data.

use crate::kernel::card::{CardId, SeatSet};
use crate::kernel::zone::Zone;

/// Cards whose places in a face-down pile a player has chosen unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChosenCards {
    /// One card, at any depth.
    One(CardId),
    /// The order of the cards on top of the pile: as many as are left with the next player's draw.
    Top(u16),
}

/// The last choice of places that others did not see. Not part of the position's identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placing {
    pub zone: Zone,
    pub cards: ChosenCards,
    /// The seats that know the places.
    pub knowing: SeatSet,
    /// The seats that know which card was placed.
    pub seen: SeatSet,
    /// The first card that another player will draw, and the number of cards in the pile then.
    pub next: CardId,
    pub n_left: u16,
}
