//! The kernel and what all stands on: `base`, `output`, `error`, `files`, `kernel`.

pub mod answerable;
pub mod replay;
pub mod whereabouts;
pub mod wide_numbers;
pub mod zones;
