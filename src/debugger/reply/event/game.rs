//! Events of the game as a whole, described.

use super::actions::chosen;
use super::cards::seen_by;
use super::names::EventNames;
use crate::kernel::decision::mark::A_CARD;
use crate::kernel::{GameEvent, SeatSet, Value};
use crate::message::{
    Audience, CounterValue, Label, Redact, SaidText, ScriptPlace, SeatName, Secret, ValueInfo,
    Viewer, counter_title,
};
use serde::Serialize;

/// An event of the game as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
        /// Its value now, known to those who see it.
        value: Secret<CounterValue>,
        /// Who sees it.
        #[serde(skip)]
        seen_by: Audience,
        /// How people are told of it.
        #[serde(skip)]
        label: Label,
    },
    /// A secret counter was revealed.
    CounterRevealed {
        /// Whose; none: of the table.
        owner: Option<SeatName>,
        /// Its name.
        name: String,
        /// Its value.
        value: CounterValue,
        /// How people are told of it.
        #[serde(skip)]
        label: Label,
    },
    /// A script says something.
    Said {
        /// The text.
        text: Secret<SaidText>,
        /// The only player who hears it; none: everybody does.
        to: Option<SeatName>,
    },
    /// A player has chosen in secret, which is no secret now.
    Chosen {
        /// Who.
        player: SeatName,
        /// The value; a card is known to those who know it.
        value: Secret<ValueInfo>,
        /// Who sees it.
        #[serde(skip)]
        seen_by: Audience,
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
    /// All cards were collected, and a new round begins.
    RoundBegan {
        /// Who begins.
        first: SeatName,
    },
}

impl Redact for GameData {
    fn redact(&mut self, viewer: &Viewer) {
        match self {
            Self::Said { text, .. } => text.redact(viewer),
            Self::Printed { text } => text.redact(viewer),
            Self::Chosen { value, .. } => value.redact(viewer),
            Self::Seeded { seed } => seed.redact(viewer),
            Self::Counter { value, .. } => value.redact(viewer),
            Self::GameEnded
            | Self::CounterRevealed { .. }
            | Self::LaidOut
            | Self::RoundBegan { .. } => {}
        }
    }
}

impl GameData {
    pub(super) fn of(event: &GameEvent, names: &EventNames<'_>) -> Self {
        let notation = names.notation;
        match event {
            GameEvent::Ended => Self::GameEnded,
            GameEvent::Counted { slot, value, text } => {
                let (owner, rule) = notation.rules.counter_at(*slot);
                let value = notation.counter_value(&rule.holds.value(*value, || text.as_ref()));
                let seen_by = match value.is_nothing() {
                    true => SeatSet::ALL,
                    false => rule.audience(owner),
                };
                Self::Counter {
                    owner: owner.map(|seat| notation.seat_name(seat)),
                    name: rule.id.to_string(),
                    value: Secret::new(value, seen_by),
                    seen_by: notation.audience(seen_by),
                    label: notation.counter_label(rule),
                }
            }
            GameEvent::CounterRevealed { slot } => {
                let (owner, rule) = notation.rules.counter_at(*slot);
                Self::CounterRevealed {
                    owner: owner.map(|seat| notation.seat_name(seat)),
                    name: rule.id.to_string(),
                    value: notation.counter_value(&names.table.counter(&notation.rules, *slot)),
                    label: notation.counter_label(rule),
                }
            }
            GameEvent::Said(said) => {
                let text = notation.said(&said.text, &said.known);
                let heard_by = said.to.map_or(SeatSet::ALL, SeatSet::one);
                Self::Said {
                    text: Secret::new(text, heard_by),
                    to: said.to.map(|seat| notation.seat_name(seat)),
                }
            }
            GameEvent::Chosen { seat, value } => {
                let known = match value {
                    Value::Card(_) => names.known,
                    _ => SeatSet::ALL,
                };
                let value = notation.value_info(value, names.table);
                Self::Chosen {
                    player: notation.seat_name(*seat),
                    value: Secret::new(value, known),
                    seen_by: notation.audience(known),
                }
            }
            GameEvent::Printed { text, to } => {
                Self::Printed { text: Secret::new(notation.read(text), *to) }
            }
            GameEvent::Seeded { seed } => Self::Seeded { seed: Secret::new(*seed, SeatSet::NONE) },
            GameEvent::LaidOut { .. } => Self::LaidOut,
            GameEvent::RoundBegan { first } => {
                Self::RoundBegan { first: notation.seat_name(*first) }
            }
        }
    }

    /// The sentence of the event, which is caused by a script line.
    pub(super) fn sentence(&self, at: Option<&ScriptPlace>) -> String {
        match self {
            Self::GameEnded => "the game ends".into(),
            Self::Counter { owner, name, value, seen_by: audience, label } => {
                let name = counter_title(owner.as_ref(), name, label);
                let seen = seen_by(audience, "see", "it");
                match value.get() {
                    Some(value) => format!("{name} is now {value}{seen}"),
                    None => format!("{name} is set{seen}"),
                }
            }
            Self::CounterRevealed { owner, name, value, label } => {
                format!("{} is revealed: {value}", counter_title(owner.as_ref(), name, label))
            }
            Self::Said { text, to } => {
                let text = text.get().map(ToString::to_string);
                said(text.as_ref(), to.as_deref())
            }
            Self::Chosen { player, value, seen_by: audience } => {
                let value = value.get().map(chosen);
                let seen = seen_by(audience, "see", "it");
                format!("{player} chooses {}{seen}", value.as_deref().unwrap_or(A_CARD))
            }
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
            Self::RoundBegan { first } => {
                format!("all cards are collected: a new round begins, {first} first")
            }
        }
    }

    /// Whether it is of a counter of which people are told nothing.
    pub(crate) const fn is_bookkeeping(&self) -> bool {
        match self {
            Self::Counter { label, .. } | Self::CounterRevealed { label, .. } => label.is_hidden,
            _ => false,
        }
    }

    /// Whether it is a text of a script.
    pub(super) const fn is_text(&self) -> bool {
        matches!(self, Self::Said { .. } | Self::Printed { .. })
    }

    /// Whether it is a text that a viewer may not know: then not even that it happened.
    pub(super) const fn is_hidden(&self) -> bool {
        match self {
            Self::Said { text, .. } => text.get().is_none(),
            Self::Printed { text } => text.get().is_none(),
            Self::GameEnded
            | Self::Counter { .. }
            | Self::CounterRevealed { .. }
            | Self::Chosen { .. }
            | Self::Seeded { .. }
            | Self::LaidOut
            | Self::RoundBegan { .. } => false,
        }
    }
}

/// Returns the words of a script, without control characters.
fn said(text: Option<&String>, to: Option<&str>) -> String {
    let text = text.map(|text| text.replace(char::is_control, " "));
    match (text, to) {
        (Some(text), None) => text,
        (Some(text), Some(to)) => format!("{to} is told: {text} (only {to} sees this)"),
        (None, to) => format!("{} is told something", to.unwrap_or("somebody")),
    }
}
