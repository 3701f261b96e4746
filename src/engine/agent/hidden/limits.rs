//! Where hidden cards cannot be although they are unknown, and hazards that a hand may hold.

use super::group::{Deck, Face, HiddenGroup, Place};
use crate::kernel::{Hook, Kind, Seat, Zone};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

/// A deal that no try has found this often ignores the limits.
const MAX_TRIES: usize = 500;

/// The limits of the places of a group besides that hazards are not in hands: a hazard may be in a
/// hand that holds a card which hears of explosions (a shelter), one for each of them, and a pile
/// that the setup laid aside holds only kinds that were there.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// The kinds that hear of explosions in a hand, sorted.
    shelters: Vec<Kind>,
    /// The kinds that are not admitted to a pile.
    excluded: Vec<(Zone, Vec<Kind>)>,
    /// The hands that may hold hazards, with the number of shelters in them that the seat knows.
    hands: Vec<(Seat, usize)>,
}

impl Limits {
    /// Returns the limits of a group; `None` if there are none. Marks the places of hands that may
    /// hold hazards.
    pub fn of(
        Deck { table, rules, seat, evidence }: Deck<'_>,
        places: &mut [Place],
        hazards: &[Face],
        others: &[Face],
    ) -> Option<Self> {
        let is_shelter = |kind: Kind| {
            let rule = rules.kind(kind);
            rule.hears_in_hand && rule.hooks.has(Hook::BeforeExplode)
        };
        let mut shelters: Vec<Kind> =
            others.iter().map(|(kind, _)| *kind).filter(|kind| is_shelter(*kind)).collect();
        shelters.dedup();
        let mut hands = Vec::new();
        for owner in table.seats().filter(|_| !hazards.is_empty()) {
            let known = table.hand(owner).iter().filter(|card| table.knows(seat, **card));
            let n_known = known.filter(|card| is_shelter(table.kind(**card))).count();
            // Which of the hidden cards of a hand were gained makes no difference.
            let held = places.iter_mut().filter(|place| place.owner() == Some(owner));
            let gained: Vec<&mut Place> = held.take(evidence.gained(owner)).collect();
            if !gained.is_empty() && (n_known > 0 || !shelters.is_empty()) {
                hands.push((owner, n_known));
                gained.into_iter().for_each(|place| place.is_gained = true);
            }
        }
        let piles = table.zones.all().filter(|zone| matches!(zone, Zone::Pile(_)));
        let excluded = piles.filter_map(|pile| {
            let admitted = evidence.kinds_in(pile)?;
            places.iter().find(|place| place.zone == pile)?;
            let mut kinds: Vec<Kind> =
                hazards.iter().chain(others).map(|(kind, _)| *kind).collect();
            kinds.retain(|kind| admitted.binary_search(kind).is_err());
            kinds.sort_unstable();
            kinds.dedup();
            (!kinds.is_empty()).then_some((pile, kinds))
        });
        let excluded: Vec<_> = excluded.collect();
        if hands.is_empty() {
            shelters.clear();
        }
        (!hands.is_empty() || !excluded.is_empty()).then_some(Self { shelters, excluded, hands })
    }

    fn admits(&self, place: Place, (kind, is_face_up): Face) -> bool {
        if is_face_up && !place.hides_faces {
            return false;
        }
        let excludes = |(pile, kinds): &(Zone, Vec<Kind>)| {
            *pile == place.zone && kinds.binary_search(&kind).is_ok()
        };
        !self.excluded.iter().any(excludes)
    }

    /// Whether the places of cards of a kind are limited, apart from hazards.
    fn is_limited(&self, kind: Kind) -> bool {
        self.shelters.contains(&kind)
            || self.excluded.iter().any(|(_, kinds)| kinds.binary_search(&kind).is_ok())
    }

    /// Returns the probabilities of kinds as [`HiddenGroup::kinds_at`] does.
    pub fn kinds_at(&self, group: &HiddenGroup, place: Place) -> Option<Vec<(Kind, f64)>> {
        let [(pile, _)] = self.excluded.as_slice() else { return None };
        let excludes = |(kind, _): &Face| self.is_limited(*kind);
        let is_simple =
            group.pinned.is_empty() && group.n_face_up() == 0 && group.hazards.iter().all(excludes);
        if !self.hands.is_empty() || place.zone == *pile || !is_simple {
            return None;
        }
        let open = group.places.iter().filter(|place| place.zone != *pile);
        let n_open = open.clone().count() as f64;
        let n_outside = open.filter(|place| place.owner().is_none()).count() as f64;
        let n_hazards = group.hazards.len() as f64;
        if n_hazards > n_outside {
            return None;
        }
        let hazard = 1.0 / n_outside;
        let others = 1.0 - n_hazards * hazard;
        let n_limited = group.others.iter().filter(|face| excludes(face)).count() as f64;
        let limited = others / (n_open - n_hazards);
        let n_free = group.others.len() as f64 - n_limited;
        let free = (others - n_limited * limited) / n_free;
        let chance = |face: &Face| if excludes(face) { limited } else { free };
        let hazards = group.hazards.iter().map(|(kind, _)| (*kind, hazard));
        let others = group.others.iter().map(|face| (face.0, chance(face)));
        Some(hazards.chain(others).collect())
    }

    /// Deals the cards of a group. Every deal within the limits is equally probable; `None` if no
    /// try has found one.
    pub fn deal(
        &self,
        group: &HiddenGroup,
        places: &[Place],
        rng: &mut Pcg64Mcg,
    ) -> Option<Vec<(Place, Face)>> {
        let (limited, mut rest): (Vec<Face>, Vec<Face>) =
            group.others.iter().partition(|(kind, _)| self.is_limited(*kind));
        let mut dealt = Vec::with_capacity(places.len());
        for _ in 0..MAX_TRIES {
            dealt.clear();
            let mut free = places.to_vec();
            if self.place(&limited, &mut free, &mut dealt, rng)
                && self.place_hazards(&group.hazards, places, (&mut free, &mut dealt), rng)
            {
                rest.shuffle(rng);
                dealt.extend(free.into_iter().zip(rest));
                return Some(dealt);
            }
        }
        None
    }

    /// Deals cards to random places; `false` if a place does not admit one of them.
    fn place(
        &self,
        cards: &[Face],
        free: &mut Vec<Place>,
        dealt: &mut Vec<(Place, Face)>,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        cards.iter().all(|card| {
            if free.is_empty() {
                return false;
            }
            let place = free.swap_remove(rng.random_range(0..free.len()));
            dealt.push((place, *card));
            self.admits(place, *card)
        })
    }

    /// Deals the hazards to places outside of hands or beside shelters; `false` if the limits do
    /// not allow the deal, or by chance: a deal of the shelters is accepted in proportion to the
    /// number of ways to deal the hazards then.
    fn place_hazards(
        &self,
        hazards: &[Face],
        places: &[Place],
        (free, dealt): (&mut Vec<Place>, &mut Vec<(Place, Face)>),
        rng: &mut Pcg64Mcg,
    ) -> bool {
        let n_shelters = |dealt: &[(Place, Face)], owner: Seat, n_known: usize| {
            let held = dealt.iter().filter(|(place, _)| place.owner() == Some(owner));
            n_known + held.filter(|(_, (kind, _))| self.shelters.contains(kind)).count()
        };
        let is_sheltered = |owner: Seat| {
            let hand = self.hands.iter().find(|(seat, _)| *seat == owner);
            hand.is_some_and(|(_, n_known)| n_shelters(dealt, owner, *n_known) > 0)
        };
        let is_open = |place: &Place| {
            place.owner().is_none_or(|owner| place.is_gained && is_sheltered(owner))
        };
        let n_most =
            places.iter().filter(|place| place.owner().is_none() || place.is_gained).count();
        let mut open: Vec<Place> = free.extract_if(.., |place| is_open(place)).collect();
        for i in 0..hazards.len() {
            let n_ways = open.len();
            if n_ways <= i || rng.random_range(0..n_most - i) >= n_ways - i {
                return false;
            }
        }
        let n_dealt = dealt.len();
        let is_admitted = self.place(hazards, &mut open, dealt, rng);
        free.append(&mut open);
        let fits = |(owner, n_known): &(Seat, usize)| {
            let held = dealt[n_dealt..].iter().filter(|(place, _)| place.owner() == Some(*owner));
            held.count() <= n_shelters(dealt, *owner, *n_known)
        };
        is_admitted && self.hands.iter().all(fits)
    }
}
