//! What scripts and the kernel hand each other: announced values, arguments of hooks, answers.

use super::action::ActionId;
use super::card::{CardId, Kind, Seat};
use super::zone::Zone;
use smallvec::SmallVec;
use std::sync::Arc;

/// A value that outlives the script that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing: `()`.
    #[default]
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// A kind of card; scripts see its id.
    Kind(Kind),
    /// A player.
    Player(Seat),
    /// A card.
    Card(CardId),
    /// A pile, a hand or any other zone.
    Zone(Zone),
    /// An action on the stack.
    Action(ActionId),
    /// Several players, as every listing of players returns them.
    Players(Seats),
    /// Several values.
    List(Arc<[Value]>),
}

/// A short list of seats, copied as plain memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats {
    n_seats: u8,
    seats: [Seat; MAX_LISTED],
}

/// The most seats such a list holds.
const MAX_LISTED: usize = 20;

impl std::ops::Deref for Seats {
    type Target = [Seat];

    fn deref(&self) -> &[Seat] {
        &self.seats[..self.n_seats as usize]
    }
}

impl FromIterator<Seat> for Seats {
    /// # Panics
    /// When there are more seats than a game can have.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut list = Self::default();
        for seat in seats {
            list.seats[list.n_seats as usize] = seat;
            list.n_seats += 1;
        }
        list
    }
}

/// The values of one call or one announcement.
pub type Values = SmallVec<[Value; 2]>;
