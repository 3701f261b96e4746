//! Hidden cards that may be permuted, as far as a seat knows.

use super::evidence::Evidence;
use crate::kernel::{CardId, Kind, Rules, Seat, SeatSet, Table, Zone};
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;
use smallvec::{SmallVec, smallvec};

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
    /// Further cards, each of which is at one of some places: the fewer there are, the earlier it
    /// is dealt. Where of each two sets of places one contains the other or they share none, every
    /// deal is equally probable.
    pub pinned: Vec<Pinned>,
}

/// A card that is at one of some places.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    face: Face,
    /// The indexes of the places where cards like it usually are.
    at: SmallVec<[u16; 8]>,
    /// The indexes of all its places: a hazard may be in the hand of a player whom it killed.
    near: SmallVec<[u16; 8]>,
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

/// Cards with the places to which they are dealt.
pub(super) type Dealt = SmallVec<[(Place, Face); 16]>;

/// Places that are dealt to.
pub(super) type Places = SmallVec<[Place; 128]>;

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
            return self.kinds_with_pinned(place);
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

    /// Deals the cards that are not pinned to these places at random.
    pub fn deal(&self, places: &mut Places, table: &mut Table, rules: &Rules, rng: &mut Pcg64Mcg) {
        places.shuffle(rng);
        let mut cards = SmallVec::<[Face; 128]>::from_slice(&self.hazards);
        cards.extend_from_slice(&self.others);
        let (hazards, others) = cards.split_at_mut(self.hazards.len());
        hazards.shuffle(rng);
        others.shuffle(rng);
        // Cards that lie face up come first: the fewest places hide them.
        let n_face_up = self.n_face_up();
        let mut ordered = Places::new();
        if n_face_up > 0 {
            hazards.sort_by_key(|(_, is_face_up)| !is_face_up);
            places.retain(|place| {
                let is_taken = place.hides_faces && ordered.len() < n_face_up;
                if is_taken {
                    ordered.push(*place);
                }
                !is_taken
            });
            places.shuffle(rng);
        }
        for place in places.iter().filter(|place| place.owner().is_none()) {
            ordered.push(*place);
        }
        for place in places.iter().filter(|place| place.owner().is_some()) {
            ordered.push(*place);
        }
        Self::lay(table, rules, ordered.iter().copied().zip(cards.iter().copied()));
    }

    /// Returns the indexes of some of the places.
    fn places_that(&self, is_in: impl Fn(&Place) -> bool) -> SmallVec<[u16; 8]> {
        let places = (0..).zip(&self.places).filter(|(_, place)| is_in(place));
        places.map(|(at, _)| at).collect()
    }

    /// Returns the number of its places outside of hands.
    pub fn n_outside(&self) -> usize {
        self.places.iter().filter(|place| place.owner().is_none()).count()
    }

    /// Whether a hazard that is at one of some places may be at every place outside of hands.
    pub fn is_anywhere(&self, (_, is_face_up): Face, is_near: impl Fn(CardId) -> bool) -> bool {
        let mut outside = self.places.iter().filter(|place| place.owner().is_none());
        !is_face_up && outside.all(|place| is_near(place.card))
    }

    /// Adds a card that is at one of some places.
    pub fn pin(&mut self, face: Face, is_hazard: bool, is_near: impl Fn(CardId) -> bool) {
        let near = self.places_that(|place| is_near(place.card));
        let mut at = self.places_that(|place| {
            is_near(place.card)
                && (place.hides_faces || !face.1)
                && !(is_hazard && place.owner().is_some())
        });
        if at.is_empty() {
            at.clone_from(&near);
        }
        self.pinned.push(Pinned { face, at, near });
        self.pinned.sort_by_key(|pinned| pinned.at.len());
    }

    /// Deals the hazards as cards that are at one of the places outside of hands, if other cards
    /// are pinned.
    pub fn pin_hazards(&mut self) {
        if self.pinned.is_empty() {
            return;
        }
        for face in std::mem::take(&mut self.hazards) {
            let at =
                self.places_that(|place| place.owner().is_none() && (place.hides_faces || !face.1));
            self.pinned.push(Pinned { face, at, near: self.places_that(|_| true) });
        }
        self.pinned.sort_by_key(|pinned| pinned.at.len());
    }

    /// [`HiddenGroup::kinds_at`] where cards are pinned.
    fn kinds_with_pinned(&self, place: Place) -> Option<Vec<(Kind, f64)>> {
        let here = self.places.iter().position(|other| other.card == place.card)? as u16;
        let mut free = 1.0;
        let mut kinds = Vec::new();
        for (i, Pinned { face, at, .. }) in self.pinned.iter().enumerate() {
            let mut n_left = at.len();
            for Pinned { at: earlier, .. } in &self.pinned[..i] {
                match earlier.iter().filter(|place| at.contains(place)).count() {
                    0 => {}
                    n if n == earlier.len() => n_left = n_left.checked_sub(1)?,
                    _ => return None,
                }
            }
            if n_left == 0 {
                return None;
            }
            if at.contains(&here) {
                let chance = free / n_left as f64;
                kinds.push((face.0, chance));
                free -= chance;
            }
        }
        if !self.hazards.is_empty() {
            return None;
        }
        let other = free / self.others.len() as f64;
        kinds.extend(self.others.iter().map(|(kind, _)| (*kind, other)));
        Some(kinds)
    }

    /// Deals the pinned cards at random. Returns them with their places, which `places` lacks then.
    pub fn deal_pinned(&self, places: &mut Places, rng: &mut Pcg64Mcg) -> Dealt {
        let mut order: SmallVec<[&Pinned; 16]> = self.pinned.iter().collect();
        let (mut dealt, mut is_free) = self.deal_in_order(&order, rng, |_| &[]);
        if dealt.len() < order.len() {
            // Of two sets of all places one contains the other or they share none, so the smaller
            // ones are never filled by cards that could be elsewhere.
            order.sort_by_key(|pinned| pinned.near.len());
            (dealt, is_free) = self.deal_in_order(&order, rng, |pinned| &pinned.near);
        }
        let mut is_free = is_free.into_iter();
        places.retain(|_| is_free.next() == Some(true));
        dealt
    }

    /// Deals cards to free places among those where they usually are, or else to one of the `other`
    /// ones. Returns them with their places, and which places are left.
    fn deal_in_order<'a>(
        &self,
        cards: &[&'a Pinned],
        rng: &mut Pcg64Mcg,
        other: impl Fn(&'a Pinned) -> &'a [u16],
    ) -> (Dealt, SmallVec<[bool; 128]>) {
        let mut is_free: SmallVec<[bool; 128]> = smallvec![true; self.places.len()];
        let mut dealt = Dealt::new();
        for pinned in cards {
            let open = [pinned.at.as_slice(), other(pinned)].into_iter().find_map(|at| {
                let open = at.iter().map(|at| usize::from(*at)).filter(|at| is_free[*at]);
                open.collect::<SmallVec<[usize; 64]>>().choose(rng).copied()
            });
            if let Some(at) = open {
                is_free[at] = false;
                dealt.push((self.places[at], pinned.face));
            }
        }
        (dealt, is_free)
    }

    /// Puts cards at places.
    pub fn lay(table: &mut Table, rules: &Rules, cards: impl IntoIterator<Item = (Place, Face)>) {
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
