//! All tests in one crate. [`harness`] wraps the library API.

#![forbid(unsafe_code)]

mod agents;
mod answerable;
mod attacks;
mod authors;
mod batch;
mod broken;
mod broken_scripts;
#[cfg(feature = "serve")]
mod browser;
mod card_values;
mod cards;
mod checker;
mod cli;
mod compared;
mod compiled;
mod cookbook;
mod counting;
mod coverage;
#[cfg(unix)]
mod dap;
mod deals;
mod distributions;
mod editions;
mod editor_streams;
mod escaping;
mod estimates;
mod exact;
#[cfg(unix)]
mod files;
mod fuzz;
mod games;
mod generated;
mod harness;
mod homebrew;
mod hostile;
mod identities;
#[cfg(unix)]
mod interrupts;
mod journal;
#[cfg(unix)]
mod kills;
mod limits;
mod lines;
mod lint;
mod lint_rules;
mod loading;
mod lsp;
mod luck;
mod memory;
mod metrics;
mod mutated;
mod mutations;
mod numbers;
mod oracle;
mod outcomes;
mod outside;
mod own_packs;
mod packs;
mod page;
mod panics;
mod playouts;
mod playthroughs;
mod positions;
mod print;
mod printed;
mod program;
mod prompt;
mod protocol;
mod queries;
#[cfg(unix)]
mod readers;
mod readme;
mod recorded;
mod recorded_statements;
mod reference;
mod refusals;
mod repl;
mod replay;
mod replayed;
mod rework;
mod rows;
mod scaffold;
mod schemas;
mod seats;
mod secrecy;
mod sentences;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod sessions;
mod setup;
mod shards;
mod shell;
mod sim;
mod swaps;
mod sweeps;
#[cfg(feature = "serve")]
mod table;
mod teams;
#[cfg(unix)]
mod terminal;
mod testing;
mod tidy;
mod timeline;
mod tournament;
#[cfg(unix)]
mod tree;
mod trust;
mod tune;
mod typed_scripts;
#[cfg(feature = "serve")]
mod unwritten;
mod variants;
mod waiting;
mod wide_numbers;
mod written_values;
mod zones;
