//! Values exchanged by scripts and the kernel: announced values, arguments of hooks, answers.

use super::card::{ActionId, CardId, Kind, MAX_SEATS, Seat};
use super::zone::Zone;
use serde::Serialize;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An owned value, independent of the script that created it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Value {
    /// The unit value: `()`.
    #[default]
    Unit,
    /// `true` or `false`.
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    /// A kind of card; scripts see its id.
    Kind(Kind),
    Player(Seat),
    Card(CardId),
    /// A pile, a hand or any other zone.
    Zone(Zone),
    /// An action on the stack.
    Action(ActionId),
    /// Several players, as returned by all functions that list players.
    Players(Seats),
    /// A list, which changes in place where nothing else holds it.
    List(Arc<Vec<Value>>),
    /// Several cards, as returned by all functions that list cards.
    Cards(Arc<[CardId]>),
    /// A value that ends with the run of the script that made it.
    Transient(Transient),
}

/// A value of a running script that the kernel never keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Transient {
    Char(char),
    /// A map, by key.
    Map(Arc<BTreeMap<Arc<str>, Value>>),
    Range(Arc<IntRange>),
    Closure(Arc<Closure>),
    /// The pattern of a set: the number of cards, the number of its form, a tag and kinds.
    Set(Arc<Vec<Value>>),
    /// The number of a variable that closures share.
    Cell(u32),
}

/// A range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct IntRange {
    pub start: i64,
    pub end: i64,
    /// Whether `end` belongs to it.
    pub is_inclusive: bool,
}

/// A closure: a function of a script with the variables that it has captured.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Closure {
    /// The number of its function.
    pub function: u32,
    /// The number of values that it takes.
    pub n_params: u8,
    /// The numbers of the variables that it shares.
    pub captured: Vec<u32>,
}

impl Value {
    /// Whether it owns memory.
    #[inline]
    pub(crate) const fn owns_memory(&self) -> bool {
        matches!(self, Self::Text(_) | Self::List(_) | Self::Cards(_) | Self::Transient(_))
    }

    /// Adds the players that it names, in lists too.
    pub(super) fn add_players(&self, players: &mut SmallVec<[Seat; 4]>) {
        match self {
            Self::Player(seat) => players.push(*seat),
            Self::Players(seats) => players.extend(seats.iter().copied()),
            Self::List(values) => values.iter().for_each(|value| value.add_players(players)),
            _ => {}
        }
    }

    /// Replaces a player, in lists too.
    pub(in crate::kernel) fn redirect(&mut self, from: Seat, to: Seat) {
        let other = |seat: Seat| if seat == from { to } else { seat };
        match self {
            Self::Player(seat) => *seat = other(*seat),
            Self::Players(seats) => *seats = seats.iter().copied().map(other).collect(),
            Self::List(values) => {
                let values = Arc::make_mut(values);
                values.iter_mut().for_each(|value| value.redirect(from, to));
            }
            _ => {}
        }
    }
}

/// A short list of seats, `Copy` and without allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Seats {
    n_seats: u8,
    seats: [Seat; MAX_SEATS],
}

impl std::ops::Deref for Seats {
    type Target = [Seat];

    fn deref(&self) -> &[Seat] {
        &self.seats[..self.n_seats as usize]
    }
}

impl FromIterator<Seat> for Seats {
    /// # Panics
    /// When there are more seats than a game can have.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut list = Self::default();
        for seat in seats {
            list.seats[list.n_seats as usize] = seat;
            list.n_seats += 1;
        }
        list
    }
}

/// The values of a call or an announcement.
pub type Values = SmallVec<[Value; 2]>;

/// Drops values. Most own no memory, which costs no call here.
#[inline(always)]
pub(in crate::kernel) fn discard(values: Values) {
    if values.spilled() || values.iter().any(Value::owns_memory) {
        drop(values);
    } else {
        std::mem::forget(values);
    }
}
