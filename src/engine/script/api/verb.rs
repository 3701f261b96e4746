//! Verbs: names, parameters, effects and dependencies.

use super::context::Context;
use crate::kernel::{CardId, Kind, Stop, Table, Value};
use crate::script::symbol::Symbol;
use crate::script::values::{NameOf, Type};

/// The effect of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Read,
    /// Asks a player; may also change the table.
    Ask,
    Change,
    Chance,
}

/// The facts on which the result of a verb that reads depends, besides its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depends {
    /// The ruleset and the number of players: it is constant within a game.
    Ruleset,
    /// Who is alive, the direction of play, and whose hands are empty.
    Players,
    /// Who plays the action.
    ActionPlayer,
    /// The tags of the action.
    ActionTags,
    /// A pile, as long as one card lies there, which the verb names in
    /// [`RunningHook::decided_by`](crate::kernel::effect::RunningHook).
    Card,
    Table,
}

impl Effect {
    /// Returns what the verb does, in words: `asks a player`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Read => "reads the table",
            Self::Ask => "asks a player",
            Self::Change => "changes the game",
            Self::Chance => "draws a random number",
        }
    }
}

/// The facts that a query reads, as far as its answer may be used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Whether verbs that depend on [`Depends::Players`] have read.
    pub players: bool,
    /// Who plays the action on top of the stack.
    pub action_player: bool,
    /// The tags of the action on top of the stack.
    pub action_tags: bool,
    /// A card that has decided a result, with its kind and the index of its zone.
    pub card: Option<(CardId, Kind, u8)>,
    pub table: bool,
}

impl Reads {
    /// Notes a call of a verb.
    #[inline]
    pub fn note(&mut self, depends: Depends, args: &[&Value], table: &Table) {
        let is_of_top = || match (args, table.stack.last()) {
            ([Value::Action(id), ..], Some(top)) => *id == top.id,
            _ => false,
        };
        match depends {
            // The card is noted once it is known.
            Depends::Ruleset | Depends::Card => {}
            Depends::Players => self.players = true,
            Depends::ActionPlayer if is_of_top() => self.action_player = true,
            Depends::ActionTags if is_of_top() => self.action_tags = true,
            _ => self.table = true,
        }
    }

    /// Notes the card that has decided the result of a verb that depends on [`Depends::Card`].
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
    pub form: Form,
    /// The group it is listed under.
    pub group: &'static str,
    /// Its parameters; for methods and properties the first is the receiver.
    pub params: &'static [(&'static str, Type)],
    pub returns: Type,
    pub effect: Effect,
    /// The facts on which its result depends.
    pub depends: Depends,
    /// The symbol of the cards that call it.
    pub symbol: Option<Symbol>,
    /// The documentation, including errors.
    pub doc: &'static str,
    /// An example, one line.
    pub example: &'static str,
    pub run: fn(&mut Context<'_>, &[&Value]) -> Result<Value, Stop>,
}

impl Verb {
    /// Whether its result is constant within a game.
    pub fn is_constant(&self) -> bool {
        self.depends == Depends::Ruleset
    }

    /// Whether it is called on a value of this type.
    pub fn is_on(&self, of: Type) -> bool {
        self.form != Form::Function && self.params[0].1 == of
    }

    /// Whether it returns what a counter holds.
    pub fn reads_counter(&self) -> bool {
        let is_read = self.effect == Effect::Read && self.returns != Type::Bool;
        is_read && self.takes(Type::Name(NameOf::Counter))
    }

    /// Whether a parameter has this type.
    pub fn takes(&self, of: Type) -> bool {
        self.params.iter().any(|(_, param)| *param == of)
    }

    /// Returns the signature: `me.choose_player(text, players) -> player`.
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
    ($group:expr; $($form:ident $name:ident($($param:ident: $type:expr),*) -> $returns:expr,
        $effect:ident $(($depends:ident))? $(=> $symbol:ident)?, $doc:literal, $example:literal,
        |$cx:pat_param, $args:pat_param| $run:expr;)*) => {
        pub(super) const VERBS: &[Verb] = &[$(Verb {
            name: stringify!($name),
            form: Form::$form,
            group: $group,
            params: &[$((stringify!($param), $type)),*],
            returns: $returns,
            effect: Effect::$effect,
            depends: [$(Depends::$depends,)? Depends::Table][0],
            symbol: [$(Some(crate::script::Symbol::$symbol),)? None][0],
            doc: $doc,
            example: $example,
            run: |$cx, $args| $run,
        }),*];
    };
}
pub(super) use table_of;
