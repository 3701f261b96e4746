//! Litterbox
pub mod error;
pub mod kernel;
pub mod script;
pub mod session;
pub mod transcript;
pub mod variant;
pub mod workbench;
