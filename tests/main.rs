//! All tests in one crate. [`harness`] wraps the library API.

#![forbid(unsafe_code)]

mod agents;
mod attacks;
mod authors;
mod broken;
mod cli;
mod cookbook;
mod counting;
mod escaping;
mod exact;
#[cfg(unix)]
mod files;
mod fuzz;
mod games;
mod harness;
mod homebrew;
mod hostile;
mod identities;
mod journal;
mod limits;
mod lines;
mod lint;
mod luck;
mod mutations;
mod numbers;
mod outcomes;
mod outside;
mod page;
mod parts;
mod playouts;
mod playthroughs;
mod program;
mod prompt;
mod protocol;
mod readme;
mod reference;
mod repl;
mod replay;
mod rework;
mod scaffold;
mod schemas;
mod secrecy;
mod sessions;
mod setup;
mod shell;
mod sim;
mod tape;
#[cfg(unix)]
mod terminal;
mod testing;
mod tidy;
mod timeline;
#[cfg(unix)]
mod trust;
mod variants;
mod zones;
