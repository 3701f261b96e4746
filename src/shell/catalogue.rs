//! The catalogue: the contents of a variant, and the list of variants.

use crate::base::error::capitalized;
use crate::script::{Script, Setting};
use crate::variant::{Count, Library, OptionSetting, Ruleset, Titles, children, document};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The contents of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariantPage {
    pub id: String,
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
    pub cards: Vec<CardInfo>,
    /// The number of cards in play, by number of players.
    pub in_play: BTreeMap<usize, usize>,
    pub combos: Vec<ComboInfo>,
    pub options: Vec<RuleOption>,
    /// How its rules scripts describe themselves.
    pub rules: Vec<String>,
    /// The assumptions that are not in the rulebook.
    pub assumed: Vec<String>,
    /// The variant that makes them, if it is one that this variant extends: its name.
    pub assumed_in: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardInfo {
    pub id: String,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComboInfo {
    pub id: String,
    pub title: String,
    /// Its description; may be empty.
    pub text: String,
}

/// An option of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleOption {
    pub name: String,
    pub value: SettingValue,
    pub default: SettingValue,
    /// The allowed values; empty: any.
    pub values: Vec<SettingValue>,
    /// The origin of its value.
    pub set_by: String,
    pub about: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SettingValue {
    Bool(bool),
    Int(i64),
    /// A word, or how a number is computed.
    Text(String),
}

impl fmt::Display for SettingValue {
    /// As typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(on) => on.fmt(f),
            Self::Int(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// A variant in the list of variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum VariantEntry {
    /// One that can be played.
    Loaded(VariantSummary),
    /// One that is only extended.
    Abstract {
        id: String,
        /// Its name.
        name: String,
        /// The variants that extend it.
        children: Vec<String>,
    },
    /// One that has errors.
    Broken {
        id: String,
        file: Option<String>,
        /// The number of errors.
        mistakes: usize,
    },
}

/// A variant that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariantSummary {
    pub id: String,
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

/// The contents of a variant, for a number of players if it is known.
pub fn page(ruleset: &Ruleset, titles: &Titles, players: Option<usize>) -> VariantPage {
    let numbers = players.map_or_else(|| ruleset.players.clone(), |n| n..=n);
    let decks: Vec<_> = numbers.map(|n| (n, ruleset.deck(n))).collect();
    let cards = ruleset.counts().map(|(at, id, count)| {
        let wording = titles.card(id);
        CardInfo {
            id: id.to_owned(),
            text: titles.text_of(id, &wording, &ruleset.spec.kinds[at].scripts).into_owned(),
            title: wording.title.into_owned(),
            count: self::count(count),
            subsets: subsets(count),
            in_play: decks.iter().map(|(n, deck)| (*n, deck[at].2)).collect(),
        }
    });
    let combos = ruleset.spec.combos.iter().map(|combo| {
        let wording = titles.combo(&combo.id);
        ComboInfo {
            id: combo.id.to_string(),
            text: titles.text_of(&combo.id, &wording, &combo.scripts).into_owned(),
            title: wording.title.into_owned(),
        }
    });
    VariantPage {
        id: ruleset.id.to_string(),
        name: ruleset.name.clone(),
        about: ruleset.about.clone(),
        source: ruleset.source.clone(),
        language: ruleset.language.clone(),
        players: [*ruleset.players.start(), *ruleset.players.end()],
        deal: setting(&ruleset.spec.deal),
        box_size: ruleset.box_size,
        box_range: box_range(ruleset),
        subsets: ruleset.subsets.keys().cloned().collect(),
        cards: cards.collect(),
        in_play: decks.iter().map(|(n, _)| (*n, total(ruleset, *n))).collect(),
        combos: combos.collect(),
        options: ruleset.options.iter().map(option).collect(),
        rules: ruleset.spec.rules.iter().filter_map(rule).collect(),
        assumed: ruleset.assumed.clone(),
        assumed_in: ruleset.assumed_in.clone(),
    }
}

/// The description of a rules script without its name.
fn rule(script: &Script) -> Option<String> {
    let about = script.about()?;
    let text = about.split_once(':').map_or(about, |(_, text)| text).trim();
    (!text.is_empty()).then(|| capitalized(text))
}

fn option(option: &OptionSetting) -> RuleOption {
    RuleOption {
        name: option.name.to_string(),
        value: setting(&option.value),
        default: setting(&option.default),
        values: option.values.iter().map(setting).collect(),
        set_by: option.set_by.to_string(),
        about: option.about.clone(),
    }
}

/// All variants, including those with errors; abstract ones come last.
pub fn variants(library: &Library) -> Vec<VariantEntry> {
    let playable = library.variant_ids().map(|id| entry(id, library));
    let parents = library.abstract_ids().map(|id| VariantEntry::Abstract {
        id: id.to_owned(),
        name: display_name(library, id),
        children: children(library, id).into_iter().map(str::to_owned).collect(),
    });
    playable.chain(parents).collect()
}

fn display_name(library: &Library, id: &str) -> String {
    let document = document(library, id);
    let name = document.as_ref().and_then(|document| document.get("name")?.as_str());
    name.unwrap_or_default().to_owned()
}

fn entry(id: &str, library: &Library) -> VariantEntry {
    match Ruleset::load(library, id, &[]) {
        Ok(ruleset) => VariantEntry::Loaded(VariantSummary {
            id: id.to_owned(),
            players: [*ruleset.players.start(), *ruleset.players.end()],
            cards: ruleset.box_size,
            box_range: box_range(&ruleset),
            name: ruleset.name,
            about: ruleset.about,
            language: ruleset.language,
            source: ruleset.source,
        }),
        Err(errors) => VariantEntry::Broken {
            id: id.to_owned(),
            file: library.variant(id).map(|file| file.name.to_string()),
            mistakes: errors.len(),
        },
    }
}

/// The smallest and the largest number of cards in the box.
pub fn box_range(ruleset: &Ruleset) -> [usize; 2] {
    if let Some(size) = ruleset.box_size {
        return [size as usize; 2];
    }
    let sums = ruleset.players.clone().map(|n| total(ruleset, n));
    [sums.clone().min().unwrap_or(0), sums.max().unwrap_or(0)]
}

fn total(ruleset: &Ruleset, players: usize) -> usize {
    ruleset.deck(players).iter().map(|(.., n_cards)| usize::from(*n_cards)).sum()
}

/// The number of cards of a kind in each subset.
fn subsets(count: &Count) -> BTreeMap<String, i64> {
    match count {
        Count::Subsets(parts) => parts.iter().map(|(name, n)| (name.clone(), *n)).collect(),
        Count::Number(_) | Count::Expression(_) => BTreeMap::new(),
    }
}

/// Formats a count as the variant file writes it.
pub fn count(count: &Count) -> String {
    match count {
        Count::Number(number) => number.to_string(),
        Count::Expression(text) => text.clone(),
        Count::Subsets(parts) => {
            let parts = parts.iter().filter(|(_, number)| **number != 0);
            parts.map(|(name, number)| format!("{number} {name}")).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// The value of an option.
pub fn setting(setting: &Setting) -> SettingValue {
    match setting {
        Setting::Bool(on) => SettingValue::Bool(*on),
        Setting::Int(number) => SettingValue::Int(*number),
        Setting::Text(text) | Setting::Count(text) => SettingValue::Text(text.to_string()),
    }
}

/// `2-5`, or `4`.
pub fn range([least, most]: [usize; 2]) -> String {
    if least == most { least.to_string() } else { format!("{least}-{most}") }
}
