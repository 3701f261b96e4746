//! Verbs: names, parameters, effects and what they return.

use super::context::{Effects, Query};
use crate::kernel::{Stop, Value};
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

/// The fact that a verb reads, where queries ask it often: those that read nothing else are tested
/// without a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A value that depends on the ruleset and the number of players: it is constant within a game.
    Ruleset,
    /// All living players.
    Living,
    /// All living players but one.
    Others,
    /// Those of them who hold cards.
    OthersWithCards,
    /// All players who are out of the game.
    Dead,
    /// Whether a player is in the game.
    IsAlive,
    /// Who plays an action.
    ActionPlayer,
    /// Whether an action has a tag.
    ActionTag,
    /// Whether a pile has no cards.
    IsEmpty,
    /// The hand of a player.
    Hand,
    /// Whether all cards of a pile have a tag.
    IsAll,
    /// Anything else.
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

/// The group of verbs for the setup.
pub(super) const SETUP: &str = "setup";

/// A function of the script API.
// In this order in memory, too: runs read only what comes first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    pub run: Run,
    pub effect: Effect,
    /// The fact that it reads.
    pub fact: Fact,
    /// Its name in scripts.
    pub name: &'static str,
    pub form: Form,
    /// The group it is listed under.
    pub group: &'static str,
    /// Its parameters; for methods and properties the first is the receiver.
    pub params: &'static [(&'static str, Type)],
    pub returns: Type,
    /// The symbol of the cards that call it.
    pub symbol: Option<Symbol>,
    /// The words of a card that calls it: `{p} draw[s] a card`; of a verb that reads, a noun. `{p}`
    /// is the value of a parameter; `[s]` is left out after `you`. May be empty.
    pub clause: &'static str,
    /// The documentation, including errors.
    pub doc: &'static str,
    /// An example, one line.
    pub example: &'static str,
}

/// The function of a verb: its effect decides what it works on.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    Read(fn(Query<'_>, &[&Value]) -> Result<Value, Stop>),
    Act(fn(&mut Effects<'_>, &[&Value]) -> Result<Value, Stop>),
}

impl Verb {
    /// Whether its result is constant within a game.
    pub fn is_constant(&self) -> bool {
        self.fact == Fact::Ruleset
    }

    /// Whether it does no more than lay out cards before the game, of which no observer is told.
    pub(crate) fn sets_up(&self) -> bool {
        self.group == SETUP || self.shuffles()
    }

    /// Whether it shuffles.
    pub(crate) fn shuffles(&self) -> bool {
        self.symbol == Some(Symbol::Shuffle)
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

/// The function of a verb with this effect and result. One that returns nothing is only run.
macro_rules! run_of {
    (Read $returns:ident, |$cx:pat_param, $args:pat_param| $run:expr) => {
        Run::Read(|$cx, $args| $run)
    };
    ($effect:ident Nothing, |$cx:pat_param, $args:pat_param| $run:expr) => {
        Run::Act(|$cx, $args| {
            $run;
            Ok(Value::Unit)
        })
    };
    ($effect:ident $returns:ident, |$cx:pat_param, $args:pat_param| $run:expr) => {
        Run::Act(|$cx, $args| $run)
    };
}
pub(super) use run_of;

/// Macros for the verb tables.
macro_rules! table_of {
    ($group:expr; $($form:ident $name:ident($($param:ident: $type:expr),*)
        -> $returns:ident $(($of:expr))?,
        $effect:ident $(($fact:ident))? $(=> $symbol:ident)? $(: $clause:literal)?,
        $doc:literal, $example:literal,
        |$cx:pat_param, $args:pat_param| $run:expr;)*) => {
        pub(super) const VERBS: &[Verb] = &[$(Verb {
            name: stringify!($name),
            form: Form::$form,
            group: $group,
            params: &[$((stringify!($param), $type)),*],
            returns: $returns $(($of))?,
            effect: Effect::$effect,
            fact: [$(Fact::$fact,)? Fact::Table][0],
            symbol: [$(Some(crate::script::Symbol::$symbol),)? None][0],
            clause: [$($clause,)? ""][0],
            doc: $doc,
            example: $example,
            run: run_of!($effect $returns, |$cx, $args| $run),
        }),*];
    };
}
pub(super) use table_of;
