//! What a variant file may say. It may still be nonsense: [`Ruleset`](super::Ruleset) is what has
//! been checked. The docs of these fields are what an editor shows the author of a variant.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// An edition of the game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Variant {
    /// The schema of this file, for editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The name people read.
    pub name: Option<String>,
    /// One sentence on what is different here.
    pub about: Option<String>,
    /// The id of the variant that this one changes.
    pub extends: Option<String>,
    /// The rulebook this was written from: its title and language.
    pub source: Option<String>,
    /// The language of the rulebook, as in the names of the files of titles: `en`.
    pub language: Option<String>,
    /// The smallest and the largest number of players.
    pub players: Option<[i64; 2]>,
    /// How many cards each player is dealt.
    #[schemars(range(min = 0, max = 100))]
    pub deal: Option<i64>,
    /// How many cards are in the box: the sum of `deck`.
    #[serde(rename = "box")]
    #[schemars(range(min = 1, max = 10000))]
    pub box_size: Option<i64>,
    /// The scripts of the flow of the game, from `scripts/rules`; of a hook that several define,
    /// the last one counts.
    pub rules: Option<Vec<String>>,
    /// How many cards of each kind are in the box. 0 removes a kind.
    pub deck: IndexMap<String, Count>,
    /// Parts of the box by condition in `players`: `{ "paw": "players <= 3" }`.
    pub subsets: IndexMap<String, String>,
    /// What a kind of card is, where its id does not say it all.
    pub kinds: IndexMap<String, KindEntry>,
    /// The sets of cards that may be played as one.
    pub combos: Vec<ComboEntry>,
    /// The piles besides the draw and the discard pile, which may stand here too to be refilled.
    pub piles: IndexMap<String, PileEntry>,
    /// Numbers that the rules keep.
    pub counters: Counters,
    /// The tags of an explosion that no card causes.
    pub explosion_tags: Vec<String>,
    /// What rulebooks settle differently.
    pub options: IndexMap<String, OptionEntry>,
    /// Free data for scripts, read by `data("path.to.it")`.
    pub data: Map<String, Json>,
    /// What is assumed here and not printed in the rulebook.
    pub assumed: Vec<String>,
}

/// How many cards of a kind the box holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Count {
    /// A number.
    Number(#[schemars(range(min = 0, max = 1000))] i64),
    /// An expression in `players`: `players + 2`.
    Expression(String),
    /// A number for each subset.
    Subsets(#[schemars(inner(range(min = 0, max = 1000)))] IndexMap<String, i64>),
}

/// A kind of card.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct KindEntry {
    /// The script it runs, from `scripts/cards`; without it the one of its own name.
    pub script: Option<String>,
    /// Words that scripts ask about.
    pub tags: Vec<String>,
    /// The pile it goes to instead of the discard pile.
    pub home: Option<String>,
    /// The pile its cards lie in before the setup, instead of the draw pile.
    pub start: Option<String>,
    /// In a combo of equal cards it stands in for any card with this tag.
    pub wild: Option<String>,
    /// The parameters of its script, read by `param("…")`.
    #[serde(flatten)]
    pub params: Map<String, Json>,
}

/// A set of cards that may be played as one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ComboEntry {
    /// One that runs the script of its own name.
    Id(String),
    /// One with parameters, or with a script of another name.
    Full {
        /// Its id.
        id: String,
        /// The script it runs, from `scripts/combos`; without it the one of its own name.
        script: Option<String>,
        /// The parameters of its script, read by `param("…")`.
        #[serde(flatten)]
        params: Map<String, Json>,
    },
}

/// A pile.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PileEntry {
    /// Whether its cards lie face up.
    pub face_up: bool,
    /// The pile that is shuffled into it when it is empty.
    pub refill: Option<String>,
}

/// Numbers that the rules keep, all 0 at the start.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Counters {
    /// One for each player.
    pub player: Vec<String>,
    /// One for all.
    pub table: Vec<String>,
}

/// An option: just its value, or a declaration that says what it is about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionEntry {
    /// The value, where a variant that this one extends declares the option.
    Value(Scalar),
    /// The declaration.
    Declared(Declaration),
}

/// What declares an option.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The value.
    pub value: Scalar,
    /// The values it may have; without it, any of the same type.
    pub values: Option<Vec<Scalar>>,
    /// What it settles, in a sentence.
    pub about: Option<String>,
    /// Whether it is a number that may also be an expression in `players`.
    #[serde(default)]
    pub count: bool,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// On or off.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word, or an expression.
    Text(String),
}
