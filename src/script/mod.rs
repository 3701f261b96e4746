//! The rules in Rhai.
pub mod spec;
pub use spec::{ComboSpec, KindSpec, PileSpec, Script, Setting, Spec};
