//! Handles: small `Copy` indices for cards, kinds, combos, seats and piles.

use serde::{Deserialize, Serialize};
use std::hash::Hash;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// Returns the index into its table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// One physical card. Numbers are assigned when the card is created and never reused.
    CardId(u16)
);
handle!(
    /// The kind of a card: the index of its [`KindRule`](crate::kernel::rules::KindRule).
    Kind(u16)
);
handle!(
    /// A set of cards played as one: the index of its
    /// [`ComboRule`](crate::kernel::rules::ComboRule).
    ComboId(u16)
);
handle!(
    /// A seat, counted from 0 in clockwise order. Scripts and texts say *player*.
    Seat(u8)
);
handle!(
    /// A pile defined by the variant, besides the draw and the discard pile.
    PileId(u8)
);

/// The maximum number of cards of a game, wherever they are.
pub const MAX_CARDS: usize = 1_024;

/// The maximum number of seats.
pub const MAX_SEATS: usize = 20;

/// A player of this name is the one who types: their cards are `my` cards.
pub const ME: &str = "me";

impl Seat {
    /// The pseudo-seat that is asked for the outcomes of chance. It has no player and no cards.
    pub const CHANCE: Self = Self(MAX_SEATS as u8);
}

/// A set of seats as a bit set.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SeatSet(pub u32);

impl SeatSet {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(u32::MAX);

    /// The first `n` seats.
    pub const fn first(n: usize) -> Self {
        if n >= 32 { Self::ALL } else { Self((1 << n) - 1) }
    }

    /// A set with this seat only.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Returns this set with `seat` added.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Returns this set without `seat`.
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns the union of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection of both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the complement of this set.
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the part of these seats that is in another set, from 0 to 1; 0 of no seats.
    pub fn part_in(self, other: Self) -> f64 {
        self.intersection(other).len() as f64 / self.len().max(1) as f64
    }

    /// Whether the set has two or more seats.
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        bits_of(self.0.into()).map(|bit| Seat(bit as u8))
    }
}

/// Iterates over the places of the bits that are set in a word, lowest first.
#[inline]
pub(crate) fn bits_of(word: u64) -> impl Iterator<Item = usize> + Clone {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The number of an action, assigned in order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ActionId(pub u32);
