//! The whole state of a position, and the only way to change it: [`table::Table::apply`].

mod arrivals;
pub mod canonical;
mod card_groups;
mod card_set;
mod card_state;
pub(in crate::kernel) mod copies;
mod counter_notes;
pub(in crate::kernel) mod counters;
pub mod event;
pub mod hand_counts;
pub mod hash;
pub(in crate::kernel) mod knowledge;
pub(in crate::kernel) mod lay_out;
pub mod log;
pub mod mixed_cards;
pub mod pending;
mod placing;
mod rounds;
pub(in crate::kernel) mod setup;
pub mod table;
mod unseen_places;
pub mod view;
pub mod whereabouts;
