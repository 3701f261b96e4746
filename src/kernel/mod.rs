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
//! | `ports` | the interface to agents and observers | [`observation`] |
//! | `engine` | the loop: options, windows, hooks, their effects, history | [`game`], [`run`] |
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

pub use engine::{effect, game, history, options, run};
pub use model::{
    action, card, cause, cost, decision, fault, hook, layout, outcome, rng, rules, turns, value,
    zone,
};
pub use ports::{observation, observer};
pub use state::{canonical, event, hand_counts, hash, log, pending, table, view};

pub use engine::chance::REST;
pub use engine::effect::{EffectContext, Rulebook};
pub use engine::game::{Game, IllegalAnswer};
pub use engine::history::Snapshot;
pub use model::action::{Action, ActionRef, Subject, Task};
pub use model::card::{ActionId, CardId, ComboId, Kind, PileId, Seat, SeatSet};
pub use model::cause::{Cause, MoveReason, Visibility};
pub use model::decision::{AutoAnswer, CardPlace, Choice, Decision, Prompt};
pub use model::fault::{BrokenInvariant, Fault, ScriptLine, Stop};
pub use model::hook::{Hook, Hooks};
pub use model::kind_set::KindSet;
pub use model::layout::Layout;
pub use model::moment::Moment;
pub use model::outcome::Outcome;
pub use model::rules::{Call, ComboRule, KindRule, Owner, Rules, SetRule};
pub use model::turns::TurnQueue;
pub use model::value::Value;
pub use model::zone::Zone;
pub use ports::agent::Agent;
pub use ports::observation::Observation;
pub use ports::observer::Observer;
pub use state::event::{
    ActionEvent, CardEvent, Event, EventClasses, EventKind, GameEvent, InternalEvent, PlayerEvent,
};
pub use state::setup::{Deck, Setup};
pub use state::table::Table;
pub use state::view::View;
