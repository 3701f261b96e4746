//! The causes of events, values and decisions, and the next event in the middle of a ply.

use super::ScriptPlace;
use super::event::{EventData, EventInfo, redact_events};
use super::location::InputInfo;
use super::names::{ActionInfo, PlacedCard, SeatName, ValueInfo};
use super::question::DecisionInfo;
use super::secret::{Redact, Secret, Viewer, redact_fields};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// The reply of `:events`, `:why`, `:last-change` or `:step`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CausesReply {
    /// The events of a ply, one by one.
    Log {
        /// The events, in order.
        events: Vec<EventInfo>,
    },
    /// The events of a step.
    Stepped {
        /// The events, in order.
        events: Vec<EventInfo>,
    },
    /// The causes of an event or of the decision; `None` if nothing has happened yet.
    Causes {
        /// The causes.
        causes: Option<Causes>,
    },
    /// The last change of a value.
    Change {
        /// The watch expression, as typed.
        thing: String,
        /// Its value.
        value: WatchValue,
        /// The value before; `None` if it has not changed since the start.
        before: Option<WatchValue>,
        /// The causes of the change.
        causes: Option<Causes>,
    },
    /// A value that the next event changes.
    AboutToChange {
        /// The watch expression, as typed.
        thing: String,
        /// Its value.
        value: WatchValue,
        /// Its value after the event.
        after: WatchValue,
    },
}

/// The causes of an event or of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Causes {
    /// The decision, if these are its causes.
    pub decision: Option<DecisionInfo>,
    /// The event; for a decision, the last event of a script before it.
    pub event: Option<EventInfo>,
    /// The script line that caused it.
    pub by: Option<ScriptPlace>,
    /// What ended the turn before, and who was made to go on, where the event is the beginning of a
    /// turn.
    pub after: Vec<EventInfo>,
    /// The announcements of the actions behind it, latest first.
    pub because: Vec<EventInfo>,
    /// Whether it happened in the setup.
    pub in_setup: bool,
    /// The inputs behind it.
    pub inputs: Vec<InputInfo>,
}

/// What comes next in the middle of a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextInfo {
    /// The next event, with the script line that is about to act; none at the end of the ply.
    pub event: Option<EventInfo>,
    /// The local variables of the script; none under `:as`: which there are tells what a script has
    /// found out about hidden cards.
    pub locals: Vec<LocalInfo>,
}

/// A local variable of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LocalInfo {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: ValueInfo,
    /// The value as a script shows it.
    pub text: String,
}

/// The value of a watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WatchValue {
    /// Cards: a hand sorted, a pile top first.
    Cards(Vec<Secret<PlacedCard>>),
    /// A number.
    Number(i64),
    /// Yes or no.
    Bool(bool),
    /// A player; null for nobody.
    Player(Option<SeatName>),
    /// Some players.
    Players(Vec<SeatName>),
    /// Whether the direction of play is reversed.
    Reversed(bool),
    /// Actions, the first announced first.
    Actions(Vec<ActionInfo>),
    /// The value of an expression as a script shows it.
    Expression(Secret<String>),
    /// An expression that has no value here: why.
    NoValue(Secret<String>),
}

impl WatchValue {
    /// Whether another value shows the same: who may know it does not count.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cards(a), Self::Cards(b)) => {
                a.iter().map(Secret::get).eq(b.iter().map(Secret::get))
            }
            _ => self == other,
        }
    }

    /// Whether an expression is true.
    #[must_use]
    pub fn is_true(&self) -> bool {
        match self {
            Self::Expression(value) => value.get().is_some_and(|value| value == "true"),
            Self::Bool(value) => *value,
            _ => false,
        }
    }
}

impl EventInfo {
    /// The numbers it has in the list that people see.
    #[must_use]
    pub const fn numbers(&self) -> Range<u32> {
        let n_numbers = match self.data {
            EventData::Created { n_cards, .. } => n_cards as u32,
            _ => 1,
        };
        self.id..self.id + n_numbers
    }
}

impl Redact for CausesReply {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Log { events } | Self::Stepped { events } => redact_events(events, viewer),
            Self::Causes { causes } => causes.redact(viewer),
            Self::Change { value, before, causes, .. } => {
                value.redact(viewer);
                before.redact(viewer);
                causes.redact(viewer);
            }
            Self::AboutToChange { value, after, .. } => {
                value.redact(viewer);
                after.redact(viewer);
            }
        }
    }
}

impl Redact for WatchValue {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Cards(cards) => cards.redact(viewer),
            Self::Expression(text) | Self::NoValue(text) => text.redact(viewer),
            Self::Number(_)
            | Self::Bool(_)
            | Self::Player(_)
            | Self::Players(_)
            | Self::Reversed(_)
            | Self::Actions(_) => {}
        }
    }
}

redact_fields!(Causes: decision, event, after, because, inputs);

impl Redact for NextInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.event.redact(viewer);
        self.locals.clear();
    }
}
