//! What a verb is.

use super::context::Context;
use crate::kernel::{CardId, Kind, Stop, Table, Value};
use crate::script::values::Type;

/// The effect of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// Depends only on the ruleset, the arguments and the number of players: constant within a
    /// game.
    Const,
    /// Reads only who is alive, the direction of play, and whose hands are empty; deterministic.
    ReadPlayers,
    /// Reads only who plays the action; deterministic.
    ReadActionPlayer,
    /// Reads only the tags of the action; deterministic.
    ReadActionTags,
    /// Reads a pile; the result is the same as long as one card lies there, which the verb names in
    /// [`RunningHook::decided_by`](crate::kernel::effect::RunningHook); deterministic.
    ReadCard,
    /// Reads the table; deterministic.
    Read,
    /// Reads the table by running query hooks.
    Query,
    /// Prompts a player.
    Prompt,
    /// Changes the table.
    Write,
}

/// What a query reads, as far as its answer may be used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// What [`Effect::ReadPlayers`] verbs read.
    pub players: bool,
    /// Who plays the action on top of the stack.
    pub action_player: bool,
    /// The tags of the action on top of the stack.
    pub action_tags: bool,
    /// A card that has decided a result, with its kind and the index of its zone.
    pub card: Option<(CardId, Kind, u8)>,
    /// More than that.
    pub table: bool,
}

impl Reads {
    /// Notes a call of a verb.
    #[inline]
    pub fn note(&mut self, effect: Effect, args: &[&Value], table: &Table) {
        let is_of_top = || match (args, table.stack.last()) {
            ([Value::Action(id), ..], Some(top)) => *id == top.id,
            _ => false,
        };
        match effect {
            // The card is noted once it is known.
            Effect::Const | Effect::ReadCard => {}
            Effect::ReadPlayers => self.players = true,
            Effect::ReadActionPlayer if is_of_top() => self.action_player = true,
            Effect::ReadActionTags if is_of_top() => self.action_tags = true,
            _ => self.table = true,
        }
    }

    /// Notes the card that has decided the result of an [`Effect::ReadCard`] verb.
    #[inline]
    pub fn note_card(&mut self, card: Option<CardId>, table: &Table) {
        let read = card.map(|card| (card, table.kind(card), table.zones.index_of(card)));
        match self.card {
            None if read.is_some() => self.card = read,
            card if card == read && read.is_some() => {}
            _ => self.table = true,
        }
    }
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
    pub run: fn(&mut Context<'_>, &[&Value]) -> Result<Value, Stop>,
}

impl Verb {
    /// Returns what it does beyond answering, which a query hook must not do.
    #[must_use]
    pub fn does(&self) -> Option<&'static str> {
        match self.effect {
            Effect::Const
            | Effect::ReadPlayers
            | Effect::ReadActionPlayer
            | Effect::ReadActionTags
            | Effect::ReadCard
            | Effect::Read
            | Effect::Query => None,
            Effect::Prompt => Some("asks a player"),
            Effect::Write if self.name == "say" => Some("says something"),
            Effect::Write => Some("changes the table"),
        }
    }

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
pub(super) use table_of;
