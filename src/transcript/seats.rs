//! Serializes a set of seats in a saved game: `true` for all seats, else their bits.

use crate::kernel::SeatSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Saved {
    All(bool),
    Some(SeatSet),
}

pub(super) fn serialize<S: Serializer>(seats: &SeatSet, to: S) -> Result<S::Ok, S::Error> {
    match *seats {
        SeatSet::ALL => Saved::All(true),
        seats => Saved::Some(seats),
    }
    .serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SeatSet, D::Error> {
    Ok(match Saved::deserialize(from)? {
        Saved::All(true) => SeatSet::ALL,
        Saved::All(false) => SeatSet::NONE,
        Saved::Some(seats) => seats,
    })
}

/// Whether the set is empty.
pub(super) fn is_none(seats: &SeatSet) -> bool {
    seats.is_empty()
}
