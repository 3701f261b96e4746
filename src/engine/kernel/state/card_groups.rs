//! Groups of cards whose places seats have lost track of: who knew some of them still knows that
//! these are among them.

use super::card_set::CardSet;
use super::card_state::CardState;
use crate::kernel::card::{CardId, Seat, SeatSet};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// Cards among which a seat knows some, besides those that it knows to be in smaller groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    pub seat: Seat,
    pub cards: CardSet,
    /// Cards of the group: ones like these are in it.
    pub known: SmallVec<[CardId; 8]>,
}

/// The knowledge of seats about cards whose places they do not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardGroups {
    /// By seat, smaller groups first. Of two groups of a seat, one contains the other, or they
    /// share no card.
    groups: Arc<Vec<Group>>,
    /// The seats that knew something of the order of the draw pile before a card was put into it
    /// at a depth they did not see.
    vague: SeatSet,
}

impl Group {
    fn merge(&mut self, other: &Self) {
        self.cards.insert_all(&other.cards);
        self.known.extend_from_slice(&other.known);
    }

    /// Whether some of these cards are in the group and others are not.
    fn divides(&self, cards: &CardSet) -> bool {
        self.cards.meets(cards) && !self.cards.contains(cards)
    }
}

impl CardGroups {
    /// Some seats lose track of which of the cards of a set is which. `known` are those of them
    /// that some seats know, with these seats; `states` are those of all cards before.
    pub(super) fn mix(
        &mut self,
        known: &[(CardId, SeatSet)],
        set: &CardSet,
        losing: SeatSet,
        states: &[CardState],
    ) {
        for seat in losing.iter() {
            let own = range_of(&self.groups, seat);
            let lost = known.iter().filter(|(_, seats)| seats.has(seat)).map(|(card, _)| *card);
            let lost: SmallVec<[CardId; 8]> = lost.collect();
            if lost.is_empty() && !self.groups[own.clone()].iter().any(|group| group.divides(set)) {
                continue;
            }
            let groups = Arc::make_mut(&mut self.groups);
            let (first, n_others) = (own.start, groups.len() - own.len());
            lost.iter().for_each(|card| find(&mut groups[own.clone()], *card, seat, states));
            let mut whole = Group { seat, cards: set.clone(), known: lost };
            let mut wider: SmallVec<[Group; 4]> = SmallVec::new();
            for mut group in groups.extract_if(own, |group| group.cards.meets(set)) {
                if set.contains(&group.cards) {
                    whole.merge(&group);
                    continue;
                }
                group.cards.insert_all(set);
                match wider.last_mut() {
                    Some(last) if last.cards.len() == group.cards.len() => last.merge(&group),
                    Some(last) if !group.cards.contains(&last.cards) => last.merge(&group),
                    _ => wider.push(group),
                }
            }
            groups.retain(|group| !group.known.is_empty());
            for group in std::iter::once(whole).chain(wider).filter(|it| !it.known.is_empty()) {
                let (n_own, n_cards) = (groups.len() - n_others, group.cards.len());
                let own = &groups[first..first + n_own];
                let n_before = own.partition_point(|other| other.cards.len() <= n_cards);
                groups.insert(first + n_before, group);
            }
        }
    }

    /// Some seats lose track of the order of the draw pile; `known` are those that knew the places
    /// of some of its cards.
    pub(super) fn lose_order(&mut self, draw: &CardSet, mut known: SeatSet, losing: SeatSet) {
        for group in self.groups.iter().filter(|group| group.divides(draw)) {
            known = known.with(group.seat);
        }
        self.vague = self.vague.union(known.intersection(losing));
    }

    /// Whether no seat has lost track of a card.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The draw pile is shuffled: nobody knows anything of its order.
    pub(super) const fn shuffle(&mut self) {
        self.vague = SeatSet::NONE;
    }

    /// Whether a seat knows more of the order of the draw pile than which of its cards it knows.
    pub const fn is_vague(&self, seat: Seat) -> bool {
        self.vague.has(seat)
    }

    /// The groups of a seat, the smaller ones first.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = &Group> {
        self.groups[range_of(&self.groups, seat)].iter()
    }
}

/// Returns the range of the groups of a seat.
fn range_of(groups: &[Group], seat: Seat) -> Range<usize> {
    let first = groups.partition_point(|group| group.seat < seat);
    first..first + groups[first..].partition_point(|group| group.seat == seat)
}

/// A seat with these groups knows where a card is: that one like it is among some cards says no
/// more than that.
fn find(groups: &mut [Group], found: CardId, seat: Seat, states: &[CardState]) {
    let face = |card: CardId| (states[card.index()].kind, states[card.index()].is_turned);
    let is_like = |card: &CardId| {
        let is_lost = !states[card.index()].known.has(seat);
        *card == found || is_lost && face(*card) == face(found)
    };
    let mut like = None;
    for group in groups.iter_mut().filter(|group| group.cards.has(found)) {
        if like.is_none()
            && let Some(at) = group.known.iter().position(is_like)
        {
            like = Some(group.known.swap_remove(at));
        }
        // A card is known once; the groups around this one contain the other, too.
        let own = group.known.iter_mut().find(|card| **card == found);
        if let (Some(like), Some(own)) = (like, own) {
            *own = like;
        }
    }
}
