//! The piles of a ruleset: those of the table, and those that each player has.

use super::card::{PileId, Seat};
use super::rules::{PileRule, Rules};
use super::zone::{SeatPile, Zone};

impl Rules {
    /// Returns the pile with this id; `draw`, `discard` and `box` included.
    pub fn find_pile(&self, id: &str) -> Option<Zone> {
        match id {
            "draw" => Some(Zone::Draw),
            "discard" => Some(Zone::Discard),
            "box" => Some(Zone::Box),
            _ => {
                let pile = self.piles.iter().position(|rule| &*rule.id == id)?;
                Some(Zone::Pile(PileId(pile as u8)))
            }
        }
    }

    /// Whether all players see the cards of a zone.
    pub fn is_face_up(&self, zone: Zone) -> bool {
        match zone {
            Zone::Draw | Zone::Hand(_) => false,
            Zone::Discard | Zone::Table | Zone::Box | Zone::Front(_) => true,
            Zone::Pile(pile) => self.piles[pile.index()].face_up,
            Zone::Own(pile) => self.seat_piles[usize::from(pile.pile())].face_up,
        }
    }

    /// Returns the rule of a pile that the variant defines; `None` for another zone.
    pub fn pile(&self, zone: Zone) -> Option<&PileRule> {
        match zone {
            Zone::Pile(pile) => self.piles.get(pile.index()),
            Zone::Own(pile) => self.seat_piles.get(usize::from(pile.pile())),
            _ => None,
        }
    }

    /// Returns the pile of a player with this id.
    pub fn find_seat_pile(&self, seat: Seat, id: &str) -> Option<Zone> {
        let pile = self.seat_piles.iter().position(|rule| &*rule.id == id)?;
        Some(Zone::Own(SeatPile::new(seat, pile as u8)))
    }

    /// Returns the player who alone sees the cards of a zone by where they lie, if there is one.
    pub fn only_seer(&self, zone: Zone) -> Option<Seat> {
        match zone {
            Zone::Hand(seat) => Some(seat),
            Zone::Own(pile) => {
                let rule = &self.seat_piles[usize::from(pile.pile())];
                rule.is_seen_by_owner.then_some(pile.seat())
            }
            _ => None,
        }
    }

    /// Returns the piles that the variant defines, at a table of this size.
    pub fn named_piles(&self, n_seats: usize) -> impl Iterator<Item = Zone> + use<> {
        let piles = (0..self.piles.len() as u8).map(|pile| Zone::Pile(PileId(pile)));
        let n_own = self.seat_piles.len() as u8;
        let own = move |seat| (0..n_own).map(move |pile| Zone::Own(SeatPile::new(seat, pile)));
        piles.chain((0..n_seats as u8).map(Seat).flat_map(own))
    }
}
