//! A position laid out by hand: what is named replaces what was there, all else stays.

use super::card::{Kind, Seat};
use super::zone::Zone;
use serde::{Deserialize, Serialize};

/// A pile of a laid-out position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PileLayout {
    /// Which pile.
    pub zone: Zone,
    /// Its cards, top first.
    pub kinds: Vec<Kind>,
    /// Whether the pile as it is stays below them.
    pub keep_rest: bool,
}

/// A position. Hands and the discard pile are always emptied first; cards are taken from the box
/// or created as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// The hand of each seat that is named.
    pub hands: Vec<(Seat, Vec<Kind>)>,
    /// The discard pile, top first.
    pub discard: Vec<Kind>,
    /// The piles that are named.
    pub piles: Vec<PileLayout>,
    /// What lies in front of players.
    pub fronts: Vec<(Seat, Vec<Kind>)>,
    /// Whose turn it is, and how many they owe from an attack (none: one normal turn).
    pub turn: Option<(Seat, Option<u32>)>,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
    /// Who is out of the game.
    pub dead: Vec<Seat>,
}
