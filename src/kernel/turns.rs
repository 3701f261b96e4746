//! Whose turn it is, how many are owed, and what comes next.

use super::card::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How far the current turn has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// It has just begun: `turn_start` hooks and the `turn` moment are still to come.
    #[default]
    Begin,
    /// The player may play, or end it.
    Main,
    /// It is over: `turn_end` hooks are running.
    End,
}

/// How many of the owed turns have ended. Set by scripts, acted upon once everything is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// The turn goes on.
    #[default]
    None,
    /// This turn.
    One,
    /// Every turn the player owed.
    All,
}

/// The turn queue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnQueue {
    /// The number of seats, dead ones included.
    pub n_seats: u8,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
    /// Whose turn it is.
    pub current: Seat,
    /// How many turns the current player owes, this one included: at least 1.
    pub owed: u32,
    /// Whether these turns come from an attack.
    pub attacked: bool,
    /// Who is still in the game.
    pub alive: SeatSet,
    /// How far the current turn has come.
    pub phase: Phase,
    /// What of it is over.
    pub ended: Ended,
    /// Who must take how many turns next, once this player's are over.
    pub next: Option<(Seat, u32)>,
}

impl TurnQueue {
    /// The queue of a new game: one normal turn for the first seat.
    #[must_use]
    pub fn new(n_seats: usize, first: Seat) -> Self {
        Self {
            n_seats: n_seats as u8,
            current: first,
            owed: 1,
            alive: SeatSet::first(n_seats),
            ..Self::default()
        }
    }

    /// The neighbour of a seat in the current direction, alive or not.
    #[must_use]
    pub const fn neighbour(&self, seat: Seat) -> Seat {
        let step = if self.reversed { self.n_seats - 1 } else { 1 };
        Seat((seat.0 + step) % self.n_seats)
    }

    /// The next living player after a seat in the current direction; the seat itself if it is
    /// alone.
    #[must_use]
    pub fn next_alive(&self, seat: Seat) -> Seat {
        let mut next = self.neighbour(seat);
        while next != seat && !self.alive.has(next) {
            next = self.neighbour(next);
        }
        next
    }

    /// All seats in the current direction, `seat` last.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let queue = (self.n_seats, self.reversed);
        let mut next = seat;
        (0..self.n_seats).map(move |_| {
            let step = if queue.1 { queue.0 - 1 } else { 1 };
            next = Seat((next.0 + step) % queue.0);
            next
        })
    }
}
