//! The REPL: a terminal with a line editor, or a pipe.
//!
//! Handles input and output only: editing, completion, history, colours, Ctrl-C. The shell
//! interprets the lines.

pub mod colour;
pub mod helper;
pub mod history;
pub mod keyboard;
pub mod pager;
pub mod paint;
pub mod piped;
pub mod streams;
pub mod terminal;
pub mod watch;
pub mod welcome;
pub mod wrap;
