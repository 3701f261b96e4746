//! Events of the game as a whole, described.

use super::names::EventNames;
use crate::kernel::{GameEvent, SeatSet};
use crate::message::{Redact, ScriptPlace, SeatName, Secret, Viewer};
use schemars::JsonSchema;
use serde::Serialize;

/// An event of the game as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum GameData {
    /// The game ended; the winners follow.
    GameEnded,
    /// A counter changed.
    Counter {
        /// Whose; none: of the table.
        owner: Option<SeatName>,
        /// Its name.
        name: String,
        /// Its value now.
        value: i64,
    },
    /// A script says something.
    Said {
        /// The text.
        text: Secret<String>,
        /// The only player who hears it; none: everybody does.
        to: Option<SeatName>,
    },
    /// A script printed something.
    Printed {
        /// The text, known to those who know the printed value.
        text: Secret<String>,
    },
    /// All chance comes from another seed from here on.
    Seeded {
        /// The seed.
        seed: Secret<u64>,
    },
    /// A position was laid out by hand.
    LaidOut,
}

impl Redact for GameData {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Said { text, .. } | Self::Printed { text } => text.redact(viewer),
            Self::Seeded { seed } => seed.redact(viewer),
            Self::GameEnded | Self::Counter { .. } | Self::LaidOut => {}
        }
    }
}

impl GameData {
    pub(super) fn of(event: &GameEvent, names: &EventNames<'_>) -> Self {
        let notation = names.notation;
        match event {
            GameEvent::Ended => Self::GameEnded,
            GameEvent::Counted { slot, value } => {
                let (owner, counter) = notation.rules.counter_at(*slot);
                let owner = owner.map(|seat| notation.seat_name(seat));
                Self::Counter { owner, name: counter.to_string(), value: *value }
            }
            GameEvent::Said { text, to } => Self::Said {
                text: Secret::new(text.to_string(), to.map_or(SeatSet::ALL, SeatSet::one)),
                to: to.map(|seat| notation.seat_name(seat)),
            },
            GameEvent::Printed { text, to } => {
                Self::Printed { text: Secret::new(text.to_string(), *to) }
            }
            GameEvent::Seeded { seed } => Self::Seeded { seed: Secret::new(*seed, SeatSet::NONE) },
            GameEvent::LaidOut { .. } => Self::LaidOut,
        }
    }

    /// The sentence of the event, which is caused by a script line.
    pub(super) fn sentence(&self, at: Option<&ScriptPlace>) -> String {
        match self {
            Self::GameEnded => "the game ends".into(),
            Self::Counter { owner: Some(owner), name, value } => {
                format!("{owner}.{name} is now {value}")
            }
            Self::Counter { owner: None, name, value } => format!("{name} is now {value}"),
            Self::Said { text, to } => said(text.get(), to.as_deref()),
            Self::Printed { text } => {
                let at = at.map(|at| format!("{}:{}", at.file, at.line));
                let text = said(text.get(), None);
                format!("{} prints: {text}", at.as_deref().unwrap_or("a script"))
            }
            Self::Seeded { seed } => match seed.get() {
                Some(seed) => format!("chance now comes from seed {seed}"),
                None => "chance now comes from another seed".into(),
            },
            Self::LaidOut => "a position is laid out".into(),
        }
    }

    /// Whether it is a text that a viewer may not know: then not even that it happened.
    pub(super) const fn is_hidden(&self) -> bool {
        match self {
            Self::Said { text, .. } | Self::Printed { text } => text.get().is_none(),
            Self::GameEnded | Self::Counter { .. } | Self::Seeded { .. } | Self::LaidOut => false,
        }
    }
}

/// What a script says, without control characters.
fn said(text: Option<&String>, to: Option<&str>) -> String {
    let text = text.map(|text| text.replace(char::is_control, " "));
    match (text, to) {
        (Some(text), None) => text,
        (Some(text), Some(to)) => format!("{to} is told: {text} (only {to} sees this)"),
        (None, to) => format!("{} is told something", to.unwrap_or("somebody")),
    }
}
