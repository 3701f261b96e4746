//! The front ends: `repl`, `page`, `texts`, `lsp`, `dap`, `serve`, `workbench`,
//! `cli`.

pub mod authors;
pub mod batch;
#[cfg(feature = "serve")]
pub mod browser;
pub mod cards;
pub mod cli;
#[cfg(unix)]
pub mod dap;
pub mod editor_streams;
pub mod images;
#[cfg(unix)]
pub mod interrupts;
pub mod lsp;
#[cfg(unix)]
pub mod paths;
pub mod printed;
pub mod prompt;
#[cfg(unix)]
pub mod readers;
pub mod repl;
pub mod replayed;
pub mod reviews;
pub mod rules;
pub mod scaffold;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
#[cfg(feature = "serve")]
pub mod table;
#[cfg(unix)]
pub mod terminal;
pub mod welcome;
#[cfg(all(unix, feature = "serve", feature = "editor"))]
pub mod workbench;
