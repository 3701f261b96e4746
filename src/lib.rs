//! Litterbox: a scriptable sandbox for exploding-cat card games.
//!
//! A minimal kernel (piles, hands, a turn queue, response windows) runs rules that are data: each
//! card and each combo is a small [Rhai](https://rhai.rs) script, each edition of a game a JSON
//! variant. Step through games in a REPL, keep rules as session tests, and simulate games to
//! measure what a rule does. The binary is `litterbox`; this crate is its library:
//!
//! ```
//! use litterbox::kernel::{Agent, Decision, Game, Seat, Setup, Observation};
//! use litterbox::script::Host;
//! use litterbox::variant::{Library, Ruleset};
//!
//! /// Always chooses the first option.
//! struct First;
//!
//! impl Agent for First {
//!     fn answer(&mut self, _observation: &Observation<'_>, _decision: &Decision) -> usize { 0 }
//! }
//!
//! # fn main() -> Result<(), Vec<litterbox::base::error::Error>> {
//! let ruleset = Ruleset::load(&Library::embedded(), "classic", &[])?;
//! let host = Host::new(&ruleset.spec)?;
//! let names = ["ann".into(), "bob".into(), "cat".into()].into();
//! let deck = ruleset.deck(3);
//! let setup = Setup { names, deck, seed: 7, first: None, log: false, keyed: false };
//! let mut game = Game::new(host, &setup).expect("the built-in scripts do not fail");
//! for seat in 0..3 {
//!     game.seat(Seat(seat), Some(Box::new(First)));
//! }
//! game.play_out(10_000).expect("the built-in scripts do not fail");
//! assert!(game.is_over());
//! assert_eq!(game.winners().len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! The feature `app` (on by default) adds the program: the terminal, files of the disk, and other
//! processes. Without it (`default-features = false`) the library has none of them. The feature
//! `serve` (on by default) adds games in browsers, `editor` (on by default) what editors start.
//!
//! # The map
//!
//! Modules, outermost first. A module uses only modules below it, and the files of a module do not
//! use each other in cycles; a test enforces both. They are four packages, each optimised for what
//! it does: `litterbox-engine` in `src/engine` plays games (from `script` on), `litterbox-editions`
//! in `src/editions` loads and checks variants (`lint`, `variant`, `disk`),
//! `litterbox-lab` in `src/lab` replays, measures and searches games (from `fuzz` to `transcript`),
//! and this crate exports all and adds what people use.
//!
//! | module | purpose |
//! | --- | --- |
//! | `cli` | arguments and subcommands |
//! | `lsp` | the language server: what `texts` knows, in the terms of editors |
//! | `dap` | a debugger for editors that steps backwards |
//! | `workbench` | a project beside a table on one page, for its author |
//! | `serve` | a game in browsers: the table with its seats, links and connections |
//! | `texts` | texts while they are written: findings, completion, hover, fixes, renaming |
//! | `page` | cards, rules, games and reports as pages: symbols, sheets to print, replays |
//! | `repl` | the terminal: editing, completion, hints, history; pipes |
//! | `protocol` | sessions without a terminal: a connection with a program, the journal |
//! | [`session`] | session files: parse, run, compare, accept |
//! | [`shell`] | the session language: commands, replies as text and JSON; no terminal |
//! | [`debugger`] | a debugged game: timeline, steps, breakpoints, causes, events described |
//! | [`fuzz`] | the search for rule bugs: coverage, scenarios, shrinking |
//! | [`sim`] | agents by name, many games: statistics, reports, comparisons, tournaments, tuning |
//! | [`invariants`] | what holds in every game: for the fuzzer, tests and `:expect sound` |
//! | [`transcript`] | a game as header and inputs: save, load, replay, first divergence |
//! | [`lint`] | static checks of scripts and variants; the documentation of all error codes |
//! | [`variant`] | variants as JSON, validated; names and positions as people write them |
//! | [`disk`] | files of the disk: in a folder, by typed paths, replaced as a whole |
//! | [`script`] | Rhai: compiles a ruleset, runs its hooks, traces them |
//! | `counting` | counts what happens in a game while it is played, for statistics |
//! | [`agent`] | automatic players: random, greedy, search; they see no hidden cards |
//! | [`message`] | a position, a decision and its options as data, for programs, agents and texts |
//! | [`base`] | what all others use: errors, safe output, the port to files, interrupts, threads |
//! | [`kernel`] | the game engine, without Rhai, files, clocks or card names |
//!
//! # The ideas
//!
//! 1. **One loop.** [`kernel::Game::decision`] returns who must choose from which options;
//!    [`kernel::Game::answer`] runs to the next decision.
//! 2. **Scripts run to completion.** A question without an answer ends the run and discards its
//!    changes; once it is answered, the script runs again from its start. Agents answer in place,
//!    without a second run.
//! 3. **Effects are transactions.** A script that fails leaves the game unchanged.
//! 4. **A change is an event.** Only [`kernel::Table::apply`] changes the table: cards, turns,
//!    knowledge, stack, agenda, random draws. Each event has its cause: the ply, the play, the
//!    script line. Replaying a log produces an equal table, including internal bookkeeping.
//! 5. **A game is its transcript:** variant, scripts, names, seed, inputs.
//! 6. **Parse, then validate.** A JSON file may be invalid; a [`variant::Ruleset`] is always valid.
//! 7. **No card names in the kernel.** Variants use general mechanisms.
//!
//! # Invariants
//!
//! - Each card is in exactly one zone (by construction of the tables of zones).
//! - Options offered to a seat depend only on what that seat knows ([`kernel::View`]).
//! - A run of a hook is a function of the table and its answers: no clock, no randomness except the
//!   table's, no state between runs. So it can be repeated.
//! - Nothing is suspended: a window is a decision, a delayed effect is a card in some zone.
//!
//! Read `engine/kernel/engine/game.rs`, then `scripts/cards/favor.rhai`, then
//! `tests/sessions/classic/favor.session.md`.

#![forbid(unsafe_code)]

#[cfg(feature = "app")]
mod cli;
#[cfg(feature = "editor")]
mod dap;
pub mod debugger;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "editor")]
mod lsp;
#[cfg(feature = "app")]
mod page;
#[cfg(feature = "app")]
mod protocol;
#[cfg(feature = "app")]
mod repl;
#[cfg(feature = "serve")]
mod serve;
pub mod session;
pub mod shell;
#[cfg(feature = "editor")]
mod texts;
#[cfg(all(feature = "serve", feature = "editor"))]
mod workbench;

#[cfg(feature = "app")]
pub use cli::run;
#[cfg(feature = "app")]
pub use litterbox_editions::disk;
pub use litterbox_editions::{lint, variant};
pub use litterbox_engine::{agent, base, kernel, message, script};
pub use litterbox_lab::{fuzz, invariants, sim, transcript};
