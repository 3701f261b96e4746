//! Names and positions as people write them: cards, combos, players, piles, counters, whole
//! positions. [`crate::message`] writes what is read here.

mod cards;
pub mod combo_parser;
mod counter;
mod names;
pub mod player_names;
pub mod position;
#[doc(hidden)]
pub mod start;

pub use cards::{CardWord, split_list, times};
pub use counter::{CardCounter, CounterRef, SearchedZones, counter_and_value, slot};
pub use names::{Notation, suggestion};
