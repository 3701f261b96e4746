//! Variants as JSON files: loaded, merged with their parents, checked, and converted to a
//! [`Ruleset`], which is always valid.
//!
//! Reading order: [`assets`] (files), [`json`] (values with positions), [`file`](mod@file) and
//! [`schema`] (the file format), `load` (`extends`), `families`, `check`, `counters`, `deck`,
//! `teams` and [`option`](mod@option) (validation), [`ruleset`] (the result). [`titles`] is
//! independent. [`notation`] reads and writes names and positions as people write them.

pub mod assets;
mod check;
mod counters;
mod deck;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod edit;
mod families;
pub mod file;
mod fold;
mod image;
pub mod json;
mod load;
pub mod notation;
pub mod option;
pub mod ruleset;
pub mod schema;
mod source;
mod teams;
mod texts;
pub mod titles;
mod titles_file;

pub use assets::{Asset, Library, MAX_SOURCE_BYTES, too_large};
pub use check::{RESERVED, is_id};
pub use file::{Count, Variant};
pub use fold::fold;
pub use json::SET;
pub use load::{children, document, lineage, meant};
pub use option::OptionSetting;
pub use ruleset::Ruleset;
pub use texts::text_in;
pub use titles::{Titles, Wording};
