//! Knowledge of a seat about cards although it does not know their places: that they are among
//! some.

use super::table::Table;
use crate::kernel::card::{CardId, Kind, Seat};
use crate::kernel::rules::Rules;
use crate::kernel::zone::Zone;
use smallvec::SmallVec;

/// Cards among which a seat knows some, besides those of smaller groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The cards of the group that the seat does not know.
    pub cards: SmallVec<[CardId; 8]>,
    /// Kinds that are among them, and whether the card lies face up; sorted.
    pub faces: Vec<(Kind, bool)>,
}

impl Table {
    /// Returns what a seat knows of cards whose places it has lost track of, smaller groups first.
    pub fn whereabouts(&self, rules: &Rules, seat: Seat) -> Vec<Whereabouts> {
        let mut counted: SmallVec<[CardId; 8]> = SmallVec::new();
        let mut all = Vec::new();
        for group in self.mixed.groups().of(seat) {
            let mut faces: Vec<_> =
                group.known.iter().map(|card| self.face(rules, *card)).collect();
            let mut cards = SmallVec::new();
            for card in group.cards.iter() {
                if !self.knows(seat, card) {
                    cards.push(card);
                } else if !counted.contains(&card)
                    && let Some(at) = faces.iter().position(|f| *f == self.face(rules, card))
                {
                    faces.swap_remove(at);
                    counted.push(card);
                }
            }
            faces.sort_unstable();
            if !faces.is_empty() {
                all.push(Whereabouts { cards, faces });
            }
        }
        all
    }

    /// Returns the kinds of cards that a seat knows to be in a zone, though not where, and whether
    /// they lie face up; sorted.
    pub fn known_among(&self, rules: &Rules, zone: Zone, seat: Seat) -> Vec<(Kind, bool)> {
        let is_inside = |card: &CardId| self.zones.zone_of(*card) == zone;
        let groups = self.whereabouts(rules, seat).into_iter();
        let inside = groups.filter(|group| group.cards.iter().all(is_inside));
        let mut faces: Vec<_> = inside.flat_map(|group| group.faces).collect();
        faces.sort_unstable();
        faces
    }
}
