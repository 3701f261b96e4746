//! The causes of events, values and decisions, and the next event in the middle of a ply.
use super::event::{CardData, EventData, EventInfo};
use super::location::InputInfo;
use crate::message::{
    CounterValue, DecisionInfo, PlacedCard, Redact, ScriptPlace, SeatName, Secret, StackedInfo,
    ValueInfo, Viewer, redact_fields,
};
use serde::Serialize;
use std::ops::Range;

/// The causes of an event or of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Causes {
    /// The decision, if these are its causes.
    pub decision: Option<DecisionInfo>,
    /// For the main decision of a turn: the beginning of the turn, or the position that set it.
    pub turn: Option<EventInfo>,
    /// The event; for a decision, the last event of a script before it.
    pub event: Option<EventInfo>,
    /// The script line that caused it; `None` for a limited viewer.
    pub by: Option<ScriptPlace>,
    /// The options that the function of this line has read there, and in the functions it calls.
    pub options: Vec<OptionRead>,
    /// The events that ended the turn before and made somebody go on, where the event is the
    /// beginning of a turn.
    pub after: Vec<EventInfo>,
    /// The announcements of the actions behind it, latest first.
    pub because: Vec<EventInfo>,
    /// Whether it happened in the setup.
    pub in_setup: bool,
    /// The inputs behind it.
    pub inputs: Vec<InputInfo>,
}

/// An option that a script has read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionRead {
    /// The option.
    pub name: String,
    /// Its value in this game.
    pub value: String,
}

/// The change of a value: the last one, or the one that the next event makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangeInfo {
    /// The watch expression, as typed.
    pub expression: String,
    /// Its value.
    pub value: WatchValue,
    /// The value before its last change; none if it has not changed since the start.
    pub before: Option<WatchValue>,
    /// The value after the next event, which changes it.
    pub after: Option<WatchValue>,
    /// The causes of the last change.
    pub causes: Option<Causes>,
}

/// The next event in the middle of a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextInfo {
    /// The next event, with the script line that is about to act; none at the end of the ply.
    pub event: Option<EventInfo>,
    /// The local variables of the script; none under `:as`: which there are tells what a script has
    /// found out about hidden cards.
    pub locals: Vec<LocalInfo>,
}

/// A local variable of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocalInfo {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: ValueInfo,
    /// The value as a script shows it.
    pub text: String,
}

/// A function of a script that is running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameInfo {
    /// Its name; empty for a closure.
    pub function: String,
    /// The script line it is at; `None` for a limited viewer.
    pub at: Option<ScriptPlace>,
    /// Its variables; none for a limited viewer.
    pub locals: Vec<LocalInfo>,
}

/// The value of a watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    Actions(Vec<StackedInfo>),
    /// The content of a counter that holds no number, or that not everybody sees.
    Counter(Secret<CounterValue>),
    /// The value of an expression as a script shows it.
    Expression(Secret<String>),
    /// An expression that has no value here: why.
    NoValue(Secret<String>),
}

impl WatchValue {
    /// Whether another value shows the same: who may know it does not count.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cards(a), Self::Cards(b)) => {
                a.iter().map(Secret::get).eq(b.iter().map(Secret::get))
            }
            (Self::Counter(a), Self::Counter(b)) => a.get() == b.get(),
            // An action that is stopped is still there.
            (Self::Actions(a), Self::Actions(b)) => {
                let there =
                    |stacked: &StackedInfo| (stacked.action.clone(), stacked.announced.clone());
                a.iter().map(there).eq(b.iter().map(there))
            }
            _ => self == other,
        }
    }

    /// Whether an expression is true.
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
    pub const fn numbers(&self) -> Range<i32> {
        let n_numbers = match self.data {
            EventData::Card(CardData::Created { n_cards, .. }) => n_cards as i32,
            _ => 1,
        };
        self.id..self.id + n_numbers
    }
}

impl Redact for WatchValue {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Cards(cards) => cards.redact(viewer),
            Self::Counter(value) => value.redact(viewer),
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

impl Redact for Causes {
    fn redact(&mut self, viewer: &Viewer) {
        let Self { decision, turn, event, by, options, after, because, in_setup: _, inputs } = self;
        decision.redact(viewer);
        turn.redact(viewer);
        event.redact(viewer);
        *by = None;
        options.clear();
        after.redact(viewer);
        because.redact(viewer);
        inputs.redact(viewer);
    }
}

redact_fields!(ChangeInfo: value, before, after, causes);

impl Redact for FrameInfo {
    fn redact(&mut self, _: &Viewer) {
        self.function.clear();
        self.at = None;
        self.locals.clear();
    }
}

impl Redact for NextInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.event.redact(viewer);
        self.locals.clear();
    }
}
