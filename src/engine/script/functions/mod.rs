//! The functions of the language on values: one for each entry of the table in
//! [`super::language`].

pub(super) mod closures;
pub(super) mod lists;
pub(super) mod maps;
mod native;
pub(super) mod numbers;
mod outside;
mod parts;
pub(super) mod ranges;
pub(super) mod sorting;
pub(super) mod texts;

pub use maps::of_json;
pub use native::{Entries, Failure, Native, Of, Outcome, Runner, ValueLimits};
pub use outside::{RANDOM, SETS};
pub use parts::place_within;
