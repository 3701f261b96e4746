//! Hidden cards that may be permuted, as far as a seat knows.

use super::evidence::Evidence;
use crate::kernel::{CardId, Kind, Rules, Seat, SeatSet, Table, Zone, rng};
use rand_pcg::Pcg64Mcg;
use smallvec::SmallVec;

/// A kind and whether the card lies face up.
pub(super) type Face = (Kind, bool);

/// A table whose unknown cards are grouped for a seat.
#[derive(Clone, Copy)]
pub struct Deck<'a> {
    pub table: &'a Table,
    pub rules: &'a Rules,
    pub seat: Seat,
    pub evidence: &'a Evidence,
}

/// Cards that may be permuted.
#[derive(Clone, Debug, Default)]
pub(super) struct HiddenGroup {
    pub places: Vec<Place>,
    /// The kinds and faces of cards that are in a hand only if no other position is left, sorted,
    /// so that the result does not depend on hidden information.
    pub hazards: Vec<Face>,
    /// The kinds and faces of the others, sorted.
    pub others: Vec<Face>,
    /// Further cards, each of which is known to be at one of some places.
    pub pinned: Vec<Pinned>,
}

/// A card that is known to be at one of some places.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    pub face: Face,
    pub is_hazard: bool,
    pub places: SmallVec<[CardId; 4]>,
}

/// The place of a hidden card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub card: CardId,
    pub zone: Zone,
    /// Whether it is in a hand and may hold a hazard.
    pub is_gained: bool,
    /// Whether a card that lies face up there would be hidden: everybody sees the top of a pile.
    pub hides_faces: bool,
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
    /// outside of hands; `None` if there is no simple formula.
    pub fn kinds_at(&self, place: Place) -> Option<Vec<(Kind, f64)>> {
        if !self.pinned.is_empty() {
            return None;
        }
        let outside = self.places.iter().filter(|place| place.owner().is_none());
        let n_hiding = outside.clone().filter(|place| place.hides_faces).count();
        let n_face_up = self.n_face_up();
        let n_hazards = self.hazards.len() - n_face_up;
        let face_up = if place.hides_faces { 1.0 / n_hiding as f64 } else { 0.0 };
        let covered = face_up * n_face_up as f64;
        let n_left = outside.count().saturating_sub(n_face_up);
        let hazard = (1.0 - covered) / n_left.max(n_hazards) as f64;
        let other = (1.0 - covered - n_hazards as f64 * hazard) / self.others.len() as f64;
        let chance = |(_, is_face_up): &Face| if *is_face_up { face_up } else { hazard };
        let hazards = self.hazards.iter().map(|face| (face.0, chance(face)));
        Some(hazards.chain(self.others.iter().map(|(kind, _)| (*kind, other))).collect())
    }

    /// Returns the number of cards that lie face up.
    pub fn n_face_up(&self) -> usize {
        self.hazards.iter().filter(|(_, is_face_up)| *is_face_up).count()
    }

    /// Deals the cards at random.
    pub fn deal(&self, table: &mut Table, rules: &Rules, rng: &mut Pcg64Mcg) {
        let shuffled = |rng: &mut Pcg64Mcg, items: &[Face]| {
            let mut items: SmallVec<[Face; 128]> = items.iter().copied().collect();
            rng::shuffle(rng, &mut items);
            items
        };
        let mut places: SmallVec<[Place; 128]> = self.places.iter().copied().collect();
        rng::shuffle(rng, &mut places);
        let mut hazards = shuffled(rng, &self.hazards);
        let others = shuffled(rng, &self.others);
        // Cards that lie face up come first: the fewest places hide them.
        let n_face_up = self.n_face_up();
        let mut hiding = SmallVec::<[Place; 16]>::new();
        if n_face_up > 0 {
            hazards.sort_by_key(|(_, is_face_up)| !is_face_up);
            places.retain(|place| {
                let is_taken = place.hides_faces && hiding.len() < n_face_up;
                if is_taken {
                    hiding.push(*place);
                }
                !is_taken
            });
            rng::shuffle(rng, &mut places);
        }
        let piled = places.iter().filter(|place| place.owner().is_none());
        let held = places.iter().filter(|place| place.owner().is_some());
        let cards = hazards.iter().chain(&others).copied();
        let places = hiding.iter().chain(piled).chain(held).copied();
        Self::lay(table, rules, places.zip(cards));
    }

    /// Deals the pinned cards at random. Returns them with their places, and the rest of the group.
    pub fn deal_pinned(&self, rng: &mut Pcg64Mcg) -> (Vec<(Place, Face)>, Self) {
        let mut rest = Self { pinned: Vec::new(), ..self.clone() };
        let mut dealt = Vec::with_capacity(self.pinned.len());
        for Pinned { face, is_hazard, places } in &self.pinned {
            let admits =
                |place: &Place| places.contains(&place.card) && (place.hides_faces || !face.1);
            let open = |is_open: &dyn Fn(&Place) -> bool| -> SmallVec<[usize; 8]> {
                let places = rest.places.iter().enumerate();
                places.filter(|(_, place)| is_open(place)).map(|(at, _)| at).collect()
            };
            let mut open_places =
                open(&|place| admits(place) && !(*is_hazard && place.owner().is_some()));
            if open_places.is_empty() {
                open_places = open(&|place| places.contains(&place.card));
            }
            let Some(last) = open_places.len().checked_sub(1) else { continue };
            let at = open_places[rng::below(rng, last as u32 + 1) as usize];
            dealt.push((rest.places.swap_remove(at), *face));
        }
        (dealt, rest)
    }

    /// Puts cards at places.
    pub fn lay(table: &mut Table, rules: &Rules, cards: impl Iterator<Item = (Place, Face)>) {
        for (place, (kind, is_face_up)) in cards {
            let card = &mut table.cards[place.card.index()];
            card.kind = kind;
            card.is_turned = is_face_up != rules.is_face_up(place.zone);
            // Knowledge of other seats about replaced cards is outdated, but they still know some
            // card.
            if let Some(owner) = place.owner() {
                card.known = card.known.intersection(SeatSet::one(owner));
            }
        }
    }
}
