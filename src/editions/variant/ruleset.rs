//! A checked and linked variant. A [`Ruleset`] is always valid.

use super::assets::Library;
use super::check::{Validator, combo_id, combo_scripts, script_names};
use super::counters::counters;
use super::deck::{self, CountsByPlayers, TooSmall};
use super::file::{
    ComboEntry, Count, CounterEntry, Deal, KindEntry, OwnPile, OwnPileEntry, Variant,
};
use super::json::Document;
use super::load::{self, Merged};
use super::option::{self, OptionSetting};
use super::teams::teams;
use crate::base::error::Error;
use crate::kernel::card::PileId;
use crate::kernel::{Deck, Kind, Seat, Zone};
use crate::script::expression::Expressions;
use crate::script::options::FIRST;
use crate::script::{ComboSpec, KindSpec, PileSpec, Script, Setting, Spec};
use indexmap::IndexMap;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A variant of the game, ready to play.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its id: the name of its file.
    pub id: Arc<str>,
    pub name: String,
    /// A description; may be empty.
    pub about: String,
    /// The source rulebook; may be empty.
    pub source: String,
    /// The language of the rulebook: `en`.
    pub language: String,
    /// The allowed numbers of players.
    pub players: RangeInclusive<usize>,
    /// The number of cards in the box, if declared.
    pub box_size: Option<i64>,
    /// Assumptions that are not in the rulebook.
    pub assumed: Vec<String>,
    /// The name of the variant that makes them, if it is one that this variant extends.
    pub assumed_in: Option<String>,
    /// The options in the order of declaration.
    pub options: Vec<OptionSetting>,
    /// The conditions in `players` of the subsets of the box.
    pub subsets: IndexMap<String, String>,
    /// The input of the script host.
    pub spec: Spec,
    /// Errors with which it can be played: `box` is not the sum of the deck.
    pub findings: Vec<Error>,
    too_small: Option<TooSmall>,
    counts: IndexMap<String, Count>,
    /// The decks, by number of players.
    decks: BTreeMap<usize, Deck>,
}

impl Ruleset {
    /// Returns the language of titles that a person names: `own` is that of the rulebook.
    pub fn language_of_titles<'l>(&'l self, named: &'l str) -> &'l str {
        if named == "own" { &self.language } else { named }
    }

    /// Loads and checks a variant. `sets` are the `--set NAME=VALUE` settings: options of the
    /// variant, `deal`, or `deck.KIND`.
    ///
    /// # Errors
    /// All errors, in file order.
    pub fn load(
        library: &Library,
        id: &str,
        sets: &[(String, String)],
    ) -> Result<Self, Vec<Error>> {
        let mut merged = load::load(library, id).map_err(in_order)?;
        if library.variant(id).is_some_and(|file| file.is_abstract()) {
            return Err(vec![load::not_played(library, id)]);
        }
        option::apply_counts(&mut merged, sets);
        let mut errors = std::mem::take(&mut merged.errors);
        let variant = Variant::of(&merged, &mut errors);
        let mut check =
            Validator { library, document: &merged.document, variant: &variant, errors };
        check.run();
        let players = check.players();
        let spec = link(&mut check, id);
        let mut errors = check.errors;
        let teams = teams(&variant, &merged.document, &players, &mut errors);
        let mut findings = Vec::new();
        let each = players.clone();
        let (counts, too_small) =
            deck::count(&variant, &merged.document, each, &mut errors, &mut findings);
        option::declare(&mut merged, &spec, library);
        option::apply(&mut merged, sets);
        errors.append(&mut merged.errors);
        let options = option::settle(&merged, &players, &mut errors);
        if !errors.is_empty() {
            return Err(in_order(errors));
        }
        let settings = options.iter().map(|o| (o.name.to_string(), o.value.clone())).collect();
        let spec = Spec { options: settings, teams, ..spec };
        Ok(Self {
            id: id.into(),
            name: variant.name.unwrap_or_default(),
            about: variant.about.unwrap_or_default(),
            source: variant.source.unwrap_or_default(),
            language: variant.language.unwrap_or_else(|| "en".to_owned()),
            players: match &too_small {
                Some(small) => *players.start()..=small.players.start() - 1,
                None => players,
            },
            too_small,
            box_size: variant.box_size,
            assumed_in: assumed_in(library, &merged.document, id),
            assumed: variant.assumed,
            options,
            subsets: variant.subsets,
            decks: decks(&counts, &variant.deck, &variant.kinds, &spec),
            counts: variant.deck,
            spec,
            findings,
        })
    }

    /// Returns the contents of the box for a number of players: kind, zone before the setup, and
    /// number of cards. For a number of players that the variant does not allow, the nearest
    /// allowed number is used.
    pub fn deck(&self, players: usize) -> Deck {
        let n = players.clamp(*self.players.start(), *self.players.end());
        self.decks.get(&n).cloned().unwrap_or_default()
    }

    /// Returns the kinds in the box: their number, id, and count as written in the variant.
    pub fn counts(&self) -> impl Iterator<Item = (usize, &str, &Count)> {
        let kinds = self.spec.kinds.iter().enumerate().filter(|(_, kind)| kind.is_in_box);
        kinds.filter_map(|(at, kind)| {
            let (id, count) = self.counts.get_key_value(kind.id.as_ref())?;
            Some((at, id.as_str(), count))
        })
    }

    /// Returns the number of cards dealt to each of a number of players.
    pub fn deal(&self, players: usize) -> usize {
        let deal = Self::number(&self.spec.deal, players);
        deal.and_then(|deal| usize::try_from(deal).ok()).unwrap_or(0)
    }

    /// Returns what a setting is for a number of players, if it is a number.
    pub fn number(setting: &Setting, players: usize) -> Option<i64> {
        match setting {
            Setting::Count(text) => Expressions::default().count(text, players).ok(),
            Setting::Int(number) => Some(*number),
            Setting::Bool(_) | Setting::Text(_) => None,
        }
    }

    /// Whether a part of the box is used with a number of players.
    pub fn has_part(&self, name: &str, players: usize) -> bool {
        let condition = self.subsets.get(name);
        condition.is_some_and(|text| Expressions::default().holds(text, players) == Ok(true))
    }

    /// Returns the seat that begins; `None`: one that chance picks.
    pub fn first(&self) -> Option<Seat> {
        let first = self.option(FIRST.name).map(|option| &option.value);
        let is_random = matches!(first, Some(Setting::Text(word)) if &**word == "random");
        (!is_random).then_some(Seat(0))
    }

    /// Returns the option with this name.
    pub fn option(&self, name: &str) -> Option<&OptionSetting> {
        self.options.iter().find(|option| option.name.as_ref() == name)
    }

    /// Checks the number of players.
    ///
    /// # Errors
    /// `V0123` if the variant does not allow it, `V0117` if the settings leave too few cards.
    pub fn check_players(&self, n: usize) -> Result<(), Box<Error>> {
        if self.players.contains(&n) {
            return Ok(());
        }
        if let Some(TooSmall { players, error }) = &self.too_small
            && players.contains(&n)
        {
            return Err(error.clone());
        }
        let (least, most) = self.players.clone().into_inner();
        let takes = if least == most {
            format!("exactly {least} players")
        } else {
            format!("{least}-{most} players")
        };
        Err(Box::new(Error::new("V0123", format!("{} takes {takes}, not {n}", self.name))))
    }

    /// As the function above, with the variants of a library that this number of players can play.
    ///
    /// # Errors
    /// As [`Self::check_players`].
    pub fn check_players_in(&self, library: &Library, n: usize) -> Result<(), Box<Error>> {
        self.check_players(n).map_err(|error| {
            let can = |id: &&str| {
                Self::load(library, id, &[]).is_ok_and(|other| other.check_players(n).is_ok())
            };
            let fitting: Vec<&str> = library.variant_ids().filter(can).collect();
            match fitting.as_slice() {
                _ if error.hint.is_some() => error,
                [] => error,
                ids => Box::new(error.hint(format!("variants for {n}: {}", ids.join(", ")))),
            }
        })
    }
}

/// The name of the variant that states the assumptions, if it is another one.
fn assumed_in(library: &Library, document: &Document, id: &str) -> Option<String> {
    let file = document.key_span("assumed")?.file;
    let other = file.strip_prefix("variants/").unwrap_or(&file).trim_end_matches(".json");
    let name = load::document(library, other).filter(|_| other != id)?;
    Some(name.get("name")?.as_str()?.to_owned())
}

/// Sorts errors by position, each once: the kinds of a family share their places.
fn in_order(mut errors: Vec<Error>) -> Vec<Error> {
    let place = |error: &Error| {
        let span = error.span.as_ref()?;
        Some((Arc::clone(&span.file), span.line, span.column))
    };
    errors.sort_by_key(place);
    let mut found: Vec<Error> = Vec::new();
    for error in errors {
        let same_place = found.iter().rev().take_while(|other| place(other) == place(&error));
        if !same_place.into_iter().any(|other| *other == error) {
            found.push(error);
        }
    }
    found
}

impl Variant {
    /// Deserializes a document whose shape has been checked.
    fn of(merged: &Merged, errors: &mut Vec<Error>) -> Self {
        serde_json::from_value(merged.document.value.clone()).unwrap_or_else(|error| {
            let span = merged.document.span("");
            errors.push(Error::new("V0102", error.to_string()).at(span));
            Self::default()
        })
    }
}

/// Looks up all scripts and builds the input of the host.
fn link(check: &mut Validator<'_>, id: &str) -> Spec {
    let variant = check.variant;
    let ids: Vec<(&str, bool)> = check.kind_ids().collect();
    let kinds = ids.into_iter().filter_map(|(id, in_box)| kind(check, id, in_box)).collect();
    let combos = variant.combos.iter().enumerate();
    let combos = combos.filter_map(|(i, entry)| combo(check, i, entry)).collect();
    let rules = variant.rules.iter().flatten().enumerate();
    let rules = rules
        .filter_map(|(i, name)| check.script("rules", name, &format!("rules/{i}")))
        .collect::<Vec<Script>>();
    // Pile numbers are indices of the variant's own piles, so these come first.
    let (fixed, named): (Vec<_>, Vec<_>) =
        variant.piles.table.iter().partition(|(id, _)| matches!(id.as_str(), "draw" | "discard"));
    let piles = named.into_iter().chain(fixed).map(|(id, pile)| PileSpec {
        id: id.as_str().into(),
        face_up: pile.face_up,
        refill: pile.refill.clone(),
        refill_leaves: pile.refill_leaves.try_into().unwrap_or(0),
        is_seen_by_owner: false,
        is_shown: pile.shown.unwrap_or(true),
    });
    let Validator { document, errors, .. } = check;
    let mut counters = |of: &str, entries: &[CounterEntry]| {
        let mut rules = counters(of, entries, document, errors);
        for rule in &mut rules {
            rule.is_kept = of != "card" && variant.keeps.iter().any(|kept| **kept == *rule.id);
        }
        rules
    };
    Spec {
        variant: id.into(),
        kinds,
        combos,
        rules,
        piles: piles.collect(),
        seat_piles: variant.piles.player.iter().map(own_pile).collect(),
        table_counters: counters("table", &variant.counters.table),
        seat_counters: counters("player", &variant.counters.player),
        card_counters: counters("card", &variant.counters.card),
        explosion_tags: variant.explosion_tags.clone(),
        teams: Vec::new(),
        last_alive_wins: variant.last_alive_wins.unwrap_or(true),
        deal: match &variant.deal {
            None => Setting::Int(0),
            Some(Deal::Number(deal)) => Setting::Int(*deal),
            Some(Deal::Expression(text)) => Setting::Count(text.as_str().into()),
        },
        options: BTreeMap::new(),
        data: Json::Object(variant.data.clone()),
    }
}

fn own_pile(entry: &OwnPileEntry) -> PileSpec {
    let (seen_by, shown) = match entry {
        OwnPileEntry::Id(_) => (None, None),
        OwnPileEntry::Full(OwnPile { seen_by, shown, .. }) => (seen_by.as_deref(), *shown),
    };
    PileSpec {
        id: entry.id().into(),
        face_up: seen_by == Some("everybody"),
        refill: None,
        refill_leaves: 0,
        is_seen_by_owner: seen_by.is_none_or(|seen_by| seen_by == "owner"),
        is_shown: shown.unwrap_or(true),
    }
}

fn kind(check: &mut Validator<'_>, id: &str, is_in_box: bool) -> Option<KindSpec> {
    let entry = check.variant.kinds.get(id).cloned().unwrap_or_default();
    let base = if entry.script.is_some() { "kinds" } else { "deck" };
    let names = script_names(entry.script.as_ref(), id);
    let scripts = check.scripts("cards", names, &format!("{base}/{id}"))?;
    let KindEntry { tags, home, start, wild, params, .. } = entry;
    Some(KindSpec { id: id.into(), is_in_box, scripts, tags, home, start, wild, params })
}

fn combo(check: &mut Validator<'_>, i: usize, entry: &ComboEntry) -> Option<ComboSpec> {
    let (base, params) = match entry {
        ComboEntry::Id(_) => (format!("combos/{i}"), Map::new()),
        ComboEntry::Full { script: None, params, .. } => (format!("combos/{i}/id"), params.clone()),
        ComboEntry::Full { params, .. } => (format!("combos/{i}"), params.clone()),
    };
    let scripts = check.scripts("combos", combo_scripts(entry), &base)?;
    Some(ComboSpec { id: combo_id(entry).into(), scripts, params })
}

fn decks(
    counts: &CountsByPlayers,
    deck: &IndexMap<String, Count>,
    kinds: &IndexMap<String, KindEntry>,
    spec: &Spec,
) -> BTreeMap<usize, Deck> {
    let columns: Vec<(usize, Zone)> = spec
        .kinds
        .iter()
        .map(|kind| {
            let start = kinds.get(kind.id.as_ref()).and_then(|entry| entry.start.as_deref());
            let column = deck.get_index_of(kind.id.as_ref()).unwrap_or_default();
            (column, zone(start.unwrap_or("draw"), &spec.piles))
        })
        .collect();
    let of_players = |counts: &Vec<u16>| {
        let cards = (0u16..).zip(&columns);
        cards.map(|(kind, &(column, zone))| (Kind(kind), zone, counts[column])).collect()
    };
    counts.iter().map(|(&n, counts)| (n, of_players(counts))).collect()
}

/// Returns the zone with this name in a variant.
fn zone(name: &str, piles: &[PileSpec]) -> Zone {
    match name {
        "discard" => Zone::Discard,
        "box" => Zone::Box,
        name => (0u8..)
            .zip(piles)
            .filter(|(_, pile)| !matches!(pile.id.as_ref(), "draw" | "discard"))
            .find(|(_, pile)| pile.id.as_ref() == name)
            .map_or(Zone::Draw, |(i, _)| Zone::Pile(PileId(i))),
    }
}
