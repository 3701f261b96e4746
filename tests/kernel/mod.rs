//! The kernel and what all stands on: `base`, `kernel`.

pub mod answerable;
pub mod replay;
pub mod whereabouts;
pub mod wide_numbers;
pub mod zones;
