//! Session files: Markdown in which each fenced `litterbox` block is a game with its expected
//! output. A REPL session pasted into a file is a test.
//!
//! [`file`](mod@file) parses and prints the Markdown, [`blocks`](mod@blocks) puts a setup before
//! the blocks that need it, [`run`](mod@run) plays a block through a
//! [`Shell`](crate::shell::Shell), [`compare`] matches output with wildcards, [`suite`] runs many
//! files, `lockfile` records the scripts and variants they last passed with, [`coverage`]
//! measures script coverage, `example` plays the sessions that a page of rules shows.
//! [`playthrough`] and [`finding`] write games as session files, `scaffold` creates cards, combos
//! and rules with their first sessions.

pub mod blocks;
#[cfg(all(feature = "serve", feature = "editor"))]
pub(crate) mod changed_lines;
pub mod compare;
pub mod coverage;
#[cfg(feature = "app")]
pub(crate) mod example;
pub mod file;
pub mod finding;
#[cfg(feature = "app")]
pub(crate) mod first;
pub(crate) mod lockfile;
#[cfg(feature = "app")]
pub(crate) mod play_to;
#[cfg(all(feature = "serve", feature = "editor"))]
pub(crate) mod played;
pub mod playthrough;
pub(crate) mod recorder;
pub mod run;
#[cfg(feature = "app")]
pub(crate) mod scaffold;
pub mod suite;

pub use run::{SessionOptions, run_chosen, run_text};
