//! Litterbox: a scriptable sandbox for exploding-cat card games.
//!
//! A minimal kernel (piles, hands, a turn queue, the window in which others may respond) runs rules
//! that are data: each card effect and each combo is a small [Rhai](https://rhai.rs) script, each
//! edition of the game a JSON variant. People step through games in a REPL, keep rules as session
//! tests, and learn what a rule does to the game. The binary is `litterbox`; this crate is the
//! same from Rust:
//!
//! ```
//! use litterbox::kernel::{Agent, Decision, Game, Seat, Setup, Observation};
//! use litterbox::script::Host;
//! use litterbox::variant::{Library, Ruleset};
//!
//! /// Takes the first option, whatever it is; draws at last.
//! struct First;
//!
//! impl Agent for First {
//!     fn answer(&mut self, _observation: &Observation<'_>, _decision: &Decision) -> usize { 0 }
//! }
//!
//! # fn main() -> Result<(), Vec<litterbox::error::Error>> {
//! let ruleset = Ruleset::load(&Library::embedded(), "classic", &[])?;
//! let host = Host::new(&ruleset.spec)?;
//! let names = ["ann".into(), "bob".into(), "cat".into()].into();
//! let deck = ruleset.deck(3);
//! let setup = Setup { names, deck, seed: 7, first: None, log: false, keyed: false };
//! let mut game = Game::new(host, &setup).expect("the shipped scripts are not at fault");
//! for seat in 0..3 {
//!     game.seat(Seat(seat), Some(Box::new(First)));
//! }
//! game.play_out(10_000).expect("the shipped scripts are not at fault");
//! assert!(game.is_over());
//! assert!(game.winner().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! # The map
//!
//! Rooms, outermost first; an arrow of use never points back, and a test proves it.
//!
//! | room | what it is |
//! | --- | --- |
//! | [`cli`] | arguments, one function for each subcommand |
//! | [`repl`] | the terminal: lines, completion, hints, history, the journal; pipes |
//! | [`session`] | session files: parse, run through the shell, compare, accept |
//! | [`shell`] | a debugged game, without a terminal: the session language, timeline, why |
//! | [`sim`] | many games, counted, compared, told in numbers, or fuzzed; agents by name |
//! | [`transcript`] | a game as its header and inputs: save, load, replay, first divergence |
//! | [`lint`] | mistakes that can be told without playing; a page for every code there is |
//! | [`variant`] | editions as JSON: overlays, `extends`, all faults at once |
//! | [`script`] | Rhai: compiles a ruleset, runs its hooks, traces what they do |
//! | [`agent`] | who answers by itself: random, greedy, search, a program; no hidden card |
//! | [`error`] | errors with code, place and hint, drawn with a caret |
//! | [`kernel`] | the game without cards: knows no rhai, no files, no clock, no card |
//!
//! # The ideas
//!
//! 1. **One loop.** [`kernel::Game::decision`] says who must choose what;
//!    [`kernel::Game::answer`] runs to the next decision. Every choice is one of the options.
//! 2. **Scripts run to completion.** A question without an answer ends the run; what it did is
//!    dropped, and once the answer is there the script is run again from its start. Where an agent
//!    sits, it is asked in place.
//! 3. **Effects are transactions.** A faulty script leaves the game as it was before the input.
//! 4. **A change is an event.** [`kernel::Table::apply`] alone changes the table: cards, turns,
//!    knowledge, stack, agenda, random draws. Each event carries its cause: the ply, the play, the
//!    script line. Replaying a log leads to an equal table, field by field; bookkeeping is in it
//!    too, but is not shown.
//! 5. **A game is its transcript:** variant, scripts, names, seed, inputs.
//! 6. **Raw and legal.** What a JSON file says may be nonsense; a [`variant::Ruleset`] cannot be.
//! 7. **The kernel knows no card by name.** What an edition needs is a general ability.
//!
//! # Invariants
//!
//! - Each card lies in exactly one zone ([`kernel::zone::Zones`] cannot say otherwise).
//! - Options offered to a seat depend only on what that seat knows ([`kernel::View`]).
//! - A run of a hook is a function of the table and of the answers given to it: no clock, no
//!   chance but the table's own, nothing remembered between runs. That is why it can be run again,
//!   and why its trace may be played in its stead.
//! - Nothing waits: a window is a decision, a delayed effect is a card that lies somewhere.
//!
//! Read `kernel/game.rs`, then `scripts/cards/favor.rhai`, then
//! `tests/sessions/classic/favor.session.md`.

pub mod agent;
pub mod cli;
pub mod debugger;
pub mod error;
pub mod kernel;
pub mod lint;
pub mod repl;
pub mod script;
pub mod session;
pub mod shell;
pub mod sim;
pub mod transcript;
pub mod variant;
