//! The game kernel: piles, hands, the turn queue, the stack of actions and its windows.
//!
//! The kernel refers to no card by name, runs no script, reads no file or clock and starts no
//! thread. A ruleset consists of [`Rules`] (plain tables) and a [`Rulebook`] (hooks). Three
//! traits form its interface: [`Rulebook`] (what the rules do), [`Agent`] (which answers) and
//! [`Observer`] (which counts). Random outcomes come from the generators in the table ([`rng`]) or
//! are asked as decisions ([`Seat::CHANCE`]).
//!
//! Reading order: [`card`], [`zone`], [`hand_counts`], [`turns`], [`outcome`], [`hook`], [`value`],
//! [`action`], [`fault`], [`layout`], [`event`], [`decision`], [`rules`], [`table`], [`log`],
//! [`pending`], [`view`], [`observation`], [`observer`], [`effect`], [`game`], [`options`] and the
//! loop [`run`], [`canonical`], [`history`]. A file uses only files before it, as a test checks.
//!
//! The whole state of a position is in the [`Table`], and only [`Table::apply`] changes it: every
//! change is an [`EventKind`], including the bookkeeping of the loop and the steps of the
//! generators. Applying the events of a game to the table before them therefore gives an equal
//! table, and any position between two events is reconstructed without running a script.
//! Bookkeeping events ([`Event::is_visible`]) are not shown and have no number.

pub mod action;
mod agent;
pub mod canonical;
pub mod card;
mod chance;
pub mod cost;
pub mod decision;
pub mod effect;
mod ending;
pub mod event;
pub mod fault;
pub mod game;
pub mod hand_counts;
pub mod hash;
pub mod history;
pub mod hook;
mod hook_record;
mod hook_sampling;
mod knowledge;
mod lay_out;
pub mod layout;
mod limits;
mod listeners;
pub mod log;
mod moment;
mod moves;
mod nested;
pub mod observation;
pub mod observer;
pub mod options;
pub mod outcome;
pub mod pending;
mod play;
mod refill;
pub mod rng;
pub mod rules;
pub mod run;
mod sandbox;
mod setup;
mod special_plays;
mod start;
pub mod table;
mod turn_flow;
pub mod turns;
pub mod value;
pub mod view;
pub mod zone;

pub use action::{Action, ActionRef, Subject, Task};
pub use agent::Agent;
pub use card::{ActionId, CardId, ComboId, Kind, PileId, Seat, SeatSet};
pub use chance::REST;
pub use decision::{AutoAnswer, Choice, Decision, Prompt};
pub use effect::{EffectContext, Rulebook};
pub use event::{Cause, Event, EventKind, MoveReason};
pub use fault::{Fault, ScriptLine, Stop};
pub use game::{Game, IllegalAnswer};
pub use history::Snapshot;
pub use hook::{Hook, Hooks};
pub use layout::Layout;
pub use moment::Moment;
pub use observation::Observation;
pub use observer::Observer;
pub use outcome::Outcome;
pub use rules::{Call, ComboRule, KindRule, Owner, Rules, SetRule};
pub use setup::{Deck, Setup};
pub use table::Table;
pub use turns::TurnQueue;
pub use value::Value;
pub use view::{HiddenCards, View};
pub use zone::Zone;
