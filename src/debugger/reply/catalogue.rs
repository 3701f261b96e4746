//! The catalogue: the contents of a variant, and the list of variants.

use super::secret::public;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The reply of `:cards` or `:variants`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CatalogueReply {
    /// The contents of a variant.
    Cards(Box<VariantPage>),
    /// All variants.
    Variants {
        /// The variants in order of their ids.
        variants: Vec<VariantEntry>,
    },
}

/// The contents of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantPage {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description; may be empty.
    pub about: String,
    /// Its source; may be empty.
    pub source: String,
    /// The language of its titles.
    pub language: String,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    /// The number of cards dealt to each player.
    pub deal: SettingValue,
    /// The number of cards in the box, if the variant states it.
    #[serde(rename = "box")]
    pub box_size: Option<i64>,
    /// The least and the greatest number of cards in the box.
    pub box_range: [usize; 2],
    /// The parts of the box that the variant names.
    pub subsets: Vec<String>,
    /// The cards.
    pub cards: Vec<CardInfo>,
    /// The number of cards in play, by number of players.
    pub in_play: BTreeMap<usize, usize>,
    /// The combos.
    pub combos: Vec<ComboInfo>,
    /// The options.
    pub options: Vec<RuleOption>,
    /// The assumptions that are not in the rulebook.
    pub assumed: Vec<String>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its description; may be empty.
    pub text: String,
    /// Its count, as written in the variant.
    pub count: String,
    /// Its count in each named part of the box.
    pub subsets: BTreeMap<String, i64>,
    /// Its count in play, by number of players.
    pub in_play: BTreeMap<usize, u16>,
}

/// A combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComboInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its description; may be empty.
    pub text: String,
}

/// An option of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: SettingValue,
    /// Its default.
    pub default: SettingValue,
    /// The allowed values; empty: any.
    pub values: Vec<SettingValue>,
    /// The origin of its value.
    pub set_by: String,
    /// Its description.
    pub about: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SettingValue {
    /// On or off.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A word, or how a number is computed.
    Text(String),
}

/// A variant in the list of variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum VariantEntry {
    /// One that can be played.
    Loaded(VariantSummary),
    /// One that is only extended.
    Abstract {
        /// Its id.
        id: String,
        /// What it is called.
        name: String,
        /// The variants that extend it.
        children: Vec<String>,
    },
    /// One that has errors.
    Broken {
        /// Its id.
        id: String,
        /// Its file.
        file: Option<String>,
        /// The number of errors.
        mistakes: usize,
    },
}

/// A variant that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description; may be empty.
    pub about: String,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    /// The number of cards in the box, if the variant states it.
    pub cards: Option<i64>,
    /// The least and the greatest number of cards in the box.
    pub box_range: [usize; 2],
    /// The language of its titles.
    pub language: String,
    /// Its source; may be empty.
    pub source: String,
}

public!(CatalogueReply);
