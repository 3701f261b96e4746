//! A position set up by a sandbox edit: named parts are replaced, everything else stays.

use super::card::{Kind, Seat};
pub use super::traits::{CardTraits, CounterTrait};
use super::zone::Zone;
use serde::{Deserialize, Serialize};

/// A pile of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PileLayout {
    pub zone: Zone,
    /// Its cards, top first.
    pub kinds: Vec<Kind>,
    /// Whether the existing cards of the pile stay below them.
    pub keep_rest: bool,
}

/// A position. Hands and the discard pile are always emptied first; cards are taken from the box or
/// created as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// The hands by seat.
    pub hands: Vec<(Seat, Vec<Kind>)>,
    /// The discard pile, top first.
    pub discard: Vec<Kind>,
    pub piles: Vec<PileLayout>,
    /// The cards in front of players.
    pub fronts: Vec<(Seat, Vec<Kind>)>,
    /// Whose turn it is, and how many turns they owe from an attack (`None`: one normal turn).
    pub turn: Option<(Seat, Option<u32>)>,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
    /// The players who are out of the game.
    pub dead: Vec<Seat>,
    /// The cards whose other face is up, by zone and depth.
    #[serde(default)]
    pub turned: Vec<(Zone, u16)>,
    /// The traits of cards, by zone and depth; other cards are as they come out of the box.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<(Zone, u16, CardTraits)>,
    /// The players who cannot see their own hand.
    #[serde(default)]
    pub blind: Vec<Seat>,
}
