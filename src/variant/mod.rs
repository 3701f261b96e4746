//! Editions as JSON: found, merged with what they extend, checked, and turned into a
//! [`Ruleset`], which cannot be wrong.
//!
//! Reading order: [`assets`] (which files there are), [`json`] (values that know where they stand),
//! [`file`](mod@file) and [`schema`] (what a file may say), `load` (`extends`), `check`, `deck` and
//! [`option`](mod@option) (all that can be wrong), [`ruleset`] (what comes out). [`titles`] stands
//! by itself.

pub mod assets;
mod check;
mod deck;
pub mod file;
pub mod json;
mod load;
pub mod option;
pub mod ruleset;
pub mod schema;
pub mod titles;

pub use assets::{Asset, Library};
pub use file::{Count, Variant};
pub use load::{document, lineage};
pub use option::OptionSetting;
pub use ruleset::Ruleset;
pub use titles::{Titles, Wording, fold};
