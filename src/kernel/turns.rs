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
pub enum EndedTurns {
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
    pub ended: EndedTurns,
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

    /// The next turn begins.
    pub(super) const fn begin(&mut self, seat: Seat, owed: u32, attacked: bool) {
        self.current = seat;
        self.owed = owed;
        self.attacked = attacked;
        self.phase = Phase::Begin;
        self.ended = EndedTurns::None;
        self.next = None;
    }

    /// The neighbour of a seat in the current direction, alive or not.
    #[must_use]
    pub const fn neighbour(&self, seat: Seat) -> Seat {
        step(seat, self.n_seats, self.reversed)
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

    /// The seats of a set in the current direction, from behind `seat` on; that seat comes last.
    pub fn order(&self, seat: Seat, set: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        let (n_seats, reversed) = (self.n_seats, self.reversed);
        // The bits are turned so that the first to come is the lowest one, or the highest one.
        let low = if reversed { seat.0 } else { seat.0 + 1 };
        let set = set.intersection(SeatSet::first(n_seats as usize)).0;
        let turned = u64::from(set) >> low | u64::from(set) << (n_seats - low);
        let mut bits = turned as u32 & SeatSet::first(n_seats as usize).0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let place = if reversed { bits.ilog2() as u8 } else { bits.trailing_zeros() as u8 };
            bits &= !(1 << place);
            let seat = low + place;
            Some(Seat(if seat >= n_seats { seat - n_seats } else { seat }))
        })
    }

    /// All seats in the current direction, `seat` last.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let queue = (self.n_seats, self.reversed);
        let mut next = seat;
        (0..self.n_seats).map(move |_| {
            next = step(next, queue.0, queue.1);
            next
        })
    }
}

/// The next of so many seats in a direction, round the table.
const fn step(seat: Seat, n_seats: u8, reversed: bool) -> Seat {
    match (reversed, seat.0) {
        (true, 0) => Seat(n_seats - 1),
        (true, seat) => Seat(seat - 1),
        (false, seat) if seat + 1 == n_seats => Seat(0),
        (false, seat) => Seat(seat + 1),
    }
}
