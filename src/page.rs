//! Cards and games as pages: what each card shows, sheets to print, replays. It reads no files.

mod card;
pub mod deck;
mod drawing;
mod faces;
pub mod replay;
pub mod sheet;
mod template;
