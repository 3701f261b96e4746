//! The game kernel: piles, hands, the turn queue, the stack of actions and its windows.
//!
//! The kernel refers to no card by name, runs no script, reads no file or clock and starts no
//! thread. A ruleset consists of [`Rules`] (plain tables) and a [`Rulebook`] (hooks). Three
//! traits form its interface: [`Rulebook`] (what the rules do), [`Agent`] (which answers) and
//! [`Observer`] (which counts). Random outcomes come from the generators in the table ([`rng`]) or
//! are asked as decisions ([`Seat::CHANCE`]).
//!
//! Four folders, each of which uses only those before it, as a test checks:
//!
//! | folder | contents | read first |
//! | --- | --- | --- |
//! | `model` | data: cards, zones, actions, decisions, rules | [`card`], [`action`] |
//! | `state` | the state of a position, what changes it, what a seat knows | [`table`], [`event`] |
//! | `ports` | the interface to agents and observers | [`Observation`] |
//! | `engine` | the loop: options, windows, hooks, their effects, history | [`Game`], [`effect`] |
//!
//! The whole state of a position is in the [`Table`], and only [`Table::apply`] changes it: every
//! change is an [`EventKind`], including the bookkeeping of the loop and the steps of the
//! generators. Applying the events of a game to the table before them therefore gives an equal
//! table, and any position between two events is reconstructed without running a script.
//! Bookkeeping events ([`Event::is_visible`]) are not shown and have no number.

mod engine;
mod model;
mod ports;
mod state;

pub use engine::effect;
pub(crate) use engine::limits;
pub use model::{action, card, decision, layout, rng, rules, turns};
pub use state::{canonical, event, pending, table};

use model::{cause, cost, counter, fault, hook, outcome, traits, value, zone};
use ports::{observation, observer};
use state::{hash, log, view};

pub use engine::chance::REST;
pub use engine::effect::Rulebook;
pub use engine::game::{AnswerError, Game};
pub use engine::history::Snapshot;
pub use model::action::{Action, Subject};
pub use model::card::{ActionId, CardId, ComboId, Kind, ME, Seat, SeatSet};
pub use model::cause::MoveReason;
pub use model::decision::{Choice, Decision, Prompt};
pub use model::fault::{Fault, ScriptLine, Stop};
pub use model::hook::Hook;
pub use model::moment::Moment;
pub use model::rules::{Owner, Rules};
pub use model::value::Value;
pub(crate) use model::value::{Closure, IntRange, Transient};
pub use model::zone::{SeatPile, Zone};
pub use ports::agent::Agent;
pub use ports::observation::Observation;
pub use ports::observer::Observer;
pub use state::event::{ActionEvent, CardEvent, Event, EventKind, GameEvent, PlayerEvent};
pub use state::setup::{Deck, Setup};
pub use state::table::Table;
pub use state::view::View;
