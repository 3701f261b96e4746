//! The catalogue: the contents of a variant, and the list of variants.

use super::secret::public;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What `:cards` and `:variants` answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CatalogueReply {
    /// All that a variant is made of.
    Cards(Box<VariantPage>),
    /// The variants there are.
    Variants {
        /// The variants in order of their ids.
        variants: Vec<VariantEntry>,
    },
}

/// All that a variant is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantPage {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is special about it; may be empty.
    pub about: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The language of its titles.
    pub language: String,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    /// How many cards each player is dealt.
    pub deal: SettingValue,
    /// How many cards the box holds, where the variant says so.
    #[serde(rename = "box")]
    pub box_size: Option<i64>,
    /// The least and the greatest number of cards in the box.
    pub box_range: [usize; 2],
    /// The parts of the box that the variant names.
    pub subsets: Vec<String>,
    /// The cards.
    pub cards: Vec<CardInfo>,
    /// How many cards are in play, by the number of players.
    pub in_play: BTreeMap<usize, usize>,
    /// The combos.
    pub combos: Vec<ComboInfo>,
    /// The options.
    pub options: Vec<RuleOption>,
    /// What the variant assumes where the rulebook does not say.
    pub assumed: Vec<String>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it does; may be empty.
    pub text: String,
    /// How many there are, as the variant writes it.
    pub count: String,
    /// How many there are in each part of the box that the variant names.
    pub subsets: BTreeMap<String, i64>,
    /// How many are in play, by the number of players.
    pub in_play: BTreeMap<usize, u16>,
}

/// A combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComboInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it does; may be empty.
    pub text: String,
}

/// An option of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: SettingValue,
    /// Its value where nobody sets it.
    pub default: SettingValue,
    /// The values it may have; empty where any will do.
    pub values: Vec<SettingValue>,
    /// What has set it.
    pub set_by: String,
    /// What it does.
    pub about: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
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
    /// One that has mistakes.
    Broken {
        /// Its id.
        id: String,
        /// Its file.
        file: Option<String>,
        /// The number of mistakes.
        mistakes: usize,
    },
}

/// A variant that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantSummary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What is special about it; may be empty.
    pub about: String,
    /// The least and the greatest number of players.
    pub players: [usize; 2],
    /// How many cards the box holds, where the variant says so.
    pub cards: Option<i64>,
    /// The least and the greatest number of cards in the box.
    pub box_range: [usize; 2],
    /// The language of its titles.
    pub language: String,
    /// Where it comes from; may be empty.
    pub source: String,
}

public!(CatalogueReply);
