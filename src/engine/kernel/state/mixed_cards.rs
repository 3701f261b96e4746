//! Cards whose places seats have lost track of. Few games are looked at for what a seat still knows
//! of them: each loss is noted, and the groups of cards follow from the losses when somebody asks.
//! See [`Table::whereabouts`](super::table::Table::whereabouts) for what a seat knows.

use super::card_groups::{CardGroups, Group, Mixed};
use super::card_set::CardSet;
use super::card_state::CardState;
use super::placing::Placing;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// After this many losses their groups are worked out, whether somebody asks or not.
const MAX_LOSSES: usize = 32;

/// The knowledge of seats about cards whose places they do not know. Not part of the position's
/// identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct MixedCards {
    /// The groups before the losses.
    groups: CardGroups,
    /// The losses since then, the last one first.
    last: Option<Arc<NotedLoss>>,
    /// The number of losses before the draw pile was shuffled last.
    n_before_shuffle: usize,
    /// The groups after the losses, once somebody has asked.
    after: OnceLock<CardGroups>,
    /// The last choice of places in a face-down pile that others did not see.
    pub(super) placing: Option<Placing>,
}

/// Seats lose track of which of some cards is which.
#[derive(Debug)]
pub(super) struct Loss {
    /// The cards, but for one that is put among them.
    pub set: CardSet,
    /// Those of them that a losing seat knew.
    pub known: SmallVec<[CardId; 8]>,
    /// A card that is put among them, and the seats that know which one it is.
    pub put: Option<(CardId, SeatSet)>,
    pub losing: SeatSet,
    /// Whether the order of the draw pile is lost.
    pub loses_order: bool,
    /// Whether only that is: the deck tells what the setup does.
    pub is_setup: bool,
    /// The states of all cards of the game before.
    pub cards: Box<[CardState]>,
}

/// A loss, and the losses before it.
#[derive(Debug)]
struct NotedLoss {
    loss: Loss,
    before: Option<Arc<Self>>,
    n_before: usize,
}

/// Returns what is known of a card.
fn look(states: &[CardState], card: CardId) -> Mixed<(Kind, bool)> {
    let CardState { kind, is_turned, known, .. } = states[card.index()];
    Mixed { card, face: (kind, is_turned), known }
}

impl Loss {
    fn apply(&self, groups: &mut CardGroups, is_shuffled: bool) {
        let look = |card| look(&self.cards, card);
        let mut cards: SmallVec<[_; 32]> = self.known.iter().map(|card| look(*card)).collect();
        let mut set = self.set.clone();
        if self.loses_order && !is_shuffled {
            let known = cards.iter().fold(SeatSet::NONE, |all, card| all.union(card.known));
            groups.lose_order(&set, known, self.losing);
        }
        if !self.is_setup {
            cards.extend(self.put.map(|(card, known)| Mixed { known, ..look(card) }));
            self.put.iter().for_each(|(card, _)| set.insert(*card));
            groups.mix(&cards, &set, self.losing, look);
        }
    }
}

impl MixedCards {
    /// Notes a loss.
    pub(super) fn lose(&mut self, loss: Loss) {
        if self.n_losses() >= MAX_LOSSES {
            self.after();
        }
        self.settle();
        let n_before = self.n_losses();
        self.last = Some(Arc::new(NotedLoss { loss, before: self.last.take(), n_before }));
    }

    fn n_losses(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.n_before + 1)
    }

    /// Keeps the groups after the losses instead of the losses, if they are known.
    fn settle(&mut self) {
        if let Some(after) = self.after.take() {
            (self.groups, self.last, self.n_before_shuffle) = (after, None, 0);
        }
    }

    /// Returns the groups after the losses.
    fn after(&self) -> &CardGroups {
        let Some(last) = &self.last else { return &self.groups };
        self.after.get_or_init(|| {
            let mut groups = self.groups.clone();
            if self.n_before_shuffle > 0 {
                groups.shuffle();
            }
            let noted = std::iter::successors(Some(last), |noted| noted.before.as_ref());
            for noted in noted.collect::<Vec<_>>().into_iter().rev() {
                noted.loss.apply(&mut groups, noted.n_before < self.n_before_shuffle);
            }
            groups
        })
    }

    /// Whether no seat has lost track of a card.
    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none() && self.groups.is_empty()
    }

    /// The draw pile is shuffled: nobody knows anything of its order.
    pub(super) fn shuffle(&mut self) {
        self.settle();
        // A setup loses only the order.
        self.last.take_if(|last| last.loss.is_setup);
        self.n_before_shuffle = self.n_losses();
        if self.last.is_none() {
            self.groups.shuffle();
        }
    }

    /// Whether a seat knows more of the order of the draw pile than which of its cards it knows.
    pub fn is_vague(&self, seat: Seat) -> bool {
        self.after().is_vague(seat)
    }

    /// The groups of a seat, the smaller ones first.
    pub(super) fn groups(&self, seat: Seat) -> impl Iterator<Item = &Group> {
        self.after().groups(seat)
    }
}

impl PartialEq for MixedCards {
    fn eq(&self, other: &Self) -> bool {
        self.placing == other.placing && self.after() == other.after()
    }
}

impl Eq for MixedCards {}
