//! The format of variant files, before validation; [`Ruleset`](super::Ruleset) is the validated
//! form. The field docs become the schema that editors show.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// A variant of the game.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Variant {
    /// The schema of this file, for editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The display name.
    pub name: Option<String>,
    /// A one-sentence description.
    pub about: Option<String>,
    /// Whether it is only extended, never played. A child's `deck` replaces its deck.
    #[serde(rename = "abstract")]
    pub is_abstract: bool,
    /// The id of the parent variant.
    pub extends: Option<String>,
    /// The source rulebook: its title and language.
    pub source: Option<String>,
    /// The language of the rulebook, as in the names of title files: `en`.
    pub language: Option<String>,
    /// The smallest and the largest number of players.
    pub players: Option<[i64; 2]>,
    /// The number of cards dealt to each player.
    pub deal: Option<Deal>,
    /// The number of cards in the box: `check` compares it with the sum of `deck`.
    #[serde(rename = "box")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = crate::kernel::card::MAX_CARDS)))]
    pub box_size: Option<i64>,
    /// The rules scripts, from `scripts/rules`. If several define the same hook, the last one is
    /// used.
    pub rules: Option<Vec<String>>,
    /// The number of cards of each kind in the box. 0 removes a kind, which scripts can still name.
    pub deck: IndexMap<String, Count>,
    /// Subsets of the box with conditions in `players`: `{ "paw": "players <= 3" }`.
    pub subsets: IndexMap<String, String>,
    /// Families of kinds: one entry for cards that differ in a few values, such as suit and rank.
    pub families: IndexMap<String, Family>,
    /// Properties of kinds that differ from the defaults.
    pub kinds: IndexMap<String, KindEntry>,
    /// The combos: sets of cards that are played together.
    pub combos: Vec<ComboEntry>,
    /// Additional piles. `draw` and `discard` can be listed too, to configure their refill.
    pub piles: Piles,
    /// Counters of the rules.
    pub counters: Counters,
    /// The tags of an explosion that no card causes.
    pub explosion_tags: Vec<String>,
    /// Who plays together: a number of teams round the table, or the seats of each; for all numbers
    /// of players or by their number.
    pub teams: Option<TeamsEntry>,
    /// Whether the last player or team left wins [default: true].
    pub last_alive_wins: Option<bool>,
    /// The counters of players and of the table that a new round leaves as they are.
    pub keeps: Vec<String>,
    /// Rule options.
    pub options: IndexMap<String, OptionEntry>,
    /// Arbitrary data for scripts, read with `data("path.to.it")`.
    pub data: Map<String, Json>,
    /// Assumptions that are not in the rulebook.
    pub assumed: Vec<String>,
}

/// The number of cards dealt to each player.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Deal {
    /// A number.
    Number(#[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100)))] i64),
    /// An expression in `players`: `if players == 2 { 7 } else { 5 }`.
    Expression(String),
}

/// The teams.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TeamsEntry {
    /// For each number of players that they fit.
    All(TeamList),
    /// By the number of players.
    ByPlayers(IndexMap<String, TeamList>),
}

/// The teams of a number of players.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TeamList {
    /// This many teams, round the table.
    Number(#[cfg_attr(feature = "schema", schemars(range(min = 2, max = 16)))] i64),
    /// The seats of each team, counted from 1.
    Seats(Vec<Vec<String>>),
}

/// The number of cards of a kind in the box.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Count {
    /// A number.
    Number(#[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000)))] i64),
    /// An expression in `players`: `players + 2`.
    Expression(String),
    /// A number for each subset.
    Subsets(
        #[cfg_attr(feature = "schema", schemars(inner(range(min = 0, max = 1000))))]
        IndexMap<String, i64>,
    ),
}

/// The scripts of a kind or combo.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ScriptIds {
    /// One script.
    One(String),
    /// Several, in order.
    Several(Vec<String>),
}

/// A kind of card.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct KindEntry {
    /// Its script, from `scripts/cards`, or a list of scripts: hooks and constants of later ones
    /// replace those of earlier ones [default: the script with its id].
    pub script: Option<ScriptIds>,
    /// Tags for scripts.
    pub tags: Vec<String>,
    /// The pile it is discarded to, instead of the discard pile.
    pub home: Option<String>,
    /// The pile of its cards before the setup, instead of the draw pile.
    pub start: Option<String>,
    /// In combos of equal cards it can replace any card with this tag; `!tag`: any card without
    /// it; `any`: any card.
    pub wild: Option<String>,
    /// The parameters of its script, read with `param("…")`.
    #[serde(flatten)]
    pub params: Map<String, Json>,
}

/// A family of kinds: one kind for each combination of values. An entry of `deck` or `kinds` for
/// such a kind replaces what the family says of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Family {
    /// The ids of its kinds, with the names of the values in braces: `{rank}_of_{suit}`. Braces
    /// work in all texts of the family.
    pub id: String,
    /// The values, each a parameter of the script: `"suit": ["clubs", "hearts"]`. A text is a range
    /// of numbers: `"value": "1..=104"`. An object gives a value further properties:
    /// `"rank": { "ace": { "points": 1 } }`.
    pub each: IndexMap<String, FamilyValues>,
    /// The number of cards of each kind in the box [default: 1].
    pub count: Option<Count>,
    /// The properties of its kinds. The default script is the one with the family's name.
    #[serde(flatten)]
    pub kind: KindEntry,
}

/// The values of a family.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FamilyValues {
    /// A list of values.
    List(Vec<Json>),
    /// A range of numbers, both ends included.
    Range(
        #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[0-9]+\.\.=[0-9]+$")))] String,
    ),
    /// Values with further properties of their kinds.
    Properties(IndexMap<String, Map<String, Json>>),
}

/// A combo: a set of cards that are played together.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ComboEntry {
    /// A combo whose script has its id.
    Id(String),
    /// A combo with parameters, or with another script.
    Full {
        /// Its id.
        id: String,
        /// Its script, from `scripts/combos`, or a list of scripts: hooks and constants of later
        /// ones replace those of earlier ones [default: the script with its id].
        script: Option<ScriptIds>,
        /// The parameters of its script, read with `param("…")`.
        #[serde(flatten)]
        params: Map<String, Json>,
    },
}

/// Piles: of the table by id, and those that each player has.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Piles {
    /// The piles that each player has.
    pub player: Vec<OwnPileEntry>,
    /// The piles of the table.
    #[serde(flatten)]
    pub table: IndexMap<String, PileEntry>,
}

/// A pile that each player has: the id of a face-down pile that its player sees, or a declaration.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OwnPileEntry {
    /// The id of a face-down pile that its player sees.
    Id(String),
    /// Its id, and who sees it.
    Full(OwnPile),
}

/// The declaration of a pile that each player has.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnPile {
    /// Its id.
    pub id: String,
    /// Who sees its cards: `owner`, `everybody` or `nobody` [default: `owner`].
    pub seen_by: Option<String>,
    /// Whether people are told of it: `false` for bookkeeping [default: true].
    pub shown: Option<bool>,
}

impl OwnPileEntry {
    /// Returns its id.
    pub fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Full(OwnPile { id, .. }) => id,
        }
    }
}

/// A pile.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PileEntry {
    /// Whether its cards are face up.
    pub face_up: bool,
    /// The pile that is shuffled into it when it is empty.
    pub refill: Option<String>,
    /// The number of cards that stay on top of that pile [default: 0].
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000)))]
    pub refill_leaves: i64,
    /// Whether people are told of it: `false` for bookkeeping [default: true].
    pub shown: Option<bool>,
}

/// Counters of the rules: numbers, initially 0, or what their entries say.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Counters {
    /// Counters of each player.
    pub player: Vec<CounterEntry>,
    /// Counters of the table.
    pub table: Vec<CounterEntry>,
    /// Counters of each card.
    pub card: Vec<CounterEntry>,
}

/// A counter: the id of a number that everybody sees, or a declaration.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CounterEntry {
    /// The id of a number that everybody sees.
    Id(String),
    /// Its content, and who sees it.
    Full(CounterDeclaration),
}

/// The declaration of a counter.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CounterDeclaration {
    /// Its id.
    pub id: String,
    /// Its content: `number`, `kind`, `player` or `text` [default: `number`].
    pub holds: Option<String>,
    /// Who sees it until it is revealed: `everybody`, `owner` or `nobody` [default: `everybody`].
    pub seen_by: Option<String>,
    /// The smallest number that it holds.
    pub from: Option<i64>,
    /// The largest number that it holds.
    pub to: Option<i64>,
    /// The texts that it holds, one at a time.
    pub words: Option<Vec<String>>,
    /// Whether people are told of it: `false` for bookkeeping [default: true].
    pub shown: Option<bool>,
}

impl CounterEntry {
    /// Returns its id.
    pub fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Full(CounterDeclaration { id, .. }) => id,
        }
    }
}

/// An option: a value, or a declaration.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionEntry {
    /// The value of an option that a parent declares.
    Value(Scalar),
    /// The declaration.
    Declared(Declaration),
}

/// The declaration of an option.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The value.
    pub value: Scalar,
    /// The allowed values [default: any value of the same type].
    pub values: Option<Vec<Scalar>>,
    /// A one-sentence description.
    pub about: Option<String>,
    /// Whether it is a number or an expression in `players`.
    #[serde(default)]
    pub count: bool,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Scalar {
    /// On or off.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word, or an expression.
    Text(String),
}
