//! The handles everything is named by: small, copyable, without meaning of their own.

use serde::{Deserialize, Serialize};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// The handle as an index into the table it belongs to.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// One physical card. Numbers are given out when the card is created and never reused.
    CardId(u16)
);
handle!(
    /// What is printed on a card: the index of its [`KindRule`](super::KindRule).
    Kind(u16)
);
handle!(
    /// A set of cards played as one: the index of its [`ComboRule`](super::ComboRule).
    ComboId(u16)
);
handle!(
    /// A place at the table, counted from 0 in clockwise order. Scripts and texts say *player*.
    Seat(u8)
);
handle!(
    /// A pile that the variant names, besides the draw and the discard pile.
    PileId(u8)
);

/// The most seats a game can have.
pub const MAX_SEATS: usize = 20;

impl Seat {
    /// Who is asked for what is otherwise left to chance. Nobody sits there, and it holds no card.
    pub const CHANCE: Self = Self(MAX_SEATS as u8);
}

/// A set of seats, as plain bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(pub u32);

impl SeatSet {
    /// No seat.
    pub const NONE: Self = Self(0);
    /// Every seat there could be.
    pub const ALL: Self = Self(u32::MAX);

    /// The first `n` seats.
    #[must_use]
    pub const fn first(n: usize) -> Self {
        if n >= 32 { Self::ALL } else { Self((1 << n) - 1) }
    }

    /// Just this seat.
    #[must_use]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set and that seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without that seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats that are not in this set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are two or more.
    #[must_use]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let seat = Seat(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}
