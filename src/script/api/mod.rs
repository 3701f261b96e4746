//! The verbs: all functions that scripts can call, in one table for the engine, the reference, the
//! linter and completion.

mod asking;
mod cards;
mod data;
mod knowing;
mod piles;
mod players;
mod setup;
mod turns;

use super::spec::Setting;
use super::values::{Kinds, Type};
use crate::kernel::effect::{EffectContext, RunMode};
use crate::kernel::{CardId, Fault, Kind, Owner, Seat, Stop, Value, Zone};
use serde_json::Value as Json;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The effect of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Depends only on the ruleset, the arguments and the number of players: constant within a
    /// game.
    Const,
    /// Reads the table; deterministic.
    Read,
    /// Reads the table by running query hooks.
    Query,
    /// Prompts a player.
    Prompt,
    /// Changes the table.
    Write,
}

/// The syntax of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `verb(…)`.
    Function,
    /// `value.verb(…)`.
    Method,
    /// `value.verb`.
    Property,
}

/// A function of the script API.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// Its name in scripts.
    pub name: &'static str,
    /// Its syntax.
    pub form: Form,
    /// The group it is listed under.
    pub group: &'static str,
    /// Its parameters; for methods and properties the first is the receiver.
    pub params: &'static [(&'static str, Type)],
    /// Its return type.
    pub returns: Type,
    /// Its effect on the game.
    pub effect: Effect,
    /// The documentation, including errors.
    pub doc: &'static str,
    /// An example, one line.
    pub example: &'static str,
    /// The implementation.
    pub run: fn(&mut Context<'_>, &[Value]) -> Result<Value, Stop>,
}

/// The context of a verb's implementation.
pub struct Context<'a> {
    /// The effect context.
    pub effects: &'a mut EffectContext,
    /// The data of the ruleset.
    pub data: &'a RulesetData,
    /// The owner of the running script.
    pub owner: Owner,
}

/// A value in the data of a variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A value that a script can hold.
    Value(Value),
    /// An expression in `players`, with its result for each number of players, starting at 0.
    Count(Vec<i64>),
}

/// The data of a ruleset for scripts: parameters, options, data.
#[derive(Debug, Default)]
pub struct RulesetData {
    /// The ids of the kinds.
    pub kinds: Kinds,
    /// The parameters of each kind.
    pub kind_params: Vec<BTreeMap<String, Value>>,
    /// The parameters of each combo.
    pub combo_params: Vec<BTreeMap<String, Value>>,
    /// The options.
    pub options: BTreeMap<String, Datum>,
    /// The arbitrary data.
    pub data: Json,
    /// The number of cards dealt to each player.
    pub deal: Datum,
}

impl Default for Datum {
    fn default() -> Self {
        Self::Value(Value::Int(0))
    }
}

/// All verbs by group.
pub const VERBS: &[&[Verb]] = &[
    players::VERBS,
    piles::VERBS,
    cards::VERBS,
    knowing::VERBS,
    asking::VERBS,
    turns::VERBS,
    data::VERBS,
    setup::VERBS,
];

/// All verbs.
pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    VERBS.iter().copied().flatten()
}

impl Verb {
    /// Returns the signature: `me.choose_player(text, players) -> player`.
    #[must_use]
    pub fn signature(&self) -> String {
        let typed = |(name, t): &(&str, Type)| format!("{name}: {t}");
        let arrow = match self.returns {
            Type::Nothing => String::new(),
            returns => format!(" -> {returns}"),
        };
        match (self.form, self.params) {
            (Form::Function, params) => {
                let params: Vec<_> = params.iter().map(typed).collect();
                format!("{}({}){arrow}", self.name, params.join(", "))
            }
            (Form::Method, [on, params @ ..]) => {
                let params: Vec<_> = params.iter().map(typed).collect();
                format!("{}.{}({}){arrow}", on.1, self.name, params.join(", "))
            }
            (Form::Property, [on, ..]) => format!("{}.{}{arrow}", on.1, self.name),
            (_, []) => self.name.to_owned(),
        }
    }
}

impl Context<'_> {
    /// Returns a player argument. Arguments have already been checked against the signature.
    fn seat(value: &Value) -> Seat {
        match value {
            Value::Player(seat) => *seat,
            other => unreachable!("{other:?} was checked to be a player"),
        }
    }

    fn card(value: &Value) -> CardId {
        match value {
            Value::Card(card) => *card,
            other => unreachable!("{other:?} was checked to be a card"),
        }
    }

    fn zone(value: &Value) -> Zone {
        match value {
            Value::Zone(zone) => *zone,
            other => unreachable!("{other:?} was checked to be a pile"),
        }
    }

    fn int(value: &Value) -> i64 {
        match value {
            Value::Int(n) => *n,
            other => unreachable!("{other:?} was checked to be a number"),
        }
    }

    /// Returns an argument that is a number of cards.
    fn n_cards(value: &Value) -> Result<usize, Stop> {
        let n = Self::int(value);
        usize::try_from(n).map_err(|_| {
            Fault::new("F0116", format!("the number of cards cannot be negative: {n}"))
                .hint("use `max(0, n)` to avoid negative numbers")
                .into()
        })
    }

    fn kind(value: &Value) -> crate::kernel::Kind {
        match value {
            Value::Kind(kind) => *kind,
            other => unreachable!("{other:?} was checked to be a kind"),
        }
    }

    /// Returns, for each kind, whether it has the tag named by an argument.
    fn tagged(&self, tag: &Value) -> impl Fn(Kind) -> bool + use<'_> {
        let rules = &self.effects.rules;
        let tag = rules.find_tag(self.text(tag));
        move |kind| tag.is_some_and(|tag| rules.kind(kind).tags.has(tag))
    }

    /// Returns a string argument, even if the string is the id of a kind.
    fn text<'v>(&'v self, value: &'v Value) -> &'v Arc<str> {
        match value {
            Value::Text(text) => text,
            Value::Kind(kind) => self.effects.id(*kind),
            other => unreachable!("{other:?} was checked to be a text"),
        }
    }

    /// Returns the cards denoted by a card, a list of cards or a pile, top first.
    fn cards_of(&self, value: &Value) -> SmallVec<[CardId; 32]> {
        match value {
            Value::Card(card) => SmallVec::from_slice(&[*card]),
            Value::Zone(zone) => SmallVec::from_slice(self.effects.table.cards_in(*zone)),
            Value::List(values) => values.iter().map(Self::card).collect(),
            Value::Unit => SmallVec::new(),
            other => unreachable!("{other:?} was checked to be cards"),
        }
    }

    /// Checks that a hook without access to hidden cards may read a zone.
    fn look_into(&self, zone: Zone) -> Result<(), Stop> {
        let is_open = match zone {
            Zone::Hand(seat) => seat == self.effects.run.me,
            zone => self.effects.rules.is_face_up(zone),
        };
        if is_open || self.effects.run.mode == RunMode::Act {
            return Ok(());
        }
        Err(Fault::new("F0203", "this hook reads cards that its player cannot see")
            .hint(
                "options can depend only on public facts and the player's own hand; the number of \
                   cards (`len`, `is_empty`) is public",
            )
            .into())
    }

    fn look_at(&self, card: CardId) -> Result<(), Stop> {
        if self.effects.run.mode == RunMode::Act
            || self.effects.table.knows(self.effects.run.me, card)
        {
            return Ok(());
        }
        self.look_into(self.effects.table.zones.zone_of(card))
    }
}

/// Builds a list of these values.
fn list(values: impl IntoIterator<Item = Value>) -> Value {
    let values = values.into_iter();
    let at_most = values.size_hint().1.unwrap_or_default();
    let mut elements = Vec::with_capacity(at_most);
    elements.extend(values);
    Value::List(elements.into())
}

/// Converts an optional card to a value.
fn card_or_nothing(card: Option<CardId>) -> Value {
    card.map_or(Value::Unit, Value::Card)
}

/// Returns the value of an option as a script value, for a number of players.
#[must_use]
pub fn option_value(datum: &Datum, players: usize) -> Value {
    match datum {
        Datum::Value(value) => value.clone(),
        Datum::Count(counts) => Value::Int(counts.get(players).copied().unwrap_or_default()),
    }
}

/// Converts a JSON value to a script value; `None` for an object.
#[must_use]
pub fn json_value(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => Value::Unit,
        Json::Bool(b) => Value::Bool(*b),
        Json::Number(n) => Value::Int(n.as_i64()?),
        Json::String(text) => Value::Text(Arc::from(text.as_str())),
        Json::Array(values) => list(values.iter().map(json_value).collect::<Option<Vec<_>>>()?),
        Json::Object(_) => return None,
    })
}

/// Converts a setting to a script value; `count` evaluates an expression for a number of players.
pub(super) fn setting(setting: &Setting, count: impl Fn(&str, usize) -> i64) -> Datum {
    match setting {
        Setting::Bool(b) => Datum::Value(Value::Bool(*b)),
        Setting::Int(n) => Datum::Value(Value::Int(*n)),
        Setting::Text(text) => Datum::Value(Value::Text(text.clone())),
        Setting::Count(code) => {
            Datum::Count((0..=crate::kernel::card::MAX_SEATS).map(|n| count(code, n)).collect())
        }
    }
}

/// Macros for the verb tables.
macro_rules! table_of {
    ($group:literal; $($form:ident $name:ident($($param:ident: $type:expr),*) -> $returns:expr,
        $effect:ident, $doc:literal, $example:literal,
        |$cx:pat_param, $args:pat_param| $run:expr;)*) => {
        pub(super) const VERBS: &[Verb] = &[$(Verb {
            name: stringify!($name),
            form: Form::$form,
            group: $group,
            params: &[$((stringify!($param), $type)),*],
            returns: $returns,
            effect: Effect::$effect,
            doc: $doc,
            example: $example,
            run: |$cx, $args| $run,
        }),*];
    };
}
use table_of;
