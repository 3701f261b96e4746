//! Memory of the room, of requests, and of the end of a game.

use super::names::{ConnectionId, Point, Who};
use crate::kernel::{Seat, SeatSet};
use crate::serve::claims::SeatClaims;
use crate::serve::wire::RoomInfo;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The room's messages and memory.
#[derive(Default)]
pub struct KeptRoom {
    pub claims: SeatClaims,
    /// The claims of the last minute.
    pub tries: Vec<(ConnectionId, Duration)>,
    pub told: Option<RoomInfo>,
    /// The links that connections of the room are to be given.
    pub given: Vec<(ConnectionId, Who)>,
    /// The connections whose links have ended.
    pub ended: Vec<ConnectionId>,
    /// When seats have reacted last.
    pub reacted: BTreeMap<Seat, Duration>,
}

/// The wishes of seats for themselves. A seat of another game is another one.
#[derive(Default)]
pub struct SeatWishes {
    /// The seats that pass until their turn.
    pub passing: SeatSet,
    /// The names of the moments in which a seat wants to be asked.
    pub ask_me: BTreeMap<Seat, BTreeSet<String>>,
}

/// A replay, for whom, and of which point of the game.
pub struct Replay {
    pub point: Point,
    pub viewer: String,
    pub html: String,
}

/// An answer that can be taken back: its ply, the entry of that ply, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAnswer {
    pub ply: usize,
    pub entry: usize,
    pub text: String,
}

/// A seat asks to take back its last answer. The game waits until all have answered.
pub struct TakeBack {
    pub by: Seat,
    pub answer: LastAnswer,
    pub point: Point,
    pub agreed: SeatSet,
    /// The time at which it ends if not all have agreed.
    pub ends_at: Duration,
}
