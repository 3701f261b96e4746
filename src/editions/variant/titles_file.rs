//! The format of title files.

use crate::script::Symbol;
use indexmap::IndexMap;
use serde::Deserialize;

/// A title file.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TitlesFile {
    /// The schema of this file, for editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The language, as in the file's name: `it`.
    pub language: String,
    /// The name of the language in itself: `Italiano`.
    pub name: String,
    /// Cards by id.
    pub cards: IndexMap<String, TitleEntry>,
    /// Combos by id.
    pub combos: IndexMap<String, TitleEntry>,
    /// The titles of piles by id, as in a sentence: `pack of cards`.
    pub piles: IndexMap<String, String>,
    /// The titles of counters by id, as in a sentence: `points`.
    pub counters: IndexMap<String, String>,
}

/// The title and text of a card or combo.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TitleEntry {
    /// The title.
    pub title: String,
    /// The text on it: a sentence or two.
    #[serde(default)]
    pub text: String,
    /// Its symbol on printed cards [default: what its scripts do].
    pub symbol: Option<Symbol>,
    /// Its image instead of a symbol: a PNG or SVG file beside the folder `variants`.
    pub image: Option<String>,
}
