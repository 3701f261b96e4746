//! Cards that a player has put into another order in secret: who knew some of them still knows that
//! these are among them.

use crate::kernel::card::{CardId, Seat, SeatSet};

/// What seats know of cards whose places they do not know. Not part of the position's identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MixedCards {
    /// Groups of cards, each with the seats that know that it is among them. They are disjoint.
    groups: Vec<Vec<(CardId, SeatSet)>>,
    /// The seats that knew something of the order of the draw pile before a card was put into it
    /// at a depth they did not see.
    vague: SeatSet,
}

impl MixedCards {
    /// A player puts cards into another order. `cards` are these, with the other seats that knew
    /// them.
    pub(super) fn arrange(&mut self, cards: impl Iterator<Item = (CardId, SeatSet)>) {
        let mut group: Vec<(CardId, SeatSet)> = cards.collect();
        let mixed = group.clone();
        let is_met = |other: &mut Vec<(CardId, SeatSet)>| {
            other.iter().any(|(card, _)| mixed.iter().any(|(same, _)| same == card))
        };
        for (card, seats) in self.groups.extract_if(.., is_met).flatten() {
            match group.iter_mut().find(|(same, _)| *same == card) {
                Some((_, known)) => *known = known.union(seats),
                None => group.push((card, seats)),
            }
        }
        if group.iter().any(|(_, seats)| !seats.is_empty()) {
            self.groups.push(group);
        }
    }

    /// All seats but some lose track of cards. `known` are the seats that knew some of them;
    /// `is_order` says whether what they lose is the order of the draw pile.
    #[inline]
    pub(super) fn forget(
        &mut self,
        is_lost: impl Fn(CardId) -> bool,
        but: SeatSet,
        mut known: SeatSet,
        is_order: bool,
    ) {
        for group in &mut self.groups {
            if group.iter().any(|(card, _)| is_lost(*card)) {
                for (_, seats) in group {
                    known = known.union(*seats);
                    *seats = seats.intersection(but);
                }
            }
        }
        self.groups.retain(|group| group.iter().any(|(_, seats)| !seats.is_empty()));
        if is_order {
            self.vague = self.vague.union(known.intersection(but.complement()));
        }
    }

    /// The draw pile is shuffled: nobody knows anything of its order.
    pub(super) const fn shuffle(&mut self) {
        self.vague = SeatSet::NONE;
    }

    /// Whether a seat knows more of the order of the draw pile than which of its cards it knows.
    pub const fn is_vague(&self, seat: Seat) -> bool {
        self.vague.has(seat)
    }

    /// The groups: the cards, each with the seats that know that it is among them.
    pub fn groups(&self) -> &[Vec<(CardId, SeatSet)>] {
        &self.groups
    }
}
