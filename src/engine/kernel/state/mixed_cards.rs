//! Cards whose places seats have lost track of. Few games are looked at for what a seat still knows
//! of them: each loss is noted, and the groups of cards follow from the losses when somebody asks.
//! See [`Table::whereabouts`](super::table::Table::whereabouts) for what a seat knows.

use super::card_groups::CardGroups;
use super::card_set::CardSet;
use super::card_state::CardState;
use super::placing::Placing;
use crate::kernel::card::{CardId, SeatSet};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// At most this many states of cards are kept with losses: then their groups are worked out.
const MAX_STATES: usize = 4_096;

/// The knowledge of seats about cards whose places they do not know. Not part of the position's
/// identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct MixedCards {
    /// The groups before the losses.
    groups: CardGroups,
    /// The losses since then.
    losses: Option<Arc<Losses>>,
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
    /// The seats that lose the order of the draw pile.
    pub unordered: SeatSet,
}

/// Losses in their order.
#[derive(Clone, Debug)]
struct Losses {
    losses: Vec<Loss>,
    /// The states of all cards of the game before each loss.
    states: Vec<CardState>,
}

impl Loss {
    /// Applies it; `states` are those of all cards before.
    fn apply(&self, states: &[CardState], groups: &mut CardGroups) {
        let known = self.known.iter().map(|card| (*card, states[card.index()].known));
        let known: SmallVec<[_; 8]> = known.chain(self.put).collect();
        let mut set = self.set.clone();
        let lying = &known[..self.known.len()];
        let knowing = lying.iter().fold(SeatSet::NONE, |all, (_, seats)| all.union(*seats));
        groups.lose_order(&set, knowing, self.unordered);
        self.put.iter().for_each(|(card, _)| set.insert(*card));
        groups.mix(&known, &set, self.losing, states);
    }
}

impl MixedCards {
    /// Notes a loss; `states` are those of all cards before. Returns the cards that were known.
    pub(super) fn lose(&mut self, loss: Loss, states: &[CardState]) -> &[CardId] {
        let is_full = |losses: &Arc<Losses>| {
            let Losses { losses, states: all } = &**losses;
            all.len() + states.len() > MAX_STATES || all.len() != losses.len() * states.len()
        };
        if self.after.get().is_some() || self.losses.as_ref().is_some_and(is_full) {
            self.settle();
        }
        let losses = self.losses.get_or_insert_with(|| {
            let n_losses = MAX_STATES / states.len().max(1);
            let (losses, states) = (Vec::with_capacity(n_losses), Vec::with_capacity(MAX_STATES));
            Arc::new(Losses { losses, states })
        });
        let Losses { losses, states: all } = Arc::make_mut(losses);
        all.extend_from_slice(states);
        losses.push(loss);
        losses.last().map_or(&[], |loss| &loss.known)
    }

    /// Works out the groups after the losses, and keeps them instead of the losses.
    pub fn settle(&mut self) {
        self.groups();
        if let Some(after) = self.after.take() {
            (self.groups, self.losses) = (after, None);
        }
    }

    /// Returns the groups after the losses.
    pub fn groups(&self) -> &CardGroups {
        let Some(losses) = &self.losses else { return &self.groups };
        self.after.get_or_init(|| {
            let mut groups = self.groups.clone();
            let Losses { losses, states } = &**losses;
            let n_cards = states.len() / losses.len();
            for (loss, states) in losses.iter().zip(states.chunks(n_cards.max(1))) {
                loss.apply(states, &mut groups);
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
        self.after.take();
        self.groups.shuffle();
        // A setup loses only the order.
        self.losses.take_if(|losses| losses.losses.iter().all(|loss| loss.losing.is_empty()));
        if let Some(losses) = &mut self.losses {
            let losses = &mut Arc::make_mut(losses).losses;
            losses.iter_mut().for_each(|loss| loss.unordered = SeatSet::NONE);
        }
    }
}

impl PartialEq for MixedCards {
    fn eq(&self, other: &Self) -> bool {
        self.placing == other.placing && self.groups() == other.groups()
    }
}

impl Eq for MixedCards {}
