//! The traits that tell a card from others of its kind, besides the place and the face.

use super::card::Seat;
use super::fault::Text;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A counter of a card: its slot, the number in it, and the text that this stands for.
pub type CounterTrait = (u16, i64, Option<Text>);

/// Counters of a card, and who played it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardTraits {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterTrait>,
    /// Who played it, if that is one of the traits: nobody if it was laid out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Option<Seat>>,
}

impl CardTraits {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.counters.is_empty() && self.by.is_none()
    }
}

/// The traits in which some cards of a kind differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DifferingTraits {
    /// The slots of the counters.
    pub slots: SmallVec<[u16; 4]>,
    /// Whether they were played by different players.
    pub by: bool,
}

impl DifferingTraits {
    /// Whether the cards have equal traits.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty() && !self.by
    }
}
