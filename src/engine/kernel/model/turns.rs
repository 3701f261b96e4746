//! The turn queue: the current turn, the owed turns, and the next ones.

use super::card::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The maximum number of turns that a player owes.
pub const MAX_TURNS: u32 = 1_000;

/// The phase of the current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Just begun: `turn_start` hooks and the `turn` moment are pending.
    #[default]
    Begin,
    /// The player may play, or end the turn.
    Main,
    /// Over: `turn_end` hooks are running.
    End,
}

/// How many of the owed turns have ended. Set by scripts, applied once everything is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndedTurns {
    /// None: the turn goes on.
    #[default]
    None,
    One,
    /// Every turn the player owed.
    All,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnQueue {
    /// The number of seats, dead ones included.
    pub n_seats: u8,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
    pub current: Seat,
    /// The number of turns the current player owes, this one included: at least 1.
    pub owed: u32,
    /// Whether these turns come from an attack.
    pub attacked: bool,
    /// The players still in the game.
    pub alive: SeatSet,
    /// The phase of the current turn.
    pub phase: Phase,
    /// Which of the owed turns have ended.
    pub ended: EndedTurns,
    /// The player and number of the turns assigned after the current player's.
    pub next: Option<(Seat, u32)>,
}

impl TurnQueue {
    /// Creates the queue of a new game: one normal turn for the first seat.
    pub fn new(n_seats: usize, first: Seat) -> Self {
        Self {
            n_seats: n_seats as u8,
            current: first,
            owed: 1,
            alive: SeatSet::first(n_seats),
            ..Self::default()
        }
    }

    /// Begins the next turn.
    pub(in crate::kernel) const fn begin(&mut self, seat: Seat, owed: u32, attacked: bool) {
        self.current = seat;
        self.owed = owed;
        self.attacked = attacked;
        self.phase = Phase::Begin;
        self.ended = EndedTurns::None;
        self.next = None;
    }

    /// Returns the next living player after a seat in the current direction; the seat itself if no
    /// other is alive.
    pub fn next_alive(&self, seat: Seat) -> Seat {
        self.order(seat, self.alive).next().unwrap_or(seat)
    }

    /// Iterates over the seats of a set in the current direction, starting after `seat`, which
    /// comes last.
    pub fn order(&self, seat: Seat, set: SeatSet) -> impl Iterator<Item = Seat> + use<> {
        let (n_seats, reversed) = (self.n_seats, self.reversed);
        // The bits are rotated so that the first seat is the lowest bit, or the highest one.
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

    /// Iterates over all seats in the current direction, `seat` last.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.order(seat, SeatSet::ALL)
    }
}
