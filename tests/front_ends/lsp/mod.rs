//! The language server: in memory, through its stdin and stdout, and with a real editor.

mod actions;
mod client;
mod completion;
mod editors;
mod edits;
mod emacs;
mod features;
mod folders;
mod limits;
mod neovim;
mod sample;
mod streams;
