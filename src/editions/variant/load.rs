//! Loads a variant by id as one merged document: the file and its parents, each checked for shape.

use super::assets::{Asset, Library};
use super::families;
use super::fold::fold;
use super::json::Document;
use super::source::JsonSource;
use crate::base::error::{Error, Span, did_you_mean, suggest};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A variant merged with its parents.
pub struct Merged {
    pub document: Document,
    /// The default value of each option.
    pub declared: BTreeMap<String, Json>,
    /// The texts that each option may be in this variant or in one that it extends.
    pub texts: BTreeMap<String, BTreeSet<Arc<str>>>,
    /// The errors so far; invalid values are removed from the document.
    pub errors: Vec<Error>,
}

impl Merged {
    /// Notes the defaults and the texts of the options that a file declares; earlier defaults stay.
    pub fn declare(&mut self, document: &Document) {
        let options = document.get("options").and_then(Json::as_object).into_iter().flatten();
        for (name, option) in options.filter(|(_, option)| option.get("about").is_some()) {
            if let Some(value) = option.get("value") {
                self.declared.entry(name.clone()).or_insert_with(|| value.clone());
            }
            let values = option.get("values").and_then(Json::as_array).into_iter().flatten();
            let values = values.filter_map(Json::as_str).map(Arc::from);
            self.texts.entry(name.clone()).or_default().extend(values);
        }
    }
}

/// The maximum number of variants that one extends, directly or not.
const MAX_PARENTS: usize = 32;

/// The keys that are not inherited.
const OWN: [&str; 6] = ["$schema", "name", "about", "abstract", "extends", "source"];

/// Reads a variant and its parents.
///
/// # Errors
/// A missing file, invalid JSON, or a cycle of `extends`.
pub fn load(library: &Library, id: &str) -> Result<Merged, Vec<Error>> {
    let (chain, mut errors) = chain(library, id);
    let whole = errors.is_empty();
    let mut files = Vec::new();
    for file in &chain {
        let JsonSource { document, is_object, errors: found, .. } = file.json()?;
        errors.extend(found.iter().cloned());
        if !is_object {
            return Err(errors);
        }
        let mut file = document.clone();
        full_options(&mut file);
        files.push(file);
    }
    if !whole {
        return Err(errors);
    }
    let (declared, texts) = (BTreeMap::new(), BTreeMap::new());
    let mut merged = Merged { document: Document::default(), declared, texts, errors };
    files.iter().for_each(|file| merged.declare(file));
    let document = &mut merged.document;
    for child in files.into_iter().rev() {
        if child.get("deck").is_some() || child.get("families").is_some() {
            document.remove("box");
            if document.get("abstract") == Some(&Json::Bool(true)) {
                empty_deck(document);
            }
        }
        for key in OWN {
            document.remove(key);
        }
        document.overlay(child);
    }
    merged.errors.extend(families::expand(document));
    Ok(merged)
}

/// The merged document of a variant; `None` if it cannot be read.
pub fn document(library: &Library, id: &str) -> Option<Document> {
    load(library, id).ok().map(|merged| merged.document)
}

/// The readable files of a variant and its parents, itself first.
pub fn lineage(library: &Library, id: &str) -> Vec<Asset> {
    let mut assets: Vec<Asset> = Vec::new();
    let mut next = library.variant(id);
    let is_new =
        |asset: &Asset, assets: &[Asset]| assets.len() <= MAX_PARENTS && !assets.contains(asset);
    while let Some(asset) = next.take().filter(|asset| is_new(asset, &assets)) {
        let parent = asset.json().ok().and_then(|file| file.extends.as_deref());
        next = parent.and_then(|parent| library.variant(parent));
        assets.push(asset);
    }
    assets
}

/// The ids of the variants that extend this one, directly or not, and can be played.
pub fn children<'a>(library: &'a Library, id: &str) -> Vec<&'a str> {
    let Some(parent) = library.variant(id) else { return Vec::new() };
    let extends = |child: &&str| *child != id && lineage(library, child).contains(&parent);
    library.variant_ids().filter(extends).collect()
}

/// The error of playing an abstract variant.
pub fn not_played(library: &Library, id: &str) -> Error {
    let error = Error::new("V0124", format!("`{id}` is abstract: it is extended, never played"));
    match children(library, id).as_slice() {
        [] => error.hint(format!("write a variant with \"extends\": \"{id}\"")),
        children => error.hint(format!("play one that extends it: {}", children.join(", "))),
    }
}

/// The readable files of a variant and its parents, itself first; and why there are no more.
fn chain(library: &Library, id: &str) -> (Vec<Asset>, Vec<Error>) {
    let mut ids = vec![id.to_owned()];
    let mut files: Vec<Asset> = Vec::new();
    loop {
        let id = &ids[ids.len() - 1];
        let span = files.last().and_then(|file| file.json().ok()?.document.span("extends"));
        let Some(asset) = library.variant(id) else {
            return (files, vec![unknown(library, id, span)]);
        };
        if ids.iter().filter(|other| *other == id).count() > 1 {
            let error = Error::new("V0107", format!("`{}` extends itself", ids[0])).at(span);
            let error = error.note(ids.join(" extends "));
            return (files, vec![error.hint("let one of them extend another variant, or none")]);
        }
        if files.len() == MAX_PARENTS {
            let message = format!("`{}` extends more than {MAX_PARENTS} variants", ids[0]);
            let error = Error::new("V0122", message).at(span);
            return (files, vec![error.hint("let one of them extend an earlier one")]);
        }
        let parent = match asset.json() {
            Ok(file) => file.extends.clone(),
            Err(errors) => return (files, errors),
        };
        files.push(asset);
        match parent {
            Some(parent) => ids.push(parent),
            None => return (files, Vec::new()),
        }
    }
}

fn unknown(library: &Library, id: &str, span: Option<Span>) -> Error {
    if let Some(error) = library.why_unreadable(&format!("variants/{id}.json")) {
        return error.clone();
    }
    let is_parent = span.is_some();
    let parents = library.abstract_ids().filter(|_| is_parent);
    let ids: Vec<&str> = library.variant_ids().chain(parents).collect();
    let list = meant(library, id, ids.iter().copied())
        .unwrap_or_else(|| format!("the variants are {}", ids.join(", ")));
    Error::new("V0106", format!("there is no variant `{id}`")).at(span).meant_or(id, ids, list)
}

/// Returns `did you mean …?` with the variants of these that have an id or else a title similar to
/// one that is not known.
pub fn meant<'a>(
    library: &Library,
    unknown: &str,
    ids: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let ids: Vec<&str> = ids.into_iter().collect();
    did_you_mean(unknown, ids.iter().copied()).or_else(|| {
        let titled = ids.iter().filter_map(|id| {
            let file = library.variant(id)?;
            let document = Document::parse(&file.name, &file.text).ok()?;
            Some((fold(document.get("name")?.as_str()?), *id))
        });
        let titled: Vec<(String, &str)> = titled.collect();
        let title = suggest(&fold(unknown), titled.iter().map(|(title, _)| title.as_str()))?;
        let (_, id) = titled.iter().find(|(other, _)| other == title)?;
        Some(format!("did you mean `{id}`?"))
    })
}

/// Expands options given as bare values, so that a child's value does not replace the declaration
/// of its parent.
fn full_options(document: &mut Document) {
    let options = document.get("options").and_then(Json::as_object).into_iter().flatten();
    let bare = options.filter(|(_, value)| !value.is_object()).map(|(name, _)| name.clone());
    for name in bare.collect::<Vec<_>>() {
        document.wrap(&format!("options/{name}"), "value");
    }
}

/// Sets all counts to 0, so that a child names the kinds it takes.
fn empty_deck(document: &mut Document) {
    let deck = document.value.get_mut("deck").and_then(Json::as_object_mut);
    deck.into_iter().flatten().for_each(|(_, count)| *count = Json::from(0));
    let families = document.value.get_mut("families").and_then(Json::as_object_mut);
    for family in families.into_iter().flat_map(Map::values_mut).filter_map(Json::as_object_mut) {
        family.insert("count".to_owned(), Json::from(0));
    }
}
