//! Hidden cards that may be permuted, as far as a seat knows.

use super::table::Table;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::rng;
use crate::kernel::zone::Zone;
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

/// Cards that may be permuted.
#[derive(Clone, Debug, Default)]
pub(super) struct HiddenGroup {
    pub places: Vec<Place>,
    /// The kinds and faces of cards that are in a hand only if no other position is left, sorted,
    /// so that the result does not depend on hidden information.
    pub hazards: Vec<(Kind, bool)>,
    /// The kinds and faces of the others, sorted.
    pub others: Vec<(Kind, bool)>,
}

/// The place of a hidden card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub card: CardId,
    pub zone: Zone,
    /// Whether it is in a hand and may hold a hazard.
    pub is_gained: bool,
}

impl Place {
    pub const fn owner(self) -> Option<Seat> {
        match self.zone {
            Zone::Hand(owner) => Some(owner),
            _ => None,
        }
    }
}

impl HiddenGroup {
    /// Returns the kinds of its cards, each with the probability that this card is at a place
    /// outside of hands.
    pub fn kinds_at(&self) -> Vec<(Kind, f64)> {
        let n_outside = self.places.iter().filter(|place| place.owner().is_none()).count();
        let hazard = 1.0 / n_outside.max(self.hazards.len()) as f64;
        let others = (1.0 - self.hazards.len() as f64 * hazard) / self.others.len() as f64;
        let hazards = self.hazards.iter().map(|(kind, _)| (*kind, hazard));
        hazards.chain(self.others.iter().map(|(kind, _)| (*kind, others))).collect()
    }

    /// Deals the cards at random.
    pub fn deal(&self, table: &mut Table, rng: &mut Pcg64Mcg) {
        let shuffled = |rng: &mut Pcg64Mcg, items: &[(Kind, bool)]| {
            let mut items: SmallVec<[(Kind, bool); 128]> = items.iter().copied().collect();
            rng::shuffle(rng, &mut items);
            items
        };
        let mut places: SmallVec<[Place; 128]> = self.places.iter().copied().collect();
        rng::shuffle(rng, &mut places);
        let hazards = shuffled(rng, &self.hazards);
        let others = shuffled(rng, &self.others);
        let piled = places.iter().filter(|place| place.owner().is_none());
        let held = places.iter().filter(|place| place.owner().is_some());
        let cards = hazards.iter().chain(&others).copied();
        Self::lay(table, piled.chain(held).copied().zip(cards));
    }

    /// Puts cards at places.
    pub fn lay(table: &mut Table, cards: impl Iterator<Item = (Place, (Kind, bool))>) {
        for (place, (kind, is_turned)) in cards {
            let card = &mut table.cards[place.card.index()];
            (card.kind, card.is_turned) = (kind, is_turned);
            // Knowledge of other seats about replaced cards is outdated, but they still know some
            // card.
            if let Some(owner) = place.owner() {
                card.known = card.known.intersection(SeatSet::one(owner));
            }
        }
    }
}
