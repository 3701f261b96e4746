//! The whole program: sessions and packs, files of strangers, kills.

pub mod cookbook;
pub mod escaping;
pub mod games;
pub mod homebrew;
#[cfg(unix)]
pub mod kills;
pub mod limits;
pub mod mutated;
pub mod mutations;
pub mod outside;
pub mod packs;
pub mod playouts;
pub mod readme;
pub mod sessions;
pub mod swaps;
pub mod teams;
pub mod trust;
pub mod workflows;
