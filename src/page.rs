//! Cards as pages: what each card shows, and sheets to print. It reads no files.

mod card;
pub mod deck;
mod drawing;
mod faces;
pub mod sheet;
