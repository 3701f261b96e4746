//! Litterbox
pub mod error;
pub mod kernel;
pub mod script;
pub mod variant;
