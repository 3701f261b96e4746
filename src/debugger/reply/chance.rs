//! Chance and hidden cards: manual chance, the viewer, and inferences about hidden cards.

use super::names::{KindName, SeatName, ZoneInfo};
use super::secret::public;
use schemars::JsonSchema;
use serde::Serialize;

/// What the commands about chance and hidden cards answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChanceReply {
    /// Who decides what is left to chance.
    Mode {
        /// Whether it is asked; else it comes from the seed.
        asked: bool,
    },
    /// What is shown from now on.
    Viewer(ViewerInfo),
    /// What a player may conclude about hidden cards.
    Odds(OddsInfo),
}

/// Whose knowledge is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "viewer", rename_all = "snake_case")]
pub enum ViewerInfo {
    /// All there is.
    All,
    /// What everybody knows.
    Onlooker,
    /// What a player knows.
    Player {
        /// Who.
        player: SeatName,
    },
}

/// A probability from 0 to 1, or a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Probability(pub f64);

/// It is never NaN.
impl Eq for Probability {}

/// What a player may conclude about hidden cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OddsInfo {
    /// The player.
    pub seat: SeatName,
    /// The cards the player knows in other hands and in piles face down.
    pub known: Vec<KnownCards>,
    /// The cards in places the player does not know, by kind.
    pub unknown: Vec<CardCount>,
    /// What happens if the current player draws; none once the game is over.
    pub draw: Option<DrawOdds>,
}

/// The cards of a zone that a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KnownCards {
    /// The zone.
    pub zone: ZoneInfo,
    /// The cards.
    pub cards: Vec<KnownCard>,
}

/// A card that a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KnownCard {
    /// Which.
    pub card: KindName,
    /// Its depth, 0 = top; none in a hand.
    pub depth: Option<usize>,
}

/// A number of cards of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardCount {
    /// The kind.
    pub card: KindName,
    /// How many.
    pub n: usize,
}

/// How likely a draw explodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawOdds {
    /// Who draws.
    pub seat: SeatName,
    /// The probability of an explosion; none where nobody can draw.
    pub explosion: Option<Probability>,
    /// How many sampled deals it is estimated from; none where it is exact.
    pub n_samples: Option<usize>,
}

public!(ChanceReply);
