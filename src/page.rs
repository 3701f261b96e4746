//! Cards, games and reports as pages: what each card shows, sheets to print, replays. It reads no
//! files.

mod board_sheet;
mod card;
pub mod deck;
mod drawing;
mod faces;
#[cfg(feature = "serve")]
pub mod live;
pub mod replay;
pub mod report;
mod rule_sheet;
pub mod rules;
pub mod sheet;
pub mod shown_game;
mod template;

pub use shown_game::{ShownKind, shown_kinds};
pub use template::PAGE_FILE;
