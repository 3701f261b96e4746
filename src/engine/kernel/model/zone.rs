//! Zones: the location of each card. Each zone is a short array with free space on both sides, so
//! that moving a card does not depend on the size of the deck.

use super::card::{CardId, PileId, Seat};
use super::clone_fields::clone_fields;
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
    /// A pile that the variant gives to each player.
    Own(SeatPile),
}

/// A pile of a player: one of those that the variant gives to each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatPile(u8);

impl SeatPile {
    /// The most piles that a player can have.
    pub const MAX: usize = 4;

    /// The pile with this number of a player.
    pub const fn new(seat: Seat, pile: u8) -> Self {
        Self(pile << 5 | seat.0)
    }

    /// Whose it is.
    pub const fn seat(self) -> Seat {
        Seat(self.0 & 31)
    }

    /// Its number among the piles of its player.
    pub const fn pile(self) -> u8 {
        self.0 >> 5
    }
}

/// The number of zones that exist in every game: [`Zone::Draw`] to [`Zone::Box`].
const N_FIXED: usize = 4;

/// The smallest capacity of an area.
const MIN_CAPACITY: usize = 16;

/// The part of [`Zones::cards`] that belongs to a zone: its cards in one piece, with free space
/// before and after them.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    begin: u32,
    end: u32,
    /// The index of the top card.
    top: u32,
    n_cards: u32,
}

impl Area {
    const fn range(self) -> std::ops::Range<usize> {
        self.top as usize..(self.top + self.n_cards) as usize
    }
}

/// The zone of each card: every card is in exactly one zone, by construction.
#[derive(Debug, Default)]
pub struct Zones {
    /// The index of the first zone of each class, in the order of [`Zone`].
    firsts: [u8; 8],
    /// The area of each zone.
    areas: Vec<Area>,
    /// The areas. Their free space has no meaning.
    cards: Vec<CardId>,
    /// The zone index of each card.
    at: Vec<u8>,
}

clone_fields!(Zones: firsts, areas, cards, at);

/// Compares the cards, not the free space around them.
impl PartialEq for Zones {
    fn eq(&self, other: &Self) -> bool {
        self.firsts == other.firsts
            && self.areas.len() == other.areas.len()
            && self.at == other.at
            && self.all().all(|zone| self.cards(zone) == other.cards(zone))
    }
}

impl Eq for Zones {}

/// The hash includes the numbers of piles and seats, not the numbering of the zones: all cards by
/// zone, and where each zone ends in this order.
impl Hash for Zones {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [.., piles, hands, fronts, _] = self.firsts;
        let mut order = Vec::with_capacity(self.at.len());
        let mut ends = Vec::with_capacity(self.areas.len());
        for area in &self.areas {
            order.extend_from_slice(&self.cards[area.range()]);
            ends.push(order.len() as u16);
        }
        (hands - piles, fronts - hands, order, ends, &self.at).hash(state);
    }
}

/// Returns the index of a card in its zone. Cards are compared in blocks, without an early exit
/// within one, which the compiler vectorises.
#[inline]
fn depth_in(cards: &[CardId], card: CardId) -> usize {
    const BLOCK: usize = 32;
    let has = |block: &[CardId]| block.iter().fold(false, |found, c| found | (*c == card));
    let n_blocks = cards.chunks_exact(BLOCK).take_while(|block| !has(block)).count();
    let first = n_blocks * BLOCK;
    let at = cards[first..].iter().position(|c| *c == card);
    first + at.expect("the card is in its recorded zone")
}

impl Zones {
    /// Creates empty zones for the given numbers of named piles, of piles of each player and of
    /// seats.
    pub fn new(n_piles: usize, n_own: usize, n_seats: usize) -> Self {
        let (hands, fronts) = (N_FIXED + n_piles, N_FIXED + n_piles + n_seats);
        let own = fronts + n_seats;
        let n_zones = own + n_own * n_seats;
        // Most cards come and go on top.
        let area = |n: usize| {
            let end = ((n + 1) * MIN_CAPACITY) as u32;
            Area { begin: end - MIN_CAPACITY as u32, end, top: end, n_cards: 0 }
        };
        Self {
            firsts: [0, 1, 2, 3, N_FIXED as u8, hands as u8, fronts as u8, own as u8],
            areas: (0..n_zones).map(area).collect(),
            cards: vec![CardId(0); n_zones * MIN_CAPACITY],
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
            Zone::Own(_) => 7,
        };
        let place = match zone {
            Zone::Pile(PileId(place)) | Zone::Hand(Seat(place)) | Zone::Front(Seat(place)) => place,
            Zone::Draw | Zone::Discard | Zone::Table | Zone::Box => 0,
            Zone::Own(pile) => pile.pile() * self.n_seats() + pile.seat().0,
        };
        self.firsts[class] as usize + place as usize
    }

    const fn n_seats(&self) -> u8 {
        self.firsts[7] - self.firsts[6]
    }

    const fn zone(&self, number: usize) -> Zone {
        let [.., piles, hands, fronts, own] = self.firsts;
        match number as u8 {
            0 => Zone::Draw,
            1 => Zone::Discard,
            2 => Zone::Table,
            3 => Zone::Box,
            n if n >= fronts => match n.checked_sub(own) {
                None => Zone::Front(Seat(n - fronts)),
                Some(n) => {
                    let seat = Seat(n % self.n_seats());
                    Zone::Own(SeatPile::new(seat, n / self.n_seats()))
                }
            },
            n if n >= hands => Zone::Hand(Seat(n - hands)),
            n => Zone::Pile(PileId(n - piles)),
        }
    }

    /// Returns the cards of a zone, top first.
    #[inline]
    pub fn cards(&self, zone: Zone) -> &[CardId] {
        &self.cards[self.areas[self.number(zone)].range()]
    }

    /// Returns the cards of a zone for reordering. The set of cards must stay the same.
    pub(in crate::kernel) fn cards_mut(&mut self, zone: Zone) -> &mut [CardId] {
        let range = self.areas[self.number(zone)].range();
        &mut self.cards[range]
    }

    /// Returns the number of cards in a zone.
    #[inline]
    pub fn len(&self, zone: Zone) -> usize {
        self.areas[self.number(zone)].n_cards as usize
    }

    /// Returns the number of cards in a hand.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        let [.., hands, _, _] = self.firsts;
        self.areas[hands as usize + seat.index()].n_cards
    }

    /// Whether a card lies in front of a player or on the table.
    #[inline]
    pub(in crate::kernel) fn has_cards_in_play(&self) -> bool {
        let [.., fronts, own] = self.firsts;
        let fronts = &self.areas[usize::from(fronts)..usize::from(own)];
        self.len(Zone::Table) > 0 || fronts.iter().any(|front| front.n_cards > 0)
    }

    /// Returns the zone of a card.
    #[inline]
    pub fn zone_of(&self, card: CardId) -> Zone {
        self.zone(self.at[card.index()] as usize)
    }

    /// Returns the index of the zone of a card.
    #[inline]
    pub(crate) fn index_of(&self, card: CardId) -> u8 {
        self.at[card.index()]
    }

    /// Whether all cards of a list are in the same zone.
    pub(crate) fn are_together(&self, cards: &[CardId]) -> bool {
        let mut zones = cards.iter().map(|card| self.at[card.index()]);
        zones.next().is_none_or(|first| zones.all(|zone| zone == first))
    }

    /// Iterates over all zones in index order.
    pub fn all(&self) -> impl Iterator<Item = Zone> {
        (0..self.areas.len()).map(|number| self.zone(number))
    }

    /// Creates cards with the next free numbers at the bottom of a zone. Returns the first.
    pub(in crate::kernel) fn create(&mut self, zone: Zone, n_cards: u16) -> CardId {
        let first = self.at.len() as u16;
        let number = self.number(zone);
        if self.areas[number].range().end + n_cards as usize > self.areas[number].end as usize {
            self.make_room(number, n_cards as usize);
        }
        let area = &mut self.areas[number];
        let new = &mut self.cards[area.range().end..][..n_cards as usize];
        (first..).zip(new).for_each(|(card, place)| *place = CardId(card));
        area.n_cards += u32::from(n_cards);
        self.at.extend(std::iter::repeat_n(number as u8, n_cards as usize));
        CardId(first)
    }

    /// Makes room for more cards at the bottom of a zone, and for one on top.
    #[inline(never)]
    fn make_room(&mut self, number: usize, n_more: usize) {
        let Area { begin, end, n_cards, .. } = self.areas[number];
        let (old, n_needed) = (self.areas[number].range(), n_cards as usize + n_more);
        let mut place = begin as usize..end as usize;
        // At most half full: the cost of centring is spread over the moves until the next time.
        if place.len() < 2 * n_needed {
            let n_places = (2 * n_needed).max(MIN_CAPACITY);
            // The last area grows where it is.
            let first = if place.end == self.cards.len() { place.start } else { self.cards.len() };
            place = first..first + n_places;
            self.cards.resize(place.end, CardId(0));
        }
        // Most cards come and go on top.
        let top = place.start + (place.len() - n_needed).div_ceil(2);
        self.cards.copy_within(old, top);
        self.areas[number] =
            Area { begin: place.start as u32, end: place.end as u32, top: top as u32, n_cards };
    }

    /// Moves a card to a depth of a zone (clamped to its size).
    #[inline(always)]
    pub(in crate::kernel) fn relocate(&mut self, card: CardId, to: Zone, depth: usize) {
        let (old, new) = (self.at[card.index()] as usize, self.number(to));
        self.remove(old, card);
        if depth == 0 {
            self.put_on_top(new, card)
        } else {
            self.insert(new, depth, card)
        }
        self.at[card.index()] = new as u8;
    }

    /// Moves a card from the top of a zone to the top of another one.
    #[inline]
    pub(in crate::kernel) fn move_top(&mut self, (from, to): (Zone, Zone)) -> CardId {
        let (old, new) = (self.number(from), self.number(to));
        let card = self.cards[self.areas[old].top as usize];
        self.areas[old].top += 1;
        self.areas[old].n_cards -= 1;
        self.put_on_top(new, card);
        self.at[card.index()] = new as u8;
        card
    }

    /// Takes a card out of a zone: the shorter side closes the gap.
    #[inline(always)]
    fn remove(&mut self, number: usize, card: CardId) {
        let area = &mut self.areas[number];
        let range = area.range();
        let cards = &mut self.cards[range];
        area.n_cards -= 1;
        if cards.len() <= MIN_CAPACITY || cards[0] == card {
            // Few cards are moved while the card is looked for.
            let mut above = card;
            for place in cards {
                above = std::mem::replace(place, above);
                if above == card {
                    break;
                }
            }
            area.top += 1;
            return;
        }
        let depth = depth_in(cards, card);
        if depth < cards.len() / 2 {
            cards.copy_within(..depth, 1);
            area.top += 1;
        } else {
            cards.copy_within(depth + 1.., depth);
        }
    }

    /// Puts a card on top of a zone.
    #[inline(always)]
    fn put_on_top(&mut self, number: usize, card: CardId) {
        if self.areas[number].top == self.areas[number].begin {
            self.make_room(number, 1);
        }
        let area = &mut self.areas[number];
        area.top -= 1;
        area.n_cards += 1;
        self.cards[area.top as usize] = card;
    }

    /// Inserts a card at a depth of a zone: the shorter side makes the gap, if it has room.
    #[inline(never)]
    fn insert(&mut self, number: usize, depth: usize, card: CardId) {
        let Area { begin, end, top, n_cards } = self.areas[number];
        let depth = depth.min(n_cards as usize);
        let is_near_top = depth == 0 || depth < n_cards as usize / 2;
        if is_near_top && top == begin || !is_near_top && top + n_cards == end {
            self.make_room(number, 1);
        }
        let area = &mut self.areas[number];
        let bottom = area.range().end;
        area.n_cards += 1;
        if is_near_top {
            area.top -= 1;
            let top = area.top as usize;
            self.cards.copy_within(top + 1..top + 1 + depth, top);
            self.cards[top + depth] = card;
        } else {
            let place = area.top as usize + depth;
            self.cards.copy_within(place..bottom, place + 1);
            self.cards[place] = card;
        }
    }

    /// Checks that a card is in exactly this one zone after it has left another one.
    pub(in crate::kernel) fn check_move(
        &self,
        card: CardId,
        (from, to): (Zone, Zone),
    ) -> Result<(), String> {
        let n = |zone| self.cards(zone).iter().filter(|other| **other == card).count();
        let is_gone = from == to || n(from) == 0;
        if self.zone_of(card) == to && n(to) == 1 && is_gone {
            return Ok(());
        }
        Err(format!("card {} has moved from {from:?} to {to:?}, but is not there", card.0))
    }

    /// Checks that each card is in exactly one zone.
    ///
    /// # Errors
    /// The first card that is not.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = vec![false; self.at.len()];
        for zone in self.all() {
            for card in self.cards(zone) {
                if std::mem::replace(&mut seen[card.index()], true) {
                    return Err(format!("card {} is in two zones", card.0));
                }
                if self.zone_of(*card) != zone {
                    let why =
                        format!("card {} is in {zone:?}, but another zone is recorded", card.0);
                    return Err(why);
                }
            }
        }
        match seen.iter().position(|s| !s) {
            Some(card) => Err(format!("card {card} is in no zone")),
            None => Ok(()),
        }
    }
}
