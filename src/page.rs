//! Cards as pages: what each card shows, and sheets to print. It reads no files.

pub mod deck;
mod faces;
