//! Cards of a face-down pile that a player has put where others did not see: they know that the
//! place was chosen, and who will draw there.

use super::placing::{ChosenCards, Placing};
use super::table::Table;
use crate::kernel::card::{CardId, Kind, Seat, SeatSet};
use crate::kernel::zone::Zone;

impl Table {
    /// Notes that some seats know at which depth a card was put into a pile.
    pub(super) fn note_hidden(
        &mut self,
        card: CardId,
        zone: Zone,
        knowing: SeatSet,
        seen: SeatSet,
    ) {
        // The turn ends with it: the player draws for the other turns they owe.
        let n_own = self.n_own_draws(knowing, 1);
        self.note_placing(zone, ChosenCards::One(card), (knowing, seen), n_own);
    }

    /// Notes that a seat has put the top of a pile into an order.
    pub(super) fn note_ordered(&mut self, n_cards: usize, zone: Zone, by: Seat) {
        let n_own = self.n_own_draws(SeatSet::one(by), 0);
        if n_cards > n_own + 1 {
            let cards = ChosenCards::Top((n_cards - n_own) as u16);
            self.note_placing(zone, cards, (SeatSet::one(by), SeatSet::NONE), n_own);
        }
    }

    /// Returns the number of cards that those draw who know the places before anybody else does.
    fn n_own_draws(&self, knowing: SeatSet, n_ended: u32) -> usize {
        let is_own = knowing.has(self.turns.current);
        if is_own { self.turns.owed.saturating_sub(n_ended) as usize } else { 0 }
    }

    fn note_placing(
        &mut self,
        zone: Zone,
        cards: ChosenCards,
        (knowing, seen): (SeatSet, SeatSet),
        n_own: usize,
    ) {
        let pile = self.zones.cards(zone);
        let next = pile.get(n_own).copied();
        let n_left = pile.len().saturating_sub(n_own) as u16;
        let placing = next.map(|next| Placing { zone, cards, knowing, seen, next, n_left });
        self.mixed.placing = placing;
    }

    /// Returns the last choice of another player that concerns the top card of a pile, if the seat
    /// does not know this card: among how many cards on top it was, and the kind of the card that
    /// was put there, or `None` if they were put into an order.
    pub fn placed_unseen(&self, zone: Zone, seat: Seat) -> Option<(usize, Option<Kind>)> {
        let placing = self.mixed.placing.as_ref().filter(|placing| placing.zone == zone)?;
        let pile = self.zones.cards(zone);
        let n_left = usize::from(placing.n_left);
        let is_next = pile.first() == Some(&placing.next) && pile.len() == n_left;
        if !is_next || placing.knowing.has(seat) || self.knows(seat, placing.next) {
            return None;
        }
        match placing.cards {
            ChosenCards::One(card) if placing.seen.has(seat) => {
                Some((n_left, Some(self.kind(card))))
            }
            ChosenCards::One(_) => None,
            ChosenCards::Top(n_cards) => Some((usize::from(n_cards).min(n_left), None)),
        }
    }
}
