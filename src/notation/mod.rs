//! Names and positions as people write them: cards, combos, players, piles, counters, whole
//! positions. What is typed and what is printed are read and written here.

pub mod combo_parser;
mod counter;
mod names;
pub mod player_names;
pub mod position;

pub use counter::{CardCounter, CounterRef, slot};
pub use names::{CHANCE, DisplayName, Notation, faced, number_range, suggestion, times, with_face};
