//! How verbs read their arguments, whose types are checked before.

use crate::kernel::{CardId, Fault, Kind, Seat, Stop, Value, Zone};
use crate::script::values::type_of;
use smallvec::SmallVec;

/// Returns a player argument. Arguments have been checked against the signature: this and the
/// functions below fail only if a row of a table asks for another type than it declares.
pub fn seat(value: &Value) -> Result<Seat, Stop> {
    match value {
        Value::Player(seat) => Ok(*seat),
        other => Err(not_a("player", other)),
    }
}

/// Returns the players of a list.
pub fn seats(players: &Value) -> Result<SmallVec<[Seat; 16]>, Stop> {
    match players {
        Value::Players(seats) => Ok(seats.iter().copied().collect()),
        Value::List(players) => players.iter().map(seat).collect(),
        other => Err(not_a("list", other)),
    }
}

pub fn card(value: &Value) -> Result<CardId, Stop> {
    match value {
        Value::Card(card) => Ok(*card),
        other => Err(not_a("card", other)),
    }
}

pub fn zone(value: &Value) -> Result<Zone, Stop> {
    match value {
        Value::Zone(zone) => Ok(*zone),
        other => Err(not_a("pile", other)),
    }
}

pub fn int(value: &Value) -> Result<i64, Stop> {
    match value {
        Value::Int(n) => Ok(*n),
        other => Err(not_a("number", other)),
    }
}

/// Returns an argument that is a number of cards.
pub fn n_cards(value: &Value) -> Result<usize, Stop> {
    let n = int(value)?;
    usize::try_from(n).map_err(|_| {
        Fault::new("F0116", format!("the number of cards cannot be negative: {n}"))
            .hint("use `max(0, n)` to avoid negative numbers")
            .into()
    })
}

pub fn kind(value: &Value) -> Result<Kind, Stop> {
    match value {
        Value::Kind(kind) => Ok(*kind),
        other => Err(not_a("kind", other)),
    }
}

/// The fault for an argument that is not what the signature of its verb says.
#[cold]
pub fn not_a(wanted: &str, value: &Value) -> Stop {
    Fault::new("F0102", format!("expected a {wanted}, found a {}", type_of(value))).into()
}
