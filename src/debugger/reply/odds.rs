//! Inferences of a player about hidden cards.

use crate::message::{KindName, PlacedCard, SeatName, ZoneInfo};
use serde::Serialize;

/// A probability from 0 to 1, or a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Probability(pub f64);

/// It is never NaN.
impl Eq for Probability {}

/// Inferences of a player about hidden cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsInfo {
    /// The player.
    pub seat: SeatName,
    /// The cards the player knows in other hands and in piles face down.
    pub known: Vec<KnownCards>,
    /// The cards whose location the player does not know, by kind.
    pub unknown: Vec<CardCount>,
    /// The odds of the next draw; `None` if the game is over.
    pub draw: Option<DrawOdds>,
}

/// The cards of a zone that a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownCards {
    /// The zone.
    pub zone: ZoneInfo,
    /// The cards.
    pub cards: Vec<KnownCard>,
}

/// A card that a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownCard {
    /// Which.
    pub card: PlacedCard,
    /// Its depth, 0 = top; none in a hand, and where it is not known.
    pub depth: Option<usize>,
}

/// A number of cards of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardCount {
    /// The kind.
    pub card: KindName,
    /// How many.
    pub n: usize,
}

/// The probability that a draw explodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawOdds {
    /// Who draws.
    pub seat: SeatName,
    /// The probability of an explosion if hidden cards may be anywhere alike; `None` if nobody can
    /// draw.
    pub explosion: Option<Probability>,
    /// An estimate of that probability if somebody has put a card into the pile, or its top into an
    /// order, as agents do; `None` if nobody has.
    pub expected: Option<Probability>,
    /// The number of sampled deals of the estimate; `None` if it is exact.
    pub n_samples: Option<usize>,
}
