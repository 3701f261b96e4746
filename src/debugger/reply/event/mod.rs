//! Events as data, each with its sentence: what changed, who saw it, and the script line behind it.
//! The events of each group of the kernel are described in one file.

mod actions;
mod cards;
mod game;
mod names;
mod players;

use crate::kernel::EventKind;
use crate::message::{ActionInfo, Redact, ScriptPlace, Viewer};
pub use actions::ActionData;
pub(crate) use actions::announced_values;
#[cfg(feature = "editor")]
pub(crate) use actions::chosen;
pub use cards::{CardData, joined};
pub use game::GameData;
pub use names::EventNames;
pub use players::PlayerData;
use serde::Serialize;

/// Events that happened one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventList {
    /// The ply they belong to.
    pub ply: usize,
    /// The events, in order.
    pub events: Vec<EventInfo>,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventInfo {
    /// Its number within the game, as `:why` takes it: 1 for the first event after the setup; the
    /// last one of the setup is 0, and those before it have negative numbers.
    pub id: i32,
    /// The ply it belongs to; 0 is the setup.
    pub ply: usize,
    /// Whether it belongs to the setup of the game or of a round.
    #[serde(skip)]
    pub is_setup: bool,
    /// The action on whose behalf it happened.
    pub action: Option<ActionInfo>,
    /// The script line that caused it; `None` for the kernel itself, and for a limited viewer:
    /// which line ran may depend on hidden cards.
    pub at: Option<ScriptPlace>,
    /// Whether its effect waits for an answer, so that it may still change.
    pub pending: bool,
    /// Its sentence, as far as the viewer may know it. Where a script says or prints something:
    /// that text itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The kind of event, with its data.
    #[serde(flatten)]
    pub data: EventData,
}

/// The kind of event, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum EventData {
    /// Of cards.
    Card(CardData),
    /// Of actions.
    Action(ActionData),
    /// Of players and their turns.
    Player(PlayerData),
    /// Of the game as a whole.
    Game(GameData),
}

impl EventData {
    /// Describes an event; `None` for an internal one.
    pub fn of(event: &EventKind, names: &EventNames<'_>) -> Option<Self> {
        match event {
            EventKind::Card(event) => Some(Self::Card(CardData::of(event, names))),
            EventKind::Action(event) => Some(Self::Action(ActionData::of(event, names))),
            EventKind::Player(event) => Some(Self::Player(PlayerData::of(event, names))),
            EventKind::Game(event) => Some(Self::Game(GameData::of(event, names))),
            EventKind::Internal(_) => None,
        }
    }
}

impl EventInfo {
    /// Sets its sentence to that of its data, unless these have a text themselves.
    pub fn tell(&mut self) {
        let is_text = matches!(&self.data, EventData::Game(data) if data.is_text());
        self.text = if is_text { String::new() } else { self.sentence() };
    }

    /// The event as a sentence.
    pub fn sentence(&self) -> String {
        match &self.data {
            EventData::Card(event) => event.sentence(),
            EventData::Action(event) => event.sentence(self.action.as_ref()),
            EventData::Player(event) => event.sentence(),
            EventData::Game(event) => event.sentence(self.at.as_ref()),
        }
    }
}

impl Redact for EventList {
    fn redact(&mut self, viewer: &Viewer) {
        redact_events(&mut self.events, viewer);
    }
}

/// Removes what a viewer may not know, and the events of which it may not know anything: a text
/// for somebody else, and what a script prints of hidden cards.
pub fn redact_events(events: &mut Vec<EventInfo>, viewer: &Viewer) {
    events.redact(viewer);
    events.retain(|event| !matches!(&event.data, EventData::Game(data) if data.is_hidden()));
}

impl Redact for EventInfo {
    fn redact(&mut self, viewer: &Viewer) {
        self.id = viewer.shown_number(self.id);
        self.at = None;
        match &mut self.data {
            EventData::Card(data) => data.redact(viewer),
            EventData::Action(data) => data.redact(viewer),
            EventData::Player(data) => data.redact(viewer),
            EventData::Game(data) => data.redact(viewer),
        }
        self.tell();
    }
}
