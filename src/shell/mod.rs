//! The session language: takes an input line, returns a [`Reply`]. Used by the REPL and session
//! files. Does not print, read keys or use colours.
//!
//! Reading order: [`command_id`], [`input_line`], `state` (the [`Shell`]), `command` and
//! `commands` (in groups, each in the module that runs it), `dispatch` (runs an input line),
//! `expect`, [`out`] (replies as text and JSON), `why`, `catalogue`, `help`, `complete`,
//! `recorder`, [`redo_log`], [`disk`].

mod agents;
mod assertion;
mod breakpoints;
pub(crate) mod catalogue;
mod chance;
pub(crate) mod command;
mod command_error;
pub mod command_id;
pub(crate) mod commands;
pub(crate) mod complete;
mod completion;
pub mod disk;
mod dispatch;
pub(crate) mod expect;
mod explain;
mod file_access;
mod files;
mod forms;
pub(crate) mod help;
pub mod input_line;
mod invariants;
mod io;
pub mod line;
mod live_edit;
mod look;
mod lookup;
mod new;
pub mod out;
pub mod positions;
pub(crate) mod recorder;
mod recording;
mod redo;
pub mod redo_log;
mod seated_agents;
mod shared_parts;
mod shown;
mod state;
mod stepping;
mod travel;
pub mod trust;
pub(crate) mod watch_expr;
pub(crate) mod why;

pub use crate::debugger::reply::{Reply, Status};
pub use completion::Completion;
pub use state::{Editor, LibrarySource, NewDefaults, Shell};
