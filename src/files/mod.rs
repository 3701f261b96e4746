//! Files: how the program reads and writes them.

pub mod atomic;

pub use atomic::{create_private_folder, write, write_private};
