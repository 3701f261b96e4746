//! Names that the parts of the table have for connections, whom they are for, and points of the
//! game.

use crate::message::SeatName;

/// The number of a connection.
pub type ConnectionId = u64;

/// A point of the history: the game, the entry, and the number of inputs played so far.
pub type Point = (u64, usize, usize);

/// Who a connection is for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    Seat(SeatName),
    Onlooker,
    Author,
    /// Who has the link of the room, and no seat.
    Room,
}

impl Who {
    /// `seat`, `onlooker`, `author` or `room`.
    pub const fn role(&self) -> &'static str {
        match self {
            Self::Seat(_) => "seat",
            Self::Onlooker => "onlooker",
            Self::Author => "author",
            Self::Room => "room",
        }
    }
}
