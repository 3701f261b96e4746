//! Validates a merged variant: names, scripts, piles, tags. `deck` checks counts and `option`
//! checks options.

use super::assets::Library;
use super::file::{ComboEntry, Count, CounterEntry, OwnPile, OwnPileEntry, ScriptIds, Variant};
use super::json::{Document, without_duplicate};
use super::schema::{MAX_KEY, is_short};
use crate::base::error::{Error, suggest};
use crate::kernel::SeatPile;
use crate::script::{ANY_KIND, Script, WITHOUT};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The supported numbers of players.
const PLAYERS: RangeInclusive<i64> = 2..=16;
/// Piles that every game has.
const PILES: [&str; 3] = ["draw", "discard", "box"];
/// Words that cannot be ids of cards or combos: answers, and words between the parts of inputs.
pub const RESERVED: [&str; 8] = ["play", "draw", "pass", "yes", "no", "rest", "or", "because"];
/// Tags that the kernel uses.
const KERNEL_TAGS: [&str; 1] = ["apart"];
/// The maximum number of tags and piles.
const MAX_TAGS: usize = 64;
const MAX_PILES: usize = 64;
/// The maximum number of kinds, and of combos and of counters of each sort.
const MAX_KINDS: usize = 4_096;
const MAX_NAMES: usize = 1_000;
/// The maximum number of scripts of the rules, and of those that kinds and combos name.
const MAX_RULES: usize = 100;
const MAX_SCRIPTS: usize = 10_000;

/// A variant being checked, and its errors.
pub struct Validator<'a> {
    /// The library of its scripts.
    pub library: &'a Library,
    /// The document, with positions.
    pub document: &'a Document,
    pub variant: &'a Variant,
    pub errors: Vec<Error>,
}

impl<'a> Validator<'a> {
    /// Runs all checks but those of counts and options.
    pub fn run(&mut self) {
        if self.is_too_large() {
            return;
        }
        self.missing();
        self.words();
        self.kinds();
        self.piles();
        self.tags();
    }

    /// Whether there are more names than numbers for them. Such a variant is not checked further.
    fn is_too_large(&mut self) -> bool {
        let Variant { counters, combos, kinds, rules, .. } = self.variant;
        let named = kinds.values().filter_map(|kind| kind.script.as_ref());
        let of_kinds = named.map(|script| script_names(Some(script), "").len());
        let of_combos = combos.iter().map(|combo| combo_scripts(combo).len());
        let n_kinds = self.kind_ids().count().max(self.variant.kinds.len());
        let n_errors = self.errors.len();
        for (path, n, most, what) in [
            ("deck", n_kinds, MAX_KINDS, "kinds of cards"),
            ("combos", combos.len(), MAX_NAMES, "combos"),
            ("rules", rules.iter().flatten().count(), MAX_RULES, "scripts of the rules"),
            ("kinds", of_kinds.sum(), MAX_SCRIPTS, "scripts of cards"),
            ("combos", of_combos.sum(), MAX_SCRIPTS, "scripts of combos"),
            ("counters/player", counters.player.len(), MAX_NAMES, "counters"),
            ("counters/table", counters.table.len(), MAX_NAMES, "counters"),
            ("counters/card", counters.card.len(), MAX_NAMES, "counters"),
        ] {
            if n > most {
                self.error("V0122", path, format!("more than {most} {what}")).hint =
                    Some("leave out those that nothing uses".to_owned());
            }
        }
        self.errors.len() > n_errors
    }

    /// The numbers of players; 2 to 16 by default.
    pub fn players(&mut self) -> RangeInclusive<usize> {
        let Some([least, most]) = self.variant.players else { return 2..=16 };
        if least > most {
            self.error(
                "V0114",
                "players",
                format!("`players` is empty: {least} is greater than {most}"),
            )
            .hint = Some("put the smallest number first".to_owned());
        } else if !PLAYERS.contains(&least) || !PLAYERS.contains(&most) {
            self.error(
                "V0114",
                "players",
                format!("`players` must be within 2 to 16, not {least} to {most}"),
            )
            .hint = Some("write a range within 2 to 16".to_owned());
        }
        let clamp = |n: i64| n.clamp(*PLAYERS.start(), *PLAYERS.end()).try_into().unwrap_or(2);
        clamp(least.min(most))..=clamp(most)
    }

    /// The kinds of the deck, and whether they have cards: their count is not a plain 0. Kinds
    /// without cards and without scripts are left out.
    pub fn kind_ids(&self) -> impl Iterator<Item = (&'a str, bool)> {
        let Self { variant, library, .. } = self;
        let (variant, library) = (*variant, *library);
        let kinds = variant.deck.iter();
        let kinds = kinds.map(|(id, count)| (id.as_str(), !matches!(count, Count::Number(0))));
        kinds.filter(move |(id, is_in_box)| {
            let entry = variant.kinds.get(*id);
            let mut names =
                script_names(entry.and_then(|entry| entry.script.as_ref()), id).into_iter();
            let is_there =
                |(name, _): (&str, _)| library.script(&format!("cards/{name}")).is_some();
            *is_in_box || names.all(is_there)
        })
    }

    /// Looks up a script; reports an error at the key or value that refers to it.
    pub fn script(&mut self, folder: &str, name: &str, path: &str) -> Option<Script> {
        let script = self.library.script(&format!("{folder}/{name}"));
        if let Some(error) = self.library.why_unreadable(&format!("{folder}/{name}.rhai")) {
            self.errors.push(error.clone());
        } else if script.is_none() {
            let by_key = folder == "cards" && path.starts_with("deck/");
            let names = self.library.script_names();
            let names = names.filter_map(|full| full.strip_prefix(folder)?.strip_prefix('/'));
            // Cards such as cats have the scripts of others.
            let kinds = self.variant.kinds.keys().filter(|_| by_key).map(String::as_str);
            let names = names.chain(kinds);
            let write = match name.contains(['/', '\\', '.']) {
                false => format!("create scripts/{folder}/{name}.rhai, or name another script"),
                true => format!("name a script in scripts/{folder} without its path and ending"),
            };
            let message = format!("there is no script {folder}/{name}.rhai");
            let span = if by_key { self.document.key_span(path) } else { self.document.span(path) };
            let error = Error::new("V0108", message).at(span);
            let elsewhere = if by_key { defined_elsewhere(self.library, name) } else { None };
            let error = match elsewhere {
                Some(hint) => error.hint(hint),
                None => error.meant_or(name, names, write),
            };
            self.errors.push(if by_key {
                without_duplicate(error, path, self.document)
            } else {
                error
            });
        }
        script
    }

    /// Looks up the scripts of an entry, each with its path below `base`; `None` if any is missing.
    pub fn scripts(
        &mut self,
        folder: &str,
        names: Vec<(&str, String)>,
        base: &str,
    ) -> Option<Vec<Script>> {
        if names.is_empty() {
            self.error("V0102", &format!("{base}/script"), "`script` is empty".to_owned()).hint =
                Some("name a script, or leave it out".to_owned());
        }
        let n_names = names.len();
        let names = names.into_iter();
        let found: Vec<Script> = names
            .filter_map(|(name, path)| self.script(folder, name, &format!("{base}{path}")))
            .collect();
        (found.len() == n_names && n_names > 0).then_some(found)
    }

    fn error(&mut self, code: &'static str, path: &str, message: String) -> &mut Error {
        let span = self.document.span(path);
        self.errors.push(Error::new(code, message).at(span));
        let last = self.errors.len() - 1;
        &mut self.errors[last]
    }

    fn missing(&mut self) {
        if !self.document.mentions("name") {
            self.error("V0105", "", "`name` is missing".to_owned()).hint =
                Some("add a display name".to_owned());
        }
        let keys = ["players", "deal", "rules", "deck"];
        let is_said = |key: &str| {
            self.document.mentions(key) || key == "deck" && self.document.mentions("families")
        };
        let absent = keys.iter().filter(|key| !is_said(key));
        let absent: Vec<String> = absent.map(|key| format!("`{key}`")).collect();
        let message = match absent.as_slice() {
            [] => return,
            [key] => format!("{key} is missing"),
            [keys @ .., key] => format!("{} and {key} are missing", keys.join(", ")),
        };
        self.error("V0105", "", message).hint =
            Some("add it, or extend a variant that has it: \"extends\": \"classic\"".to_owned());
    }

    /// Ids must be lower-case words and unique.
    fn words(&mut self) {
        let variant = self.variant;
        let mut named: Vec<(String, &str, &str)> = Vec::new();
        let mut add = |what, base: &str, ids: Vec<&'a String>| {
            named.extend(ids.into_iter().map(|id| (format!("{base}/{id}"), what, id.as_str())));
        };
        add("card", "deck", variant.deck.keys().collect());
        add("pile", "piles", variant.piles.table.keys().collect());
        add("subset", "subsets", variant.subsets.keys().collect());
        add("option", "options", variant.options.keys().collect());
        let listed = |base: &str, what, ids: Vec<&'a str>| {
            let path = |(i, id)| (format!("{base}/{i}"), what, id);
            ids.into_iter().enumerate().map(path).collect::<Vec<_>>()
        };
        let ids = |entries: &'a [CounterEntry]| entries.iter().map(CounterEntry::id).collect();
        named.extend(listed("combos", "combo", variant.combos.iter().map(combo_id).collect()));
        let own = variant.piles.player.iter().map(OwnPileEntry::id).collect();
        named.extend(listed("piles/player", "pile", own));
        named.extend(listed("counters/player", "counter", ids(&variant.counters.player)));
        named.extend(listed("counters/table", "counter", ids(&variant.counters.table)));
        named.extend(listed("counters/card", "counter", ids(&variant.counters.card)));
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, what, id) in named {
            if let Some(error) = wrong_id(what, id) {
                self.errors.push(error.at(self.document.key_span(&path)));
            } else if matches!(what, "card" | "combo") && RESERVED.contains(&id) {
                let message = format!("`{id}` is a reserved word");
                self.key_error("V0113", &path, message).hint =
                    Some(format!("reserved words: {}", RESERVED.join(", ")));
            }
            if matches!(what, "card" | "combo" | "pile")
                && let Some(other) = taken.insert(id, what)
            {
                let message = format!("the {what} `{id}` has the same id as a {other}");
                self.key_error("V0113", &path, message).hint =
                    Some("change one of the two ids".to_owned());
            }
        }
    }

    fn key_error(&mut self, code: &'static str, path: &str, message: String) -> &mut Error {
        let span = self.document.key_span(path);
        let error = self.error(code, path, message);
        error.span = span;
        error
    }

    /// Entries must be for kinds in the deck, except inherited entries of removed kinds.
    fn kinds(&mut self) {
        let variant = self.variant;
        for id in variant.kinds.keys().filter(|id| !variant.deck.contains_key(*id)) {
            let message = format!("the deck has no `{id}`");
            let error = Error::new("V0109", message);
            let error = error.at(self.document.key_span(&format!("kinds/{id}")));
            let count = format!("add it to `deck`: \"{id}\": 4");
            let deck = variant.deck.keys().map(String::as_str);
            let error = error.meant_or(id, deck, count);
            self.errors.push(without_duplicate(error, &format!("kinds/{id}"), self.document));
        }
    }

    fn piles(&mut self) {
        let variant = self.variant;
        let mut asked: Vec<(String, &str)> = Vec::new();
        for (id, entry) in &variant.kinds {
            asked.extend(entry.home.iter().map(|pile| (format!("kinds/{id}/home"), pile.as_str())));
            let start = entry.start.iter();
            asked.extend(start.map(|pile| (format!("kinds/{id}/start"), pile.as_str())));
        }
        for (id, pile) in &variant.piles.table {
            let refill = pile.refill.iter();
            asked.extend(refill.map(|pile| (format!("piles/{id}/refill"), pile.as_str())));
        }
        let own =
            || variant.piles.table.keys().map(String::as_str).filter(|id| !PILES.contains(id));
        let known = || PILES.into_iter().chain(own());
        let n_asked = |pile: &str| asked.iter().filter(|(_, other)| *other == pile).count();
        for (path, pile) in asked.iter().filter(|(_, pile)| known().all(|id| id != *pile)) {
            let list = format!("the piles are {}", known().collect::<Vec<_>>().join(", "));
            let error = Error::new("V0110", format!("there is no pile `{pile}`"));
            let error = error.at(self.document.span(path)).meant_or(pile, known(), list);
            // An unreferenced pile suggests that its declaration is misspelled.
            let near = suggest(pile, known()).filter(|near| !PILES.contains(near));
            let is_certain = near.is_none_or(|near| n_asked(near) + 1 > n_asked(pile));
            self.errors.push(if is_certain { error } else { error.ambiguous() });
        }
        for id in ["table", "box"].into_iter().filter(|id| variant.piles.table.contains_key(*id)) {
            let message = format!("`{id}` cannot be declared as a pile");
            self.key_error("V0110", &format!("piles/{id}"), message).hint =
                Some("declare `draw`, `discard` or piles of your own".to_owned());
        }
        for (id, face) in [("draw", "down"), ("discard", "up")] {
            let path = format!("piles/{id}/face_up");
            let is_up = self.document.get(&path).and_then(Json::as_bool);
            if is_up.is_some_and(|is_up| is_up == (face == "down")) {
                let message = format!("the pile `{id}` always lies face {face}");
                self.error("V0110", &path, message).hint =
                    Some("declare a pile of your own: `\"start\"` puts cards into it".to_owned());
            }
        }
        self.own_piles();
        if variant.piles.table.len() > MAX_PILES {
            self.error("V0122", "piles", format!("more than {MAX_PILES} piles")).hint =
                Some("a pile can hold several kinds of cards".to_owned());
        }
    }

    /// The word after `seen_by` must be known, and a counter that is kept must exist.
    fn own_piles(&mut self) {
        let variant = self.variant;
        for (i, entry) in variant.piles.player.iter().enumerate() {
            let OwnPileEntry::Full(OwnPile { seen_by: Some(seen_by), .. }) = entry else {
                continue;
            };
            if !["owner", "everybody", "nobody"].contains(&seen_by.as_str()) {
                let message = format!("`{seen_by}` sees no pile");
                self.error("V0110", &format!("piles/player/{i}/seen_by"), message).hint =
                    Some("write `owner`, `everybody` or `nobody`".to_owned());
            }
        }
        if variant.piles.player.len() > SeatPile::MAX {
            let message = format!("more than {} piles of each player", SeatPile::MAX);
            self.error("V0122", "piles/player", message).hint =
                Some("a pile can hold several kinds of cards".to_owned());
        }
        let counters = variant.counters.table.iter().chain(&variant.counters.player);
        let known: Vec<&str> = counters.map(CounterEntry::id).collect();
        for (i, kept) in variant.keeps.iter().enumerate() {
            if !known.contains(&kept.as_str()) {
                let error = Error::new("V0127", format!("there is no counter `{kept}` to keep"));
                let error = error.at(self.document.span(&format!("keeps/{i}")));
                let hint = "a new round keeps counters of players and of the table; scores stay \
                            anyway";
                self.errors.push(error.meant_or(kept, known.iter().copied(), hint.to_owned()));
            }
        }
    }

    /// Referenced tags must exist: some kind has the tag, or some script asks for it. An unused tag
    /// that is similar to a known one is also an error.
    fn tags(&mut self) {
        let variant = self.variant;
        let own = count(variant.kinds.values().flat_map(|entry| &entry.tags).map(String::as_str));
        let asked = count(self.asked_tags().into_iter());
        let in_scripts =
            |tag: &str| KERNEL_TAGS.contains(&tag) || asked.contains_key(tag) || tag == ANY_KIND;
        let wild = variant
            .kinds
            .iter()
            .filter_map(|(id, entry)| Some((format!("kinds/{id}/wild"), entry.wild.as_deref()?)))
            .map(|(path, wild)| (path, wild.trim_start_matches(WITHOUT)));
        let wild: Vec<_> = wild.collect();
        let explosion = variant.explosion_tags.iter().enumerate();
        let explosion = explosion.map(|(i, tag)| (format!("explosion_tags/{i}"), tag.as_str()));
        for (path, tag) in wild.iter().cloned().chain(explosion) {
            if own.contains_key(tag) || in_scripts(tag) {
                continue;
            }
            let error = Error::new("V0112", format!("nothing has the tag `{tag}`"));
            let give = format!("give it to a kind: \"tags\": [\"{tag}\"]");
            let error = error.at(self.document.span(&path));
            self.errors.push(error.meant_or(tag, own.keys().copied(), give));
        }
        let is_wild = |tag: &str| wild.iter().any(|(_, wild)| *wild == tag);
        for (id, entry) in &variant.kinds {
            for (i, tag) in entry.tags.iter().enumerate() {
                if in_scripts(tag) || is_wild(tag) {
                    continue;
                }
                let candidates = || asked.keys().copied().chain(KERNEL_TAGS);
                let Some(near) = suggest(tag, candidates()) else { continue };
                let n_near = asked.get(near).unwrap_or(&0) + own.get(near).unwrap_or(&0);
                let n_tag = own.get(tag.as_str()).copied().unwrap_or(0);
                let is_kernels = KERNEL_TAGS.contains(&near);
                if !is_kernels && n_tag > n_near && !own.contains_key(near) {
                    // The linter reports tags misspelled in scripts.
                    continue;
                }
                let error = Error::new("V0112", format!("no script asks for the tag `{tag}`"));
                let error = error.at(self.document.span(&format!("kinds/{id}/tags/{i}")));
                let error = error.with_suggestion(tag, candidates());
                let is_certain = is_kernels || n_near > n_tag;
                self.errors.push(if is_certain { error } else { error.ambiguous() });
            }
        }
        if own.len() > MAX_TAGS {
            self.error("V0122", "kinds", format!("more than {MAX_TAGS} tags")).hint =
                Some("remove tags that no script asks for".to_owned());
        }
    }

    /// The tags that the scripts of this variant ask for, with repetitions.
    fn asked_tags(&self) -> Vec<&'a str> {
        let variant = self.variant;
        let of_kind = |id| script_names(variant.kinds.get(id).and_then(|e| e.script.as_ref()), id);
        let in_folder = |folder, (name, _): (&str, _)| format!("{folder}/{name}");
        let cards = self
            .kind_ids()
            .flat_map(|(id, _)| of_kind(id))
            .map(|script| in_folder("cards", script));
        let combos = variant.combos.iter().flat_map(combo_scripts);
        let combos = combos.map(|script| in_folder("combos", script));
        let rules = variant.rules.iter().flatten().map(|name| format!("rules/{name}"));
        let names: BTreeSet<String> = cards.chain(combos).chain(rules).collect();
        let scripts = names.iter().filter_map(|name| self.library.script_facts(name));
        scripts.flat_map(|script| &script.tags).map(String::as_str).collect()
    }
}

fn count<'w>(words: impl Iterator<Item = &'w str>) -> BTreeMap<&'w str, usize> {
    let mut counts = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_insert(0) += 1);
    counts
}

/// The id of a combo.
pub fn combo_id(combo: &ComboEntry) -> &str {
    match combo {
        ComboEntry::Id(id) | ComboEntry::Full { id, .. } => id,
    }
}

/// The scripts of a combo, as [`script_names`].
pub fn combo_scripts(combo: &ComboEntry) -> Vec<(&str, String)> {
    match combo {
        ComboEntry::Id(id) => vec![(id, String::new())],
        ComboEntry::Full { id, script, .. } => script_names(script.as_ref(), id),
    }
}

/// The names of the scripts of an entry, each with the path of its name in the entry; its id if it
/// names none.
pub fn script_names<'a>(script: Option<&'a ScriptIds>, id: &'a str) -> Vec<(&'a str, String)> {
    match script {
        None => vec![(id, String::new())],
        Some(ScriptIds::One(name)) => vec![(name, "/script".to_owned())],
        Some(ScriptIds::Several(names)) => {
            let path = |(i, name): (usize, &'a String)| (name.as_str(), format!("/script/{i}"));
            names.iter().enumerate().map(path).collect()
        }
    }
}

/// Returns the error of an id that is too long or has other characters than an id.
pub fn wrong_id(what: &str, id: &str) -> Option<Error> {
    if !is_short(id, MAX_KEY) {
        let message = format!("a {what} id of more than {MAX_KEY} characters");
        return Some(Error::new("V0122", message).hint("shorten it"));
    }
    let message = format!("`{id}` is not a valid {what} id");
    let error = Error::new("V0113", message);
    (!is_id(id)).then(|| error.hint("an id consists of a-z, 0-9 and _, starting with a letter"))
}

/// Whether a text is an id: lower-case letters, digits and `_`, a letter first.
pub fn is_id(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// How another variant defines a kind whose script has another name.
fn defined_elsewhere(library: &Library, id: &str) -> Option<String> {
    library.variant_ids().chain(library.abstract_ids()).find_map(|variant| {
        let file = library.variant(variant)?;
        let entry = file.json().ok()?.document.get(&format!("kinds/{id}"))?;
        let entry = entry.get("script").map(|_| entry)?;
        Some(format!("define it as `{variant}` does: \"kinds\": {{ \"{id}\": {entry} }}"))
    })
}
