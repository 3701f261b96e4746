//! Zones, actions and values as data.

use super::names::{KindName, Names, SeatName, whose};
use super::secret::public;
use crate::kernel::action::ActionRef;
use crate::kernel::rules::{PileRule, Placement};
use crate::kernel::{Action, Rules, Seat, SeatSet, Subject, Table, Value, Zone};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A zone of cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "zone", rename_all = "snake_case")]
pub enum ZoneInfo {
    /// The draw pile.
    Draw,
    /// The discard pile.
    Discard,
    /// Face up for everybody.
    Table,
    /// Out of the game.
    Box,
    /// A pile that the variant names.
    Pile {
        /// Its id.
        id: Arc<str>,
        /// How people are told of it.
        #[serde(skip)]
        label: Label,
    },
    /// A hand.
    Hand {
        /// Whose.
        owner: SeatName,
    },
    /// In front of a player.
    Front {
        /// Of whom.
        owner: SeatName,
    },
    /// A pile that each player has.
    Own {
        /// Whose.
        owner: SeatName,
        /// Its id.
        id: Arc<str>,
        /// How people are told of it.
        #[serde(skip)]
        label: Label,
    },
}

/// How people are told of a pile or counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Label {
    /// Its title in the chosen language, if there is one.
    pub title: Option<Arc<str>>,
    /// Whether they are told nothing: it is bookkeeping of scripts.
    pub is_hidden: bool,
}

impl Label {
    /// Returns the title, or else an id in readable form.
    pub fn or_id(&self, id: &str) -> String {
        self.title.as_ref().map_or_else(|| id.replace('_', " "), ToString::to_string)
    }
}

/// The seats that see something.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody.
    Everybody,
    /// These players; nobody where the list is empty.
    Only(Vec<SeatName>),
}

/// The subject of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum SubjectInfo {
    /// A card was played.
    Card {
        /// Which.
        card: KindName,
    },
    /// A set of cards was played.
    Combo {
        /// Which.
        combo: KindName,
    },
    /// A player is exploding.
    Explosion {
        /// The hazard; none where a rule causes it.
        hazard: Option<KindName>,
    },
    /// A player is about to draw.
    Draw,
    /// A turn has begun.
    Turn,
    /// A pause in a turn: between two plays, or before one takes effect.
    Between,
}

/// An action on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionInfo {
    /// Its number within the game.
    pub action: u32,
    /// The player who plays, draws, explodes or begins a turn.
    pub by: SeatName,
    /// Its subject.
    #[serde(flatten)]
    pub subject: SubjectInfo,
}

/// A place in a script with the text of its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptPlace {
    /// The script, `cards/favor.rhai`.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The text of the line, without its indentation.
    pub source: String,
}

/// A value that was announced with a play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum ValueInfo {
    /// Nothing, or something that has no name.
    None,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// A kind of card, or a card that everybody sees.
    Kind(KindName),
    /// A player.
    Player(SeatName),
    /// Players.
    Players(Vec<SeatName>),
    /// A pile, a hand or another zone.
    Zone(ZoneInfo),
    /// Several values.
    List(Vec<ValueInfo>),
}

public!(ScriptPlace, ZoneInfo, Audience, SubjectInfo, ActionInfo, ValueInfo);

/// The zone in a sentence: `the draw pile`.
impl fmt::Display for ZoneInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("the draw pile"),
            Self::Discard => f.write_str("the discard pile"),
            Self::Table => f.write_str("the middle of the table"),
            Self::Box => f.write_str("the box"),
            Self::Pile { id, label } => write!(f, "the {}", label.or_id(id)),
            Self::Hand { owner } => write!(f, "{} hand", whose(owner)),
            Self::Front { owner } => write!(f, "in front of {owner}"),
            Self::Own { owner, id, label } => write!(f, "{} {}", whose(owner), label.or_id(id)),
        }
    }
}

/// The action in a sentence: `ann's Favor`.
impl fmt::Display for ActionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = whose(&self.by);
        match &self.subject {
            SubjectInfo::Card { card } => write!(f, "{by} {}", card.title),
            SubjectInfo::Combo { combo } => write!(f, "{by} {}", combo.title),
            SubjectInfo::Explosion { .. } => write!(f, "{by} explosion"),
            SubjectInfo::Draw => write!(f, "{by} draw"),
            SubjectInfo::Turn => write!(f, "the beginning of {by} turn"),
            SubjectInfo::Between => write!(f, "the pause in {by} turn"),
        }
    }
}

impl ZoneInfo {
    /// Whether people are told nothing of the pile.
    pub const fn is_hidden(&self) -> bool {
        match self {
            Self::Pile { label, .. } | Self::Own { label, .. } => label.is_hidden,
            _ => false,
        }
    }

    /// Converts a zone of players with these names; `title` is that of a pile.
    pub fn new(
        zone: Zone,
        rules: &Rules,
        name: impl Fn(Seat) -> SeatName,
        title: impl Fn(&str) -> Option<Arc<str>>,
    ) -> Self {
        let label = |rule: &PileRule| Label { title: title(&rule.id), is_hidden: !rule.is_shown };
        match zone {
            Zone::Draw => Self::Draw,
            Zone::Discard => Self::Discard,
            Zone::Table => Self::Table,
            Zone::Box => Self::Box,
            Zone::Pile(pile) => {
                let rule = &rules.piles[pile.index()];
                Self::Pile { id: rule.id.clone(), label: label(rule) }
            }
            Zone::Hand(seat) => Self::Hand { owner: name(seat) },
            Zone::Front(seat) => Self::Front { owner: name(seat) },
            Zone::Own(pile) => {
                let rule = &rules.seat_piles[usize::from(pile.pile())];
                Self::Own { owner: name(pile.seat()), id: rule.id.clone(), label: label(rule) }
            }
        }
    }
}

/// Names for kernel handles.
impl Names {
    /// Converts a zone.
    pub fn zone_info(&self, zone: Zone) -> ZoneInfo {
        let title = |id: &str| self.pile_titles.get(id).cloned();
        ZoneInfo::new(zone, &self.rules, |seat| self.seat_name(seat), title)
    }

    /// The names of these seats, at a table of this size.
    pub fn audience(&self, seats: SeatSet) -> Audience {
        let all = (0..self.seats.len() as u8).map(Seat);
        if all.clone().all(|seat| seats.has(seat)) {
            return Audience::Everybody;
        }
        let seen = all.filter(|seat| seats.has(*seat));
        Audience::Only(seen.map(|seat| self.seat_name(seat)).collect())
    }

    /// The zone where a played card stays, if it is not discarded.
    pub fn stays(&self, action: &Action) -> Option<ZoneInfo> {
        let Subject::Card(_, kind) = action.subject else { return None };
        let front = |seat| ZoneInfo::Front { owner: self.seat_name(seat) };
        match self.rules.kind(kind).placement {
            Placement::Home => None,
            Placement::Front => Some(front(action.by)),
            Placement::Target => action.targets().first().copied().map(front),
            Placement::Table => Some(ZoneInfo::Table),
        }
    }

    /// Whether a played card stays in play.
    pub fn stays_in_play(&self, subject: Subject) -> bool {
        let Subject::Card(_, kind) = subject else { return false };
        self.rules.kind(kind).placement != Placement::Home
    }

    /// Converts an action on a table.
    pub fn action_info(&self, action: &ActionRef, table: &Table) -> ActionInfo {
        let subject = match action.subject {
            Subject::Card(_, kind) => SubjectInfo::Card { card: self.kind(kind).clone() },
            Subject::Combo(combo) => SubjectInfo::Combo { combo: self.combo(combo).clone() },
            Subject::Explosion(hazard) => {
                let name = |hazard| self.kind(table.kind(hazard)).clone();
                SubjectInfo::Explosion { hazard: hazard.map(name) }
            }
            Subject::Draw => SubjectInfo::Draw,
            Subject::Turn => SubjectInfo::Turn,
            Subject::Between => SubjectInfo::Between,
        };
        ActionInfo { action: action.id.0, by: self.seat_name(action.by), subject }
    }

    /// Converts a script value on a table.
    pub fn value_info(&self, value: &Value, table: &Table) -> ValueInfo {
        let kind = |kind| ValueInfo::Kind(self.kind(kind).clone());
        match value {
            Value::Unit | Value::Action(_) | Value::Transient(_) => ValueInfo::None,
            Value::Bool(on) => ValueInfo::Bool(*on),
            Value::Int(n) => ValueInfo::Number(*n),
            Value::Text(text) => ValueInfo::Text(self.read(&text.clone().into())),
            Value::Kind(of) => kind(*of),
            Value::Card(card) => kind(table.kind(*card)),
            Value::Player(seat) => ValueInfo::Player(self.seat_name(*seat)),
            Value::Players(seats) => {
                ValueInfo::Players(seats.iter().map(|seat| self.seat_name(*seat)).collect())
            }
            Value::Cards(cards) => {
                ValueInfo::List(cards.iter().map(|card| kind(table.kind(*card))).collect())
            }
            Value::Zone(zone) => ValueInfo::Zone(self.zone_info(*zone)),
            Value::List(values) => {
                ValueInfo::List(values.iter().map(|value| self.value_info(value, table)).collect())
            }
        }
    }
}
