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

/// From the first loss on there is memory for as many, but for the states of at most this many
/// cards.
const MAX_STATES: usize = 4_096;

/// The knowledge of seats about cards whose places they do not know. Not part of the position's
/// identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct MixedCards {
    /// The groups before the losses.
    groups: CardGroups,
    /// The losses since then.
    losses: Option<Arc<Losses>>,
    /// The number of losses before the draw pile was shuffled last.
    n_before_shuffle: usize,
    /// The groups after the losses, once somebody has asked.
    after: OnceLock<CardGroups>,
    /// The last choice of places in a face-down pile that others did not see.
    pub(super) placing: Option<Placing>,
}

/// Seats lose track of which of some cards is which.
#[derive(Clone, Debug)]
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
}

/// Losses in their order.
#[derive(Clone, Debug)]
struct Losses {
    losses: Vec<Loss>,
    /// The number of cards of the game.
    n_cards: usize,
    /// The states of all cards before each loss.
    states: Vec<CardState>,
}

/// Returns what is known of a card.
fn look(states: &[CardState], card: CardId) -> Mixed<(Kind, bool)> {
    let CardState { kind, is_turned, known, .. } = states[card.index()];
    Mixed { card, face: (kind, is_turned), known }
}

impl Loss {
    /// Applies it; `states` are those of all cards before.
    fn apply(&self, states: &[CardState], groups: &mut CardGroups, is_shuffled: bool) {
        let look = |card| look(states, card);
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
    /// Notes a loss; `states` are those of all cards before. Returns the cards that were known.
    pub(super) fn lose(&mut self, loss: Loss, states: &[CardState]) -> &[CardId] {
        let has_others = |losses: &Arc<Losses>| {
            losses.losses.len() == MAX_LOSSES || losses.n_cards != states.len()
        };
        if self.losses.as_ref().is_some_and(has_others) {
            self.after();
        }
        self.settle();
        let losses = self.losses.get_or_insert_with(|| {
            Arc::new(Losses {
                losses: Vec::with_capacity(MAX_LOSSES),
                n_cards: states.len(),
                states: Vec::with_capacity((MAX_LOSSES * states.len()).min(MAX_STATES)),
            })
        });
        let Losses { losses, states: all, .. } = Arc::make_mut(losses);
        all.extend_from_slice(states);
        losses.push(loss);
        losses.last().map_or(&[], |loss| &loss.known)
    }

    fn n_losses(&self) -> usize {
        self.losses.as_ref().map_or(0, |losses| losses.losses.len())
    }

    /// Keeps the groups after the losses instead of the losses, if they are known.
    fn settle(&mut self) {
        if let Some(after) = self.after.take() {
            (self.groups, self.losses, self.n_before_shuffle) = (after, None, 0);
        }
    }

    /// Returns the groups after the losses.
    fn after(&self) -> &CardGroups {
        let Some(losses) = &self.losses else { return &self.groups };
        self.after.get_or_init(|| {
            let mut groups = self.groups.clone();
            if self.n_before_shuffle > 0 {
                groups.shuffle();
            }
            let states = losses.states.chunks_exact(losses.n_cards.max(1));
            for ((i, loss), states) in losses.losses.iter().enumerate().zip(states) {
                loss.apply(states, &mut groups, i < self.n_before_shuffle);
            }
            groups
        })
    }

    /// Whether no seat has lost track of a card.
    pub(super) fn is_empty(&self) -> bool {
        self.losses.is_none() && self.groups.is_empty()
    }

    /// The draw pile is shuffled: nobody knows anything of its order.
    pub(super) fn shuffle(&mut self) {
        self.settle();
        // A setup loses only the order.
        self.losses.take_if(|losses| losses.losses.iter().all(|loss| loss.is_setup));
        self.n_before_shuffle = self.n_losses();
        if self.losses.is_none() {
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
