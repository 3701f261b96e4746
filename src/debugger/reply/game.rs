//! A game as a whole: how it was started, and a position that is laid out by hand.

use super::names::SeatName;
use super::position::{CardCounterInfo, CounterInfo};
use super::secret::public;
use schemars::JsonSchema;
use serde::Serialize;

/// What a command that starts a game or sets something of it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum GameReply {
    /// A game was started.
    Started {
        /// The id of its variant.
        variant: String,
        /// The title of the variant.
        title: String,
        /// The players in seat order.
        names: Vec<SeatName>,
        /// The seed of all chance.
        seed: u64,
    },
    /// The seed the game began with.
    Seed {
        /// The seed.
        seed: u64,
    },
    /// Whether seats that can only pass are skipped.
    AutoPass {
        /// The seats that windows are shown to even where they can only pass; null: all of them.
        seats: Option<Vec<SeatName>>,
    },
    /// The position as the inputs that lay it out again.
    Layout {
        /// What `:table` takes.
        spec: String,
        /// The counters, for `:set`.
        counters: Vec<CounterInfo>,
        /// The counters of cards, for `:set`, where all cards of a kind in a zone have the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        card_counters: Vec<CardCounterInfo>,
    },
}

public!(GameReply);
