//! Zones: the location of each card, stored as one flat array so that copying a table is a plain
//! memory copy.

use super::card::{CardId, PileId, Seat};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A zone of cards. Depth 0 is the top of a pile; the order within a hand has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Zone {
    /// The draw pile, face down.
    Draw,
    /// The discard pile, face up.
    Discard,
    /// The middle of the table: shared cards, face up.
    Table,
    /// Out of the game.
    Box,
    /// A pile defined by the variant.
    Pile(PileId),
    /// A hand: known to its owner.
    Hand(Seat),
    /// The cards lying face up in front of a player.
    Front(Seat),
}

/// The number of zones that exist in every game: [`Zone::Draw`] to [`Zone::Box`].
const N_FIXED: usize = 4;

/// The zone of each card: every card is in exactly one zone, by construction.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// The index of the first zone of each class, in the order of [`Zone`].
    firsts: [u8; 7],
    /// All cards, sorted by zone.
    order: Vec<CardId>,
    /// The end of each zone within `order`; a zone begins at the end of the previous one.
    ends: Vec<u16>,
    /// The zone index of each card.
    at: Vec<u8>,
}

impl Clone for Zones {
    fn clone(&self) -> Self {
        Self {
            firsts: self.firsts,
            order: self.order.clone(),
            ends: self.ends.clone(),
            at: self.at.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.firsts = other.firsts;
        self.order.clone_from(&other.order);
        self.ends.clone_from(&other.ends);
        self.at.clone_from(&other.at);
    }
}

/// The hash includes the numbers of piles and seats, not the numbering of the zones.
impl Hash for Zones {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [.., piles, hands, fronts] = self.firsts;
        (hands - piles, fronts - hands, &self.order, &self.ends, &self.at).hash(state);
    }
}

fn depth_in(cards: &[CardId], card: CardId) -> usize {
    cards.iter().position(|c| *c == card).expect("the card is in its recorded zone")
}

impl Zones {
    /// Creates empty zones for the given numbers of named piles and seats.
    #[must_use]
    pub fn new(n_piles: usize, n_seats: usize) -> Self {
        let (hands, fronts) = (N_FIXED + n_piles, N_FIXED + n_piles + n_seats);
        let n_zones = fronts + n_seats;
        Self {
            firsts: [0, 1, 2, 3, N_FIXED as u8, hands as u8, fronts as u8],
            order: Vec::with_capacity(128),
            ends: vec![0; n_zones],
            at: Vec::with_capacity(128),
        }
    }

    #[inline]
    const fn number(&self, zone: Zone) -> usize {
        // Branch-free: the zone class is unpredictable here.
        let class = match zone {
            Zone::Draw => 0,
            Zone::Discard => 1,
            Zone::Table => 2,
            Zone::Box => 3,
            Zone::Pile(_) => 4,
            Zone::Hand(_) => 5,
            Zone::Front(_) => 6,
        };
        let place = match zone {
            Zone::Pile(PileId(place)) | Zone::Hand(Seat(place)) | Zone::Front(Seat(place)) => place,
            Zone::Draw | Zone::Discard | Zone::Table | Zone::Box => 0,
        };
        self.firsts[class] as usize + place as usize
    }

    const fn zone(&self, number: usize) -> Zone {
        let [.., piles, hands, fronts] = self.firsts;
        match number as u8 {
            0 => Zone::Draw,
            1 => Zone::Discard,
            2 => Zone::Table,
            3 => Zone::Box,
            n if n >= fronts => Zone::Front(Seat(n - fronts)),
            n if n >= hands => Zone::Hand(Seat(n - hands)),
            n => Zone::Pile(PileId(n - piles)),
        }
    }

    #[inline]
    fn start(&self, number: usize) -> usize {
        if number == 0 { 0 } else { self.ends[number - 1] as usize }
    }

    /// Returns the cards of a zone, top first.
    #[must_use]
    #[inline]
    pub fn cards(&self, zone: Zone) -> &[CardId] {
        let number = self.number(zone);
        &self.order[self.start(number)..self.ends[number] as usize]
    }

    /// Returns the cards of a zone for reordering. The set of cards must stay the same.
    pub(super) fn cards_mut(&mut self, zone: Zone) -> &mut [CardId] {
        let number = self.number(zone);
        let start = self.start(number);
        &mut self.order[start..self.ends[number] as usize]
    }

    /// Returns the number of cards in a zone.
    #[must_use]
    #[inline]
    pub fn len(&self, zone: Zone) -> usize {
        let number = self.number(zone);
        self.ends[number] as usize - self.start(number)
    }

    /// Returns the zone of a card.
    #[must_use]
    pub fn zone_of(&self, card: CardId) -> Zone {
        self.zone(self.at[card.index()] as usize)
    }

    /// Iterates over all zones in index order.
    pub fn all(&self) -> impl Iterator<Item = Zone> {
        (0..self.ends.len()).map(|number| self.zone(number))
    }

    /// Creates cards with the next free numbers at the bottom of a zone. Returns the first.
    pub(super) fn create(&mut self, zone: Zone, n_cards: u16) -> CardId {
        let first = self.at.len() as u16;
        let number = self.number(zone);
        let end = self.ends[number] as usize;
        self.order.splice(end..end, (first..first + n_cards).map(CardId));
        self.at.extend(std::iter::repeat_n(number as u8, n_cards as usize));
        self.ends[number..].iter_mut().for_each(|end| *end += n_cards);
        CardId(first)
    }

    /// Moves a card to a depth of a zone (clamped to its size).
    pub(super) fn relocate(&mut self, card: CardId, to: Zone, depth: usize) {
        let (old, new) = (self.at[card.index()] as usize, self.number(to));
        let start = self.start(old);
        let cards = &self.order[start..self.ends[old] as usize];
        let from = match cards.first() {
            Some(top) if *top == card => start,
            _ => start + depth_in(cards, card),
        };
        if old == new {
            let start = self.start(new);
            let target = start.saturating_add(depth).min(self.ends[new] as usize - 1);
            if from < target {
                self.order.copy_within(from + 1..=target, from);
            } else {
                self.order.copy_within(target..from, target + 1);
            }
            self.order[target] = card;
        } else if old < new {
            let target = self.start(new).saturating_add(depth).min(self.ends[new] as usize);
            self.order.copy_within(from + 1..target, from);
            self.order[target - 1] = card;
            self.shift_ends(old, new, 1_u16.wrapping_neg());
        } else {
            let target = self.start(new).saturating_add(depth).min(self.ends[new] as usize);
            self.order.copy_within(target..from, target + 1);
            self.order[target] = card;
            self.shift_ends(new, old, 1);
        }
        self.at[card.index()] = new as u8;
    }

    /// Adds to the ends of the zones from `first` up to `last` (exclusive). Fixed trip count avoids
    /// a loop-exit misprediction.
    #[inline]
    fn shift_ends(&mut self, first: usize, last: usize, by: u16) {
        let (first, n_zones) = (first as u16, (last - first) as u16);
        for (zone, end) in self.ends.iter_mut().enumerate() {
            let is_shifted = (zone as u16).wrapping_sub(first) < n_zones;
            *end = end.wrapping_add(if is_shifted { by } else { 0 });
        }
    }

    /// Returns the first violated invariant: each card is in exactly one zone.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = vec![false; self.at.len()];
        for zone in self.all() {
            for card in self.cards(zone) {
                if std::mem::replace(&mut seen[card.index()], true) {
                    return Err(format!("card {} is in two zones", card.0));
                }
                if self.zone_of(*card) != zone {
                    return Err(format!(
                        "card {} is in {zone:?}, but another zone is recorded",
                        card.0
                    ));
                }
            }
        }
        match seen.iter().position(|s| !s) {
            Some(card) => Err(format!("card {card} is in no zone")),
            None => Ok(()),
        }
    }
}
