//! Memory of the room and of the end of a game.

use super::names::{ConnectionId, Point, Who};
use crate::kernel::Seat;
use crate::serve::claims::Claims;
use crate::serve::wire::RoomInfo;
use std::collections::BTreeMap;
use std::time::Duration;

/// The room's messages and memory.
#[derive(Default)]
pub struct Room {
    pub claims: Claims,
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

/// A replay, for whom, and of which point of the game.
pub struct Replay {
    pub point: Point,
    pub viewer: String,
    pub html: String,
}
