//! Help with the texts of a project while they are written: findings, completion, hover,
//! fixes, references, renaming.
//!
//! [`project`] is a folder, overlaid by the texts that are open; [`checks`] is the thread that
//! finds errors in them; [`editor`] has both, and answers about places. No protocol is known
//! here: places are bytes. A folder is a stranger's: nothing here starts a program, and no file is
//! written but read-only copies of built-in files in the cache folder.

pub mod actions;
pub mod checks;
mod complete;
mod complete_json;
mod complete_session;
mod context;
pub mod editor;
pub mod explain;
pub mod locals;
pub mod navigate;
mod options;
pub mod project;
pub mod rename;
pub mod sessions;
pub mod suggest;
pub mod suggestion;
pub mod words;
