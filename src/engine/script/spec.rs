//! The input of the host: a validated ruleset as plain data, including the script sources. It can
//! be sent to another thread and compiled again there.

use crate::base::error::SourceText;
use crate::kernel::rules::CounterRule;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The source of one script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Script {
    /// The name shown in messages: `cards/favor.rhai`.
    pub name: Arc<str>,
    pub text: SourceText,
}

impl Script {
    /// The description in its first line: `//! Skip: ends your turn.`
    pub fn about(&self) -> Option<&str> {
        self.text.lines().next()?.trim_start().strip_prefix("//!").map(str::trim)
    }
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindSpec {
    pub id: Arc<str>,
    /// Whether the deck has cards of it. Scripts and positions can name it even if not.
    pub is_in_box: bool,
    /// Its scripts. If several define the same hook or constant, the last one is used.
    pub scripts: Vec<Script>,
    pub tags: Vec<String>,
    /// The pile it is discarded to; `None`: the discard pile.
    pub home: Option<String>,
    /// The pile of its cards before the setup; `None`: the draw pile. The deck has it, too.
    #[serde(skip)]
    pub start: Option<String>,
    /// The tag of the kinds it can replace in a set of equal cards.
    pub wild: Option<String>,
    /// The parameters of its scripts, read by `param("…")`.
    #[serde(serialize_with = "as_text")]
    pub params: Map<String, Json>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComboSpec {
    pub id: Arc<str>,
    /// Its scripts, as of a kind.
    pub scripts: Vec<Script>,
    /// The parameters of its scripts.
    #[serde(serialize_with = "as_text")]
    pub params: Map<String, Json>,
}

/// A named pile; `draw` and `discard` can be listed too, to configure their refill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PileSpec {
    pub id: Arc<str>,
    /// Whether its cards are face up.
    pub face_up: bool,
    /// The pile that is shuffled into it when it is empty.
    pub refill: Option<String>,
    /// The number of cards that stay on top of that pile.
    pub refill_leaves: usize,
    /// Whether its player sees it: only a pile of players.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_seen_by_owner: bool,
    /// Whether people are told of it.
    #[serde(skip)]
    pub is_shown: bool,
}

/// The teams of a number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamSpec {
    pub players: usize,
    /// The seats of each team, counted from 0.
    pub seats: Vec<Vec<u8>>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Setting {
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    /// An expression in `players`.
    Count(Arc<str>),
}

/// A ruleset, ready to be compiled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spec {
    /// The id of the variant.
    pub variant: Arc<str>,
    /// The kinds, in the order options are listed.
    pub kinds: Vec<KindSpec>,
    pub combos: Vec<ComboSpec>,
    /// The rules scripts. If several define the same hook, the last one is used. Their other
    /// functions can be called by every script.
    pub rules: Vec<Script>,
    pub piles: Vec<PileSpec>,
    /// The piles of each player.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat_piles: Vec<PileSpec>,
    /// The counters of the table.
    pub table_counters: Vec<CounterRule>,
    /// The counters of each player.
    pub seat_counters: Vec<CounterRule>,
    /// The counters of each card.
    pub card_counters: Vec<CounterRule>,
    /// The tags of an explosion that no card causes.
    pub explosion_tags: Vec<String>,
    /// Who plays together, for each number of players that has teams.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TeamSpec>,
    /// Whether the last player or team left wins.
    pub last_alive_wins: bool,
    /// The number of cards dealt to each player.
    pub deal: Setting,
    /// The options, read by `option("…")`.
    pub options: BTreeMap<String, Setting>,
    /// Arbitrary data, read by `data("path.to.it")`.
    #[serde(serialize_with = "as_text")]
    pub data: Json,
}

/// Serializes JSON as its text: encodings without types cannot tell `1` from `true`.
fn as_text<S: Serializer>(value: &impl Serialize, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&serde_json::to_string(value).map_err(S::Error::custom)?)
}

impl Spec {
    /// All scripts: of the kinds, of the combos, of the rules. A script that several of them share
    /// is repeated.
    pub fn scripts(&self) -> impl Iterator<Item = &Script> {
        let kinds = self.kinds.iter().flat_map(|kind| &kind.scripts);
        let combos = self.combos.iter().flat_map(|combo| &combo.scripts);
        kinds.chain(combos).chain(&self.rules)
    }

    /// Iterates over the scripts, to change them.
    pub fn scripts_mut(&mut self) -> impl Iterator<Item = &mut Script> {
        let kinds = self.kinds.iter_mut().flat_map(|kind| &mut kind.scripts);
        let combos = self.combos.iter_mut().flat_map(|combo| &mut combo.scripts);
        kinds.chain(combos).chain(&mut self.rules)
    }

    /// The kinds and the combos, each with its id, scripts and parameters.
    pub fn owners(&self) -> impl Iterator<Item = (&Arc<str>, &[Script], &Map<String, Json>)> {
        let kinds = self.kinds.iter().map(|kind| (&kind.id, &*kind.scripts, &kind.params));
        let combos = self.combos.iter().map(|combo| (&combo.id, &*combo.scripts, &combo.params));
        kinds.chain(combos)
    }
}

/// Returns the names of scripts: `cards/favor.rhai, cards/mine.rhai`.
pub fn names(scripts: &[Script]) -> String {
    scripts.iter().map(|script| &*script.name).collect::<Vec<_>>().join(", ")
}
