//! Titles and texts of cards and combos by language.

use super::assets::{Asset, Library, unreadable};
use super::fold::fold;
use super::image::{self, Images};
use super::json::Document;
use super::load;
use super::schema::MAX_KEY;
use super::source::JsonSource;
use super::titles_file::{TitleEntry, TitlesFile};
use crate::base::error::{Error, Span, capitalized, readable};
use crate::script::{Script, Symbol};
use indexmap::IndexMap;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const FALLBACK: &str = "en";

/// The title and text of a card or combo in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording<'a> {
    pub title: Cow<'a, str>,
    /// The card text; may be empty.
    pub text: &'a str,
    /// Its symbol, if a file of titles gives one.
    pub symbol: Option<Symbol>,
    /// Its image as a `data:` address, if a file of titles gives one that can be shown.
    pub image: Option<Arc<str>>,
}

/// The titles of piles and counters, by id.
#[derive(Clone, Debug, Default)]
struct PlaceTitles {
    piles: BTreeMap<String, String>,
    counters: BTreeMap<String, String>,
}

/// The titles of a language.
#[derive(Clone, Debug)]
pub struct Titles {
    /// The language: `it`.
    pub language: String,
    /// The language's name in itself: `Italiano`.
    pub name: String,
    cards: IndexMap<String, TitleEntry>,
    combos: IndexMap<String, TitleEntry>,
    /// Those of piles and counters.
    places: PlaceTitles,
    /// The built-in scripts, whose texts the built-in files have.
    shipped: Library,
    /// The ids whose entries are the user's own.
    own: BTreeSet<String>,
    /// The images of the entries.
    images: Images,
}

impl Titles {
    /// Loads the titles of a language. Missing titles come from the built-in file of the same
    /// language, then from English.
    ///
    /// # Errors
    /// `V0106` if there is no such file, and all its errors, without warnings.
    pub fn load(library: &Library, language: &str) -> Result<Self, Vec<Error>> {
        let asset = library.titles(language).ok_or_else(|| vec![missing(library, language)])?;
        let (document, own, mut errors) = parse(&asset, language)?;
        let completed = completed(library, language, own);
        errors.extend(alike(own, document, &completed, &BTreeSet::new()));
        errors.extend(without_image(own, document, &completed));
        if errors.is_empty() { Ok(completed) } else { Err(errors) }
    }

    /// Returns all errors of the titles of languages, including warnings: `L0404` for a card or
    /// combo that no variant has.
    pub fn check(library: &Library, languages: &[&str]) -> Vec<Error> {
        let known = LazyCell::new(|| known(library));
        let errors = languages.iter().map(|language| Self::check_one(library, language, &known));
        errors.flatten().collect()
    }

    fn check_one(library: &Library, language: &str, known: &KnownIds) -> Vec<Error> {
        let Some(asset) = library.titles(language) else { return vec![missing(library, language)] };
        let (document, file, mut errors) = match parse(&asset, language) {
            Ok(parsed) => parsed,
            Err(errors) => return errors,
        };
        let completed = completed(library, language, file);
        let ids = known.values().flatten().cloned().collect();
        errors.extend(without_image(file, document, &completed));
        errors.extend(alike(file, document, &completed, &ids));
        if library.unreadable().next().is_some() {
            // A file that cannot be read may have the card or combo.
            return errors;
        }
        let cards = file.cards.keys().map(|id| ("cards", "card", id));
        let combos = file.combos.keys().map(|id| ("combos", "combo", id));
        for (section, what, id) in cards.chain(combos) {
            let ids = known.get(section);
            if ids.is_some_and(|ids| !ids.contains(id)) {
                let error = Error::warning("L0404", format!("no variant has a {what} `{id}`"));
                let error = error.at(document.key_span(&format!("{section}/{id}")));
                let hint = format!("remove it, or add the {what} to a variant");
                let ids = ids.into_iter().flatten().map(String::as_str);
                errors.push(error.meant_or(id, ids, hint));
            }
        }
        errors
    }

    /// Adds the titles with which scripts describe themselves (`//! Thief's Den: …`), if they are
    /// the id in another spelling and no file has a title for the card or combo.
    fn add_of_scripts(&mut self, library: &Library) {
        for name in library.script_names() {
            let (entries, id) = match name.split_once('/') {
                Some(("cards", id)) => (&mut self.cards, id),
                Some(("combos", id)) => (&mut self.combos, id),
                _ => continue,
            };
            if entries.contains_key(id) {
                continue;
            }
            let script = library.script(name);
            let about = script.as_ref().and_then(|script| script.about());
            let Some((title, _)) = about.and_then(|about| about.split_once(':')) else { continue };
            let title = title.trim();
            let is_name = fold(title) == fold(id) && !fold(id).is_empty();
            if is_name && title.len() <= MAX_KEY && !title.contains(char::is_control) {
                let entry = TitleEntry { title: title.to_owned(), ..TitleEntry::default() };
                entries.insert(id.to_owned(), entry);
            }
        }
    }

    /// Returns the file in which the title of a card or combo stands; `section` is `cards` or
    /// `combos`. `None`: the title is the id in readable form.
    pub fn file_of(&self, library: &Library, section: &str, id: &str) -> Option<String> {
        let shipped = Library::embedded();
        let language = self.language.as_str();
        let in_order =
            [(library, language), (&shipped, language), (library, FALLBACK), (&shipped, FALLBACK)];
        let has = |(library, language): &(&Library, &str)| {
            let Some(asset) = library.titles(language) else { return false };
            let Ok((_, file, _)) = parse(&asset, language) else { return false };
            let entries = if section == "combos" { &file.combos } else { &file.cards };
            entries.contains_key(id)
        };
        if let Some((_, language)) = in_order.iter().find(|it| has(it)) {
            return Some(format!("variants/titles/{language}.json"));
        }
        let entries = if section == "combos" { &self.combos } else { &self.cards };
        entries.contains_key(id).then(|| format!("scripts/{section}/{id}.rhai"))
    }

    /// Returns the titles of piles and of counters, by id.
    pub const fn of_places(&self) -> [&BTreeMap<String, String>; 2] {
        [&self.places.piles, &self.places.counters]
    }

    /// Returns the place of the text of a card or combo in a file of titles of this language, or
    /// else in the built-in one; `section` is `cards` or `combos`.
    pub fn text_span(&self, library: &Library, section: &str, id: &str) -> Option<Span> {
        let of = |library: &Library| {
            let asset = library.titles(&self.language)?;
            let document = &asset.json().ok()?.document;
            document.get(&format!("{section}/{id}/text"))?;
            document.span(&format!("{section}/{id}/text"))
        };
        of(library).or_else(|| of(&self.shipped))
    }

    /// Returns the title of a card in this language; by default its id in readable form.
    pub fn card<'a>(&'a self, id: &'a str) -> Wording<'a> {
        self.wording(&self.cards, id)
    }

    /// Returns the text of a card or combo with these scripts. A text of a built-in file is that of
    /// the built-in script: another script speaks for itself, in its first line.
    pub fn text_of<'a>(
        &self,
        id: &str,
        entry: &Wording<'a>,
        scripts: &'a [Script],
    ) -> Cow<'a, str> {
        let about = scripts.last().and_then(Script::about).unwrap_or_default();
        let about = match about.split_once(':') {
            Some((title, text)) if fold(title) == fold(&entry.title) || fold(title) == fold(id) => {
                Cow::Owned(capitalized(text.trim()))
            }
            _ => Cow::Borrowed(about),
        };
        let speaks = self.is_replaced(id, scripts) && !self.is_stale(id, entry, scripts);
        if entry.text.is_empty() || speaks { about } else { Cow::Borrowed(entry.text) }
    }

    /// Whether the text of a card or combo is a built-in one, but its last script is not.
    fn is_replaced(&self, id: &str, scripts: &[Script]) -> bool {
        let is_shipped = |script: &Script| {
            let shipped = self.shipped.script(script.name.trim_end_matches(".rhai"));
            shipped.is_some_and(|shipped| shipped.text == script.text)
        };
        !self.own.contains(id) && scripts.last().is_some_and(|script| !is_shipped(script))
    }

    /// Whether a built-in text stands for a script that somebody has replaced and not described.
    pub fn is_stale(&self, id: &str, entry: &Wording<'_>, scripts: &[Script]) -> bool {
        let Some(last) = scripts.last() else { return false };
        let shipped = self.shipped.script(last.name.trim_end_matches(".rhai"));
        let is_undescribed = last.about().is_none_or(str::is_empty)
            || shipped.is_some_and(|shipped| shipped.about() == last.about());
        !entry.text.is_empty() && self.is_replaced(id, scripts) && is_undescribed
    }

    /// Returns the title of a combo in this language; by default its id in readable form.
    pub fn combo<'a>(&'a self, id: &'a str) -> Wording<'a> {
        self.wording(&self.combos, id)
    }

    fn wording<'a>(
        &'a self,
        entries: &'a IndexMap<String, TitleEntry>,
        id: &'a str,
    ) -> Wording<'a> {
        let Some(entry) = entries.get(id) else {
            return Wording { title: readable(id).into(), text: "", symbol: None, image: None };
        };
        let image = || self.images.get(entry.image.as_deref()?)?.as_ref().ok();
        let (title, image) = (entry.title.as_str().into(), image().cloned());
        Wording { title, text: &entry.text, symbol: entry.symbol, image }
    }
}

/// Reports the images of a file that cannot be shown.
fn without_image(file: &TitlesFile, document: &Document, completed: &Titles) -> Vec<Error> {
    let cards = file.cards.iter().map(|(id, entry)| ("cards", id, entry));
    let entries = cards.chain(file.combos.iter().map(|(id, entry)| ("combos", id, entry)));
    let error = |(section, id, entry): (&str, &String, &TitleEntry)| {
        let name = entry.image.as_deref()?;
        let why = completed.images.get(name)?.as_ref().err()?;
        let error = unreadable(name, why).at(document.span(&format!("{section}/{id}/image")));
        Some(error.hint("name a PNG or SVG file beside the folder `variants`: `art/tax.svg`"))
    };
    entries.filter_map(error).collect()
}

fn fill(entries: &mut IndexMap<String, TitleEntry>, others: &IndexMap<String, TitleEntry>) {
    for (id, other) in others {
        let Some(entry) = entries.get_mut(id) else {
            entries.insert(id.clone(), other.clone());
            continue;
        };
        entry.symbol = entry.symbol.or(other.symbol);
        if entry.image.is_none() {
            entry.image.clone_from(&other.image);
        }
    }
}

/// Adds the titles of piles and counters that are not there yet.
fn add_places(places: &mut PlaceTitles, file: &TitlesFile) {
    let sections = [(&mut places.piles, &file.piles), (&mut places.counters, &file.counters)];
    for (known, titles) in sections {
        for (id, title) in titles {
            known.entry(id.clone()).or_insert_with(|| title.clone());
        }
    }
}

/// Completes the titles of a file from the other files.
fn completed(library: &Library, language: &str, own: &TitlesFile) -> Titles {
    let shipped = Library::embedded();
    let mut titles = Titles {
        language: language.to_owned(),
        name: own.name.clone(),
        cards: own.cards.clone(),
        combos: own.combos.clone(),
        places: PlaceTitles::default(),
        shipped: shipped.clone(),
        own: BTreeSet::new(),
        images: Images::new(),
    };
    for language in [language, FALLBACK] {
        let Some(file) = library.titles(language) else { continue };
        let built_in = shipped.titles(language);
        if built_in.as_ref().is_some_and(|built_in| file.is(built_in)) {
            continue;
        }
        let built_in = built_in.as_ref().and_then(|it| parse(it, language).ok());
        let Ok((_, file, _)) = parse(&file, language) else { continue };
        let is_own = |(section, id, entry): &(bool, &String, &TitleEntry)| {
            let built_in = built_in.as_ref().map(|(_, file, _)| *file);
            let other = built_in
                .and_then(|file| if *section { file.cards.get(*id) } else { file.combos.get(*id) });
            other.is_none_or(|other| other.text != entry.text)
        };
        let cards = file.cards.iter().map(|(id, entry)| (true, id, entry));
        let entries = cards.chain(file.combos.iter().map(|(id, entry)| (false, id, entry)));
        titles.own.extend(entries.filter(is_own).map(|(_, id, _)| id.clone()));
    }
    add_places(&mut titles.places, own);
    let mut filled: Vec<Asset> = library.titles(language).into_iter().collect();
    for (library, language) in [(&shipped, language), (library, FALLBACK), (&shipped, FALLBACK)] {
        let Some(asset) = library.titles(language) else { continue };
        if filled.iter().any(|other| asset.is(other)) {
            continue;
        }
        if let Ok((_, file, _)) = parse(&asset, language) {
            add_places(&mut titles.places, file);
            fill(&mut titles.cards, &file.cards);
            fill(&mut titles.combos, &file.combos);
        }
        filled.push(asset);
    }
    titles.add_of_scripts(library);
    let entries = titles.cards.values().chain(titles.combos.values());
    titles.images =
        image::read(library.homes(), entries.filter_map(|entry| entry.image.as_deref()));
    titles
}

fn missing(library: &Library, language: &str) -> Error {
    if let Some(error) = library.why_unreadable(&format!("variants/titles/{language}.json")) {
        return error.clone();
    }
    let languages: Vec<&str> = library.languages().collect();
    let error = Error::new("V0106", format!("there are no titles for the language `{language}`"));
    error.hint(format!("the languages are {}", languages.join(", ")))
}

fn parse<'a>(
    asset: &'a Asset,
    language: &str,
) -> Result<(&'a Document, &'a TitlesFile, Vec<Error>), Vec<Error>> {
    let source @ JsonSource { document, errors, .. } = asset.json()?;
    let (mut errors, file) = (errors.clone(), source.titles());
    if file.language != language {
        let message = format!("`language` must be `{language}`, like the file name");
        let error = Error::new("V0202", message).at(document.span("language"));
        errors.push(error.hint(format!("write \"language\": \"{language}\", or rename the file")));
    }
    Ok((document, file, errors))
}

/// Reports titles of a file that are ambiguous with others of the file or of those that complete
/// it, or with ids.
fn alike(
    file: &TitlesFile,
    document: &Document,
    completed: &Titles,
    ids: &BTreeSet<String>,
) -> Vec<Error> {
    let cards = file.cards.iter().map(|(id, entry)| ("cards", id, entry));
    let combos = file.combos.iter().map(|(id, entry)| ("combos", id, entry));
    let entries: Vec<_> = cards.chain(combos).collect();
    let mut taken: BTreeMap<String, &str> = ids.iter().map(|id| (fold(id), id.as_str())).collect();
    for (id, entry) in completed.cards.iter().chain(&completed.combos) {
        if !file.cards.contains_key(id) && !file.combos.contains_key(id) {
            taken.insert(fold(&entry.title), id);
        }
        taken.insert(fold(id), id);
    }
    let mut errors = Vec::new();
    for (section, id, entry) in entries {
        let span = document.span(&format!("{section}/{id}/title"));
        let folded = fold(&entry.title);
        if folded.is_empty() {
            let message = format!("`{}` has no letter or digit", entry.title);
            let hint = "a title needs a letter or digit so that it can be typed";
            errors.push(Error::new("V0201", message).at(span).hint(hint));
            continue;
        }
        let Some(other) = taken.insert(folded, id).filter(|other| other != id) else { continue };
        let message = format!("`{}` is ambiguous with `{other}`", entry.title);
        let error = Error::new("V0201", message).at(span);
        errors.push(error.hint(
            "a title must differ from other titles and ids by more than case, accents, spaces or \
             punctuation",
        ));
    }
    errors
}

/// The ids of sections.
type KnownIds = BTreeMap<&'static str, BTreeSet<String>>;

/// Returns the ids of all cards and combos that any variant has.
fn known(library: &Library) -> KnownIds {
    let mut cards = BTreeSet::new();
    let mut combos = BTreeSet::new();
    for id in library.variant_ids() {
        let Ok(merged) = load::load(library, id) else { continue };
        let deck = merged.document.get("deck").and_then(Json::as_object);
        cards.extend(deck.into_iter().flatten().map(|(id, _)| id.clone()));
        let listed = merged.document.get("combos").and_then(Json::as_array);
        let id = |combo: &Json| Some(combo.get("id").unwrap_or(combo).as_str()?.to_owned());
        combos.extend(listed.into_iter().flatten().filter_map(id));
    }
    BTreeMap::from([("cards", cards), ("combos", combos)])
}
