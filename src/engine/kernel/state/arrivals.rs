//! When each card came to its zone, and from where: noted only where the rules ask for it.

use super::table::Table;
use crate::kernel::card::CardId;
use crate::kernel::zone::Zone;

impl Table {
    /// Returns the zone and the depth that a card last came from, if that was noted.
    pub fn came_from(&self, card: CardId) -> Option<(Zone, u16)> {
        let (zone, depth, _) = (*self.arrivals.get(card.index())?)?;
        Some((zone, depth))
    }

    /// Returns how many turns have begun since a card came to its zone; all if it never moved.
    pub fn turns_since(&self, card: CardId) -> u32 {
        let arrival = self.arrivals.get(card.index()).copied().flatten();
        self.n_turns - arrival.map_or(0, |(.., turn)| turn)
    }

    /// Returns the arrivals of all cards that have moved: the card, the zone and the depth before,
    /// and how many turns ago that was.
    pub(super) fn known_arrivals(&self) -> impl Iterator<Item = (u16, Zone, u16, u32)> {
        (0..).zip(&self.arrivals).filter_map(move |(card, arrival)| {
            let (zone, depth, turn) = (*arrival)?;
            Some((card, zone, depth, self.n_turns - turn))
        })
    }

    /// Notes that a card leaves a zone for another.
    #[cold]
    #[inline(never)]
    pub(super) fn note_arrival(&mut self, card: CardId, from: Zone, to: Zone) {
        if from == to {
            return;
        }
        let depth = self.cards_in(from).iter().position(|other| *other == card).unwrap_or(0);
        if self.arrivals.len() <= card.index() {
            self.arrivals.resize(card.index() + 1, None);
        }
        self.arrivals[card.index()] = Some((from, depth as u16, self.n_turns));
    }
}
