//! The language server: in memory, through its stdin and stdout, and with a real editor.

mod client;
mod completion;
mod editors;
mod features;
mod neovim;
mod streams;
