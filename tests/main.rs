//! All tests in one crate, in folders as the modules are: the head of each `mod.rs` names them.
//! [`harness`] wraps the library API, [`program`] runs the program, [`browser`] opens pages,
//! [`json_schema`] checks values, [`waiting`] waits for events.

#![forbid(unsafe_code)]

mod browser;
mod editions;
mod end_to_end;
mod front_ends;
mod game;
mod harness;
mod json_schema;
mod kernel;
mod lab;
mod program;
mod script;
mod tidy;
mod waiting;
