//! The game without cards: piles, hands, the turn queue, the stack of actions and its windows.
//!
//! Nothing in here knows a card by name, runs a script, reads a file, looks at a clock or starts a
//! thread. What an edition wants is told by [`Rules`] (plain tables) and asked of a [`Rulebook`]
//! (hooks). Two traits cross the border: [`Rulebook`] (what the rules do) and [`Agent`] (who
//! answers). What is left to chance comes from the generators in the table ([`rng`]), or is asked
//! like anything else ([`Seat::CHANCE`]).
//!
//! Reading order: [`card`], [`zone`], [`hand_counts`], [`turns`], [`action`], [`decision`],
//! [`event`], [`table`], [`rules`], [`log`], [`effect`], [`options`], [`game`] and its loop
//! [`run`], [`history`], [`view`].
//!
//! All that can be said of a position is in the [`Table`], and [`Table::apply`] alone changes it:
//! whatever happens, happens as an [`EventKind`], the bookkeeping of the loop and the steps of the
//! generators included. So the events of a game, applied to the table before them, lead to an equal
//! table, and any position between two events is found without running a script. Events that are
//! bookkeeping ([`Event::is_visible`]) are not shown and have no number.

pub mod action;
pub mod card;
mod chance;
pub mod decision;
pub mod effect;
pub mod event;
pub mod fault;
pub mod game;
pub mod hand_counts;
pub mod history;
pub mod layout;
pub mod log;
mod moves;
pub mod options;
mod play;
pub mod rng;
pub mod rules;
pub mod run;
mod sandbox;
pub mod table;
pub mod turns;
pub mod value;
pub mod view;
pub mod zone;

pub use action::{Action, ActionId, ActionRef, Subject, Task};
pub use card::{CardId, ComboId, Kind, PileId, Seat, SeatSet};
pub use chance::REST;
pub use decision::{Choice, Decision, Prompt};
pub use effect::{AutoAnswer, EffectContext};
pub use event::{Cause, Event, EventKind, MoveReason, ScriptLine};
pub use fault::{Fault, Stop};
pub use game::{Agent, Game, IllegalAnswer, Observation, Setup};
pub use history::Snapshot;
pub use layout::Layout;
pub use rules::{Call, ComboRule, Hook, Hooks, KindRule, Moment, Owner, Rulebook, Rules, SetRule};
pub use table::Table;
pub use turns::TurnQueue;
pub use value::Value;
pub use view::View;
pub use zone::Zone;
