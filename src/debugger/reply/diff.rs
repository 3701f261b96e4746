//! Differences between two positions.

use crate::message::{
    CounterValue, KindName, PlacedCard, Redact, SeatName, Secret, StackedInfo, Viewer, ZoneInfo,
    public, redact_fields,
};
use serde::Serialize;

/// The differences between two positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffReply {
    /// The differences, in the order a position is shown.
    pub changes: Vec<Change>,
}

/// A difference between two positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Change {
    /// Whose turn it is.
    Turn(BeforeAfter<SeatName>),
    /// The number of turns a player owes.
    Owed {
        /// The player.
        player: SeatName,
        /// The number.
        #[serde(flatten)]
        turns: BeforeAfter<u32>,
    },
    /// Whether the direction is reversed.
    Reversed(BeforeAfter<bool>),
    /// Whether a player is in the game.
    Alive {
        /// The player.
        player: SeatName,
        /// Whether.
        #[serde(flatten)]
        alive: BeforeAfter<bool>,
    },
    /// Who has won.
    Winners(BeforeAfter<Vec<SeatName>>),
    /// Who has lost.
    Losers(BeforeAfter<Vec<SeatName>>),
    /// The score of a player.
    Score {
        /// The player.
        player: SeatName,
        /// The score; none if it is not set.
        #[serde(flatten)]
        score: BeforeAfter<Option<i64>>,
    },
    /// The actions that wait for an answer or for their effect, latest last.
    Stack(BeforeAfter<Vec<StackedInfo>>),
    /// A counter.
    Counter {
        /// Whose; none: of the table.
        owner: Option<SeatName>,
        /// Its name.
        name: String,
        /// Its value.
        #[serde(flatten)]
        value: BeforeAfter<Secret<CounterValue>>,
    },
    /// A counter of a card.
    CardCounter {
        /// The card.
        card: KindName,
        /// The counter's name.
        name: String,
        /// Its value, known to those who know the card in both positions.
        value: Secret<BeforeAfter<CounterValue>>,
    },
    /// The cards of a zone.
    Cards(CardsChange),
}

/// A value in both positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BeforeAfter<T> {
    /// In the first one.
    pub before: T,
    /// In the second one.
    pub after: T,
}

/// The cards of a zone in both positions: a hand sorted, any other zone top first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsChange {
    /// The zone.
    pub zone: ZoneInfo,
    /// In the first one.
    pub before: Vec<Secret<PlacedCard>>,
    /// In the second one.
    pub after: Vec<Secret<PlacedCard>>,
}

impl CardsChange {
    /// The cards that are only in the first position; `None` for an unknown card.
    pub fn gone(&self) -> Vec<Option<&PlacedCard>> {
        only(&self.before, &self.after)
    }

    /// The cards that are only in the second position; `None` for an unknown card.
    pub fn added(&self) -> Vec<Option<&PlacedCard>> {
        only(&self.after, &self.before)
    }

    /// Whether the cards or their order differ, as far as they are known.
    pub fn differs(&self) -> bool {
        !self.before.iter().map(Secret::get).eq(self.after.iter().map(Secret::get))
    }
}

/// The cards of a list without those of another one.
fn only<'c>(
    these: &'c [Secret<PlacedCard>],
    those: &[Secret<PlacedCard>],
) -> Vec<Option<&'c PlacedCard>> {
    let mut rest: Vec<Option<&PlacedCard>> = those.iter().map(Secret::get).collect();
    let is_only = |card: &Option<&PlacedCard>| match rest.iter().position(|other| other == card) {
        Some(i) => {
            rest.swap_remove(i);
            false
        }
        None => true,
    };
    these.iter().map(Secret::get).filter(is_only).collect()
}

impl Redact for CardsChange {
    fn redact(&mut self, viewer: &Viewer) {
        self.before.redact(viewer);
        self.after.redact(viewer);
        if matches!(self.zone, ZoneInfo::Hand { .. }) {
            // Stable sort: unknown cards go to the end, so that their position reveals nothing.
            self.before.sort_by_key(|card| card.get().is_none());
            self.after.sort_by_key(|card| card.get().is_none());
        }
    }
}

public!(BeforeAfter<CounterValue>);

redact_fields!(BeforeAfter<Secret<CounterValue>>: before, after);

impl Redact for DiffReply {
    fn redact(&mut self, viewer: &Viewer) {
        self.changes.retain_mut(|change| match change {
            Change::Cards(cards) => {
                cards.redact(viewer);
                cards.differs()
            }
            Change::Counter { value, .. } => {
                value.redact(viewer);
                value.before.get() != value.after.get()
            }
            Change::CardCounter { value, .. } => {
                value.redact(viewer);
                value.get().is_some()
            }
            _ => true,
        });
    }
}
