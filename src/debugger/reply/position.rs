//! A position: the cards of each zone, the turn, the counters.

use super::names::{ActionInfo, KindName, PlacedCard, SeatName, ZoneInfo};
use super::secret::{Redact, Secret, Viewer, public, redact_fields};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StartedInfo {
    /// The id of its variant.
    pub variant: String,
    /// The title of the variant.
    pub title: String,
    /// The players in seat order.
    pub names: Vec<SeatName>,
    /// The seed of all chance.
    pub seed: u64,
}

/// A position, in full or as one seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PositionInfo {
    /// Whose turn it is.
    pub turn: TurnInfo,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<OutcomeInfo>,
    /// The players in seat order.
    pub seats: Vec<SeatInfo>,
    /// The piles.
    pub piles: Vec<PileInfo>,
    /// The counters.
    pub counters: Vec<CounterInfo>,
    /// The counters of cards that are not 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub card_counters: Vec<Secret<CardCounterInfo>>,
    /// The actions that wait for an answer or for their effect, latest last.
    pub stack: Vec<ActionInfo>,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TurnInfo {
    /// The current player.
    pub seat: SeatName,
    /// The number of turns owed, including the current one.
    pub owed: u32,
    /// Whether they come from an attack.
    pub attacked: bool,
    /// Whether play goes counter-clockwise.
    pub reversed: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeInfo {
    /// Who has won; several share the win.
    pub winners: Vec<SeatName>,
    /// Who was named a loser by the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losers: Vec<SeatName>,
    /// The scores, best first; empty in a game without scores.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreInfo>,
}

/// The score of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreInfo {
    /// The player.
    pub player: SeatName,
    /// The score.
    pub score: i64,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatInfo {
    /// The name.
    pub name: SeatName,
    /// Whether the player is in the game.
    pub alive: bool,
    /// Whether the hand is face down to the player, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind: bool,
    /// The hand: known cards first, sorted.
    pub hand: Vec<Secret<PlacedCard>>,
    /// The cards in front of the player.
    pub front: Vec<Secret<PlacedCard>>,
}

/// A pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PileInfo {
    /// Which.
    pub zone: ZoneInfo,
    /// Its cards, top first.
    pub cards: Vec<Secret<PlacedCard>>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CounterInfo {
    /// Whose; none: of the table.
    pub owner: Option<SeatName>,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

/// A counter of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardCounterInfo {
    /// The card.
    pub card: KindName,
    /// Where it lies.
    pub zone: ZoneInfo,
    /// The name of the counter.
    pub name: String,
    /// Its value.
    pub value: i64,
}

public!(TurnInfo, OutcomeInfo, CounterInfo, CardCounterInfo);

impl Redact for PositionInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.seats.redact(viewer);
        self.piles.redact(viewer);
        // How many hidden cards have counters is hidden, too.
        self.card_counters.redact(viewer);
        self.card_counters.retain(|counter| counter.get().is_some());
    }
}

redact_fields!(PileInfo: cards);

impl Redact for SeatInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.hand.redact(viewer);
        // Stable sort: unknown cards go to the end, so that their position reveals nothing.
        self.hand.sort_by_key(|card| card.get().is_none());
        self.front.redact(viewer);
    }
}
